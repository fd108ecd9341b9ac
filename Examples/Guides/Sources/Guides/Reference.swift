import AQKit

// The examples of doc comments.

func sites() throws -> AirSite {
  let station = AirSite(
    id: "DEBE010", name: "Berlin Wedding", coordinate: try Coordinate(52.5431, 13.3492), elevation: 35,
    timeZone: "Europe/Berlin", country: "DE", kind: .referenceStation)
  return station
}

func matches(_ query: AirQuery, _ stations: [AirSite]) -> [String] {
  query.matches(among: stations).map { match in
    "\(match.site.name ?? "?") is for the places \(match.places)"
  }
}

func origins(of report: AirReport) {
  for series in report.series(of: .pm25) {
    print(
      series.origin?.model ?? "measured", series.origin?.instrument?.model ?? "",
      series.correction?.method ?? "raw")
  }
}

func completeness(of reading: AirReading) -> Bool {
  guard let fraction = reading.completeness?.fraction else { return true }  // not stated
  return fraction >= 0.75
}

func isTrustworthy(_ reading: AirReading) -> Bool {
  reading.flags.isDisjoint(with: [.suspect, .interpolated])
}

func permitted(_ report: AirReport) -> Bool {
  let rights = report.rights
  return rights.commercialUse == .allowed && rights.redistribution == .allowed  // unknown isn't allowed
}

func limits() -> RequestLimits {
  RequestLimits(windows: [.init(600, perSeconds: 60), .init(10_000, perSeconds: 86_400, .fixed)])
}

func windows() throws -> [AirQuery.Window] {
  let now: AirQuery.Window = .current  // the newest values, with what an index needs of the day before
  let yesterday: AirQuery.Window = .past(.seconds(86_400))
  let ahead: AirQuery.Window = .next(.seconds(2 * 86_400))
  let october = try AirInterval(
    start: AirTime(secondsSince1970: 1_790_812_800), end: AirTime(secondsSince1970: 1_793_491_200))
  return [now, yesterday, ahead, .interval(october)]
}

func queries() throws -> AirQuery {
  var query = AirQuery(
    near: try Coordinate(52.52, 13.41), parameters: [.pm25, .o3], window: .past(.seconds(86_400)))
  query.kinds = [.observation]  // no models
  query.radius = 10_000  // metres
  return query
}

func values(of report: AirReport) -> String? {
  guard let reading = report[.pm25]?.newestReading() else { return nil }
  return
    "\(reading.value) \(reading.unit) over \(reading.interval) at \(report.site.name ?? report.site.kind.rawValue)"
}

func codes(_ error: AQError) -> String {
  switch error.code {
  case .unreachable, .timedOut: "offline"
  case .notConfigured, .unauthorized: "settings"
  default: error.message
  }
}

func ownIndex(_ text: String, of report: AirReport) throws -> AQIOutcome {
  let index = try BreakpointIndex(json: text)
  let outcome = report.index(using: index)
  return outcome
}
