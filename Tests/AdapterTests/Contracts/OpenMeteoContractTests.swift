import AQKit
import AQKitFixtures
import AQKitOpenMeteo
import AQKitTesting
import TestRuns
import Testing

@Suite("Open-Meteo keeps the contracts", .timeLimit(.minutes(10)))
struct OpenMeteoContractTests {
  /// Noon of the day on which the figures of two places begin.
  private static let recordedAt = AirTime(secondsSince1970: 1_791_460_800)
  private static let lahore = AirQuery.Place.near(point(31.5, 74.4))
  private static let karachi = AirQuery.Place.near(point(24.9, 67.1))
  private static let query = AirQuery(
    places: [lahore, karachi],
    parameters: [.pm10, .pm25, .publishedIndex(scale: "european"), .publishedIndex(scale: "us-epa")],
    window: .next(.seconds(86_400)))
  private static let key = "customers-key-4711"

  private static func point(_ latitude: Double, _ longitude: Double) -> Coordinate {
    guard let point = try? Coordinate(latitude, longitude) else { preconditionFailure("not on Earth") }
    return point
  }

  private static func body(_ file: String) throws -> [UInt8] {
    try FixtureFolder.bundled.bytes(of: "open-meteo/\(file).json")
  }

  private static func contract(key: AirSecret? = nil) -> SourceContract {
    let recorded = StubTransport(always: .json(OpenMeteoPayloads.hoursInTwoCities))
    var contract = SourceContract(
      OpenMeteoAirQuality(apiKey: key).descriptor, recorded: recorded, at: recordedAt, queries: [query]
    ) { transport, clock in
      HTTPSource(OpenMeteoAirQuality(apiKey: key), transport: transport, clock: clock)
    }
    contract.secrets = key.map { [$0.exposed] } ?? []
    return contract.quiet
  }

  @Test("the source keeps every rule")
  func source() async throws {
    let report = await Self.contract().check()
    try report.verify()
    #expect(report.keptRules.count >= 75)
  }

  @Test("the source with a customer's key keeps every rule")
  func customer() async throws {
    let report = await Self.contract(key: AirSecret(Self.key)).check()
    try report.verify()
    #expect(report.keptRules.contains("privacy.secrets"))
  }

  @Test("the adapter keeps every rule, whatever bytes it is given", arguments: AdapterRule.allCases)
  func adapter(rule: AdapterRule) async throws {
    let recordings: [AdapterContract.Recording<Void>] = [
      .init(try Self.body("absent-variables"), for: AirQuery(places: []), at: Self.recordedAt),
      .init(Array(OpenMeteoPayloads.weekWithoutEnd.utf8), for: AirQuery(places: []), at: Self.recordedAt),
    ]
    var contract = AdapterContract(OpenMeteoAirQuality(), recordings: recordings)
    contract.sampledPositions = 400
    try await contract.withinEffort.verify(rule)
  }
}
