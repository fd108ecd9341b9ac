import AQKit
import AQKitOpenMeteo
import AQKitOpenMeteoStandIn
import AQKitTesting
import Testing

// What Docs/OpenMeteo.md describes; the guide quotes parts of this file.

/// The air at a place, from three days ago to three days ahead.
func air(at place: Coordinate, in hub: AirHub, now: AirTime) async throws -> AirReport? {
  let days = Duration.seconds(3 * 86_400)
  let window = AirQuery.Window.interval(try AirInterval(start: now - days, end: now + days))
  return try await hub.answer(for: AirQuery(near: place, window: window)).best
}

/// Returns the PM2.5 at each of many places, in their order; nil if the models have none.
func particles(at places: [Coordinate], in hub: AirHub) async throws -> [Double?] {
  let answer = try await hub.answer(for: AirQuery(places: places.map { .near($0) }, parameters: [.pm25]))
  return places.indices.map { answer.best(forPlace: $0)?[.pm25]?.newestReading()?.value }
}

/// German places of a name.
func places(named name: String, in container: AQContainer) async throws -> [AirPlace] {
  let search: any PlaceSearching = try container[.placeSearch]
  return try await search.places(matching: AirPlace.Search(name, language: "de", countryCode: "DE"))
}

/// Returns how much warmer the years of a century are than the years 1961 to 1990 were.
func warming(at place: Coordinate, in container: AQContainer) async throws -> ClimateAnomalies {
  let climate = try container.source(OpenMeteoModule.Service.climate.source)
  let temperature = AirParameter.daily(.mean, of: .temperature)
  let century = try #require(AirTime("1950-01-01T00:00:00Z"))
  let end = try #require(AirTime("2051-01-01T00:00:00Z"))
  let query = AirQuery(
    near: place, parameters: [temperature], window: .interval(try AirInterval(start: century, end: end)))
  let report = try await climate.fetch(query).reports.first
  return try ClimateYears(report?[temperature]).anomalies(against: 1961...1990)
}

/// The particles and the pollen of the next five days.
func pollen(at place: Coordinate, in hub: AirHub) async throws -> AirReport? {
  let query = AirQuery(
    near: place, parameters: [.pm25, .birchPollen, .grassPollen], window: .next(.seconds(5 * 86_400)))
  return try await hub.answer(for: query).best
}

/// The means of PM2.5 of the last days, in the place's own days.
func dailyMeans(at place: Coordinate, in container: AQContainer) async throws -> [AirReading] {
  var container = container
  try container.setOption("dayZone", of: "open-meteo", to: "auto")
  let query = AirQuery(near: place, parameters: [.pm25], window: .past(.seconds(7 * 86_400)))
  let report = try await container.source("open-meteo").fetch(query).reports.first
  let means = report?.series(of: .pm25).first { $0.averaging == .day }
  return means.map { Array($0.readings) } ?? []
}

/// A place that an earlier search found.
func place(id: String, in container: AQContainer) async throws -> AirPlace? {
  try await container[.placeSearch].place(id: id, language: "de")
}

@Suite("The guide to Open-Meteo")
struct OpenMeteoGuideTests {
  private let clock = ManualClock(AirTime(secondsSince1970: 1_790_980_200))
  private let berlin: Coordinate
  private let container: AQContainer

  init() throws {
    berlin = try Coordinate(52.52, 13.41)
    let clock = self.clock
    container = try AQContainer()
      .setting(.httpTransport, to: OpenMeteoStandIn(clock: clock))
      .setting(.clock, to: clock)
      .installing(.openMeteo(.airQuality, .weather))
  }

  @Test("the past, the present and the future are one report")
  func asksForTheAir() async throws {
    let report = try #require(try await air(at: berlin, in: AirHub(container), now: clock.time))
    #expect(report.kind == .forecast)
    guard case .value(let index) = report.index(using: .usEPA) else {
      Issue.record("no index")
      return
    }
    #expect(!index.dominant.isEmpty)
    let hours = try report.indexSeries(using: .euEAQI)
    #expect(hours.count > 100)
  }

  @Test("many places are answered in their order")
  func asksForManyPlaces() async throws {
    let places = try (0..<250).map { try Coordinate(45 + Double($0) / 50, 8) }
    let values = try await particles(at: places, in: AirHub(container))
    #expect(values.count == 250 && values.allSatisfy { $0 != nil })
  }

  @Test("a name becomes a place")
  func searches() async throws {
    let found = try await places(named: "Berlin", in: container)
    #expect(found.first?.countryCode == "DE" && found.first?.timeZone == "Europe/Berlin")
  }

  @Test("years are compared with a reference period")
  func asksForTheClimate() async throws {
    let warming = try await warming(at: berlin, in: container)
    #expect(warming.years.count == 101 && warming[2049] != nil)
  }

  @Test("pollen comes with the particles, and local days come with the hours")
  func asksForDaysAndPollen() async throws {
    let report = try #require(try await pollen(at: berlin, in: AirHub(container)))
    #expect(report[.birchPollen]?.count == 120 && report[.pm25]?.count == 120)
    // The stand-in derives the zone from the longitude, in whole hours.
    let days = try await dailyMeans(at: berlin, in: container)
    #expect(days.count >= 7 && days.allSatisfy { $0.interval.length == .seconds(86_400) })
  }

  @Test("an identifier is a place, and a model has run before now")
  func asksForAPlaceAndARun() async throws {
    let id = try #require(try await places(named: "Berlin", in: container).first?.id)
    #expect(try await place(id: id, in: container)?.countryCode == "DE")
    let run = try await OpenMeteoModelUpdates(transport: container[.httpTransport]).update(of: .camsEurope)
    #expect(run.settledAt < clock.time)
  }
}
