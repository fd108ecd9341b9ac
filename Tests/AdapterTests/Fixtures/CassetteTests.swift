import AQKit
import AQKitFixtures
import AQKitOpenMeteo
import AQKitSocketFeed
import AQKitTesting
import Foundation
import Testing

@Suite("A cassette")
struct CassetteTests {
  private static let key = "s3cr3t/Key+1"

  private static func request(
    _ path: String = "/v1/air", query: [(String, String)] = [("latitude", "52.52437"), ("hourly", "pm10")],
    headers: [TransportRequest.Header] = []
  ) -> TransportRequest {
    TransportRequest(
      base: "https://user:pass@api.example.org", path: path, query: query.map { (name: $0.0, value: $0.1) },
      headers: headers)
  }

  private static func recorder(
    redaction: Redaction = Redaction(),
    replying reply: @escaping @Sendable (TransportRequest) throws -> TransportResponse
  ) -> RecordingTransport {
    RecordingTransport(StubTransport { request, _ in try reply(request) }, redaction: redaction)
  }

  @Test("is the same after writing and reading, whatever bodies it holds")
  func roundTrip() throws {
    let request = Cassette.Request(
      method: "POST", url: "https://a.org/x?y=1", headers: [.init("A", "“b”\n")],
      body: [0, 255, 10])
    let response = TransportResponse(
      status: 200, headers: [TransportRequest.Header("Content-Type", "text/plain")],
      text: "line\n\"quoted\" µ\u{1}")
    let cassette = Cassette(
      startedAt: AirTime(secondsSince1970: 1_790_000_000),
      exchanges: [
        .init(request, .response(response), after: .zero, took: .milliseconds(182)),
        .init(request, .response(TransportResponse(status: 204)), after: .seconds(2)),
        .init(request, .failure(.timedOut, "Too slow."), after: .seconds(3), took: .seconds(15)),
      ])
    #expect(try Cassette(cassette.bytes) == cassette)
  }

  @Test("hides the credential of a secret header, even if no recorder made it")
  func secretHeader() throws {
    let request = Cassette.Request(
      method: "GET", url: "https://a.org", headers: [.init("Own-Name", secret: "k-1")])
    let cassette = Cassette(
      startedAt: AirTime(secondsSince1970: 0),
      exchanges: [.init(request, .response(TransportResponse(status: 200)), after: .zero)])
    let headers = try Cassette(cassette.bytes).exchanges[0].request.headers
    #expect(headers == [.init("Own-Name", Redaction.mark)])
  }

  @Test(
    "that isn't a cassette is an error with the line",
    arguments: [
      ("", "empty"), ("{}", "line 1"), ("\nnope", "line 2"),
      ("{\"aqkit\":\"cassette\",\"version\":2}", "line 1"),
    ])
  func malformed(text: String, message: String) {
    let error = #expect(throws: AQError.self) { try Cassette(Array(text.utf8)) }
    #expect(error?.code == .malformed && error?.message.contains(message) == true)
  }

  @Test("rounds the queried coordinates in the addresses to which a response leads")
  func coordinatesInHeaders() async throws {
    let recorder = Self.recorder { request in
      TransportResponse(
        status: 200,
        headers: [
          TransportRequest.Header("Link", "<\(request.url)&page=2>; rel=\"next\""),
          TransportRequest.Header("Location", "/near/52.52437"),
        ], text: "{}")
    }
    _ = try await recorder.send(Self.request())
    let text = String(decoding: recorder.cassette.bytes, as: UTF8.self)
    #expect(!text.contains("52.52437") && text.contains("latitude=52.5&hourly=pm10&page=2"), "\(text)")
    #expect(text.contains("near"))
  }

  @Test("rounds the queried coordinates in the requests that follow, which can still be replayed")
  func coordinatesInFollowUps() async throws {
    let next = "https://api.example.org/next?cursor=52.52437"
    let recorder = Self.recorder { request in
      TransportResponse(
        status: 200, text: request.url == next ? "near 52.52437" : #"{"next":"\#(next)"}"#)
    }
    _ = try await recorder.send(Self.request())
    _ = try await recorder.send(TransportRequest(url: next))
    #expect(!String(decoding: recorder.cassette.bytes, as: UTF8.self).contains("52.52437"))
    let replay = ReplayTransport(recorder.cassette)
    let first = try AQJSON(parsing: try await replay.send(Self.request()).body)
    let address = try first["next"].string()
    #expect(address == "https://api.example.org/next?cursor=52.5")
    #expect(try await replay.send(TransportRequest(url: address)).body == Array("near 52.5".utf8))
    let failing = Self.recorder { _ in throw AQError(.unavailable, "Nothing at 52.52437.") }
    await #expect(throws: AQError.self) { try await failing.send(Self.request()) }
    #expect(failing.cassette.exchanges.first?.outcome == .failure(.unavailable, "Nothing at 52.5."))
  }

  @Test("never holds a credential: by header, by query, in a body, in what the server echoes")
  func secrets() async throws {
    let key = Self.key
    let recorder = Self.recorder(redaction: Redaction(secrets: ["another-secret"])) { request in
      TransportResponse(
        status: 200,
        headers: [
          TransportRequest.Header("Set-Cookie", "id=cookie-value"), TransportRequest.Header("X-Echo", key),
        ],
        text:
          #"{"you_sent":"\#(key)","url":"\#(request.url)","access_token":"minted-token","also":"another-secret"}"#
      )
    }
    var request = Self.request(
      query: [("api_key", key), ("serviceKey", "service-secret"), ("q", "another-secret"), ("v", "1")],
      headers: [
        TransportRequest.Header("X-Mine", secret: AirSecret("header-secret")),
        TransportRequest.Header("Authorization", "Bearer bearer-token"),
        TransportRequest.Header("Accept", "header-secret"),
      ])
    request.body = Array(#"{"password":"body-secret","token":["t-1","t-2"],"keep":"bearer-token"}"#.utf8)
    _ = try await recorder.send(request)
    let text = String(decoding: recorder.cassette.bytes, as: UTF8.self)
    for secret in [
      key, "s3cr3t%2FKey%2B1", "another-secret", "header-secret", "bearer-token", "cookie-value",
      "minted-token", "body-secret", "service-secret", "t-1", "user:pass",
    ] {
      #expect(!text.contains(secret), "\(secret)")
    }
    #expect(text.contains("REDACTED") && text.contains("v=1"))
    let failing = Self.recorder { _ in throw AQError(.unavailable, "Refused \(key).") }
    await #expect(throws: AQError.self) { try await failing.send(request) }
    #expect(!String(decoding: failing.cassette.bytes, as: UTF8.self).contains(key))
  }

  @Test("has no credential that a response brought and the next request uses under another name")
  func mintedCredential() async throws {
    let minted = "ticket-0123456789-abcdef"
    let recorder = Self.recorder { request in
      TransportResponse(
        status: 200, text: request.url.hasSuffix("/login") ? #"{"token":"\#(minted)"}"# : "for \(minted)")
    }
    let login = Self.request("/login", query: [])
    func use(_ ticket: String) -> TransportRequest { Self.request("/of/\(ticket)", query: [("t", ticket)]) }
    _ = try await recorder.send(login)
    _ = try await recorder.send(use(minted))
    #expect(!String(decoding: recorder.cassette.bytes, as: UTF8.self).contains(minted))
    let replay = ReplayTransport(recorder.cassette)
    let ticket = try AQJSON(parsing: try await replay.send(login).body)["token"].string()
    #expect(try await replay.send(use(ticket)).body == Array("for REDACTED".utf8))
  }

  @Test(
    "hides many identifiers, or a sentence, only where they have the name of a credential",
    arguments: [(11...21).map { "station-0123456789-\($0)" }, ["Particulate matter (PM2.5)"]])
  func identifiers(keys: [String]) async throws {
    func text(_ rows: [String]) -> String { "[\(rows.joined(separator: ","))]" }
    let sent = text(keys.map { #"{"key":"\#($0)","name":"\#($0)"}"# })
    let recorder = Self.recorder { _ in TransportResponse(status: 200, text: sent) }
    _ = try await recorder.send(Self.request(query: []))
    let clean = text(keys.map { #"{"key":"REDACTED","name":"\#($0)"}"# })
    let outcome = recorder.cassette.exchanges.first?.outcome
    #expect(outcome == .response(TransportResponse(status: 200, text: clean)))
  }

  @Test("can be replayed if the service repeats a requested identifier under the name of a credential")
  func requestedIdentifier() async throws {
    let recorder = Self.recorder { _ in
      TransportResponse(status: 200, text: #"{"key":"station-0123456789-11","pm10":1}"#)
    }
    let request = Self.request("/of/station-0123456789-11", query: [])
    _ = try await recorder.send(request)
    let reply = try await ReplayTransport(recorder.cassette).send(request)
    #expect(reply.body == Array(#"{"key":"REDACTED","pm10":1}"#.utf8))
  }

  @Test("has no credential in an address whose marks are escaped, as in JSON for HTML")
  func escapedAddress() async throws {
    let recorder = Self.recorder { _ in
      TransportResponse(
        status: 200,
        text: #"{"next":"https://a.org/x?sig\u003dminted-1\u0026page\u003d2\u0026token\u003Dminted-2"}"#)
    }
    _ = try await recorder.send(Self.request(query: []))
    let clean = #"{"next":"https://a.org/x?sig\u003dREDACTED\u0026page\u003d2\u0026token\u003DREDACTED"}"#
    let outcome = recorder.cassette.exchanges.first?.outcome
    #expect(outcome == .response(TransportResponse(status: 200, text: clean)))
  }

  @Test("has no cookie where the service repeats its value alone")
  func cookies() async throws {
    let recorder = Self.recorder { _ in TransportResponse(status: 200, text: "en: c00kie-value") }
    _ = try await recorder.send(
      Self.request(headers: [TransportRequest.Header("Cookie", "lang=en; id=c00kie-value; x=y")]))
    let clean = TransportResponse(status: 200, text: "en: REDACTED")
    #expect(recorder.cassette.exchanges.first?.outcome == .response(clean))
  }

  @Test("has no credential by the name of a member after a byte order mark")
  func byteOrderMark() async throws {
    let recorder = Self.recorder { _ in
      TransportResponse(status: 200, text: "\u{FEFF}{\"access_token\":\"minted-token\",\"pm10\":1}")
    }
    _ = try await recorder.send(Self.request(query: []))
    let clean = TransportResponse(status: 200, text: "\u{FEFF}{\"access_token\":\"REDACTED\",\"pm10\":1}")
    #expect(recorder.cassette.exchanges.first?.outcome == .response(clean))
  }

  @Test("holds coordinates to 0.1° only: in query, path, form, JSON, and where the reply repeats them")
  func coordinates() async throws {
    let recorder = Self.recorder { _ in
      TransportResponse(status: 200, text: #"{"latitude":52.52437,"pm10":13.41,"near":[52.5,13.40533]}"#)
    }
    _ = try await recorder.send(
      Self.request(query: [("latitude", "52.52437,-0.04"), ("lon", "13.40533"), ("pm", "1.25")]))
    _ = try await recorder.send(Self.request("/feed/geo:52.52437;13.40533/", query: []))
    var form = TransportRequest(.post, url: "https://api.example.org/f")
    form.headers = [TransportRequest.Header("Content-Type", "application/x-www-form-urlencoded")]
    form.body = Array("lat=52.52437&x=9.999".utf8)
    _ = try await recorder.send(form)
    form.headers = []
    form.body = Array(#"{"coordinates": [13.40533, 52.52437], "x": 9.999, "deep": {"lng":13.40533}}"#.utf8)
    _ = try await recorder.send(form)
    let exchanges = recorder.cassette.exchanges
    #expect(exchanges[0].request.url == "https://api.example.org/v1/air?latitude=52.5,0&lon=13.4&pm=1.25")
    guard case .response(let response) = exchanges[0].outcome else {
      throw AQError(.malformed, "no response")
    }
    #expect(
      String(decoding: response.body, as: UTF8.self) == #"{"latitude":52.5,"pm10":13.41,"near":[52.5,13.4]}"#)
    #expect(exchanges[1].request.url == "https://api.example.org/feed/geo:52.5;13.4/")
    #expect(exchanges[2].request.body == Array("lat=52.5&x=9.999".utf8))
    let json = #"{"coordinates": [13.4, 52.5], "x": 9.999, "deep": {"lng":13.4}}"#
    #expect(String(decoding: exchanges[3].request.body, as: UTF8.self) == json)
    // The replies to a form and to JSON repeat what was asked, too.
    guard case .response(let toForm) = exchanges[2].outcome, case .response(let toJSON) = exchanges[3].outcome
    else { throw AQError(.malformed, "no response") }
    #expect(
      String(decoding: toForm.body, as: UTF8.self)
        == #"{"latitude":52.5,"pm10":13.41,"near":[52.5,13.4]}"#)
    #expect(
      String(decoding: toJSON.body, as: UTF8.self) == #"{"latitude":52.5,"pm10":13.41,"near":[52.5,13.4]}"#)
    let exact = Self.recorder(redaction: Redaction(roundsCoordinates: false)) { _ in
      TransportResponse(status: 200)
    }
    _ = try await exact.send(Self.request())
    #expect(exact.cassette.exchanges[0].request.url.contains("52.52437"))
  }

  @Test("rounds a coordinate where it is the whole number alone, and changes no measured value")
  func wholeNumbers() async throws {
    let echo =
      #"{"at":[48.857,2.35200],"single":48.857002,"of":-0.12800,"as":"You: 48.857. /48.857%202.352","#
    let measured = #""near":[48.8574,-0.12846],"pm10":12.3521,"pm25":2.3521,"id":"1.48.857"}"#
    let recorder = Self.recorder { _ in TransportResponse(status: 200, text: echo + measured) }
    _ = try await recorder.send(Self.request(query: [("lat", "48.857"), ("lon", "2.352,-0.128")]))
    guard case .response(let response) = recorder.cassette.exchanges[0].outcome else {
      throw AQError(.malformed, "no response")
    }
    let rounded = #"{"at":[48.9,2.4],"single":48.9,"of":-0.1,"as":"You: 48.9. /48.9%202.4","#
    #expect(String(decoding: response.body, as: UTF8.self) == rounded + measured)
  }

  @Test("rounds a coordinate that the response repeats to four decimals, rounded or cut")
  func fourDecimals() async throws {
    let recorder = Self.recorder { _ in
      TransportResponse(status: 200, text: "52.5244 52.5243 13.4053 52.5242 52.5245 48.8574 48.8573")
    }
    _ = try await recorder.send(Self.request(query: [("lat", "52.52437,48.8574"), ("lon", "13.40533")]))
    let rounded = TransportResponse(status: 200, text: "52.5 52.5 13.4 52.5242 52.5245 48.9 48.8573")
    #expect(recorder.cassette.exchanges.first?.outcome == .response(rounded))
  }

  @Test("keeps a concentration in ppm that is near the digits of a small longitude")
  func smallNumbers() async throws {
    let sent = TransportResponse(status: 200, text: #"{"o3":0.1278,"no2":0.1277}"#)
    let recorder = Self.recorder { _ in sent }
    _ = try await recorder.send(Self.request(query: [("lat", "51.50735"), ("lon", "-0.12776")]))
    #expect(recorder.cassette.exchanges.first?.outcome == .response(sent))
  }

  @Test("rounds a western longitude that the response counts to the east")
  func easternLongitude() async throws {
    let recorder = Self.recorder { _ in
      TransportResponse(status: 200, text: #"{"lon":285.99403,"single":285.99402,"near":285.99503}"#)
    }
    _ = try await recorder.send(Self.request(query: [("lon", "-74.00597")]))
    let rounded = TransportResponse(status: 200, text: #"{"lon":286,"single":286,"near":285.99503}"#)
    #expect(recorder.cassette.exchanges.first?.outcome == .response(rounded))
  }

  @Test(
    "rounds coordinates after an escape, a minus or another number in an address",
    arguments: [
      ("geo=POINT(2.352%20-33.868)", "geo=POINT(2.4%20-33.9)"),
      ("geo=POINT(2.352%2033.868)", "geo=POINT(2.4%2033.9)"),
      ("bbox=2.352-33.868", "bbox=2.4-33.9"), ("point=2.352%2C-0.04", "point=2.4%2C0"),
    ])
  func addresses(query: String, rounded: String) async throws {
    let recorder = Self.recorder { _ in TransportResponse(status: 200, text: "33.868 1.0.25") }
    _ = try await recorder.send(TransportRequest(url: "https://a.org/33.868,2.352.json?\(query)"))
    let exchange = recorder.cassette.exchanges[0]
    #expect(exchange.request.url == "https://a.org/33.9,2.4.json?\(rounded)")
    #expect(exchange.outcome == .response(TransportResponse(status: 200, text: "33.9 1.0.25")))
  }

  @Test("replies to the requests that were recorded, from anywhere within the same 0.1°")
  func replay() async throws {
    let recorder = Self.recorder { request in
      TransportResponse(status: 203, text: request.url.contains("b=2") ? "two" : "one")
    }
    let first = Self.request(query: [("latitude", "52.52437"), ("a", "1")])
    let second = Self.request(query: [("latitude", "52.52437"), ("b", "2")])
    _ = try await recorder.send(first)
    _ = try await recorder.send(second)
    let replay = ReplayTransport(try Cassette(recorder.cassette.bytes))
    let near = Self.request(query: [("b", "2"), ("latitude", "52.48")])
    #expect(try await replay.send(near).body == Array("two".utf8))
    #expect(replay.unusedCount == 1)
    #expect(try await replay.send(first).status == 203)
    let again = await #expect(throws: AQError.self) { try await replay.send(first) }
    #expect(again?.code == .notConfigured && again?.message.hasSuffix("have been used: 1.") == true)
    let lenient = ReplayTransport(recorder.cassette, matching: .lenient)
    for _ in 0..<3 { #expect(try await lenient.send(first).body == Array("one".utf8)) }
  }

  @Test("has no reply to anything else, and says how the closest one differs, but never where the user is")
  func unmatched() async throws {
    let recorder = Self.recorder { _ in TransportResponse(status: 200) }
    _ = try await recorder.send(Self.request("/v1/other", query: []))
    _ = try await recorder.send(
      Self.request(query: [("latitude", "52.5"), ("hourly", "pm10"), ("api_key", "old-secret")]))
    let replay = ReplayTransport(recorder.cassette)
    let error = await #expect(throws: AQError.self) {
      try await replay.send(
        Self.request(query: [
          ("latitude", "48.123"), ("hourly", "pm25"), ("api_key", "new-secret"), ("new", "x"),
        ]))
    }
    let message = error?.message ?? ""
    #expect(error?.code == .notConfigured)
    #expect(message.contains("exchange 2 of 2"))
    #expect(message.contains("“hourly” is “pm25”, recorded “pm10”") && message.contains("“new” is new"))
    #expect(message.contains("“latitude” differs"))
    for hidden in ["48.1", "52.5", "secret", "REDACTED"] { #expect(!message.contains(hidden), "\(message)") }
    let path = await #expect(throws: AQError.self) {
      try await ReplayTransport(recorder.cassette).send(Self.request("/geo:48.1;16.4", query: []))
    }
    #expect(path?.message.contains("48.1") == false)
    let empty = await #expect(throws: AQError.self) {
      try await ReplayTransport(Cassette(startedAt: AirTime(secondsSince1970: 0))).send(Self.request())
    }
    #expect(empty?.message.contains("empty") == true)
  }

  @Test("if lenient, ignores the host, body and date")
  func lenient() async throws {
    let recorder = Self.recorder { _ in TransportResponse(status: 200, text: "ok") }
    _ = try await recorder.send(
      Self.request(query: [("start_date", "2026-10-01"), ("t", "1790000000"), ("x", "a")]))
    var other = TransportRequest(url: "http://127.0.0.1:8080/v1/air?x=a&start_date=2027-01-31&t=1800000000")
    other.body = [1]
    await #expect(throws: AQError.self) { try await ReplayTransport(recorder.cassette).send(other) }
    #expect(try await ReplayTransport(recorder.cassette, matching: .lenient).send(other).status == 200)
    other.url += "&y=1"
    await #expect(throws: AQError.self) {
      try await ReplayTransport(recorder.cassette, matching: .lenient).send(other)
    }
  }

  @Test("if lenient, replies to the most similar request, not to that of another station")
  func lenientIdentifiers() async throws {
    let recorder = Self.recorder { request in
      TransportResponse(status: 200, text: String(request.url.suffix(9)))
    }
    func request(_ host: String, _ day: String, _ station: String) -> TransportRequest {
      TransportRequest(url: "https://\(host)/values?day=\(day)&station=\(station)")
    }
    let stations = ["123456789", "987654321"]
    for station in stations { _ = try await recorder.send(request("a.org", "2026-10-01", station)) }
    let replay = ReplayTransport(recorder.cassette, matching: .lenient)
    for station in stations.reversed() + stations {
      let asked = request("b.org", "2027-01-31", station)
      #expect(try await replay.send(asked).body == Array(station.utf8))
    }
  }

  @Test(
    "replies to an equal request before a similar one",
    arguments: [
      ("items that aren't UTF-8", ["city=M%FCnchen", "city=M%F6nchen"]),
      ("a number that might be a rounded coordinate", ["step=0.1", "step=0.125"]),
    ])
  func equalBeforeSimilar(_ difference: String, _ items: [String]) async throws {
    let recorder = Self.recorder { TransportResponse(status: 200, text: $0.url) }
    let requests = items.map { TransportRequest(url: "https://a.org/values?\($0)") }
    for request in requests { _ = try await recorder.send(request) }
    let replay = ReplayTransport(recorder.cassette)
    for request in requests.reversed() {
      #expect(try await replay.send(request).body == Array(request.url.utf8))
    }
  }

  @Test("throws recorded errors, obeys the size limit, and waits as long as the exchange took")
  func outcomes() async throws {
    let request = Cassette.Request(method: "GET", url: "https://a.org/x")
    let cassette = Cassette(
      startedAt: AirTime(secondsSince1970: 0),
      exchanges: [
        .init(request, .failure(.rateLimited, "Slow down."), after: .zero),
        .init(
          request, .response(TransportResponse(status: 200, text: "12345")), after: .seconds(1),
          took: .seconds(6)),
        .init(
          request, .response(TransportResponse(status: 200, text: "12345")), after: .seconds(2),
          took: .seconds(6)),
      ])
    let clock = ManualClock()
    let replay = ReplayTransport(cassette, speed: 2, clock: clock)
    let task = Task {
      let failure = await #expect(throws: AQError.self) {
        try await replay.send(TransportRequest(url: "https://a.org/x"))
      }
      #expect(failure?.code == .rateLimited && failure?.message == "Slow down.")
      var small = TransportRequest(url: "https://a.org/x")
      small.maximumBodySize = 4
      let tooLarge = await #expect(throws: AQError.self) { try await replay.send(small) }
      #expect(tooLarge?.code == .tooLarge)
      return try await replay.send(TransportRequest(url: "https://a.org/x")).status
    }
    try await clock.untilAsleep()
    await clock.advance(by: .seconds(3))
    try await clock.untilAsleep()
    await clock.advance(by: .seconds(3))
    #expect(try await task.value == 200)
  }

  @Test("as text lets a source respond without a network as it did with one")
  func throughASource() async throws {
    let body = try FixtureFolder.bundled.bytes(of: "open-meteo/brno.json")
    let clock = ManualClock(AirTime(secondsSince1970: 1_790_856_000))
    let recorder = RecordingTransport(
      StubTransport { _, _ in TransportResponse(status: 200, body: body) }, clock: clock)
    let query = AirQuery(near: try Coordinate(49.19522, 16.60796))
    let live = try await HTTPSource(OpenMeteoAirQuality(), transport: recorder, clock: clock).fetch(query)
    let text = recorder.cassette.bytes
    #expect(!String(decoding: text, as: UTF8.self).contains("49.195"))
    let replay = ReplayTransport(try Cassette(text))
    let again = try await HTTPSource(OpenMeteoAirQuality(), transport: replay, clock: clock).fetch(query)
    #expect(again == live && again.reports.count == 1)
    #expect(replay.unusedCount == 0)
  }

  @Test("is not written for a request that was cancelled")
  func cancelled() async throws {
    let recorder = Self.recorder { _ in throw CancellationError() }
    await #expect(throws: CancellationError.self) { try await recorder.send(Self.request()) }
    #expect(recorder.cassette.exchanges.isEmpty)
  }

  @Test("of a feed: messages are kept as they arrive, and played at their times")
  func feed() async throws {
    let clock = ManualClock()
    let first = #"[{"city":"Oslo","aqi":1}]"#
    let second = #"[{"city":"Oslo","aqi":2,"token":"abcd"}]"#
    let connector = try RecordingConnector(
      ScriptedConnector(
        [.plays([.text(first), .text(second)])],
        clock: clock),
      redaction: Redaction(secrets: ["Oslo-secret"]), clock: clock)
    var endpoint = FeedEndpoint(url: "wss://example.org/feed")
    endpoint.headers = [TransportRequest.Header("X-Key", secret: AirSecret("hidden-key"))]
    let source = FeedSource(
      CityFeedDecoder(), at: endpoint, through: connector, clock: clock,
      options: FeedOptions(reconnection: .never))
    var recorded: [Double] = []
    for try await update in source.updates(for: AirQuery(places: [])) {
      for report in update.reports { recorded += report[.publishedIndex]?.values ?? [] }
    }
    var recording = try #require(connector.recording)
    #expect(!String(decoding: recording.bytes, as: UTF8.self).contains("abcd"))
    #expect(recording.entries.count == 2 && recording.refused.isEmpty)
    recording.entries[1].after = .seconds(4)
    let play = ReplayConnector(recording, speed: 2, clock: clock)
    let connection = try await play.connect(to: endpoint)
    #expect(try await connection.receive()?.count == 1)
    let next = Task { try await connection.receive() }
    try await clock.untilAsleep()
    await clock.advance(by: .seconds(2))
    #expect(try await next.value?.count == 1)
    #expect(try await connection.receive() == nil)
    let atOnce = try await ReplayConnector(recording, speed: nil).connect(to: endpoint)
    #expect(try await atOnce.receive()?.count == 2)
    #expect(recorded == [1, 2])
  }

  @Test(
    "of a feed rounds the queried place where the server repeats it, but no other place")
  func feedCoordinates() async throws {
    let message = #"{"asked":{"lat":52.51634,"lon":13.37769},"near":[13.37770,52.4],"home":48.13713}"#
    let subscription = #"{"subscribe":"air","latitude":48.13713,"longitude":11.57540}"#
    for (redaction, texts) in [
      (Redaction(), [#"{"asked":{"lat":52.5,"lon":13.4},"near":[13.37770,52.4],"home":48.1}"#]),
      (Redaction(roundsCoordinates: false), [message]),
    ] {
      let connector = try RecordingConnector(
        ScriptedConnector(playing: [.awaitMessage, .text(message), .end]), redaction: redaction)
      let connection = try await connector.connect(
        to: FeedEndpoint(url: "wss://example.org/feed?lat=52.51634&lon=13.37769"))
      try await connection.send(FeedMessage(text: subscription))
      while try await connection.receive() != nil {}
      let recording = try #require(connector.recording)
      #expect(recording.entries.map { String(decoding: $0.message.bytes, as: UTF8.self) } == texts)
    }
  }

  @Test("of a feed rounds the queried place in the identifier of an event")
  func eventCoordinates() async throws {
    let event = FeedMessage(.event(type: "air", id: "52.51634/7"), [])
    let connector = try RecordingConnector(ScriptedConnector(playing: [.messages([event]), .end]))
    let connection = try await connector.connect(
      to: FeedEndpoint(url: "https://example.org/feed?lat=52.51634"))
    while try await connection.receive() != nil {}
    let recorded = connector.recording?.entries.map(\.message.kind)
    #expect(recorded == [.event(type: "air", id: "52.5/7")])
  }

  @Test("of a feed lets the heartbeat see what arrives")
  func feedHeartbeat() async throws {
    let base = ScriptedConnector(playing: [.text("[]"), .hang])
    let connector = try RecordingConnector(base)
    let connection = try await connector.connect(to: FeedEndpoint(url: "wss://example.org/feed"))
    _ = try await connection.receive()
    #expect(connection.hasPings && connection.arrivalCount == base.connections[0].arrivalCount)
    #expect(connection.arrivalCount ?? 0 > 0)
    await connection.close(.normal)
  }

  @Test("of a feed that is closed ends a wait for the next message")
  func closedWhileWaiting() async throws {
    let clock = ManualClock(AirTime(secondsSince1970: 0))
    let recording = FeedRecording(
      startedAt: AirTime(secondsSince1970: 0),
      entries: [.init(after: .seconds(3600), message: FeedMessage(text: "late"))])
    let endpoint = FeedEndpoint(url: "wss://example.org/feed")
    let connection = try await ReplayConnector(recording, clock: clock).connect(to: endpoint)
    let waiting = Task { try await connection.receive() }
    try await clock.untilAsleep()
    await connection.close(.normal)
    #expect(try await waiting.value == nil)
    #expect(try await connection.receive() == nil)
    let other = try await ReplayConnector(recording, clock: clock).connect(to: endpoint)
    let cancelled = Task { try await other.receive() }
    try await clock.untilAsleep()
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    #expect(try await other.receive() == nil, "a cancelled wait closes the connection")
  }
}
