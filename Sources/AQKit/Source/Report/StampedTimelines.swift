extension ReportBuilder {
  /// The timeline of the last time stamps, because the columns of a site share them.
  struct StampedTimelines {
    private var stamps: [Int64] = []
    private var bounds: Bounds?
    private var timeline: AirTimeline?

    /// The intervals of ascending, readable time stamps; nil for others.
    mutating func timeline(of newStamps: [Int64], _ newBounds: Bounds) -> AirTimeline? {
      // The same array, which an adapter passes with each column, compares equal in constant time.
      if bounds == newBounds, stamps == newStamps { return timeline }
      stamps = newStamps
      bounds = newBounds
      timeline = Self.timeline(of: newStamps, newBounds)
      return timeline
    }

    private static func timeline(of stamps: [Int64], _ bounds: Bounds) -> AirTimeline? {
      var starts = ContiguousArray<Int64>()
      var ends = ContiguousArray<Int64>()
      starts.reserveCapacity(stamps.count)
      ends.reserveCapacity(stamps.count)
      for stamp in stamps {
        guard let (start, end) = bounds.interval(at: stamp) else { return nil }
        starts.append(start)
        ends.append(end)
      }
      return try? AirTimeline(starts: starts, ends: ends)
    }
  }
}
