extension ReportBuilder {
  /// Returns the reports and notes made from everything that was added.
  ///
  /// Reports are in the order of the places that they are for, then of their sites' registration. A series without any
  /// value is dropped, and noted as not measured unless the site has another series of its parameter.
  ///
  /// - Parameter keepsEmptySites: Whether to report sites without series, for lists of sites.
  public consuming func response(keepingEmptySites keepsEmptySites: Bool = false) -> AirResponse {
    response(keepingEmptySites: keepsEmptySites, to: nil, askedAt: receivedAt)
  }

  /// Returns the response to a query that was made, and whose values were received, at these times.
  consuming func response(to query: AirQuery, askedAt: AirTime, receivedAt: AirTime) -> AirResponse {
    response(keepingEmptySites: query.detail == .sites, to: query, askedAt: askedAt)
      .narrowed(to: query, askedAt: askedAt, receivedAt: receivedAt)
      .accountingForPlaces(of: query)
  }

  /// Returns the same response as ``response(keepingEmptySites:)``, after matching sites without places to a query. Nothing
  /// may be added afterwards.
  mutating func response(
    keepingEmptySites keepsEmptySites: Bool, to query: AirQuery?, askedAt: AirTime
  ) -> AirResponse {
    settleClocks()
    if let query { assignPlaces(of: query, askedAt: askedAt) }
    orderRepeatedHours()
    var reports: [AirReport] = []
    reports.reserveCapacity(sites.count)
    var duplicates = 0
    var flags: [Set<AirReading.QualityFlag>] = []
    for site in sites.indices {
      var series: [AirSeries] = []
      var haveLicences = false
      series.reserveCapacity(sites[site].columns.count)
      var absent: [AirParameter] = []
      for index in sites[site].columns {
        let (made, removed) = self.series(ofColumn: index, &flags)
        duplicates += removed
        if let made {
          if let origin = made.origin, origin.attribution != nil || origin.rights != nil {
            haveLicences = true
          }
          series.append(made)
        } else if columns[index].hasNoValue {
          if query.map({ asks($0, forColumn: index, of: sites[site]) }) ?? true {
            absent.append(parameter(ofColumn: index))
          }
        } else {
          refuse(
            "the values of \(parameter(ofColumn: index)) form no series", count: columns[index].values.count)
        }
      }
      if !absent.isEmpty {
        var told = Set(series.map(\.parameter))
        absent.removeAll { !told.insert($0).inserted }
      }
      if !absent.isEmpty { note(.notMeasured(absent, places: sites[site].places.sorted())) }
      guard keepsEmptySites || !series.isEmpty else { continue }
      var attribution = sites[site].statement.attribution ?? descriptor.attribution
      var rights = sites[site].statement.rights ?? descriptor.rights
      if haveLicences { Self.addLicences(of: series, to: &attribution, &rights) }
      var report = AirReport(
        source: descriptor.id, site: sites[site].site, kind: sites[site].kind, series: series,
        issuedAt: sites[site].issuedAt, receivedAt: receivedAt, attribution: attribution, rights: rights,
        places: sites[site].places.sorted())
      // Of several replies the first counts, unless a later one has a newer value.
      if report.kind == .observation, receivedAt < receipt.last,
        let newest = report.newestEnd(notAfter: receipt.last)
      {
        report.receivedAt = max(receivedAt, newest)
      }
      reports.append(consume report)
    }
    if duplicates > 0 {
      note(.duplicate, "Several values had the same interval; the last was kept.", count: duplicates)
    }
    noteClocks()
    func place(_ index: Int) -> Int { reports[index].places.first ?? .max }
    if !reports.indices.dropFirst().allSatisfy({ place($0 - 1) <= place($0) }) {
      let order = reports.indices.ordered { place($0) < place($1) }
      reports = order.map { reports[$0] }
    }
    return AirResponse(reports: reports, notes: notes, notices: standingNotices)
  }

  /// Returns the series of a column, nil if it has no value or its intervals are out of order, and the number of values for
  /// intervals that had several. `lastFlags` are the flags of the last series that was made, which others mostly share.
  private func series(
    ofColumn index: Int, _ lastFlags: inout [Set<AirReading.QualityFlag>]
  ) -> (AirSeries?, removed: Int) {
    // Member by member: a copy of the column costs more than the series.
    let kind = seriesKinds[columns[index].identity.kind]
    guard columns[index].quality.isEmpty, let timeline = columns[index].timeline else {
      var column = columns[index]
      let removed = column.normalise()
      return (column.hasNoValue ? nil : column.series(kind, &lastFlags), removed)
    }
    if columns[index].values.allSatisfy(\.isNaN) { return (nil, 0) }
    let series = AirSeries(
      checked: kind.parameter, unit: kind.unit, averaging: kind.averaging, timeline: timeline,
      values: columns[index].values,
      flags: columns[index].commonFlags.all(columns[index].values.count, &lastFlags),
      origin: columns[index].identity.origin, correction: kind.correction, conversion: kind.conversion)
    return (series, 0)
  }

  /// Turns the licence of a site, or of its source, into the one that holds for all its series, some of which have their
  /// own.
  private static func addLicences(
    of series: [AirSeries], to attribution: inout [AirAttribution], _ rights: inout AirRights
  ) {
    let attributions = series.map(\.origin?.attribution)
    if attributions.contains(where: { $0 != nil }) {
      if !attributions.contains(nil) { attribution = [] }
      var known = Set(attribution)
      for own in attributions { attribution += (own ?? []).filter { known.insert($0).inserted } }
    }
    let allRights = series.map(\.origin?.rights)
    if let first = allRights.first(where: { $0 != nil }) ?? nil {
      if !allRights.contains(nil) { rights = first }
      for own in allRights { rights = own.map(rights.combined) ?? rights }
    }
  }

  /// Merges another builder; the core merges the replies of a fetch in the order of the calls. `places` has, for each place of
  /// the other builder's part, its index in the whole query; nil keeps them.
  mutating func merge(_ other: ReportBuilder, renumberingPlaces places: [Int]?) {
    func renumbered(_ index: Int) -> Int? {
      guard let places else { return index }
      return places.indices.contains(index) ? places[index] : nil
    }
    var other = other
    other.settleClocks()
    var serials: [Int: Int] = [:]
    let kinds = other.seriesKinds.kinds.map { seriesKinds.number($0) }
    for entry in other.sites {
      let mapped = entry.places.compactMap(renumbered)
      guard mapped.count == entry.places.count else {
        refuse("a report is for a place that was not asked about")
        continue
      }
      let target = site(
        entry.site, places: mapped, kind: entry.kind, issuedAt: entry.issuedAt,
        attribution: entry.statement.attribution, rights: entry.statement.rights, outline: entry.outline)
      serials[entry.serial] = target.serial
      for index in entry.columns {
        var column = other.columns[index]
        column.identity.kind = kinds[column.identity.kind]
        if let known = knownColumn(column.identity, ofSite: target.index) {
          columns[known].append(contentsOf: column)
        } else {
          append(column, toSite: target.index)
        }
      }
    }
    mergeNotices(of: other, renumbered, all: places, sites: serials)
    receipt.last = max(receipt.last, other.receipt.last)
    receipt.skew = receipt.skew + other.receipt.skew
    counts.rows += other.counts.rows
    let reasons = Dictionary(uniqueKeysWithValues: other.noteTable.refusals.map { ($1, $0) })
    for (index, var note) in other.notes.enumerated() {
      if let reason = reasons[index] {
        refuse(reason, count: note.count, at: nil, message: note.message)
      } else {
        note.places = note.places.compactMap(renumbered)
        self.note(note)
      }
    }
  }
}

extension AirNote {
  package static func notMeasured(_ parameters: [AirParameter], places: [Int]) -> AirNote {
    AirNote(
      .notMeasured,
      "No value of \(parameters.map(\.rawValue).joined(separator: ", ")) in the time asked about.",
      parameters: parameters, places: places, count: parameters.count)
  }
}

extension Set<AirReading.QualityFlag> {
  /// Returns these flags once per value; nil if there are none. `last` are the flags that were made last, which are shared
  /// if they are the same.
  func all(_ count: Int, _ last: inout [Set<AirReading.QualityFlag>]) -> [Set<AirReading.QualityFlag>]? {
    if isEmpty { return nil }
    if last.count != count || last[0] != self { last = Array(repeating: self, count: count) }
    return last
  }
}
