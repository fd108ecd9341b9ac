import AQKit
import AQKitOpenMeteo
import AQKitTesting
import TestRuns
import Testing

@Suite("Open-Meteo's weather keeps the contracts", .timeLimit(.minutes(10)))
struct OpenMeteoWeatherContractTests {
  private static let recordedAt = AirTime(secondsSince1970: 1_790_896_000)

  /// Replies to requests for days with one recording, about the present with another, about hours with a third.
  private static let server = StubTransport { request in
    if request.url.contains("daily=") {
      return TransportResponse(status: 200, text: bergenPart("daily"))
    }
    return TransportResponse(
      status: 200, text: bergenPart(request.url.contains("current=") ? "current" : "hourly"))
  }

  private static func bergenPart(_ section: String) -> String {
    switch section {
    case "daily":
      #"{"latitude":60.390038,"longitude":5.3183136,"utc_offset_seconds":7200,"timezone":"Europe/Oslo","elevation":14.0,"#
        + #""daily_units":{"time":"unixtime","temperature_2m_max":"°C","sunrise":"unixtime"},"#
        + #""daily":{"time":[1790892000,1790978400],"temperature_2m_max":[17.0,14.4],"sunrise":[1790920006,1791006552]}}"#
    case "current":
      #"{"latitude":60.390038,"longitude":5.3183136,"utc_offset_seconds":0,"timezone":"GMT","elevation":14.0,"#
        + #""current_units":{"time":"unixtime","interval":"seconds","temperature_2m":"°C","precipitation":"mm"},"#
        + #""current":{"time":1790895600,"interval":900,"temperature_2m":13.8,"precipitation":0.3}}"#
    default:
      #"{"latitude":60.390038,"longitude":5.3183136,"utc_offset_seconds":0,"timezone":"GMT","elevation":14.0,"#
        + #""hourly_units":{"time":"unixtime","temperature_2m":"°C","precipitation":"mm","wind_gusts_10m":"km/h"},"#
        + #""hourly":{"time":[1790895600,1790899200,1790902800],"temperature_2m":[14.0,13.8,13.7],"#
        + #""precipitation":[0.4,0.2,0.7],"wind_gusts_10m":[22.3,21.6,19.8]}}"#
    }
  }

  private static func queries(_ windows: [AirQuery.Window]) throws -> [AirQuery] {
    let bergen = try Coordinate(60.39, 5.32)
    return windows.map {
      AirQuery(
        near: bergen,
        parameters: [
          .temperature, .precipitation, .windGusts, .sunrise, .daily(.maximum, of: .temperature),
        ], window: $0)
    }
  }

  @Test("the forecast keeps every rule")
  func forecast() async throws {
    let contract = SourceContract(
      adapter: OpenMeteoWeather(apiKey: "customers-key-4711"), recorded: Self.server, at: Self.recordedAt,
      queries: try Self.queries([.current, .next(.seconds(10_000))]), secrets: ["customers-key-4711"])
    let report = await contract.quiet.check()
    try report.verify()
    #expect(report.keptRules.count >= 70)
  }

  @Test("the archive keeps every rule")
  func archive() async throws {
    let contract = SourceContract(
      adapter: OpenMeteoArchive(), recorded: Self.server, at: Self.recordedAt.adding(seconds: 86_400),
      queries: try Self.queries([.past(.seconds(86_400 + 6000))]))
    let report = await contract.quiet.check()
    try report.verify()
    #expect(report.keptRules.count >= 70)
  }

  @Test("the climate keeps every rule")
  func climate() async throws {
    let server = StubTransport { _ in TransportResponse(status: 200, text: OpenMeteoPayloads.climateInGMT) }
    let start = AirTime(secondsSince1970: 1_782_691_200)  // 2026-06-29
    let window = AirQuery.Window.interval(
      try AirInterval(start: start, end: start.adding(seconds: 10 * 86_400)))
    let contract = SourceContract(
      adapter: OpenMeteoClimate(models: [.mri, .mpi]), recorded: server, at: Self.recordedAt,
      queries: [AirQuery(near: try Coordinate(52.3, 6.9), window: window)])
    let report = await contract.quiet.check()
    try report.verify()
    #expect(report.keptRules.count >= 70)
  }

  @Test("the climate's adapter keeps every rule, whatever bytes it is given", arguments: AdapterRule.allCases)
  func climateAdapter(rule: AdapterRule) async throws {
    let recordings: [AdapterContract.Recording<Void>] = [
      OpenMeteoPayloads.climate, OpenMeteoPayloads.climateOfTwoModels,
    ].map { .init(Array($0.utf8), for: AirQuery(places: []), at: Self.recordedAt) }
    try await AdapterContract(OpenMeteoClimate(), recordings: recordings).withinEffort.verify(rule)
  }

  @Test("the adapters keep every rule, whatever bytes they are given", arguments: AdapterRule.allCases)
  func adapters(rule: AdapterRule) async throws {
    let recordings: [AdapterContract.Recording<Void>] = [
      OpenMeteoPayloads.bergen, OpenMeteoPayloads.berlin, OpenMeteoPayloads.daysInTwoCities,
    ].map { .init(Array($0.utf8), for: AirQuery(places: []), at: Self.recordedAt) }
    var weather = AdapterContract(OpenMeteoWeather(), recordings: recordings)
    weather.sampledPositions = 300
    weather.exhaustiveLength = 1000
    try await weather.withinEffort.verify(rule)
    var archive = AdapterContract(OpenMeteoArchive(), recordings: Array(recordings.suffix(1)))
    archive.sampledPositions = 200
    archive.exhaustiveLength = 500
    try await archive.withinEffort.verify(rule)
  }
}
