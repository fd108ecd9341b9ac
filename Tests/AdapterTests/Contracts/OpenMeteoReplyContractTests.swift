import AQKit
import AQKitOpenMeteo
import AQKitOpenMeteoStandIn
import AQKitTesting
import TestRuns
import Testing

/// The adapters' contract on whole replies to the adapters' own requests, for hours and days, of every service.
@Suite("Open-Meteo's adapters on the replies to their own requests", .timeLimit(.minutes(10)))
struct OpenMeteoReplyContractTests {
  private static let now = AirTime(secondsSince1970: 1_790_896_000)

  /// The contract of an adapter on the replies of the stand-in to each of its calls for a query.
  private func contract<Adapter: HTTPAdapter>(
    _ adapter: Adapter, _ parameters: [AirParameter], _ window: AirQuery.Window
  ) async throws -> AdapterContract where Adapter.Step == Void {
    let standIn = OpenMeteoStandIn(clock: ManualClock(Self.now))
    let query = AirQuery(near: try Coordinate(52.52, 13.41), parameters: parameters, window: window)
    var recordings: [AdapterContract.Recording<Void>] = []
    for call in try adapter.calls(for: query, at: Self.now) {
      let response = try await standIn.send(call.request)
      try #require(response.status == 200)
      recordings.append(.init(response, step: (), for: query, at: Self.now))
    }
    try #require(!recordings.isEmpty)
    var contract = AdapterContract(adapter, recordings: recordings)
    contract.sampledPositions = 120
    contract.exhaustiveLength = 300
    return contract.withinEffort
  }

  @Test("air quality", arguments: AdapterRule.allCases)
  func airQuality(rule: AdapterRule) async throws {
    try await contract(
      OpenMeteoAirQuality(),
      [.pm25, .o3, .birchPollen, .co2, .publishedIndex(scale: "us-epa"), .publishedIndex(scale: "european")],
      .next(.seconds(8 * 3600))
    ).verify(rule)
  }

  @Test("the weather now, its hours and its days", arguments: AdapterRule.allCases)
  func weather(rule: AdapterRule) async throws {
    let parameters: [AirParameter] = [
      .temperature, .precipitation, .windGusts, .visibility, .sunrise, .daily(.maximum, of: .temperature),
    ]
    try await contract(OpenMeteoWeather(), parameters, .current).verify(rule)
    try await contract(OpenMeteoWeather(), parameters, .next(.seconds(8 * 3600))).verify(rule)
  }

  @Test("the hours and days of the archive", arguments: AdapterRule.allCases)
  func archive(rule: AdapterRule) async throws {
    try await contract(
      OpenMeteoArchive(), [.temperature, .precipitation, .windGusts, .daily(.mean, of: .temperature)],
      .past(.seconds(20 * 3600))
    ).verify(rule)
  }

  @Test("the days of two climate models", arguments: AdapterRule.allCases)
  func climate(rule: AdapterRule) async throws {
    try await contract(
      OpenMeteoClimate(models: [.mri, .mpi]),
      [.daily(.mean, of: .temperature), .daily(.sum, of: .precipitation)],
      .past(.seconds(10 * 86_400))
    ).verify(rule)
  }
}
