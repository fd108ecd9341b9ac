import AQKit
import AQKitFixtures
import AQKitOpenMeteo
import AQKitURLSession

// The examples of doc comments: containers, hubs, clients, stores and their results.

func composed() throws -> AirHub {
  var container = try AQContainer.live.installing(.openMeteo)
  try container.setOption("baseURL", of: "open-meteo", to: "http://127.0.0.1:8080")
  container.set(.resilience, to: .layers(AirPolicy.Cache(fresh: .seconds(300))))
  let air = try AirHub(container)
  return air
}

struct WindowSillModule: AQModule {
  let source: WindowSill

  func install(into container: inout AQContainer) throws {
    try container.register(source.descriptor) { _, _ in source }
  }
}

extension AQModule where Self == WindowSillModule {
  static func windowSill(_ source: WindowSill) -> Self { WindowSillModule(source: source) }
}

extension AQContainer.ServiceKey {
  static var geocoder: AQContainer.ServiceKey<any PlaceSearching> { .init("geocoder") }
}

func resilience(of container: inout AQContainer) {
  container.set(.resilience, to: .none)  // bare sources
  container.set(.resilience, to: .layers(AirPolicy.Cache(fresh: .seconds(300))))  // another cache
  container.set(.resilience, to: .init { source, clock in source.resilient(clock: clock) })
}

func asked(about brno: Coordinate) async throws -> AirAnswer {
  let client = try AirClient.live(.live.installing(.openMeteo))
  let answer = try await client.fetch(AirQuery(near: brno))
  return answer
}

func answered(_ place: Coordinate, by hub: AirHub) async throws -> AirAnswer {
  let answer = try await hub.answer(for: AirQuery(near: place))
  print(answer.index(using: .usEPA))  // of the best report, or the reason why there is none
  for report in answer.reports { print(report.site.name ?? report.source.rawValue) }
  for outcome in answer.outcomes { if let error = outcome.error { print(outcome.source, error) } }
  print(answer.credit.text)  // must be shown with the values
  return answer
}

func places(around centre: Coordinate) -> AirQuery {
  let places: [AirQuery.Place] = [
    .near(centre),  // the nearest site, or the model's cell
    .site("DEBE010"), .city("Berlin"), .area(GeoShape.BoundingBox(around: centre, radius: 10_000)),
  ]
  let query = AirQuery(places: places)
  return query
}

func peak(of report: AirReport) -> Double? {
  guard let series = report[.pm25] else { return nil }
  for reading in series.readings { print(reading.interval, reading.value, reading.unit) }
  let peak = series.values.filter { !$0.isNaN }.max()  // a gap is NaN
  return peak
}

func dailyIndex(of report: AirReport) -> AQIOutcome {
  var options = IndexOptions(variant: .daily, proxy: .allowed)  // labelled where hours are missing
  options.partial = .none  // no value without a pollutant that may be higher
  let outcome = report.index(using: .usEPA, options: options)
  return outcome
}

@MainActor func screen(_ client: AirClient, of brno: AirPlace) async {
  let store = AirQualityStore(client, loading: .air, .forecast(hours: 48), .pollen)
  await store.show(brno)  // loads all parts
  print(store.aqi?.value?.display ?? "no value")  // "37"
  if let error = store[.pollen].error { print(error) }  // pollen failed, the rest is there
  store.index = .cnAQI  // everything follows, nothing is loaded
}

func laboratory() throws -> AQContainer {
  let container = try AQContainer().installing(.fixtures(folder: "Recordings", id: "lab"))
  return container
}

func recorded(_ container: AQContainer, at place: Coordinate) async throws {
  let recorder = FixtureRecorder(FixtureFolder(path: "Recordings"))
  try await recorder.record("open-meteo", of: container, AirQuery(near: place))
}

func warming(in report: AirReport) throws -> (ClimateAnomalies, [CalendarDayValue]) {
  let years = try ClimateYears(report[.daily(.mean, of: .temperature)])
  let warming = try years.anomalies(against: 1961...1990)
  let leapDays = try years.calendarDay(month: 2, day: 29)
  return (warming, leapDays)
}
