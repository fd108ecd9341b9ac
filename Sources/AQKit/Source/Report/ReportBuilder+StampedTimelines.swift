extension ReportBuilder {
  /// The timeline of the time stamps given last: columns of one site have them in common, and it is made once.
  struct StampedTimelines {
    private var stamps: [Int64] = []
    private var bounds: Bounds?
    private var timeline: Timeline?

    /// The intervals of time stamps that are all readable and in ascending order; nil for others.
    mutating func timeline(of newStamps: [Int64], _ newBounds: Bounds) -> Timeline? {
      // One and the same array, as an adapter hands it over for each column, is equal at a glance.
      if bounds == newBounds, stamps == newStamps { return timeline }
      stamps = newStamps
      bounds = newBounds
      timeline = Self.timeline(of: newStamps, newBounds)
      return timeline
    }

    private static func timeline(of stamps: [Int64], _ bounds: Bounds) -> Timeline? {
      var starts = ContiguousArray<Int64>()
      var ends = ContiguousArray<Int64>()
      starts.reserveCapacity(stamps.count)
      ends.reserveCapacity(stamps.count)
      for stamp in stamps {
        guard let (start, end) = bounds.interval(at: stamp) else { return nil }
        starts.append(start)
        ends.append(end)
      }
      return try? Timeline(starts: starts, ends: ends)
    }
  }
}
