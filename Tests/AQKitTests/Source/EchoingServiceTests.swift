import AQKit
import AQKitTesting
import TestRuns
import Testing

/// A service that repeats the request in errors and in notes.
@Suite("A service that repeats the request")
struct EchoingServiceTests {
  private static let here = Town.point(52.5234, 13.4114)
  private static let key = "k3y-of-the-user"
  /// Within the coverage of the services below.
  private static let covered = Town.point(50.0834, 14.4217)

  @Test(
    "the user's coordinates are hidden in every spelling, and other numbers are not",
    arguments: [
      ("No data at 52.5234, 13.4114.", "No data at •••, •••."),
      ("lat=52.52&lon=13.41", "lat=•••&lon=•••"), ("lat=52.5&lon=13.4", "lat=•••&lon=•••"),
      ("52.523400/13.411400", "•••/•••"), ("52.52340000152588", "•••"), ("52,5234; 13,4114", "•••; •••"),
      ("52%2E5234%2C13%2E4114", "•••%2C•••"), ("[13.41140,52.52340]", "[•••,•••]"), ("525234000", "•••"),
      ("?q=%2852.5234%2013.4114%29", "?q=%28•••%20•••%29"), ("100%", "100%"),
      ("-52.5234", "-•••"), ("12.9 km away", "12.9 km away"), ("13.4 km away", "13.4 km away"),
      ("HTTP 400 of 127.0.0.1:52 in version 52.52.1", "HTTP 400 of 127.0.0.1:52 in version 52.52.1"),
      ("52.61 µg/m³", "52.61 µg/m³"), ("13 of 52 values", "13 of 52 values"), ("", ""),
    ])
  func spellings(text: String, expected: String) {
    #expect(RequestSecrets(about: AirQuery(near: Self.here)).hidden(in: text) == expected)
  }

  @Test("a box around the user, which only the request has, and the middle of a box of the query")
  func boxes() {
    let request = TransportRequest(
      base: "https://example.org", path: "/aq", query: [("BBOX", "13.1823,52.3871,13.6405,52.6597")])
    #expect(
      RequestSecrets(of: request, about: AirQuery(near: Self.here)).hidden(
        in: "BBOX 13.1823,52.3871,13.6405,52.6597 is too large")
        == "BBOX •••,•••,•••,••• is too large")
    let area = AirQuery(places: [.area(Town.box(52.4, 13.2, 52.6468, 13.6228))])
    #expect(RequestSecrets(about: area).hidden(in: "centre 52.5234 13.4114") == "centre ••• •••")
  }

  @Test(
    "a credential is hidden in every spelling, wherever the request has it",
    arguments: [
      "k3y/of the&user", "k3y%2Fof%20the%26user", "k3y%2fof%20the%26user", #"k3y\/of the&user"#,
      "k3y/of the&amp;user", "azN5L29mIHRoZSZ1c2Vy",
    ])
  func credentialSpellings(spelling: String) {
    let key: AirSecret = "k3y/of the&user"
    let path = TransportRequest(url: "https://example.org/\(PercentEncoding.encode(key.exposed))/now")
    #expect(RequestSecrets(of: path, held: [key]).hidden(in: "at \(spelling)!") == "at •••!")
    let item = TransportRequest(
      base: "https://example.org", path: "/", query: [("api_key", key.exposed)])
    #expect(RequestSecrets(of: item).hidden(in: "at \(spelling)!") == "at •••!")
  }

  @Test("a credential in the body of a request, in its user information and behind Basic is hidden")
  func otherPlaces() {
    let form = TransportRequest(
      .post, url: "https://anna:s3same@example.org/",
      headers: [TransportRequest.Header("Content-Type", "application/x-www-form-urlencoded")],
      body: Array(PercentEncoding.form([("client_secret", "f0rm-secret"), ("city", "Brno")]).utf8))
    let json = TransportRequest(
      .post, url: "https://example.org/",
      headers: [TransportRequest.Header("Authorization", secret: "Basic YW5uYTpzM3NhbWU=")],
      body: Array(#"{"login": {"password": "js0n-secret", "digits": 7}, "token": 4711001}"#.utf8))
    #expect(RequestSecrets(of: form).hidden(in: "s3same f0rm-secret Brno") == "••• ••• Brno")
    #expect(RequestSecrets(of: json).hidden(in: "js0n-secret 4711001 s3same 7") == "••• ••• ••• 7")
  }

  @Test("a credential that is cut off at the end of a message is hidden as far as it goes")
  func cut() {
    let secrets = RequestSecrets(
      of: TransportRequest(url: "https://example.org"), held: [AirSecret(Self.key)])
    #expect(secrets.hidden(in: "No user k3y-of-th…") == "No user •••…")
    #expect(secrets.hidden(in: "No user k3y-o") == "No user k3y-o")
  }

  @Test("the causes of an error don't reveal it either")
  func causes() {
    struct Foreign: Error { let url = "https://example.org/?q=\(EchoingServiceTests.key)" }
    let secrets = RequestSecrets(
      of: TransportRequest(url: "https://example.org"), held: [AirSecret(Self.key)])
    let error = secrets.hidden(
      in: AQError(
        .unavailable, "Down.", cause: AQError(.malformed, "No \(Self.key).", cause: Foreign())))
    #expect(!String(reflecting: error).contains(Self.key) && error.code == .unavailable)
    #expect((error.cause as? AQError)?.message == "No •••.")
    let plain = AQError(.unavailable, "Down.", cause: CancellationError())
    #expect(secrets.hidden(in: plain).cause is CancellationError)
  }

  @Test("neither an error nor a note of a fetch shows the key of the adapter or the user's coordinates")
  func fetch() async throws {
    let query = AirQuery(near: Self.covered)
    for status in [200, 400, 500] {
      let transport = StubTransport { request in
        TransportResponse(
          status: status, text: "Asked: \(request.url) \(String(decoding: request.body, as: UTF8.self))")
      }
      let source = HTTPSource(
        RepeatingService(key: AirSecret(Self.key)), transport: transport, clock: ManualClock())
      var texts: [String] = []
      do {
        texts = try await source.fetch(query).notes.map(\.message)
      } catch {
        texts = ["\(error) \(String(reflecting: error))"]
      }
      #expect(texts.contains { $0.contains("Asked: ") })
      for secret in [Self.key, "50.0834", "14.4217", "50.08"] {
        #expect(!texts.contains { $0.contains(secret) }, "\(status): \(secret) in \(texts)")
      }
    }
  }

  @Test("a site's name that a service made of the request doesn't show the key")
  func siteName() async throws {
    let transport = StubTransport { TransportResponse(status: 200, text: "Air of \($0.url)") }
    let source = HTTPSource(
      NamingService(key: AirSecret(Self.key)), transport: transport, clock: ManualClock(Town.now))
    let names = try await source.fetch(AirQuery(near: Self.covered)).reports.compactMap(\.site.name)
    #expect(names.count == 1)
    #expect(names.allSatisfy { $0.contains("whose=•••") && !$0.contains(Self.key) }, "\(names)")
  }

  @Test("the contract reports an adapter whose key is plain text, because no source can know what to hide")
  func plainKey() async throws {
    func outcome(_ adapter: some HTTPAdapter) async throws -> ContractReport.Outcome {
      let contract = SourceContract(
        adapter: adapter, recorded: StubTransport { _ in TransportResponse(status: 200, text: "{}") },
        at: Town.now,
        queries: [AirQuery(near: Self.covered)], secrets: [Self.key]
      ).quiet
      return await contract.check(try #require(SourceContract.allRules.first { $0.id == "privacy.secrets" }))
    }
    #expect(try await outcome(RepeatingService(key: AirSecret(Self.key))) == .kept)
    guard case .violated(let violations) = try await outcome(PlainService(key: Self.key)) else {
      Issue.record("a plain key isn't told")
      return
    }
    #expect(
      violations.contains { $0.message.contains("A credential shows in the error on HTTP 400 that repeats") })
    #expect(!violations.contains { $0.message.contains(Self.key) })
  }
}

/// A service whose adapter shows its replies: the key is an item of the address with an unknown name, and a part of the
/// body.
private struct RepeatingService: HTTPAdapter {
  static let descriptor = Town.descriptor
  let key: AirSecret

  func calls(for query: AirQuery, at now: AirTime) throws -> [HTTPCall<Void>] {
    repeatingCalls(query, key.exposed)
  }

  func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws -> [HTTPCall<Void>] {
    report.note(AirNote(.remark, String(decoding: reply.body, as: UTF8.self)))
    return []
  }

  func verdict(on response: TransportResponse) -> TransportResponse.Verdict { repeatingVerdict(response) }
}

/// A service that names its site by the address that it was asked at.
private struct NamingService: HTTPAdapter {
  static let descriptor = Town.descriptor
  let key: AirSecret

  func calls(for query: AirQuery, at now: AirTime) throws -> [HTTPCall<Void>] {
    repeatingCalls(query, key.exposed)
  }

  func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws -> [HTTPCall<Void>] {
    let name = String(decoding: reply.body, as: UTF8.self)
    let site = report.site(AirSite(name: name, kind: .referenceStation), place: 0)
    report.add(.pm25, 7, unit: "µg/m³", at: .unix(Town.now.secondsSince1970), to: site)
    return []
  }
}

/// The same with a key that is no ``AirSecret``.
private struct PlainService: HTTPAdapter {
  static let descriptor = Town.descriptor
  let key: String

  func calls(for query: AirQuery, at now: AirTime) throws -> [HTTPCall<Void>] { repeatingCalls(query, key) }
  func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws -> [HTTPCall<Void>] { [] }
  func verdict(on response: TransportResponse) -> TransportResponse.Verdict { repeatingVerdict(response) }
}

private func repeatingCalls(_ query: AirQuery, _ key: String) -> [HTTPCall<Void>] {
  var items = [(name: "whose", value: key)]
  for point in query.places.compactMap(\.coordinate) {
    items += [(name: "x", value: "\(point.longitude)"), (name: "y", value: "\(point.latitude)")]
  }
  let request = TransportRequest(
    .post, base: "https://air.example.org", path: "/v1", query: items,
    body: Array("whose=\(key)".utf8))
  return [HTTPCall(request)]
}

private func repeatingVerdict(_ response: TransportResponse) -> TransportResponse.Verdict {
  AQError(response: response, detail: String(decoding: response.body, as: UTF8.self))
    .map(TransportResponse.Verdict.failed) ?? .read
}
