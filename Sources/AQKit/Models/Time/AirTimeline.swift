/// The intervals of a series: regular (start, step, length, count) or explicit ([start, end) pairs).
///
/// A length of 0 means instants: a model's hourly values are instants one hour apart, not hourly means. Intervals are
/// in order of their starts; they may overlap, as running means do.
public struct AirTimeline: Hashable, Sendable {
  @usableFromInline package enum Storage: Hashable, Sendable {
    case regular(start: Int64, step: Int64, length: Int64, count: Int)
    case explicit(starts: ContiguousArray<Int64>, ends: ContiguousArray<Int64>)
  }

  @usableFromInline package private(set) var storage: Storage

  /// Creates a regular timeline: interval *i* starts at `start + i · step` and lasts `length`.
  ///
  /// - Parameters:
  ///   - start: The start of the first interval.
  ///   - step: The time from one start to the next in whole seconds; positive.
  ///   - length: The length of each interval in whole seconds; 0 for instants.
  ///   - count: The number of intervals; not negative.
  /// - Throws: ``AQError/Code/invalidRequest`` when a number is out of range, or the end is outside the years 1 to 9999.
  public init(start: AirTime, step: Duration, length: Duration, count: Int) throws(AQError) {
    let (stepSeconds, lengthSeconds) = (step.boundedSeconds, length.boundedSeconds)
    guard step == .seconds(stepSeconds), length == .seconds(lengthSeconds) else {
      throw AQError(.invalidRequest, "The step and the length of a timeline are whole seconds.")
    }
    try self.init(
      start: start.secondsSince1970, step: stepSeconds, length: lengthSeconds, count: count)
  }

  package init(start: Int64, step: Int64, length: Int64, count: Int) throws(AQError) {
    guard step > 0, length >= 0, count >= 0 else {
      throw AQError(
        .invalidRequest,
        "A regular timeline needs a positive step, and a length and a count of at least 0.")
    }
    let (span, tooFar) = step.multipliedReportingOverflow(by: Int64(max(0, count - 1)))
    let (last, tooFarToo) = start.addingReportingOverflow(span)
    let (end, overflow) = last.addingReportingOverflow(length)
    guard !tooFar, !tooFarToo, !overflow, start >= AirTime.firstSecond, end <= AirTime.lastSecond else {
      throw AQError(.invalidRequest, "A timeline must stay within the years 1 to 9999.")
    }
    storage = Self.normalised(start: start, step: step, length: length, count: count)
  }

  /// Returns regular storage in which irrelevant numbers, such as the step of a single interval, always have the same
  /// value.
  static func normalised(start: Int64, step: Int64, length: Int64, count: Int) -> Storage {
    switch count {
    case ...0: .regular(start: 0, step: 1, length: 0, count: 0)
    case 1: .regular(start: start, step: max(1, length), length: length, count: 1)
    default: .regular(start: start, step: step, length: length, count: count)
    }
  }

  /// Creates an explicit timeline.
  ///
  /// - Throws: ``AQError/Code/invalidRequest`` when the starts are not in ascending order.
  public init(_ intervals: some Sequence<AirInterval>) throws(AQError) {
    var starts = ContiguousArray<Int64>()
    var ends = ContiguousArray<Int64>()
    for interval in intervals {
      starts.append(interval.start.secondsSince1970)
      ends.append(interval.end.secondsSince1970)
    }
    try self.init(starts: starts, ends: ends)
  }

  package init(starts: ContiguousArray<Int64>, ends: ContiguousArray<Int64>) throws(AQError) {
    guard starts.count == ends.count else {
      throw AQError(.invalidRequest, "A timeline needs as many ends as starts.")
    }
    for index in starts.indices {
      guard starts[index] <= ends[index], starts[index] >= AirTime.firstSecond,
        ends[index] <= AirTime.lastSecond,
        index == 0 || (starts[index - 1], ends[index - 1]) < (starts[index], ends[index])
      else {
        throw AQError(
          .invalidRequest,
          "Interval \(index) of a timeline is out of order or out of range, or ends before it starts.")
      }
    }
    storage = Self.compacted(starts: starts, ends: ends)
  }

  /// Creates a timeline of one interval.
  public init(_ interval: AirInterval) {
    self.init(start: interval.start.secondsSince1970, end: interval.end.secondsSince1970)
  }

  /// The timeline without intervals.
  public static let empty = AirTimeline(storage: normalised(start: 0, step: 1, length: 0, count: 0))

  /// Returns regular storage if the intervals allow it, so that equal timelines compare equal.
  private static func compacted(starts: ContiguousArray<Int64>, ends: ContiguousArray<Int64>) -> Storage {
    guard let first = starts.first, let firstEnd = ends.first else {
      return normalised(start: 0, step: 1, length: 0, count: 0)
    }
    let length = firstEnd - first
    guard starts.count > 1 else { return normalised(start: first, step: 1, length: length, count: 1) }
    // Intervals with one start have different lengths.
    let step = starts[1] - first
    for index in starts.indices
    where starts[index] - first != Int64(index) * step || ends[index] - starts[index] != length {
      return .explicit(starts: starts, ends: ends)
    }
    return .regular(start: first, step: step, length: length, count: starts.count)
  }

  /// The number of intervals.
  public var count: Int {
    switch storage {
    case .regular(_, _, _, let count): count
    case .explicit(let starts, _): starts.count
    }
  }

  /// Whether it has no interval.
  public var isEmpty: Bool { count == 0 }

  /// The time from one start to the next, if all steps are equal and there are at least two intervals.
  public var regularStep: Duration? { regular.flatMap { $0.count > 1 ? .seconds($0.step) : nil } }

  /// The common length of all intervals; nil if they differ or there are none.
  public var commonLength: Duration? {
    switch storage {
    case .regular(_, _, let length, let count): return count > 0 ? .seconds(length) : nil
    case .explicit(let starts, let ends):
      guard let start = starts.first, let end = ends.first else { return nil }
      for index in starts.indices where ends[index] - starts[index] != end - start { return nil }
      return .seconds(end - start)
    }
  }

  /// The interval at an index from 0 to `count - 1`; nil beyond.
  public subscript(index: Int) -> AirInterval? {
    guard index >= 0, index < count else { return nil }
    return AirInterval(seconds: startSeconds(at: index), endSeconds(at: index))
  }

  /// The first interval.
  public var first: AirInterval? { self[0] }
  /// The last interval.
  public var last: AirInterval? { self[count - 1] }
}

extension AirTimeline {
  /// Returns the start of an interval in seconds since 1970. The index must be in range.
  @inlinable package func startSeconds(at index: Int) -> Int64 {
    switch storage {
    case .regular(let start, let step, _, _): start &+ step &* Int64(index)
    case .explicit(let starts, _): starts[index]
    }
  }

  /// Returns the end of an interval in seconds since 1970. The index must be in range.
  @inlinable package func endSeconds(at index: Int) -> Int64 {
    switch storage {
    case .regular(let start, let step, let length, _): start &+ step &* Int64(index) &+ length
    case .explicit(_, let ends): ends[index]
    }
  }

  /// The numbers of a regular timeline; nil for an explicit one.
  @inlinable package var regular: (start: Int64, step: Int64, length: Int64, count: Int)? {
    guard case .regular(let start, let step, let length, let count) = storage else { return nil }
    return (start, step, length, count)
  }

  /// The usual time from one start to the next, in seconds: the step of regular intervals, else the median of all
  /// steps, which a missing row and seconds of jitter don't change. Nil if there are fewer than two starts.
  package var usualStep: Int64? {
    if let regular { return regular.count > 1 ? regular.step : nil }
    let steps = (1..<max(1, count)).map { startSeconds(at: $0) - startSeconds(at: $0 - 1) }
    return steps.filter { $0 > 0 }.lowerMedian
  }

  /// Returns the timeline of a range of intervals, clamped to the existing ones.
  package func slice(_ range: Range<Int>) -> AirTimeline {
    let range = range.clamped(to: 0..<count)
    let part =
      switch storage {
      case .regular(let start, let step, let length, _):
        Self.normalised(
          start: start &+ step &* Int64(range.lowerBound), step: step, length: length, count: range.count)
      case .explicit(let starts, let ends):
        Self.compacted(starts: ContiguousArray(starts[range]), ends: ContiguousArray(ends[range]))
      }
    return AirTimeline(storage: part)
  }

  /// Returns the indices of the intervals that overlap a window. Starts ascend, and so do ends except in pathological
  /// timelines, so the indices form one range.
  package func indices(overlapping window: AirInterval) -> Range<Int> {
    var low = 0
    while low < count, let interval = self[low], !interval.overlaps(window) { low += 1 }
    var high = count
    while high > low, let interval = self[high - 1], !interval.overlaps(window) { high -= 1 }
    return low..<high
  }

  private init(storage: Storage) { self.storage = storage }

  /// Makes an interval between seconds since 1970, which must be in order and within the years 1 to 9999.
  package init(start: Int64, end: Int64) {
    storage = Self.normalised(start: start, step: 1, length: end &- start, count: 1)
  }

  /// Adds an interval that continues a regular timeline; otherwise changes nothing and returns false. It must be within the
  /// years 1 to 9999.
  package mutating func extend(from start: Int64, to end: Int64) -> Bool {
    guard case .regular(let first, var step, let length, let count) = storage, count > 0,
      end &- start == length
    else { return false }
    if count == 1 { step = start &- first }
    guard step > 0, start == first &+ step &* Int64(count) else { return false }
    storage = .regular(start: first, step: step, length: length, count: count &+ 1)
    return true
  }
}

extension AirTimeline: Codable {
  /// Reads `{start, step, length, count}` or `{intervals: [[start, end], …]}`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self = try decoder.checked {
      if container.contains("intervals") {
        return try AirTimeline(container.decode([AirInterval].self, forKey: "intervals"))
      }
      return try AirTimeline(
        start: container.value("start"), step: container.decode(ISODuration.self, forKey: "step").duration,
        length: container.decode(ISODuration.self, forKey: "length").duration,
        count: container.value("count"))
    }
  }

  /// Writes the regular form if the timeline has one, else the intervals.
  public func encode(to encoder: any Encoder) throws {
    switch storage {
    case .regular(let start, let step, let length, let count):
      try encoder.write([
        "start": AirTime(secondsSince1970: start), "step": ISODuration(seconds: step),
        "length": ISODuration(seconds: length), "count": count,
      ])
    case .explicit:
      var container = encoder.container(keyedBy: MemberName.self)
      var list = container.nestedUnkeyedContainer(forKey: "intervals")
      for index in 0..<count { try list.encode(self[index]) }
    }
  }
}
