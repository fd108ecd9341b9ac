extension ReportBuilder {
  /// The number of values in all columns, gaps included.
  var valueCount: Int { columns.reduce(0) { $0 + $1.values.count } }

  /// Removes sites that certainly don't match a query and series that it doesn't ask for, when no more will be added.
  /// Returns the number of their values.
  mutating func dropUnaskedSites(of query: AirQuery) -> Int {
    var dropped = 0
    var kept: [SiteEntry] = []
    for var entry in sites {
      let isAsked = mayMatch(entry, query)
      entry.columns.removeAll { column in
        let staysHere =
          isAsked && query.detail == .values && query.asks(for: parameter(ofColumn: column))
        if !staysHere { dropped += columns[column].removeAll() }
        return !staysHere
      }
      if isAsked { kept.append(entry) }
    }
    sites = kept
    siteTable = SiteTable()
    counts.rows -= dropped
    return dropped
  }

  private func mayMatch(_ entry: SiteEntry, _ query: AirQuery) -> Bool {
    guard query.asks(for: entry.kind) else { return false }
    if query.places.isEmpty || !entry.places.isEmpty || entry.outline != nil { return true }
    return query.places.contains {
      $0.names(entry.site, within: query.reach) || !$0.canJudge(entry.site, hasOutline: false)
    }
  }

  /// Removes the values that lie outside a query's window, and returns their number. Of current values, those that
  /// may belong to the newest one and the 25 hours before it stay. So do repeated hours, which can be resolved once the
  /// replies are whole, and the rows next to them.
  mutating func dropUnaskedValues(of query: AirQuery, askedAt: AirTime) -> Int {
    settleClocks()
    let now = max(askedAt, receipt.last)
    let window = query.window.interval(askedAt: askedAt, receivedAt: now)
    var dropped = 0
    for index in columns.indices {
      var from = window.start.secondsSince1970
      let until = window.end.secondsSince1970
      if query.window == .current, let newest = columns[index].newestEnd(notAfter: now.secondsSince1970) {
        from = min(from, newest - AirQuery.Window.lookback)
      }
      dropped += columns[index].removeValues(from: from, until: until)
    }
    counts.rows -= dropped
    return dropped
  }

  /// Resolves hours that occur twice in all series; an observation can't be in the future.
  mutating func orderRepeatedHours() {
    for site in sites.indices {
      let now = sites[site].kind == .observation ? receipt.last.secondsSince1970 : nil
      for index in sites[site].columns where !columns[index].quality.repeated.isEmpty {
        columns[index].orderRepeatedHours(notAfter: now)
      }
    }
  }

  static func isNotKnown(_ unit: AirUnit) -> String {
    "the unit “\(unit.rawValue.shortened(to: 20))” is not known"
  }

  /// Returns the end of the sentence on an unknown unit, apart from it, because a suggestion takes long to find.
  static func remedy(for unit: AirUnit) -> String {
    "\(AirUnit.suggestion(for: unit.rawValue)); the declaration's unitNames can say what it means"
  }

  /// The words in notes that distinguish a declared sentinel from a fault.
  package static var sentinelWords: String { "means a missing value" }

  enum Reason {
    static let infinite = "a value is infinite"
    static let ahead = "a time is more than 10 min ahead of the receipt, so the sender's clock is wrong"
    static func sentinel(_ parameter: AirParameter) -> String {
      "a number of \(parameter) \(ReportBuilder.sentinelWords)"
    }
  }

  /// Refuses an element of the current message and counts it.
  package mutating func refuse(_ error: AQError, element: Int) {
    refuse(
      Self.withoutPositions(error.message),
      at: "element \(element)\(message.map { " of message \($0)" } ?? "")")
  }

  /// Returns the end of the newest value that isn't in the future.
  func newestEnd(notAfter now: AirTime) -> AirTime? {
    columns.compactMap { $0.newestEnd(notAfter: now.secondsSince1970) }.max()
      .map(AirTime.init(secondsSince1970:))
  }

  /// Whether a site's licence forbids keeping its data.
  var forbidsKeeping: Bool {
    sites.contains { $0.statement.rights?.caching == .forbidden }
      || columns.contains { $0.identity.origin?.rights?.caching == .forbidden }
  }
}

extension ReportBuilder.Column {
  /// Returns the end of the newest value, in seconds since 1970, that isn't in the future.
  func newestEnd(notAfter now: Int64) -> Int64? {
    var newest: Int64?
    for index in values.indices where !values[index].isNaN {
      let end = interval(at: index).1
      if end <= now, end > newest ?? .min { newest = end }
    }
    return newest
  }
}
