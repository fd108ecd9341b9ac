extension Timeline {
  /// The start of an interval in seconds since 1970. The index must be in range.
  package func startSeconds(at index: Int) -> Int64 {
    switch storage {
    case .regular(let start, let step, _, _): start &+ step &* Int64(index)
    case .explicit(let starts, _): starts[index]
    }
  }

  /// The end of an interval in seconds since 1970. The index must be in range.
  package func endSeconds(at index: Int) -> Int64 {
    switch storage {
    case .regular(let start, let step, let length, _): start &+ step &* Int64(index) &+ length
    case .explicit(_, let ends): ends[index]
    }
  }

  /// The numbers of a regular timeline; nil for an explicit one.
  package var regular: (start: Int64, step: Int64, length: Int64, count: Int)? {
    guard case .regular(let start, let step, let length, let count) = storage else { return nil }
    return (start, step, length, count)
  }

  /// The timeline of a range of intervals, clamped to those that exist.
  package func slice(_ range: Range<Int>) -> Timeline {
    let range = range.clamped(to: 0..<count)
    switch storage {
    case .regular(let start, let step, let length, _):
      return Timeline(
        storage: Self.normalised(
          start: start &+ step &* Int64(range.lowerBound), step: step, length: length, count: range.count))
    case .explicit(let starts, let ends):
      return
        (try? Timeline(
          starts: ContiguousArray(starts[range]), ends: ContiguousArray(ends[range]))) ?? .empty
    }
  }

  /// The indices of the intervals that overlap a window. Starts ascend, and so do ends but in pathological timelines,
  /// so the indices form one range.
  package func indices(overlapping window: AirInterval) -> Range<Int> {
    var low = 0
    while low < count, let interval = self[low], !interval.overlaps(window) { low += 1 }
    var high = count
    while high > low, let interval = self[high - 1], !interval.overlaps(window) { high -= 1 }
    return low..<high
  }

  private init(storage: Storage) { self.storage = storage }
}

extension Timeline: Codable {
  private enum CodingKeys: String, CodingKey { case start, step, length, count, intervals }

  /// Reads `{start, step, length, count}` or `{intervals: [[start, end], …]}`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    do {
      if container.contains(.intervals) {
        try self.init(container.decode([AirInterval].self, forKey: .intervals))
      } else {
        try self.init(
          start: container.decode(AirTime.self, forKey: .start),
          step: container.decode(ISODuration.self, forKey: .step).duration,
          length: container.decode(ISODuration.self, forKey: .length).duration,
          count: container.decode(Int.self, forKey: .count))
      }
    } catch let error as AQError {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: error.message))
    }
  }

  /// Writes the regular form if the timeline has one, else the intervals.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch storage {
    case .regular(let start, let step, let length, let count):
      try container.encode(AirTime(secondsSince1970: start), forKey: .start)
      try container.encode(ISODuration(seconds: step), forKey: .step)
      try container.encode(ISODuration(seconds: length), forKey: .length)
      try container.encode(count, forKey: .count)
    case .explicit:
      var list = container.nestedUnkeyedContainer(forKey: .intervals)
      for index in 0..<count { try list.encode(self[index]) }
    }
  }
}
