extension ReportBuilder {
  /// The identity of a series.
  struct Identity: Hashable {
    /// The number of its kind.
    var kind: SeriesKinds.Number
    let origin: AirOrigin?
  }

  /// The site and identity of a column.
  struct FurtherColumn: Hashable {
    let site: Int
    var identity: Identity
  }

  /// The values of one series in order of arrival.
  struct Column {
    var identity: Identity
    /// The number of the limits of its values, if its instrument has its own.
    var limits: Int?
    /// The intervals of ordered values; nil once others have joined them, which then have an interval each.
    var timeline: AirTimeline?
    var intervals: Intervals?
    var values: [Double] = []
    /// The flags of all values, which mostly are the same.
    var commonFlags: Set<AirReading.QualityFlag> = []
    var rare: Rare?

    /// The interval of each value, in seconds since 1970.
    struct Intervals {
      var starts = ContiguousArray<Int64>()
      var ends = ContiguousArray<Int64>()

      mutating func append(_ interval: (Int64, Int64)) {
        starts.append(interval.0)
        ends.append(interval.1)
      }

      /// Decides between the occurrences of times that occur twice.
      mutating func order(_ repeated: inout RepeatedHours, notAfter now: Int64?) {
        let ends = ends
        let moved = repeated.order(&starts) { index, seconds in
          now.map { ends[index] + seconds <= $0 } ?? false
        }
        for moved in moved { self.ends[moved.index] += moved.after }
      }
    }

    /// The details that few columns have.
    struct Rare {
      /// The flags of each value; nil while all have the common ones.
      var ownFlags: [Set<AirReading.QualityFlag>]?
      var completeness: [AirReading.Completeness?]?
      var accuracy: [AirReading.Accuracy?]?
      /// The start of each further reply's values.
      var seams: [Int] = []
      /// The values of hours that occur twice.
      var repeated = RepeatedHours()
    }

    /// Whether there are details for single values.
    var hasDetails: Bool {
      rare.map { $0.ownFlags != nil || $0.completeness != nil || $0.accuracy != nil } ?? false
    }

    var hasRepeatedHours: Bool { rare.map { !$0.repeated.isEmpty } ?? false }

    /// Returns the series of values that are in order; nil if they aren't.
    ///
    /// - Parameters:
    ///   - kind: The kind of the values.
    ///   - lastFlags: The flags of the last series that was made, which others mostly share.
    func series(_ kind: SeriesKinds.Kind, _ lastFlags: inout [Set<AirReading.QualityFlag>]) -> AirSeries? {
      let intervals = intervals ?? Intervals()
      guard let timeline = timeline ?? (try? AirTimeline(starts: intervals.starts, ends: intervals.ends))
      else { return nil }
      return try? AirSeries(
        kind.parameter, unit: kind.unit, averaging: kind.averaging, timeline: timeline, values: values,
        flags: rare?.ownFlags ?? commonFlags.all(values.count, &lastFlags), completeness: rare?.completeness,
        accuracy: rare?.accuracy, origin: identity.origin, correction: kind.correction,
        conversion: kind.conversion)
    }

    /// Whether it has no value.
    var hasNoValue: Bool { values.allSatisfy(\.isNaN) }

    /// The flags of a value whose own time is missing.
    static let received: Set<AirReading.QualityFlag> = [.timeOfReceipt]

    mutating func append(
      _ bounds: (Int64, Int64), _ value: Double, _ newFlags: Set<AirReading.QualityFlag> = [],
      _ newCompleteness: AirReading.Completeness? = nil, _ newAccuracy: AirReading.Accuracy? = nil
    ) {
      if values.isEmpty, !hasRepeatedHours {
        timeline = AirTimeline(start: bounds.0, end: bounds.1)
      } else if timeline?.extend(from: bounds.0, to: bounds.1) != true {
        spellOutIntervals()
        intervals?.append(bounds)
      }
      appendValue(value, newFlags, newCompleteness, newAccuracy)
    }

    private mutating func appendValue(
      _ value: Double, _ newFlags: Set<AirReading.QualityFlag> = [],
      _ newCompleteness: AirReading.Completeness? = nil, _ newAccuracy: AirReading.Accuracy? = nil
    ) {
      if values.isEmpty, rare?.ownFlags == nil { commonFlags = newFlags }
      if hasDetails || newFlags != commonFlags || newCompleteness != nil || newAccuracy != nil {
        appendRare(newFlags, newCompleteness, newAccuracy)
      }
      // Few series grow beyond a day's hours: two steps to get there, not five.
      if values.count == values.capacity, (2...31).contains(values.count) {
        values.reserveCapacity(values.count &* 4)
      }
      values.append(value)
    }

    /// Adds a flag to one value.
    mutating func addFlag(_ flag: AirReading.QualityFlag, at index: Int) {
      if rare == nil { rare = Rare() }
      if rare?.ownFlags == nil { rare?.ownFlags = Array(repeating: commonFlags, count: values.count) }
      rare?.ownFlags?[index].insert(flag)
    }

    private mutating func appendRare(
      _ newFlags: Set<AirReading.QualityFlag>, _ newCompleteness: AirReading.Completeness?,
      _ newAccuracy: AirReading.Accuracy?
    ) {
      var rare = rare.take() ?? Rare()
      if rare.ownFlags == nil, newFlags != commonFlags {
        rare.ownFlags = Array(repeating: commonFlags, count: values.count)
      }
      rare.ownFlags?.append(newFlags)
      if rare.completeness != nil || newCompleteness != nil {
        if rare.completeness == nil { rare.completeness = Array(repeating: nil, count: values.count) }
        rare.completeness?.append(newCompleteness)
      }
      if rare.accuracy != nil || newAccuracy != nil {
        if rare.accuracy == nil { rare.accuracy = Array(repeating: nil, count: values.count) }
        rare.accuracy?.append(newAccuracy)
      }
      self.rare = rare
    }

    /// Records that the last value's interval occurs again when clocks are set back.
    mutating func lastRepeats(_ span: Span) {
      repeatLast(after: span.repeatsAfter, isSecondByLength: span.isSecondByLength)
    }

    private mutating func repeatLast(after seconds: Int64, isSecondByLength: Bool) {
      spellOutIntervals()
      if rare == nil { rare = Rare() }
      rare?.repeated.append(index: values.count - 1, after: seconds, isSecondByLength: isSecondByLength)
    }

    /// Takes all values without copying if they are the first ones and none must be dropped; otherwise returns false.
    mutating func take(
      _ newValues: [Double], on newTimeline: AirTimeline, sentinels: [Double],
      plausible: ClosedRange<Double>
    ) -> Bool {
      guard values.isEmpty, newTimeline.count == newValues.count,
        Self.areAllPlausible(newValues, plausible, sentinels: sentinels)
      else { return false }
      values = newValues
      timeline = newTimeline
      (commonFlags, rare) = ([], nil)
      return true
    }

    /// Returns whether each value is NaN, or in a range and no sentinel; four at a time without early exit, because
    /// nearly all columns pass.
    private static func areAllPlausible(
      _ values: [Double], _ plausible: ClosedRange<Double>, sentinels: [Double]
    ) -> Bool {
      let (low, high) = (plausible.lowerBound, plausible.upperBound)
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
    mutating func spellOutIntervals() {
      guard let timeline else {
        if intervals == nil { intervals = Intervals() }
        return
      }
      intervals = Intervals(
        starts: ContiguousArray((0..<timeline.count).map(timeline.startSeconds(at:))),
        ends: ContiguousArray((0..<timeline.count).map(timeline.endSeconds(at:))))
      self.timeline = nil
    }

    /// Returns the interval of a value in seconds since 1970. The index must be in range.
    func interval(at index: Int) -> (Int64, Int64) {
      if let timeline { return (timeline.startSeconds(at: index), timeline.endSeconds(at: index)) }
      return intervals.map { ($0.starts[index], $0.ends[index]) } ?? (0, 0)
    }

    /// Returns whether it has a value, in a window if there is one.
    func hasValue(in window: AirInterval?) -> Bool {
      guard let window else { return !values.allSatisfy(\.isNaN) }
      let (from, until) = (window.start.secondsSince1970, window.end.secondsSince1970)
      return values.indices.contains { index in
        guard !values[index].isNaN else { return false }
        let (start, end) = interval(at: index)
        return start < until && (end > from || start >= from)
      }
    }

    /// The details of a column's values, value by value.
    struct Details {
      var flags: [Set<AirReading.QualityFlag>]?
      var completeness: [AirReading.Completeness?]?
      var accuracy: [AirReading.Accuracy?]?
      /// The rows whose time occurs twice.
      var repeated = RepeatedHours()

      var isEmpty: Bool { flags == nil && completeness == nil && accuracy == nil && repeated.isEmpty }

      /// Returns whether each list has as many elements as there are values.
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
      var suspect = Judged()
      var impossible = Judged()
      var outOfRange = 0
      var ahead = Ahead()
    }

    /// Appends as many values as there are stamps.
    ///
    /// - Parameter latest: The last second at which an interval may end.
    mutating func append(
      _ newValues: [Double], at stamps: [Int64], _ bounds: Bounds, sentinels: [Double],
      _ limits: ValueLimits, _ details: Details = Details(), latest: Int64 = .max
    ) -> Added {
      spellOutIntervals()
      var added = Added()
      intervals?.starts.reserveCapacity(values.count + stamps.count)
      intervals?.ends.reserveCapacity(values.count + stamps.count)
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
        var flags: Set<AirReading.QualityFlag> = []
        if interval.1 > latest, !value.isNaN, limits.verdict(on: value) != .impossible,
          !sentinels.contains(value)
        {
          switch ReceiptLead(of: interval.0, interval.1, stampsStart: bounds.stampsStart, receivedAt: latest)
          {
          case .none: break
          case .skew: (flags, added.ahead.hasSkew) = (Self.received, true)
          case .beyond(let lead):
            added.ahead.most = max(added.ahead.most, lead)
            added.ahead.refused += 1
            continue
          }
        }
        if !sentinels.isEmpty, sentinels.contains(value) {
          added.sentinels += 1
          value = .nan
        }
        let verdict = limits.verdict(on: value)
        if verdict == .impossible {
          if value.isInfinite { added.infinite += 1 } else { added.impossible.add(value) }
          // A row of an hour that occurs twice keeps its position.
          guard let entry else { continue }
          append(interval, .nan)
          repeatLast(after: entry.after, isSecondByLength: entry.isSecondByLength)
          added.rows += 1
          continue
        }
        added.rows += 1
        if verdict == .suspect {
          added.suspect.add(value)
          flags.insert(.suspect)
        }
        guard hasDetails else {
          intervals?.append(interval)
          appendValue(value, flags)
          continue
        }
        append(
          interval, value, flags.union(details.flags?[index] ?? []), details.completeness?[index],
          details.accuracy?[index])
        if let entry { repeatLast(after: entry.after, isSecondByLength: entry.isSecondByLength) }
      }
      return added
    }
  }
}

extension ReportBuilder.Column {
  init(_ identity: ReportBuilder.Identity, _ limits: Int?) {
    self.init(identity: identity, limits: limits)
  }

  /// Creates a column with its first value.
  static func starting(
    _ identity: ReportBuilder.Identity, _ limits: Int?, _ bounds: (Int64, Int64), _ value: Double,
    _ flags: Set<AirReading.QualityFlag>
  ) -> Self {
    Self(
      identity: identity, limits: limits, timeline: AirTimeline(start: bounds.0, end: bounds.1),
      values: [value],
      commonFlags: flags)
  }
}
