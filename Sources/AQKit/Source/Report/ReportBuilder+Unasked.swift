extension ReportBuilder {
  /// The number of values in all columns, gaps included.
  var valueCount: Int { columns.reduce(0) { $0 + $1.values.count } }

  /// Removes sites that certainly don't answer a query and series that it doesn't ask for, when nothing more will be
  /// added. Returns the number of their values.
  mutating func dropUnaskedSites(of query: AirQuery) -> Int {
    flushArrivals()
    var dropped = 0
    var kept: [SiteEntry] = []
    for var entry in sites {
      let isAsked = mayAnswer(entry, query)
      entry.columns.removeAll { column in
        let parameter = columns[column].identity.parameter
        let staysHere =
          isAsked && query.detail == .values
          && (query.parameters.isEmpty || query.parameters.contains(parameter))
        if !staysHere { dropped += columns[column].removeAll() }
        return !staysHere
      }
      if isAsked { kept.append(entry) }
    }
    sites = kept
    siteByKey = [:]
    rowCount -= dropped
    return dropped
  }

  private func mayAnswer(_ entry: SiteEntry, _ query: AirQuery) -> Bool {
    guard query.kinds.isEmpty || query.kinds.contains(entry.kind) else { return false }
    if query.places.isEmpty || !entry.places.isEmpty || entry.outline != nil { return true }
    return query.places.contains {
      $0.names(entry.site, within: query.radius) || !$0.canJudge(entry.site, hasOutline: false)
    }
  }

  /// Removes the values that lie outside of a query's window, and returns their number. Of current values those stay
  /// that may be among the newest one and the 25 hours before it.
  ///
  /// - Parameter isWhole: Whether hours that occur twice can be told apart already; if not, their series stay as they
  ///   are.
  mutating func dropUnaskedValues(of query: AirQuery, at now: AirTime, isWhole: Bool = false) -> Int {
    let window = query.window.interval(at: now)
    var dropped = 0
    for index in columns.indices {
      var from = window.start.secondsSince1970
      let until = window.end.secondsSince1970
      if query.window == .current, let newest = columns[index].newestEnd(notAfter: now.secondsSince1970) {
        from = min(from, newest - 25 * 3600)
      }
      dropped += columns[index].removeValues(from: from, until: until, ordersRepeatedHours: isWhole)
    }
    rowCount -= dropped
    return dropped
  }
}
