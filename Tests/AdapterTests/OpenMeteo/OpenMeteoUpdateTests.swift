import AQKit
import AQKitOpenMeteo
import AQKitTesting
import Testing

@Suite("When Open-Meteo's models were updated")
struct OpenMeteoUpdateTests {
  private static let body = """
    {"data_end_time":1791072000,"last_run_availability_time":1790847900,"last_run_initialisation_time":1790812800,
     "last_run_modification_time":1790847600,"temporal_resolution_seconds":3600,"update_interval_seconds":86400}
    """

  private func ask(_ text: String, status: Int = 200, domain: ModelDomain = .camsEurope) async throws -> (
    ModelUpdate, TransportRequest
  ) {
    let transport = StubTransport { _ in TransportResponse(status: status, text: text) }
    let update = try await OpenMeteoModelUpdates(transport: transport).update(of: domain)
    return (update, try #require(transport.requests.first))
  }

  @Test("the times are read, and the query weighs nothing")
  func reads() async throws {
    let (update, request) = try await ask(Self.body)
    #expect(request.url == "https://air-quality-api.open-meteo.com/data/cams_europe/static/meta.json")
    #expect(request.weight == 0)
    #expect(update.initialisedAt == AirTime("2026-10-01T00:00:00Z"))
    #expect(update.availableAt == AirTime("2026-10-01T09:45:00Z"))
    #expect(update.settledAt == AirTime("2026-10-01T09:55:00Z"))
    #expect(update.nextExpectedAt == AirTime("2026-10-02T09:55:00Z"))
    #expect(update.step == .seconds(3600))
  }

  @Test("an impossible name isn't requested, and the service refuses an unknown one")
  func refuses() async throws {
    for name in ["", "../secret", "cams europe", "cams?x=1"] {
      let error = await #expect(throws: AQError.self) {
        try await ask(Self.body, domain: ModelDomain(rawValue: name))
      }
      #expect(error?.code == .invalidRequest)
    }
    let unknown = await #expect(throws: AQError.self) {
      try await ask(
        #"{"error":true,"reason":"Not Found"}"#, status: 404, domain: ModelDomain(rawValue: "absent"))
    }
    #expect(unknown?.code == .invalidRequest && unknown?.source == "open-meteo-updates")
    let broken = await #expect(throws: AQError.self) { try await ask(#"{"last_run_availability_time":1}"#) }
    #expect(broken?.code == .malformed)
  }

  @Test(
    "another server is asked, whether or not its address ends with the version", arguments: ["", "/", "/v1/"])
  func ownServer(ending: String) async throws {
    let transport = StubTransport { _ in TransportResponse(status: 200, text: Self.body) }
    _ = try await OpenMeteoModelUpdates(transport: transport, baseURL: "http://localhost:8080" + ending)
      .update(of: .camsGlobal)
    #expect(transport.requests.first?.url == "http://localhost:8080/data/cams_global/static/meta.json")
  }

  @Test("an update survives JSON")
  func codes() async throws {
    let update = try await ask(Self.body).0
    let times = [update.initialisedAt, update.availableAt]
    #expect(times.allSatisfy { $0 < AirTime(secondsSince1970: 1_790_900_000) })
    let weather = StubTransport { _ in TransportResponse(status: 200, text: Self.body) }
    _ = try await OpenMeteoModelUpdates(of: .weather, transport: weather, apiKey: "a-key")
      .update(of: ModelDomain(rawValue: "dwd_icon"))
    #expect(
      weather.requests.first?.url == "https://customer-api.open-meteo.com/data/dwd_icon/static/meta.json")
  }
}
