import AQKit
import AQKitFixtures
import AQKitOpenMeteo
import AQKitTesting
import TestRuns
import Testing

@Suite("The preview container")
struct PreviewTests {
  private let clock = ManualClock(AirTime(secondsSince1970: 1_900_000_000))
  private var container: AQContainer { AQContainer.preview.setting(.clock, to: clock) }
  private let sydney = Result { try Coordinate(-33.87, 151.21) }

  @Test("stands in for the live sources, without a transport")
  func identifiers() throws {
    #expect(
      container.descriptors.map(\.id) == ["open-meteo", "open-meteo-weather", "open-meteo-archive"])
    #expect(throws: AQError.self) { try container[.httpTransport] }
    let live = try AQContainer().installing(.openMeteo(.airQuality, .weather, .archive))
    for descriptor in container.descriptors {
      let declared = try #require(live.descriptors.first { $0.id == descriptor.id })
      #expect(Set(descriptor.parameters).isSubset(of: declared.parameters), "\(descriptor.id)")
      #expect(descriptor.precedence == declared.precedence && descriptor.rights == declared.rights)
      #expect(descriptor.offers.allSatisfy { $0.placeKinds == [.coordinate] })
    }
  }

  @Test("a further instance is a source like any other, whose identifier is taken")
  func furtherInstance() throws {
    var container = container
    try container.register("open-meteo", as: "mine")
    let declared = try #require(container.descriptors.last)
    let error = #expect(throws: AQError.self) {
      try container.register(declared) { container, _ in try container.source("open-meteo") }
    }
    #expect(declared.id == "mine" && error?.code == .invalidRequest)
  }

  @Test("has current values for any place, and says where they were recorded")
  func anywhere() async throws {
    let query = AirQuery(near: try sydney.get(), window: .around(clock.time, hours: 24))
    let answer = try await AirHub(container).answer(for: query)
    let report = try #require(try answer.report(from: "open-meteo"))
    #expect(report.site.coordinate == (try sydney.get()) && report.site.name == nil)
    #expect(report.receivedAt == clock.time)
    let series = try #require(report[.pm25])
    #expect(series.count >= 48 && !series.values.contains { $0.isNaN })
    #expect(series.origin?.model?.contains("recorded at") == true)
    let notes = answer.outcomes.first { $0.source == "open-meteo" }?.response?.notes ?? []
    #expect(notes.contains { $0.message.hasPrefix("Recorded at") && $0.places == [0] })
    #expect(answer.index(using: .usEPA).value?.number != nil)
    #expect(answer.credit.parts.isEmpty == false)
  }

  @Test("keeps the settings of a source whose module is installed later")
  func settings() throws {
    var container = container
    try container.configure(
      json: #"{"sources": [{"id": "open-meteo", "name": "Mine", "precedence": 7, "enabled": false}]}"#)
    let installed = try container.installing(.openMeteo(.airQuality))
    let air = try #require(installed.descriptors.first { $0.id == "open-meteo" })
    #expect(air.name == "Mine" && air.precedence == 7 && !installed.isEnabled(air.id))
  }

  @Test("has the recorded figures at the recorded place and time")
  func figures() async throws {
    let noon = ManualClock(AirTime("2026-10-01T12:00:00Z") ?? clock.time)
    let container = AQContainer.preview.setting(.clock, to: noon)
    let query = AirQuery(near: try Coordinate(49.2, 16.6), parameters: [.pm25, .temperature])
    let answer = try await AirHub(container).answer(for: query)
    let air = try #require(try answer.report(from: "open-meteo"))
    #expect(air.site.name == "Brno" && air.site.country == "CZ")
    let recorded = try await AQContainer().setting(.clock, to: noon).installing(.recordings)
      .source("recordings").fetch(AirQuery(places: [.city("Brno")], parameters: [.pm25]))
    let newest = recorded.reports.first?[.pm25]?.newestReading(notAfter: noon.time)
    #expect(newest != nil && air[.pm25]?.newestReading(notAfter: noon.time)?.value == newest?.value)
    let weather = try #require(try answer.report(from: "open-meteo-weather"))
    #expect(weather[.temperature]?.newestReading(notAfter: noon.time)?.value == 23.2)
  }

  @Test("follows the hour of the day at the queried place")
  func hourOfTheDay() async throws {
    let noon = ManualClock(AirTime("2026-10-01T02:00:00Z") ?? clock.time)
    let source = try AQContainer.preview.setting(.clock, to: noon).source("open-meteo-weather")
    let response = try await source.fetch(
      AirQuery(near: try sydney.get(), parameters: [.temperature], window: .around(noon.time, hours: 36)))
    let readings = try #require(response.reports.first?[.temperature]).readings
    // The sun of 151° E is ten hours ahead: the warmest hour is in the afternoon there.
    let warmest = try #require(readings.max { $0.value < $1.value })
    let local = warmest.interval.start.adding(seconds: 36_000).secondsSince1970 % 86_400 / 3600
    #expect((12...18).contains(local))
  }

  @Test("a query for a time has the same answer whenever it is asked")
  func steady() async throws {
    let hour = try AirInterval(start: clock.time.adding(seconds: -7200), end: clock.time)
    let query = AirQuery(near: try sydney.get(), parameters: [.pm10], window: .interval(hour))
    let first = try await container.makeSource("open-meteo").fetch(query)
    await clock.advance(by: .seconds(5 * 86_400 + 1800))
    let second = try await container.makeSource("open-meteo").fetch(query)
    #expect(first.reports.first?.series == second.reports.first?.series)
    #expect(first.reports.first?.series.isEmpty == false)
  }

  @Test("of a time that is longer than its longest series it has the newest values")
  func longTime() async throws {
    let query = AirQuery(
      near: try sydney.get(), parameters: [.pm25], window: .past(.seconds(366 * 86_400)))
    let response = try await container.makeSource("open-meteo").fetch(query)
    let series = try #require(response.reports.first?[.pm25])
    let newest = try #require(series.timeline.last?.end)
    #expect(series.count > 2200 && clock.time.duration(since: newest) <= .seconds(3600))
  }

  @Test("has weather, past days, places and names")
  func topics() async throws {
    let client = AirClient.preview(clock: clock)
    let place = try #require(try await client.places(AirPlace.Search("Lisb")).first)
    let store = await AirQualityStore(
      client, loading: .air, .weather, .forecast(hours: 48),
      .thisDay(in: stride(from: 1980, to: 2031, by: 10)))
    await store.show(place)
    #expect(await store.aqi?.value?.number != nil)
    #expect(await store[.weather].value?[.temperature]?.hasNoValue == false)
    #expect(await store[.weather].value?.site.coordinate == place.coordinate)
    let years = await store[.thisDay(in: stride(from: 1980, to: 2031, by: 10))].value ?? []
    #expect(years.map(\.year) == [1980, 1990, 2000, 2010, 2020, 2030])
    let hub = try AirHub(container)
    let named = try await hub.answer(for: AirQuery(named: "Brno", parameters: [.pm25]))
    #expect(named.best?.site.name == "Brno")
    let unclear = try await hub.answer(for: AirQuery(named: "Springfield", parameters: [.pm25]))
    #expect(unclear.outcomes.compactMap(\.error).first?.message.contains("Missouri") == true)
  }

  @Test("finds a place again by the identifier of an earlier search")
  func placeByIdentifier() async throws {
    let search = try container[.placeSearch]
    let found = try await search.places(matching: AirPlace.Search("Springfield"))
    #expect(Set(found.compactMap(\.serviceID)).count == 3)
    for place in found {
      let id = try #require(place.serviceID)
      #expect(try await search.place(id: id) == place)
    }
    #expect(try await search.place(id: "2756071") == nil)
  }

  @Test("keeps its recordings under the declarations of an installed module")
  func installing() async throws {
    let container = try container.installing(.openMeteo)
    let live = try AQContainer().installing(.openMeteo)
    #expect(container.descriptors == live.descriptors)
    #expect(throws: AQError.self) { try container.installing(.openMeteo) }
    let answer = try await AirHub(container).answer(for: AirQuery(near: try sydney.get()))
    #expect(answer.reports.map(\.source) == ["open-meteo"])
    #expect(answer.outcomes.first?.descriptor == live.descriptors.first)
  }

  @Test("keeps the contract of a source", arguments: ["open-meteo", "open-meteo-weather"])
  func contract(_ id: String) async throws {
    let source = try container.makeSource(SourceID(id))
    try await SourceContract(source, clock: clock).quiet.check().verify()
  }

  @Test("a container with a folder names what the configuration sets")
  func folderModule() async throws {
    let folder = try TemporaryFolder([
      "manifest.json": TemporaryFolder.manifest(
        #"{"file":"a.json","format":"aqkit","recordedAt":"2026-05-01T12:30:00Z","constructed":true}"#),
      "a.json": reportText(name: "Lab"),
    ])
    defer { withExtendedLifetime(folder) {} }
    let container = try AQContainer().installing(.recordings)
      .installing(.fixtures(folder: folder.path, id: "lab"))
    #expect(container.descriptors.map(\.id) == ["recordings", "lab"])
    let source = try container.makeSource("lab")
    #expect(try await source.fetch(AirQuery(places: [])).reports.map(\.site.name) == ["Lab"])
    #expect(throws: AQError.self) { try container.installing(.recordings) }
    #expect(try AQContainer().installing(.recordings).descriptors == [.recordings])
  }

  @Test("reads in the formats that its container has")
  func formats() throws {
    var container = AQContainer.preview
    #expect(container.formats.map(\.name) == ["aqkit", "openaq-csv"])
    let mine = PayloadFormat("mine", summary: "Nothing.") { _, _ in AirResponse() }
    try container.register(format: mine)
    #expect(container.formats.map(\.name) == ["aqkit", "openaq-csv", "mine"])
    let duplicate = #expect(throws: AQError.self) { try container.register(format: mine) }
    #expect(duplicate?.code == .invalidRequest)
    container.replace(format: PayloadFormat("mine", summary: "Another.") { _, _ in AirResponse() })
    #expect(container.formats.count == 3)
    #expect(try container.format("mine").summary == "Another.")
    let missing = #expect(throws: AQError.self) { try container.format("yours") }
    #expect(missing?.code == .notConfigured && missing?.message.contains("aqkit, openaq-csv, mine") == true)
  }
}

extension AirQuery.Window {
  /// Returns the interval of some hours before and after a moment.
  fileprivate static func around(_ now: AirTime, hours: Int64) -> AirQuery.Window {
    .interval(
      AirInterval(
        uncheckedStart: now.adding(seconds: -hours * 3600), end: now.adding(seconds: hours * 3600)))
  }
}
