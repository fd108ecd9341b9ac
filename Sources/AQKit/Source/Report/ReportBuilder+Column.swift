extension ReportBuilder {
  /// What the values of a series are, whatever their site and origin: one for the columns of all sites.
  final class Kind: Hashable, Sendable {
    let parameter: AirParameter
    let unit: AirUnit
    let averaging: AveragingPeriod
    let correction: AirOrigin.Correction?
    let conversion: AirUnit.Conversion?

    init(
      _ parameter: AirParameter, _ unit: AirUnit, _ averaging: AveragingPeriod,
      _ correction: AirOrigin.Correction? = nil, _ conversion: AirUnit.Conversion? = nil
    ) {
      self.parameter = parameter
      self.unit = unit
      self.averaging = averaging
      self.correction = correction
      self.conversion = conversion
    }

    static func == (lhs: Kind, rhs: Kind) -> Bool {
      lhs === rhs
        || lhs.parameter == rhs.parameter && lhs.unit == rhs.unit && lhs.averaging == rhs.averaging
          && lhs.correction == rhs.correction && lhs.conversion == rhs.conversion
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(parameter)
      hasher.combine(unit)
      hasher.combine(averaging)
    }
  }

  /// The identity of a series.
  struct Identity: Hashable {
    let kind: Kind
    let origin: AirOrigin?

    var parameter: AirParameter { kind.parameter }
  }

  /// The site and identity of a column.
  struct FurtherColumn: Hashable {
    let site: Int
    let identity: Identity
  }

  /// The values of one series in order of arrival.
  struct Column {
    let identity: Identity
    /// The intervals of ordered values; nil once others have joined them and `starts` and `ends` have the intervals.
    private(set) var timeline: AirTimeline?
    private(set) var starts = ContiguousArray<Int64>()
    private(set) var ends = ContiguousArray<Int64>()
    private(set) var values: [Double] = []
    /// The flags of all values, which mostly are the same.
    private var commonFlags: Set<AirReading.QualityFlag> = []
    /// The flags of each value; nil while all have the common ones.
    private var ownFlags: [Set<AirReading.QualityFlag>]?
    private(set) var completeness: [AirReading.Completeness?]?
    private(set) var accuracy: [AirReading.Accuracy?]?
    /// The start of each further reply's values.
    private var seams: [Int] = []
    /// The values of hours that occur twice.
    private var repeated = RepeatedHours()

    init(_ identity: Identity) { self.identity = identity }

    /// A column with its first value.
    init(
      _ identity: Identity, _ bounds: (Int64, Int64), _ value: Double, _ flags: Set<AirReading.QualityFlag>
    ) {
      self.identity = identity
      timeline = AirTimeline(start: bounds.0, end: bounds.1)
      values = [value]
      commonFlags = flags
    }

    /// The series; nil where intervals are out of order.
    ///
    /// - Parameter lastFlags: The flags of the last series that was made, which others mostly share.
    func series(_ lastFlags: inout [Set<AirReading.QualityFlag>]) -> AirSeries? {
      guard let timeline = timeline ?? (try? AirTimeline(starts: starts, ends: ends)) else { return nil }
      let kind = identity.kind
      guard ownFlags == nil, completeness == nil, accuracy == nil else {
        return try? AirSeries(
          kind.parameter, unit: kind.unit, averaging: kind.averaging, timeline: timeline, values: values,
          flags: ownFlags ?? flags(&lastFlags), completeness: completeness, accuracy: accuracy,
          origin: identity.origin, correction: kind.correction, conversion: kind.conversion)
      }
      return AirSeries(
        checked: kind.parameter, unit: kind.unit, averaging: kind.averaging, timeline: timeline,
        values: values, flags: flags(&lastFlags), origin: identity.origin, correction: kind.correction,
        conversion: kind.conversion)
    }

    /// The common flags for each value; nil if there are none.
    private func flags(_ last: inout [Set<AirReading.QualityFlag>]) -> [Set<AirReading.QualityFlag>]? {
      if commonFlags.isEmpty { return nil }
      if last.count != values.count || last.first != commonFlags {
        last = Array(repeating: commonFlags, count: values.count)
      }
      return last
    }

    /// Whether no value is there.
    var hasNoValue: Bool { values.allSatisfy(\.isNaN) }

    /// The flags of a value without a time of its own.
    static let received: Set<AirReading.QualityFlag> = [.timeOfReceipt]

    /// Replaces the last value if it has the same interval; else returns false.
    mutating func replaceLast(_ value: Double, of interval: (Int64, Int64)) -> Bool {
      let last = values.count &- 1
      guard last >= 0, self.interval(at: last) == interval else { return false }
      values[last] = value
      return true
    }

    mutating func append(
      _ bounds: (Int64, Int64), _ value: Double, _ newFlags: Set<AirReading.QualityFlag> = [],
      _ newCompleteness: AirReading.Completeness? = nil, _ newAccuracy: AirReading.Accuracy? = nil
    ) {
      if values.isEmpty, repeated.isEmpty {
        timeline = AirTimeline(start: bounds.0, end: bounds.1)
      } else if timeline?.extend(from: bounds.0, to: bounds.1) != true {
        spellOutIntervals()
        starts.append(bounds.0)
        ends.append(bounds.1)
      }
      appendValue(value, newFlags, newCompleteness, newAccuracy)
    }

    private mutating func appendValue(
      _ value: Double, _ newFlags: Set<AirReading.QualityFlag> = [],
      _ newCompleteness: AirReading.Completeness? = nil, _ newAccuracy: AirReading.Accuracy? = nil
    ) {
      if ownFlags == nil, newFlags != commonFlags {
        if values.isEmpty {
          commonFlags = newFlags
        } else {
          ownFlags = Array(repeating: commonFlags, count: values.count)
        }
      }
      ownFlags?.append(newFlags)
      if completeness != nil || newCompleteness != nil {
        if completeness == nil { completeness = Array(repeating: nil, count: values.count) }
        completeness?.append(newCompleteness)
      }
      if accuracy != nil || newAccuracy != nil {
        if accuracy == nil { accuracy = Array(repeating: nil, count: values.count) }
        accuracy?.append(newAccuracy)
      }
      // Few series grow beyond a day's hours: two steps to get there, not five.
      if values.count == values.capacity, (2...31).contains(values.count) {
        values.reserveCapacity(values.count &* 4)
      }
      values.append(value)
    }

    /// Says that the last value's interval occurs again when clocks are set back.
    mutating func lastRepeats(_ span: Span) {
      spellOutIntervals()
      repeated.append(
        index: values.count - 1, after: span.repeatsAfter, isSecondByLength: span.isSecondByLength)
    }

    /// Takes all values without copying if they are the first ones and none must be dropped; else returns false.
    mutating func take(
      _ newValues: [Double], on newTimeline: AirTimeline, sentinels: [Double], possible: ClosedRange<Double>
    ) -> Bool {
      guard values.isEmpty, newTimeline.count == newValues.count,
        Self.areAllPossible(newValues, possible, sentinels: sentinels)
      else { return false }
      values = newValues
      timeline = newTimeline
      (commonFlags, ownFlags) = ([], nil)
      return true
    }

    /// Whether each value is NaN, or in a range and no sentinel; four at a time without early exit, because nearly all
    /// columns pass.
    private static func areAllPossible(
      _ values: [Double], _ possible: ClosedRange<Double>, sentinels: [Double]
    ) -> Bool {
      let (low, high) = (possible.lowerBound, possible.upperBound)
      return values.withUnsafeBufferPointer { values in
        var beyond = SIMDMask<SIMD4<Int64>>(repeating: false)
        let bytes = UnsafeRawBufferPointer(values)
        let blocks = values.count & ~3
        for index in stride(from: 0, to: blocks, by: 4) {
          let four = bytes.loadUnaligned(fromByteOffset: index * 8, as: SIMD4<Double>.self)
          beyond .|= (four .< low) .| (four .> high)
        }
        for value in values[blocks...] where value < low || value > high { return false }
        return !any(beyond) && (sentinels.isEmpty || !values.contains(where: sentinels.contains))
      }
    }

    /// Gives each value its own interval, so that others can join.
    private mutating func spellOutIntervals() {
      guard let timeline else { return }
      starts = ContiguousArray((0..<timeline.count).map(timeline.startSeconds(at:)))
      ends = ContiguousArray((0..<timeline.count).map(timeline.endSeconds(at:)))
      self.timeline = nil
    }

    /// The interval of a value in seconds since 1970. The index must be in range.
    private func interval(at index: Int) -> (Int64, Int64) {
      guard let timeline else { return (starts[index], ends[index]) }
      return (timeline.startSeconds(at: index), timeline.endSeconds(at: index))
    }

    /// Whether it has a value, in a window if there is one.
    func hasValue(in window: AirInterval?) -> Bool {
      guard let window else { return !values.allSatisfy(\.isNaN) }
      let (from, until) = (window.start.secondsSince1970, window.end.secondsSince1970)
      return values.indices.contains { index in
        guard !values[index].isNaN else { return false }
        let (start, end) = interval(at: index)
        return start < until && (end > from || start >= from)
      }
    }

    /// What is said of a column's values beside them, value by value.
    struct Details {
      var flags: [Set<AirReading.QualityFlag>]?
      var completeness: [AirReading.Completeness?]?
      var accuracy: [AirReading.Accuracy?]?
      /// Those whose time occurs twice.
      var repeated = RepeatedHours()

      var isEmpty: Bool { flags == nil && completeness == nil && accuracy == nil && repeated.isEmpty }

      /// Whether there is as much of each as there are values.
      func fits(_ count: Int) -> Bool {
        (flags?.count ?? count) == count && (completeness?.count ?? count) == count
          && (accuracy?.count ?? count) == count
      }
    }

    /// The outcome of adding a column's values.
    struct Added {
      var rows = 0
      var sentinels = 0
      var infinite = 0
      var impossible = 0
      var outOfRange = 0
    }

    /// Appends as many values as there are stamps.
    mutating func append(
      _ newValues: [Double], at stamps: [Int64], _ bounds: Bounds, sentinels: [Double],
      possible: ClosedRange<Double>, _ details: Details = Details()
    ) -> Added {
      spellOutIntervals()
      var added = Added()
      starts.reserveCapacity(starts.count + stamps.count)
      ends.reserveCapacity(ends.count + stamps.count)
      values.reserveCapacity(values.count + stamps.count)
      var repeats = details.repeated.entries[...]
      let hasDetails = !details.isEmpty
      for (index, (stamp, given)) in zip(stamps, newValues).enumerated() {
        var value = given
        let entry = hasDetails ? repeats.first.flatMap { $0.index == index ? $0 : nil } : nil
        if entry != nil { repeats.removeFirst() }
        guard let interval = bounds.interval(at: stamp) else {
          added.outOfRange += 1
          continue
        }
        if !sentinels.isEmpty, sentinels.contains(value) {
          added.sentinels += 1
          value = .nan
        }
        guard value.isNaN || possible.contains(value) else {
          if value.isInfinite { added.infinite += 1 } else { added.impossible += 1 }
          // A row of an hour that occurs twice keeps its position.
          guard let entry else { continue }
          append(interval, .nan)
          repeated.append(
            index: values.count - 1, after: entry.after, isSecondByLength: entry.isSecondByLength)
          added.rows += 1
          continue
        }
        added.rows += 1
        guard hasDetails else {
          starts.append(interval.0)
          ends.append(interval.1)
          appendValue(value)
          continue
        }
        append(
          interval, value, details.flags?[index] ?? [], details.completeness?[index], details.accuracy?[index]
        )
        if let entry {
          repeated.append(
            index: values.count - 1, after: entry.after, isSecondByLength: entry.isSecondByLength)
        }
      }
      return added
    }

    mutating func append(contentsOf series: AirSeries) {
      for index in series.values.indices {
        append(
          (series.timeline.startSeconds(at: index), series.timeline.endSeconds(at: index)),
          series.values[index],
          series.flags?[index] ?? [], series.completeness?[index], series.accuracy?[index])
      }
    }

    /// Makes gaps of the values among the last ones that lie out of a range, and returns how many there were.
    mutating func dropImpossible(ofLast count: Int, _ possible: ClosedRange<Double>) -> Int {
      var dropped = 0
      for index in values.indices.suffix(count)
      where values[index] < possible.lowerBound || values[index] > possible.upperBound {
        values[index] = .nan
        dropped += 1
      }
      return dropped
    }

    /// Appends another reply's values of the same series.
    mutating func append(contentsOf other: Column) {
      if !values.isEmpty { seams.append(values.count) }
      repeated.append(contentsOf: other.repeated, at: values.count)
      for index in other.values.indices {
        append(
          other.interval(at: index), other.values[index], other.ownFlags?[index] ?? other.commonFlags,
          other.completeness?[index], other.accuracy?[index])
      }
    }

    /// Tells hours that occur twice apart.
    ///
    /// - Parameter now: The time of receipt, after which no interval ends; nil for forecasts.
    mutating func orderRepeatedHours(notAfter now: Int64?) {
      if repeated.isEmpty { return }
      let ends = ends
      let moved = repeated.order(&starts) { index, seconds in now.map { ends[index] + seconds <= $0 } ?? false
      }
      for moved in moved { self.ends[moved.index] += moved.after }
    }

    /// Removes all values, and returns their number.
    mutating func removeAll() -> Int {
      let count = values.count
      self = Column(identity)
      return count
    }

    /// Removes the values whose intervals lie outside of a time, in seconds since 1970, and returns their number;
    /// none while hours that occur twice aren't told apart.
    mutating func removeValues(from start: Int64, until end: Int64) -> Int {
      guard repeated.isEmpty else { return 0 }
      let kept = values.indices.filter { index in
        let (first, last) = interval(at: index)
        return first < end && (last > start || first >= start)
      }
      guard kept.count < values.count else { return 0 }
      spellOutIntervals()
      let dropped = values.count - kept.count
      seams = seams.map { seam in kept.firstIndex { $0 >= seam } ?? kept.count }.filter { $0 > 0 }
      keep(kept)
      return dropped
    }

    /// Keeps the values with these indices, in this order.
    private mutating func keep(_ kept: [Int]) {
      starts = ContiguousArray(kept.map { starts[$0] })
      ends = ContiguousArray(kept.map { ends[$0] })
      values = kept.map { values[$0] }
      ownFlags = ownFlags.map { flags in kept.map { flags[$0] } }
      completeness = completeness.map { completeness in kept.map { completeness[$0] } }
      accuracy = accuracy.map { accuracy in kept.map { accuracy[$0] } }
    }

    mutating func removeLast(_ count: Int) {
      spellOutIntervals()
      starts.removeLast(count)
      ends.removeLast(count)
      values.removeLast(count)
      ownFlags?.removeLast(count)
      completeness?.removeLast(count)
      accuracy?.removeLast(count)
      repeated.remove(from: values.count)
    }

    /// Sorts the values, of which no hour occurs twice any more, by interval and keeps the last one per interval, a value rather than a gap. Returns the number
    /// of removed values, without gaps and exact repetitions from another reply, because replies may overlap.
    mutating func normalise() -> Int {
      if timeline != nil { return 0 }
      var isAscending = true
      for index in starts.indices.dropFirst()
      where (starts[index - 1], ends[index - 1]) >= (starts[index], ends[index]) {
        isAscending = false
        break
      }
      if isAscending { return 0 }
      let order = values.indices.sorted {
        (starts[$0], ends[$0], values[$0].isNaN ? -1 : 0, $0) < (
          starts[$1], ends[$1], values[$1].isNaN ? -1 : 0, $1
        )
      }
      var kept: [Int] = []
      kept.reserveCapacity(order.count)
      var removed = 0
      for index in order {
        if let last = kept.last, starts[last] == starts[index], ends[last] == ends[index] {
          kept.removeLast()
          if !values[last].isNaN, !isRepetition(last, index) { removed += 1 }
        }
        kept.append(index)
      }
      keep(kept)
      return removed
    }

    private func isRepetition(_ first: Int, _ second: Int) -> Bool {
      guard !seams.isEmpty, values[first] == values[second] || (values[first].isNaN && values[second].isNaN),
        ownFlags?[first] == ownFlags?[second], completeness?[first] == completeness?[second],
        accuracy?[first] == accuracy?[second]
      else { return false }
      // A seam between the two values means that they come from different replies.
      return seams.contains { min(first, second) < $0 && $0 <= max(first, second) }
    }
  }
}
