import AQKit
import AQKitTesting
import Foundation
import Testing

@Suite("An indoor site", .timeLimit(.minutes(10)))
struct IndoorSiteTests {
  private let clock = ManualClock()
  private let place: Coordinate

  init() throws { place = try Coordinate(50.08, 14.42) }

  /// A device at the place, or some kilometres north of it.
  private func device(
    _ id: String, _ value: Double, isIndoor: Bool?, kilometres: Double = 0
  ) throws -> ScriptedSource {
    let timeline = try AirTimeline(
      start: AirTime.noon.adding(seconds: -86_400), step: .seconds(3600), length: .seconds(3600), count: 24)
    let series = try AirSeries(
      .pm25, unit: .microgramsPerCubicMetre, timeline: timeline, values: Array(repeating: value, count: 24))
    let site = AirSite(
      id: id, name: id, coordinate: try Coordinate(50.08 + kilometres / 111.195, 14.42), kind: .lowCostSensor,
      isIndoor: isIndoor)
    let report = AirReport(
      source: SourceID(id), site: site, kind: .observation, series: [series], receivedAt: .noon, places: [0])
    return ScriptedSource(
      .sample(SourceID(id), offers: [.sample([.pm25], kinds: [.observation])]),
      always: AirResponse(reports: [report]))
  }

  private func answer(
    _ sources: [ScriptedSource], _ policy: AirHub.Policy, _ query: AirQuery? = nil
  ) async throws -> AirAnswer {
    try await AirHub(sources: sources, clock: clock).answer(
      for: query ?? AirQuery(near: place, parameters: [.pm25]), policy: policy)
  }

  @Test(
    "doesn't represent a place: the balcony does, though the living room comes first",
    arguments: [true, false])
  func livingRoom(merges: Bool) async throws {
    let answer = try await answer(
      [
        device("living-room", 77, isIndoor: true),
        device("balcony", 5, isIndoor: false, kilometres: 0.01),
      ], merges ? .merged() : .all)
    #expect(answer.best?.site.name == "balcony")
    #expect(
      answer.index(using: .usEPA, options: IndexOptions(proxy: .allowed)).value?.leading?.concentration == 5)
    #expect(answer.nearest(5).map { $0.report.site.name } == ["balcony"])
    #expect(answer.hourlyIndex(using: .usEPA, hours: 1).first?.site.isIndoor != true)
    #expect(answer.disagreements(of: .pm25).isEmpty)
    let lost = try #require(answer.candidates().first { $0.source == "living-room" })
    #expect(lost.verdict == .lost(.indoor))
    #expect("\(lost)".contains("lost: indoor") && lost.report?.site.isIndoor == true)
    #expect(answer.reports.count == 2)
  }

  @Test("alone doesn't represent the place, and the reason says so", arguments: [true, false])
  func alone(merges: Bool) async throws {
    let answer = try await answer([device("living-room", 77, isIndoor: true)], merges ? .merged() : .all)
    #expect(answer.best == nil && answer.index(using: .usEPA).value == nil)
    #expect(answer.explanation()?.contains("indoor") == true, "\(answer.explanation() ?? "")")
    #expect(try answer.report(from: "living-room")?.site.isIndoor == true)
  }

  @Test("gives no reading of the place where the best report lacks the parameter", arguments: [true, false])
  func reading(isIndoor: Bool) async throws {
    let report = AirReport(
      source: "weather", site: AirSite(coordinate: place, kind: .modelCell), kind: .forecast,
      series: [try AirSeries(.temperature, 20, unit: .celsius, over: AirInterval(instant: .noon))],
      receivedAt: .noon, places: [0])
    let weather = ScriptedSource(
      .sample("weather", offers: [.sample([.temperature], kinds: [.forecast])], precedence: 300),
      always: AirResponse(reports: [report]))
    let answer = try await answer(
      [weather, device("room", 77, isIndoor: isIndoor)], .all,
      AirQuery(near: place, parameters: [.pm25, .temperature]))
    #expect(answer.best?.source == "weather")
    #expect((try? answer.reading(of: .pm25).value) == (isIndoor ? nil : 77))
    #expect(try answer.reading(of: .temperature).value == 20)
  }

  @Test("represents the place if the query allows it, or names it by its identifier")
  func askedFor() async throws {
    var query = AirQuery(near: place, parameters: [.pm25])
    query.includesIndoor = true
    for policy in [AirHub.Policy.all, .merged()] {
      let answer = try await answer([device("living-room", 77, isIndoor: true)], policy, query)
      #expect(answer.best?.site.isIndoor == true)
      let value = try answer.index(using: .usEPA, options: IndexOptions(proxy: .allowed)).get()
      #expect(value.provenance?.isIndoor == true)
    }
    let named = AirQuery(places: [.site("living-room")], parameters: [.pm25])
    let source = try device("living-room", 77, isIndoor: true)
    var offer = SourceDescriptor.Offer.sample([.pm25], kinds: [.observation])
    offer.placeKinds.insert(.site)
    let response = try await source.fetch(query)
    let descriptor = SourceDescriptor.sample("living-room", offers: [offer])
    let answer = try await answer([ScriptedSource(descriptor, always: response)], .all, named)
    #expect(answer.best?.site.name == "living-room")
  }

  @Test("of the first source doesn't end the search for a first success")
  func firstSuccess() async throws {
    let answer = try await answer(
      [device("living-room", 77, isIndoor: true), device("balcony", 5, isIndoor: nil)], .firstSuccess)
    #expect(answer.best?.site.name == "balcony")
  }

  @Test("of a list doesn't displace an outdoor site")
  func matches() throws {
    let sites = try (0..<5).map { number in
      AirSite(
        id: "\(number)", coordinate: try Coordinate(50.08 + Double(number) * 0.01, 14.42),
        kind: .lowCostSensor, isIndoor: number < 3)
    }
    var query = AirQuery(near: place)
    #expect(query.matches(among: sites, nearest: 3).map(\.site.id) == ["3", "4", "0"])
    query.includesIndoor = true
    #expect(query.matches(among: sites, nearest: 3).map(\.site.id) == ["0", "1", "2"])
  }

  @Test("is in the JSON of a query that allows it, and absent otherwise")
  func json() throws {
    var query = AirQuery(near: place)
    #expect(!(try Self.json(query)).contains("includesIndoor"))
    query.includesIndoor = true
    #expect(try Self.json(query).contains(#""includesIndoor":true"#))
  }

  private static func json(_ query: AirQuery) throws -> String {
    let bytes = try JSONEncoder().encode(query)
    #expect(try JSONDecoder().decode(AirQuery.self, from: bytes).includesIndoor == query.includesIndoor)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("a balcony's hours, merged with a forecast: past ones are measured, future ones expected")
  func mergedKinds() async throws {
    let timeline = try AirTimeline(
      start: AirTime.noon.adding(seconds: -86_400), step: .seconds(3600), length: .seconds(3600), count: 48)
    let model = AirReport(
      source: "model", site: AirSite(coordinate: place, kind: .modelCell), kind: .forecast,
      series: [
        try AirSeries(
          .pm25, unit: .microgramsPerCubicMetre, timeline: timeline, values: Array(repeating: 9, count: 48))
      ], receivedAt: .noon, places: [0])
    let forecasts = ScriptedSource(
      .sample("model", offers: [.sample([.pm25], kinds: [.forecast])], precedence: 100),
      always: AirResponse(reports: [model]))
    let window = AirQuery.Window.interval(
      try AirInterval(start: AirTime.noon.adding(seconds: -86_400), end: AirTime.noon.adding(seconds: 86_400))
    )
    let answer = try await answer(
      [device("balcony", 5, isIndoor: false), forecasts], .merged(),
      AirQuery(near: place, parameters: [.pm25], window: window))
    let hours = answer.hourlyIndex(using: .usEPA, from: .noon, hours: 20)
    #expect(hours.first?.kind == .observation && hours.last?.kind == .forecast)
    #expect(hours.last?.provenance?.isUncorrected == false)
  }

  @Test("or any other sensor is marked as uncorrected even if the standard names no dominant pollutant")
  func withoutDominant() async throws {
    let answer = try await answer([device("balcony", 5, isIndoor: false)], .all)
    let value = try #require(answer.index(using: "cn_hj633_2012").value)
    #expect(value.dominant.isEmpty && value.provenance?.isUncorrected == true)
  }
}
