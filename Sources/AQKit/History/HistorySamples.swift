/// A sample of a series: the readings within one cell of the sampling grid.
struct HistorySample {
  var start: Int64
  /// The time of the newest reading: the last second of its interval.
  var moment: Int64
  var receivedAt: Int64
  /// The time from which a feed of snapshots no longer contained the site.
  var standsUntil: Int64 = .max
  var value: Double
  /// The extremes of the readings other than the newest; infinite if there are no others.
  var lowest = Double.infinity
  var highest = -Double.infinity
  var mean: Double
  var count: Int32 = 1
  var length: Int32
  /// The parts of the cell, of 32, that have readings other than the newest.
  var parts: UInt32 = 0
  var flags: Flags

  var minimum: Double { min(lowest, value) }
  var maximum: Double { max(highest, value) }

  struct Flags: OptionSet {
    let rawValue: UInt16

    static let late = Flags(.late)
    static let suspect = Flags(.suspect)
    static let beyondScale = Flags(.beyondScale)
    static let repeated = Flags(.repeated)
    static let timeOfReceipt = Flags(.timeOfReceipt)

    init(rawValue: UInt16) { self.rawValue = rawValue }

    init(_ flag: AirReading.QualityFlag) {
      let bit = AirReading.QualityFlag.known.firstIndex(of: flag)
      rawValue = bit.map { 1 << UInt16($0) } ?? 0
    }

    init(_ flags: Set<AirReading.QualityFlag>) {
      self = flags.reduce(into: []) { $0.insert(Flags($1)) }
    }

    var set: Set<AirReading.QualityFlag> {
      rawValue == 0 ? [] : Set(AirReading.QualityFlag.known.filter { contains(Flags($0)) })
    }
  }
}

/// The samples of one series in order of time, up to a limit.
struct HistorySamples {
  enum Outcome {
    /// The sample is the newest of the series.
    case newest
    /// The value is older than the newest and is inserted in order.
    case late
    /// The same value for the same moment was already there.
    case repeated
    /// The value replaced another one for the same moment.
    case revised
    /// The value is older than the oldest kept sample, and not of its cell.
    case tooOld
  }

  struct Reading {
    /// The last second of the reading's interval.
    var moment: Int64
    var value: Double
    var receivedAt: Int64
    var flags: HistorySample.Flags
  }

  private var samples: [HistorySample] = []
  private let limit: Int
  private(set) var agedOut = 0

  init(limit: Int) { self.limit = Self.bounded(limit) }

  private static func bounded(_ limit: Int) -> Int { min(max(1, limit), .max / 256) }

  /// Returns the number by which the samples may exceed the limit, so that they need not be trimmed at every sample.
  static func slack(of limit: Int) -> Int { limit / 8 + 8 }

  static func mostBytes(limit: Int) -> Int {
    let limit = bounded(limit)
    return (limit + slack(of: limit)) * MemoryLayout<HistorySample>.stride + 64
  }

  var bytes: Int { samples.capacity * MemoryLayout<HistorySample>.stride }

  var count: Int { min(samples.count, limit) }

  var all: ArraySlice<HistorySample> { samples.suffix(limit) }

  mutating func record(_ reading: Reading, cellLength: Int64) -> Outcome {
    let moment = reading.moment
    let start = AirTime(secondsSince1970: moment).floored(toMultipleOf: cellLength).secondsSince1970
    if samples.count >= limit, let oldest = all.first, moment < oldest.moment, oldest.start != start {
      return .tooOld
    }
    let isLate = samples.last.map { moment < $0.moment } ?? false
    // The cells that may contain the moment, even if the interval has changed since.
    let cells = position(of: start)..<position(of: moment + 86_400)
    let index =
      cells.first { samples[$0].has(reading) }
      ?? cells.first { samples[$0].start == start && Int64(samples[$0].length) == cellLength }
    if let index { return merge(reading, into: index, isLate: isLate) }
    insert(reading, start: start, length: cellLength, isLate: isLate)
    return isLate ? .late : .newest
  }

  /// Removes everything after a second, because the clock was set back. Returns the number of readings removed.
  mutating func removeAll(after second: Int64) -> Int {
    guard let last = samples.last, last.moment > second else { return 0 }
    let ahead = all.drop { $0.moment <= second }
    samples = Array(all.prefix { $0.moment <= second })
    return ahead.reduce(0) { $0.addingSaturating(Int($1.count)) }
  }

  /// Removes everything before a second, because it is too old.
  mutating func removeAll(before second: Int64) {
    guard let first = samples.first, first.moment < second else { return }
    let kept = samples.drop { $0.moment < second }
    agedOut = agedOut.addingSaturating(all.count - min(kept.count, limit))
    samples = Array(kept)
  }

  /// Adds samples of an earlier time: those before the first sample, in order, as far as the limit allows; or all of them,
  /// in place of the present ones. One of the same cell as the first sample becomes part of that. `second` is the present
  /// time; samples that lie ahead of it by more than a clock's skew are left out.
  mutating func add(_ earlier: [HistorySample], replacing isReplacing: Bool, at second: Int64) {
    var kept = isReplacing ? [] : samples
    let (first, last) = (kept.first?.moment ?? .max, second + ReceiptLead.tolerance)
    var added = earlier.filter { $0.moment <= last && $0.moment < first }.ordered { $0.moment < $1.moment }
    if isReplacing, added.isEmpty { return }
    if let sample = added.last, let whole = kept.first?.joined(with: sample) {
      kept[0] = whole
      added.removeLast()
    }
    samples = Array((added + kept).suffix(limit))
  }

  mutating func end(at second: Int64) {
    guard let last = samples.indices.last, samples[last].standsUntil == .max else { return }
    samples[last].standsUntil = second
  }

  private mutating func merge(_ reading: Reading, into index: Int, isLate: Bool) -> Outcome {
    let moment = samples[index].moment
    let outcome = samples[index].take(reading, isLate: isLate)
    if samples[index].moment != moment {
      // A cell of another length may lie within this one; the newest readings decide the order.
      let sample = samples.remove(at: index)
      samples.insert(sample, at: position(of: sample.moment))
    }
    return outcome
  }

  private mutating func insert(_ reading: Reading, start: Int64, length: Int64, isLate: Bool) {
    let sample = HistorySample(reading, start: start, length: Int32(length), isLate: isLate)
    if samples.count == samples.capacity {
      samples.reserveCapacity(min(max(8, samples.count * 2), limit + Self.slack(of: limit)))
    }
    if isLate {
      samples.insert(sample, at: position(of: reading.moment))
    } else {
      samples.append(sample)
    }
    if samples.count > limit { agedOut = agedOut.addingSaturating(1) }
    if samples.count >= limit + Self.slack(of: limit) { samples.removeFirst(samples.count - limit) }
  }

  private func position(of moment: Int64) -> Int {
    // Usually the end.
    if let last = samples.last, last.moment < moment { return samples.count }
    return samples.indices.firstPassing { samples[$0].moment >= moment }
  }
}

extension HistorySample {
  init(_ reading: HistorySamples.Reading, start: Int64, length: Int32, isLate: Bool) {
    self.init(
      start: start, moment: reading.moment, receivedAt: reading.receivedAt, value: reading.value,
      mean: reading.value, length: length, flags: isLate ? reading.flags.union(.late) : reading.flags)
  }

  /// Returns whether the sample already has a reading. Of earlier readings than the newest, it only knows the extremes and
  /// the parts of the cell, which several may share if the cell is longer than 32 s; a value beyond the extremes is new.
  func has(_ reading: HistorySamples.Reading) -> Bool {
    guard reading.flags.contains(.suspect) == flags.contains(.suspect), reading.moment >= start else {
      return false
    }
    if reading.moment >= moment { return reading.moment == moment && reading.value == value }
    return parts & part(of: reading.moment) != 0 && (minimum...maximum).contains(reading.value)
  }

  /// Returns this sample with the readings of an earlier one of the same cell, unless it has them already; nil for one of
  /// another cell, or if only one of the two is suspect.
  fileprivate func joined(with earlier: HistorySample) -> HistorySample? {
    guard earlier.start == start, earlier.length == length,
      earlier.flags.contains(.suspect) == flags.contains(.suspect)
    else { return nil }
    let theirs = earlier.parts | part(of: earlier.moment)
    if theirs & ~(parts | part(of: moment)) == 0 { return self }
    return changed(earlier.followed(by: self)) { $0.parts |= theirs }
  }

  private func part(of moment: Int64) -> UInt32 { 1 << ((moment - start) * 32 / Int64(length)) }

  /// Takes a reading of the cell, which is late if the series has a newer one.
  mutating func take(_ reading: HistorySamples.Reading, isLate: Bool) -> HistorySamples.Outcome {
    // A late reading doesn't say how long the newest one holds.
    if reading.moment >= moment { (receivedAt, standsUntil) = (max(receivedAt, reading.receivedAt), .max) }
    let outcome: HistorySamples.Outcome = isLate ? .late : .newest
    let isSuspect = flags.contains(.suspect)
    guard reading.flags.contains(.suspect) == isSuspect else {
      // A suspect reading is only shown if there is no other.
      if isSuspect { self = HistorySample(reading, start: start, length: length, isLate: isLate) }
      return outcome
    }
    if has(reading) || reading.flags.contains(.repeated) {
      flags.insert(.repeated)
      return .repeated
    }
    flags.formUnion(reading.flags)
    // Readings timed by their arrival may share a second; a second value for a moment that the provider states replaces
    // the first.
    if reading.moment == moment, !reading.flags.contains(.timeOfReceipt) {
      let count = Double(self.count)
      mean = count == 1 ? reading.value : mean - value / count + reading.value / count
      value = reading.value
      return .revised
    }
    if isLate { flags.insert(.late) }
    if count < .max { count += 1 }
    mean = mean.mean(with: reading.value, weighing: 1, of: Double(count))
    var other = (moment: reading.moment, value: reading.value)
    if reading.moment >= moment {
      other = (moment, value)
      (moment, value) = (reading.moment, reading.value)
    }
    parts |= part(of: other.moment)
    (lowest, highest) = (min(lowest, other.value), max(highest, other.value))
    return outcome
  }
}

extension Double {
  /// Returns the mean of values of this mean and of others, which have a part of the whole weight. It is finite even if the
  /// difference isn't.
  func mean(with other: Double, weighing part: Double, of whole: Double) -> Double {
    let step = (other - self) * part / whole
    return step.isFinite ? self + step : self - self * (part / whole) + other * (part / whole)
  }
}
