extension ReportBuilder {
  /// Returns the column of a site for an identity, added if it is new.
  mutating func column(_ identity: Identity, of site: SiteReference) -> Int {
    if let known = knownColumn(identity, ofSite: site.index) { return known }
    append(Column(identity, ownLimits(of: identity)), toSite: site.index)
    undoLog.record(.column(ofSite: site.index))
    return columns.count - 1
  }

  /// Returns the parameter of a column.
  func parameter(ofColumn index: Int) -> AirParameter { seriesKinds[columns[index].identity.kind].parameter }

  /// Finds the column of a site: among the first few, which nearly always are all, else by its identity.
  func knownColumn(_ identity: Identity, ofSite site: Int) -> Int? {
    let all = sites[site].columns
    for index in all.prefix(Self.fewColumns)
    where columns[index].identity.kind == identity.kind && columns[index].identity.origin == identity.origin {
      return index
    }
    return all.count > Self.fewColumns ? furtherColumns[FurtherColumn(site: site, identity: identity)] : nil
  }

  mutating func append(_ column: Column, toSite site: Int) {
    registerNextColumn(column.identity, ofSite: site)
    columns.append(column)
  }

  /// Assigns the column that is appended next to a site.
  mutating func registerNextColumn(_ identity: Identity, ofSite site: Int) {
    if sites[site].columns.count >= Self.fewColumns {
      furtherColumns[FurtherColumn(site: site, identity: identity)] = columns.count
    }
    sites[site].columns.append(columns.count)
  }

  /// Removes the newest column, which is the last one of its site.
  mutating func removeLastColumn(ofSite site: Int) {
    if sites[site].columns.count > Self.fewColumns, let identity = columns.last?.identity {
      furtherColumns[FurtherColumn(site: site, identity: identity)] = nil
    }
    columns.removeLast()
    sites[site].columns.removeLast()
  }

  /// The number of columns of a site that are compared one by one.
  private static let fewColumns = 64
}

extension ReportBuilder {
  /// The timeline of the last time stamps, because the columns of a site share them.
  struct StampedTimelines {
    private var stamps: [Int64] = []
    private var bounds: Bounds?
    private var timeline: AirTimeline?

    /// Returns the intervals of ascending, readable time stamps; nil for others.
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
