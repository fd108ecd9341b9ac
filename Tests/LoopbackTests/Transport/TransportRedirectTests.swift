import AQKit
import AQKitHTTPRules
import LoopbackServers
import Testing

@Suite("An HTTP transport: redirects", .timeLimit(.minutes(10)))
struct TransportRedirectTests {
  private let key = TransportRequest.Header("X-Api-Key", secret: "k-123")

  @Test("follows a redirect", arguments: TransportUnderTest.allCases, [301, 302, 303, 307, 308])
  func followed(over kind: TransportUnderTest, status: Int) async throws {
    let transport = try kind.make()
    try await LoopbackHTTPServer.withServer { request in
      request.path == "/new" ? .text(request.target) : .redirect(to: "/new?a=%2C", status: status)
    } body: { server in
      let response = try await transport.send(TransportRequest(url: server.url("/old?b=c")))
      #expect(response.status == 200)
      #expect(response.body == Array("/new?a=%2C".utf8))
    }
  }

  @Test("resolves a relative address against the one that redirected", arguments: TransportUnderTest.allCases)
  func relative(over kind: TransportUnderTest) async throws {
    let transport = try kind.make()
    try await LoopbackHTTPServer.withServer { request in
      switch request.target {
      case "/v1/air/old": .redirect(to: "../new?x=1")
      case "/v1/new?x=1": .redirect(to: "?x=2")
      default: .text(request.target)
      }
    } body: { server in
      let response = try await transport.send(TransportRequest(url: server.url("/v1/air/old")))
      #expect(response.body == Array("/v1/new?x=2".utf8))
    }
  }

  @Test(
    "repeats a POST after 307 and 308, and sends a GET after the others",
    arguments: TransportUnderTest.allCases, [301, 302, 303, 307, 308])
  func post(over kind: TransportUnderTest, status: Int) async throws {
    let transport = try kind.make()
    try await LoopbackHTTPServer.withServer { request in
      request.path == "/new" ? .text("ok") : .redirect(to: "/new", status: status)
    } body: { server in
      let request = TransportRequest(
        .post, url: server.url("/old"), headers: [TransportRequest.Header("Content-Type", "text/plain")],
        body: [1, 2])
      _ = try await transport.send(request)
      let last = try #require(server.requests.last)
      #expect(last.path == "/new")
      #expect(last.method == (status > 303 ? "POST" : "GET"))
      #expect(last.body == (status > 303 ? [1, 2] : []))
      #expect(last.header("Content-Type") == (status > 303 ? "text/plain" : nil))
    }
  }

  @Test("returns a redirect without an address as a response", arguments: TransportUnderTest.allCases)
  func withoutLocation(over kind: TransportUnderTest) async throws {
    let transport = try kind.make()
    try await LoopbackHTTPServer.withServer(reply: .text("", status: 302)) { server in
      let response = try await transport.send(TransportRequest(url: server.url()))
      #expect(response.status == 302)
    }
  }

  @Test("stops after the maximum number of redirects", arguments: TransportUnderTest.allCases, [0, 1, 5])
  func loop(over kind: TransportUnderTest, limit: Int) async throws {
    let transport = try kind.make(maximumRedirects: limit)
    try await LoopbackHTTPServer.withServer(reply: .redirect(to: "/again")) { server in
      let error = try await transportError(of: TransportRequest(url: server.url()), through: transport)
      #expect(error.code == .malformed)
      #expect(error.retry == .never)
      #expect(error.message == "127.0.0.1 redirected more than \(limit) times.")
      #expect(server.requests.count == limit + 1)
    }
  }

  @Test("keeps the key on the same host", arguments: TransportUnderTest.allCases)
  func sameHost(over kind: TransportUnderTest) async throws {
    let transport = try kind.make()
    let key = key
    try await LoopbackHTTPServer.withServer { request in
      request.path == "/new" ? .text("ok") : .redirect(to: "/new")
    } body: { server in
      _ = try await transport.send(TransportRequest(url: server.url(), headers: [key]))
      #expect(server.requests.map { $0.header("X-Api-Key") } == ["k-123", "k-123"])
    }
  }

  @Test(
    "never sends a key, an authorization or a cookie to another host, nor back from there",
    arguments: TransportUnderTest.allCases)
  func otherHost(over kind: TransportUnderTest) async throws {
    let transport = try kind.make()
    let fields = [
      key, TransportRequest.Header("Authorization", "Bearer b-456"),
      TransportRequest.Header("Cookie", "c=789"),
      TransportRequest.Header("X-Plain", "stays"),
    ]
    try await LoopbackHTTPServer.withServer { request in
      let home = request.header("X-Home") ?? ""
      return .redirect(to: home)
    } body: { other in
      try await LoopbackHTTPServer.withServer { request in
        request.path == "/back" ? .text("ok") : .redirect(to: other.url("/away"))
      } body: { server in
        let home = TransportRequest.Header("X-Home", server.url("/back"))
        let request = TransportRequest(url: server.url(), headers: fields + [home])
        let response = try await transport.send(request)
        #expect(response.status == 200)
        #expect(server.requests.first?.header("X-Api-Key") == "k-123")
        let later = [try #require(other.requests.first), try #require(server.requests.last)]
        #expect(later.map(\.path) == ["/away", "/back"])
        for seen in later {
          #expect(seen.header("X-Api-Key") == nil)
          #expect(seen.header("Authorization") == nil)
          #expect(seen.header("Cookie") == nil)
          #expect(seen.header("X-Plain") == "stays")
        }
      }
    }
  }

  @Test(
    "refuses redirects out of HTTP", arguments: TransportUnderTest.allCases,
    [
      "ftp://127.0.0.1/x", "file:///etc/hosts", "http://", "http://127.0.0.1:99999999/",
      "http://127.0.0.1:0/",
    ])
  func elsewhere(over kind: TransportUnderTest, location: String) async throws {
    let transport = try kind.make()
    try await LoopbackHTTPServer.withServer(reply: .redirect(to: location)) { server in
      let error = try await transportError(of: TransportRequest(url: server.url()), through: transport)
      #expect(error.code == .malformed)
    }
  }

  /// From, to, and the outcome: nil for refused, else whether the key is kept.
  static let rules: [(from: String, to: String, keepsKey: Bool?)] = [
    ("https://a.org/x", "http://a.org/x", nil),
    ("https://a.org/x", "http://b.org/x", nil),
    ("https://a.org/x", "HTTP://a.org/x", nil),
    ("https://a.org/x", "/y", true),
    ("https://a.org/x", "//a.org/y", true),
    ("https://a.org/x", "https://A.ORG/y", true),
    ("https://a.org/x", "https://a.org:443/y", true),
    ("https://a.org/x", "https://a.org:444/y", false),
    ("https://a.org/x", "https://b.org/y", false),
    ("https://a.org/x", "https://a.org.b.org/y", false),
    ("https://a.org/x", "https://a.org@b.org/y", false),
    ("https://a.org/x", "//b.org/y", false),
    ("http://a.org/x", "https://a.org/x", true),
    ("http://a.org/x", "https://a.org:8443/x", false),
    ("http://a.org:8080/x", "http://a.org/x", false),
    ("http://a.org:8080/x", "https://a.org:8080/x", true),
    ("http://a.org/x", "https://b.org/x", false),
  ]

  @Test(
    "follows only to the same or a safer scheme, with the key only to the same host and port",
    arguments: rules)
  func rule(from: String, to: String, keepsKey: Bool?) throws {
    let request = TransportRequest(url: from, headers: [key])
    let response = TransportResponse(status: 302, headers: [TransportRequest.Header("Location", to)])
    guard let keepsKey else {
      let error = #expect(throws: AQError.self) { try RedirectRule.next(after: response, to: request) }
      #expect(error?.code == .untrusted)
      return
    }
    let next = try #require(try RedirectRule.next(after: response, to: request))
    #expect(next.headers.isEmpty == !keepsKey)
  }

  /// Replies to `/…` of some addresses with a redirect, and any other address with its own text.
  private func following(_ url: String, hosts: Set<String>?, _ redirects: [String: (status: Int, to: String)])
    async throws -> TransportResponse
  {
    var request = TransportRequest(url: url)
    request.redirectHosts = hosts
    return try await RedirectRule.following(request, atMost: 5) { request in
      guard let redirect = redirects[request.url] else {
        return TransportResponse(status: 200, text: request.url)
      }
      return TransportResponse(
        status: redirect.status, headers: [TransportRequest.Header("Location", redirect.to)])
    }
  }

  @Test("a request that names hosts is redirected only to these and its own, however many redirects it takes")
  func declaredHosts() async throws {
    let redirects = [
      "https://a.org/1": (302, "https://b.org/2"), "https://b.org/2": (302, "https://evil.org/3"),
    ]
    for (hosts, url) in [
      (["b.org", "evil.org"], "https://evil.org/3"), (nil, "https://evil.org/3"),
    ] as [(Set<String>?, String)] {
      let response = try await following("https://a.org/1", hosts: hosts, redirects)
      #expect(response.body == Array(url.utf8))
    }
    for hosts in [["b.org"], []] as [Set<String>] {
      let error = await #expect(throws: AQError.self) {
        try await following("https://a.org/1", hosts: hosts, redirects)
      }
      #expect(error?.code == .untrusted && error?.message.contains("isn't declared") ?? false)
    }
    let back = try await following("https://a.org/1", hosts: [], ["https://a.org/1": (302, "/2")])
    #expect(back.body == Array("https://a.org/2".utf8), "its own host needs no declaration")
  }

  @Test("a permanently moved base is reported, up to the first temporary redirect")
  func movedForGood() async throws {
    let url = "https://a.org/1"
    func moved(_ redirects: [String: (status: Int, to: String)]) async throws -> String? {
      try await following(url, hosts: nil, redirects).movedTo
    }
    #expect(try await moved([:]) == nil)
    for status in [301, 308] {
      #expect(try await moved([url: (status, "https://b.org:8443/2?key=x")]) == "https://b.org:8443")
    }
    for status in [302, 303, 307] { #expect(try await moved([url: (status, "https://b.org/2")]) == nil) }
    let first = (status: 308, to: "https://b.org/2")
    #expect(try await moved([url: first, "https://b.org/2": (302, "https://c.org/3")]) == "https://b.org")
    #expect(try await moved([url: first, "https://b.org/2": (301, "https://c.org/3")]) == "https://c.org")
    #expect(
      try await moved([url: (302, "https://b.org/2"), "https://b.org/2": (301, "https://c.org/3")]) == nil)
  }
}
