import AQKit

/// Replaces a live source: for any place it returns the values recorded at the nearest known place, for any time that the
/// live source reaches; throws for other times, and without a coordinate.
///
/// Values repeat by the hour of the day, in whole days, so that a query gets the same values on any day. A parameter
/// that the nearest place lacks comes from another one, except for pollen and published indices, which belong to their
/// concentrations. The origin of each series says where and when it was recorded, as does a note for all of them.
struct PreviewSource: AirDataSource {
  let descriptor: SourceDescriptor
  let service: PreviewService
  let clock: any AQClock

  @concurrent func fetch(_ query: AirQuery) async throws -> AirResponse {
    try Task.checkCancellation()
    let now = clock.time
    guard query.places.contains(where: { $0.coordinate != nil }) else {
      throw AQError(.unsupported, "A preview needs a place with a coordinate.", source: descriptor.id)
    }
    let (wanted, reach) = (query.window.interval(at: now), service.reach(at: now))
    guard wanted.start <= max(reach.end, now), reach.start <= wanted.end else {
      throw AQError(
        .invalidRequest, "There are values from \(reach.start) to \(reach.end) only.", source: descriptor.id)
    }
    let start = max(wanted.start, reach.start)
    let interval = AirInterval(uncheckedStart: start, end: max(start, min(wanted.end, reach.end)))
    let recorded: [RecordedPlace]
    do {
      recorded = try recordings()
    } catch let error as AQError {
      throw error.attributed(to: descriptor.id)
    }
    var response = AirResponse()
    for (index, place) in query.places.enumerated() {
      guard let point = place.coordinate,
        let (report, note) = recordedReport(at: point, index, interval, query, recorded, now)
      else { continue }
      response.reports.append(report)
      response.notes.append(note)
    }
    return response.narrowed(to: query, askedAt: now, receivedAt: now).accountingForPlaces(of: query)
  }

  /// Returns the report of a place, and the location of the recording; nil if none of the requested parameters was recorded.
  private func recordedReport(
    at point: Coordinate, _ index: Int, _ interval: AirInterval, _ query: AirQuery, _ places: [RecordedPlace],
    _ now: AirTime
  ) -> (AirReport, AirNote)? {
    func distance(_ place: RecordedPlace) -> Double { point.distance(to: place.coordinate) }
    let byDistance = places.sorted { distance($0) < distance($1) }
    let order = byDistance.filter(\.hasWholeDays) + byDistance.filter { !$0.hasWholeDays }
    var series: [AirSeries] = []
    var used: [RecordedPlace] = []
    var told: Set<AirParameter> = []
    for (number, place) in order.enumerated() {
      let new = place.report.series.filter { recorded in
        let belongs = number == 0 || ![.index, .pollen].contains(recorded.parameter.family)
        return belongs && service.offers(recorded.parameter) && !told.contains(recorded.parameter)
          && query.asks(for: recorded.parameter)
      }
      told.formUnion(new.map(\.parameter))
      let repeated = new.compactMap { place.repeated($0, in: interval, hoursAhead: point.hoursAhead) }
      if !repeated.isEmpty { used.append(place) }
      series += repeated
    }
    if series.isEmpty { return nil }
    var site = AirSite(coordinate: point, kind: .modelCell)
    // Within a cell of the model, the place is the recorded one.
    if let nearest = byDistance.first, distance(nearest) < 25_000 {
      site = nearest.report.site
      site.coordinate = point
    }
    let report = AirReport(
      source: descriptor.id, site: site, kind: service.kind, series: series, receivedAt: now,
      attribution: used.first?.report.attribution ?? [], rights: used.first?.report.rights ?? .unknown,
      places: [index])
    let names = used.map(\.name).joined(separator: ", ")
    let note = AirNote(
      .remark, "Recorded at \(names), shown as if it were here and now.", places: [index],
      time: used.first?.report.receivedAt)
    return (report, note)
  }

  private func recordings() throws -> [RecordedPlace] {
    let folder = FixtureFolder.bundled
    let manifest = try folder.manifest()
    var found: [RecordedPlace] = []
    for file in service.files {
      guard let recording = manifest.recordings.first(where: { $0.file == file }) else {
        throw AQError(.notConfigured, "There is no recording \(file).")
      }
      try folder.read(recording, as: .aqkit) { response in
        found += response.reports.compactMap(RecordedPlace.init)
      }
    }
    return found
  }
}
