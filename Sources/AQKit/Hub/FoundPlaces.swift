/// The places that names have meant, among the stored answers: a query by name is answered without network, too.
struct FoundPlaces: Sendable {
  /// Under which the places are stored; no source of a container has it.
  private static let source: SourceID = "place search"

  let store: any AnswerStoring
  let clock: any AQClock

  /// The place that a name has meant; nil if none is stored.
  func place(named name: String) -> AirPlace? {
    let answer = store.answer(to: Self.query(name), from: Self.source, newerThan: nil)
    guard let site = answer?.response.reports.first?.site, let coordinate = site.coordinate else {
      return nil
    }
    return AirPlace(
      name: site.name ?? name, coordinate: coordinate, id: site.id, countryCode: site.country,
      elevation: site.elevation, timeZone: site.timeZone)
  }

  /// Stores the place that a name means.
  func store(_ place: AirPlace, named name: String) {
    let site = AirSite(
      id: place.serviceID, name: place.name, coordinate: place.coordinate, elevation: place.elevation,
      timeZone: place.timeZone, country: place.countryCode, kind: .city)
    let report = AirReport(
      source: Self.source, site: site, kind: .observation, series: [], receivedAt: clock.time, places: [0])
    let answer = StoredAnswer(AirResponse(reports: [report]), storedAt: clock.time)
    store.store(answer, to: Self.query(name), from: Self.source)
  }

  private static func query(_ name: String) -> AirQuery { AirQuery(places: [.city(name)]) }
}
