import AQKit

/// Collects what a query asks of the recordings that are read one after the other.
struct FixtureAnswer {
  /// How far from a point a site may be where the query does not say, in metres.
  static let usualRadius = 50_000.0

  private let query: AirQuery
  private let source: SourceID
  private var reports: [AirReport] = []
  private var notes: [AirNote] = []
  /// The first recording that could not be read.
  private(set) var failure: AQError?
  /// Whether any recording was read.
  private(set) var hasRead = false
  /// The query's places of which a recording could not be read.
  private var failedPlaces: Set<Int> = []

  init(_ query: AirQuery, source: SourceID) {
    self.query = query
    self.source = source
  }

  /// Whether a recording may hold something that is asked for: what it says about its places decides, where it does.
  func needs(_ recording: FixtureRecording) -> Bool {
    query.places.isEmpty || recording.places.isEmpty
      || recording.places.contains { site in
        query.places.contains { $0.names(site, within: query.radius ?? Self.usualRadius) }
      }
  }

  mutating func note(_ note: AirNote) { notes.append(note) }

  /// Takes in that a recording can't be read.
  mutating func fail(_ error: AQError, of recording: FixtureRecording) {
    failure = failure ?? error
    let places = query.places.indices.filter { index in
      recording.places.contains { query.places[index].names($0, within: query.radius ?? Self.usualRadius) }
    }
    failedPlaces.formUnion(places)
    notes.append(AirNote(.failed, error.message, places: places, failure: error.code))
  }

  /// Takes in what a recording says.
  mutating func add(_ response: AirResponse, of recording: FixtureRecording) {
    hasRead = true
    for var note in response.notes {
      note.message = "\(recording.file): \(note.message)"
      note.places = []
      notes.append(note)
    }
    for var report in response.reports where query.kinds.isEmpty || query.kinds.contains(report.kind) {
      report.places = []
      report.receivedAt = recording.recordedAt
      if report.attribution.isEmpty { report.attribution = recording.attribution }
      if report.rights == .unknown { report.rights = recording.rights }
      let recorded = report.source
      let window = query.window.interval(at: recording.recordedAt)
      report.series = report.series.compactMap { series in
        var series = series.clamped(to: window)
        var origin = series.origin ?? Origin()
        origin.source = origin.source ?? recorded
        series.origin = origin
        return series.hasNoValue ? nil : series
      }
      report.source = source
      reports.append(report)
    }
  }

  /// The reports that answer the query's places, in their order, and notes on what is not there.
  consuming func response() -> AirResponse {
    for (index, place) in query.places.enumerated() {
      let matches = matches(for: place)
      for match in matches { reports[match].places.append(index) }
      if matches.isEmpty, !failedPlaces.contains(index) {
        notes.append(AirNote(.nothingNear, "There is no recording of this place.", places: [index]))
      }
    }
    if !query.places.isEmpty { reports.removeAll { $0.places.isEmpty } }
    if query.detail == .sites {
      for index in reports.indices { reports[index].series = [] }
    } else {
      select()
    }
    let order = reports.indices.sorted {
      (reports[$0].places.first ?? 0, $0) < (reports[$1].places.first ?? 0, $1)
    }
    return AirResponse(reports: order.map { reports[$0] }, notes: notes)
  }

  /// Keeps the parameters that are asked for, and notes the ones that are not there.
  private mutating func select() {
    var absent: [(places: [Int], parameters: [AirParameter])] = []
    for index in reports.indices {
      if !query.parameters.isEmpty {
        reports[index].series.removeAll { !query.parameters.contains($0.parameter) }
        let missing = query.parameters.filter { reports[index][$0] == nil }
        if !missing.isEmpty { absent.append((reports[index].places, missing)) }
      } else if reports[index].series.isEmpty {
        absent.append((reports[index].places, []))
      }
    }
    reports.removeAll(where: \.series.isEmpty)
    for entry in absent {
      let names = entry.parameters.map(\.rawValue).joined(separator: ", ")
      notes.append(
        AirNote(
          .notMeasured, "No value\(names.isEmpty ? "" : " of \(names)") in the time asked about.",
          parameters: entry.parameters, places: entry.places, count: max(1, entry.parameters.count)))
    }
  }

  /// The reports that a place means: every one of the nearest site, or of the sites that it names.
  private func matches(for place: PlaceReference) -> [Int] {
    guard case .near(let point) = place else {
      return reports.indices.filter { place.names(reports[$0].site, within: nil) }
    }
    let near = reports.indices.compactMap { index in
      reports[index].site.coordinate.map { (index: index, distance: point.distance(to: $0)) }
    }.filter { $0.distance <= query.radius ?? Self.usualRadius }
    guard let nearest = near.min(by: { $0.distance < $1.distance }) else { return [] }
    let site = reports[nearest.index].site
    return near.map(\.index).filter { reports[$0].site.isSame(as: site) }
  }
}

extension Site {
  /// Whether two descriptions mean one site: by identifier, else by coordinate and name.
  func isSame(as other: Site) -> Bool {
    id != nil || other.id != nil ? id == other.id : coordinate == other.coordinate && name == other.name
  }
}
