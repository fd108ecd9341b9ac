import AQKit
import AQKitOpenMeteo
import AQKitTesting
import Testing

@Suite("Open-Meteo repeats the key")
struct OpenMeteoEchoTests {
  private static let key = "k3y-of-a-customer"

  @Test("but no error shows it", arguments: [200, 400, 401, 429, 500])
  func hidden(status: Int) async throws {
    let stub = StubTransport(
      always: .status(status, text: #"{"error":true,"reason":"The key \#(Self.key) is not known here."}"#))
    let source = HTTPSource(OpenMeteoAirQuality(apiKey: AirSecret(Self.key)), transport: stub)
    let query = AirQuery(near: try Coordinate(52.52, 13.41))
    let error = await #expect(throws: AQError.self) { try await source.fetch(query) }
    #expect(error?.message.contains("The key ••• is not known here.") == true)
    let search = OpenMeteoGeocoding(transport: stub, apiKey: AirSecret(Self.key))
    let other = await #expect(throws: AQError.self) {
      try await search.places(matching: AirPlace.Search("Brno"))
    }
    #expect(other?.message.contains("The key ••• is not known here.") == true)
  }
}
