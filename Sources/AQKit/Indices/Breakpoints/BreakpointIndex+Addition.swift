extension BreakpointIndex {
  /// A number that a standard adds to the largest sub-index when several pollutants are high.
  ///
  /// South Korea's index has two of them: 50 when two pollutants are above 100, and 75 when three or more are. The one
  /// that needs the most pollutants counts. The sum is limited to the end of the index.
  public struct Addition: Hashable, Sendable, Codable {
    /// The minimum number of pollutants, two or more.
    public let pollutants: Int
    /// The number that the sub-index of each must exceed.
    public let above: Int
    /// The number that is added, 1 to 1,000.
    public let adds: Int

    /// Creates an addition: `adds` is added if at least `pollutants` sub-indices are above `above`.
    public init(pollutants: Int, above: Int, adds: Int) {
      self.pollutants = pollutants
      self.above = above
      self.adds = adds
    }

    /// Reads an addition; an unknown member is an error.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.members(among: ["pollutants", "above", "adds"])
      pollutants = try container.decode(WholeNumber.self, forKey: "pollutants").value
      above = try container.decode(WholeNumber.self, forKey: "above").value
      adds = try container.decode(WholeNumber.self, forKey: "adds").value
    }

    var isPositive: Bool { pollutants > 1 && (1...1000).contains(adds) && (0...100_000).contains(above) }
  }
}

extension BreakpointIndex.Body {
  /// Returns the number that is added to the largest sub-index. `pollutants` returns the bits of the pollutants whose
  /// sub-index is above a number.
  @inline(__always)
  func addition(to largest: Int32, _ pollutants: (_ above: Int) -> UInt64) -> Int32 {
    if additions.isEmpty || largest < 0 { return 0 }
    var added = 0
    var most = 0
    for addition in additions where addition.pollutants > most && Int(largest) > addition.above {
      guard pollutants(addition.above).nonzeroBitCount >= addition.pollutants else { continue }
      (most, added) = (addition.pollutants, addition.adds)
    }
    // A table without an end reaches the last number that there is.
    return Int32(clamping: max(0, min(added, min(topNumber, Int(Int32.max)) - Int(largest))))
  }
}
