import AQKit
import AQKitTesting
import Testing

@Suite("Credentials that a service repeats")
struct RequestCredentialsTests {
  private static let request = TransportRequest(
    base: "https://example.org", path: "/air",
    query: [("key", "p&ss word"), ("station-token", "st4tion"), ("city", "Brno"), ("auth", "abc")],
    headers: [
      TransportHeader("Authorization", secret: "Bearer t0k3n"), TransportHeader("Accept", "application/json"),
    ])

  @Test(
    "are hidden where they are known: as marked fields, or as items of the query by their names",
    arguments: [
      ("No user for t0k3n.", "No user for •••."), ("Bearer t0k3n t0k3n", "••• •••"),
      ("p&ss word is wrong", "••• is wrong"), ("?key=p%26ss%20word", "?key=•••"),
      ("st4tion of Brno, application/json", "••• of Brno, application/json"), ("abc", "abc"), ("", ""),
    ])
  func hidden(text: String, expected: String) {
    let credentials = RequestCredentials(of: Self.request, named: ["stationToken"])
    #expect(credentials.hidden(in: text) == expected)
    #expect(RequestCredentials(of: TransportRequest(url: "https://example.org")).hidden(in: text) == text)
  }
}
