import AQKit
import AQKitTesting
import Testing

@Suite("Credentials and coordinates that a service repeats")
struct RequestSecretsTests {
  private static let request = TransportRequest(
    base: "https://example.org", path: "/air",
    query: [("key", "p&ss word"), ("station-token", "st4tion"), ("city", "Brno"), ("auth", "abc")],
    headers: [
      TransportRequest.Header("Authorization", secret: "Bearer t0k3n"),
      TransportRequest.Header("Accept", "application/json"),
    ])

  @Test(
    "are hidden where they are known: as marked fields, or as items of the query by their names",
    arguments: [
      ("No user for t0k3n.", "No user for •••."), ("Bearer t0k3n t0k3n", "••• •••"),
      ("p&ss word is wrong", "••• is wrong"), ("?key=p%26ss%20word", "?key=•••"),
      ("st4tion of Brno, application/json", "••• of Brno, application/json"), ("abc", "abc"), ("", ""),
    ])
  func hidden(text: String, expected: String) {
    let credentials = RequestSecrets(of: Self.request, named: ["stationToken"])
    #expect(credentials.hidden(in: text) == expected)
    #expect(RequestSecrets(of: TransportRequest(url: "https://example.org")).hidden(in: text) == text)
  }

  @Test(
    "are hidden by the usual names of credentials, however those are written",
    arguments: ["api_token", "Ocp-Apim-Subscription-Key", "subscription-key", "X-Api-Key"])
  func usualNames(name: String) {
    let item = TransportRequest(base: "https://example.org", path: "/air", query: [(name, "abcd1234")])
    let field = TransportRequest(
      url: "https://example.org", headers: [TransportRequest.Header(name, "abcd1234")])
    for request in [item, field] {
      #expect(RequestSecrets(of: request).hidden(in: "No abcd1234.") == "No •••.")
    }
  }

  @Test("are hidden in each of their spellings in Unicode, even if two of them are equal texts")
  func unicode() {
    let (composed, decomposed) = ("p\u{E5}ssword", "pa\u{30A}ssword")
    let request = TransportRequest(base: "https://example.org", path: "/air", query: [("key", composed)])
    let secrets = RequestSecrets(of: request, held: [AirSecret(decomposed)])
    for text in [composed, decomposed] { #expect(secrets.hidden(in: "Not \(text).") == "Not •••.") }
  }

  @Test("are hidden in what a decoder repeats in notes: declared and marked fields, and items of the query")
  func notes() async throws {
    var adapter = TextAdapter(
      .sample(
        "text",
        options: [
          .init("stationToken", summary: "A token.", isSecret: true),
          .init("X-Device", summary: "A field.", isSecret: true),
        ]))
    let secrets = ["st4tion", "t0k3n", "dev1ce"]
    adapter.onRequest = { request in
      request.url += "&station-token=st4tion"
      request.headers = [
        TransportRequest.Header("Authorization", secret: "Bearer t0k3n"),
        TransportRequest.Header("x-device", "dev1ce"),
      ]
    }
    adapter.onDecode = { _, report in
      for secret in secrets {
        report.note(AirNote(.remark, "The service says: no quota for \(secret)."))
        report.refuse("a row of \(secret)")
      }
      return []
    }
    let source = HTTPSource(adapter, transport: StubTransport { $0.reply }, clock: ManualClock())
    let response = try await source.fetch(.tenths([1]))
    #expect(response.notes.contains { $0.message == "The service says: no quota for •••." })
    for secret in secrets { #expect(!response.notes.contains { $0.message.contains(secret) }, "\(secret)") }
  }

  @Test("are hidden in the notices of a feed")
  func feedNotices() async throws {
    let field = TransportRequest.Header("Authorization", secret: "Bearer t0k3n")
    let source = FeedSource(
      NoticeDecoder(), at: FeedEndpoint(url: "wss://example.org/feed", headers: [field]),
      through: ScriptedConnector(playing: [.text("Smoke, says t0k3n."), .end]), clock: ManualClock(),
      options: FeedOptions(reconnection: .never))
    var titles: [String] = []
    for try await update in source.updates(for: AirQuery(places: [])) {
      titles += update.notices?.map(\.title) ?? []
    }
    #expect(titles == ["Smoke, says •••."])
  }
}

/// Reads each message as the title of a notice.
private struct NoticeDecoder: FeedDecoder {
  static let descriptor = SourceDescriptor.sample(
    "notices", offers: [.sample(places: [.city], capabilities: [.live, .current])])

  func decode(_ message: FeedMessage, for query: AirQuery, into report: inout ReportBuilder) throws {
    let title = String(decoding: message.bytes, as: UTF8.self)
    report.issue(AirNotice(id: "one", source: Self.descriptor.id, kind: .smoke, title: title))
  }
}
