extension ReportBuilder {
  /// The reports and notes of everything that was added.
  ///
  /// Reports come in the order of the places that they answer, then of their sites' registration. A series without
  /// any value is left out and noted as not measured.
  ///
  /// - Parameter keepsEmptySites: Whether a site without series is reported all the same, as a list of sites is.
  public consuming func response(keepingEmptySites keepsEmptySites: Bool = false) -> AirResponse {
    var reports: [AirReport] = []
    reports.reserveCapacity(sites.count)
    var absent: [(parameter: AirParameter, places: [Int])] = []
    var duplicates = 0
    for entry in sites {
      var series: [AirSeries] = []
      for index in entry.columns {
        duplicates += columns[index].normalise()
        let column = columns[index]
        if column.values.allSatisfy(\.isNaN) {
          absent.append((column.parameter, entry.places))
        } else if let made = Self.series(of: column) {
          series.append(made)
        } else {
          refuse("a time is out of range", count: column.values.count)
        }
      }
      guard keepsEmptySites || !series.isEmpty else { continue }
      reports.append(
        AirReport(
          source: descriptor.id, site: entry.site, kind: entry.kind, series: series, issuedAt: entry.issuedAt,
          receivedAt: receivedAt, attribution: entry.attribution, rights: entry.rights,
          places: entry.places.sorted()))
    }
    if duplicates > 0 {
      notes.append(
        AirNote(
          .duplicate, "Several values stood for the same interval; the last was kept.", count: duplicates))
    }
    appendAbsence(absent)
    // Sorting is stable in effect: equal places keep the order of registration.
    let order = reports.indices.sorted {
      (reports[$0].places.first ?? .max, $0) < (reports[$1].places.first ?? .max, $1)
    }
    return AirResponse(reports: order.map { reports[$0] }, notes: notes)
  }

  private mutating func appendAbsence(_ absent: [(parameter: AirParameter, places: [Int])]) {
    var parametersByPlaces: [[Int]: [AirParameter]] = [:]
    for entry in absent where !(parametersByPlaces[entry.places] ?? []).contains(entry.parameter) {
      parametersByPlaces[entry.places, default: []].append(entry.parameter)
    }
    for (places, parameters) in parametersByPlaces.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      let names = parameters.map(\.rawValue).joined(separator: ", ")
      notes.append(
        AirNote(
          .notMeasured, "No value of \(names) in the time asked about.", parameters: parameters,
          places: places,
          count: parameters.count))
    }
  }

  private static func series(of column: Column) -> AirSeries? {
    guard let timeline = try? Timeline(starts: column.starts, ends: column.ends) else { return nil }
    return try? AirSeries(
      column.parameter, unit: column.unit, averaging: column.averaging, timeline: timeline,
      values: column.values,
      flags: column.flags, completeness: column.completeness, origin: column.origin,
      correction: column.correction)
  }

  /// Takes in what another builder has collected, its places renumbered; what the core does with the replies of one
  /// fetch, in the order of the calls.
  mutating func merge(_ other: ReportBuilder, renumberingPlaces places: [Int]?) {
    func renumbered(_ index: Int) -> Int? {
      guard let places else { return index }
      return places.indices.contains(index) ? places[index] : nil
    }
    for entry in other.sites {
      let mapped = entry.places.compactMap(renumbered)
      let target = site(
        entry.site, place: mapped.first, kind: entry.kind, issuedAt: entry.issuedAt,
        attribution: entry.attribution,
        rights: entry.rights)
      for place in mapped.dropFirst() where !sites[target.index].places.contains(place) {
        sites[target.index].places.append(place)
      }
      for index in entry.columns {
        let column = other.columns[index]
        if let existing = sites[target.index].columns.first(where: {
          columns[$0].matches(
            column.parameter, column.unit, column.averaging, column.origin, column.correction)
        }) {
          columns[existing].append(contentsOf: column)
        } else {
          columns.append(column)
          sites[target.index].columns.append(columns.count - 1)
        }
      }
    }
    for var note in other.notes {
      note.places = note.places.compactMap(renumbered)
      if note.code == .refused,
        let reason = other.refusals.first(where: { other.notes[$0.value] == note })?.key
      {
        refuse(reason, count: note.count)
      } else {
        self.note(note)
      }
    }
  }
}
