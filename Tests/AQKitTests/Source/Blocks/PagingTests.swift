import AQKit
import AQKitTesting
import Testing

@Suite("Lists that come in pages") struct PagingTests {
  @Test("without a stated total, a page that is not full is the last")
  func unknownTotal() throws {
    let first = TransportRequest.Page(size: 100)
    #expect((first.number, first.size, first.offset) == (1, 100, 0))
    let second = try #require(first.next(received: 100))
    #expect((second.number, second.size, second.offset) == (2, 100, 100))
    #expect(second.next(received: 99) == nil && second.next(received: 0) == nil)
  }

  @Test("the number of elements decides, even if a service gives fewer per page than requested")
  func total() throws {
    let second = try #require(TransportRequest.Page(size: 1000, first: 0).next(received: 100, of: 150))
    #expect((second.number, second.offset) == (1, 100))
    #expect(second.next(received: 50, of: 150) == nil)
    #expect(second.next(received: 0, of: 5000) == nil, "an empty page is the last, whatever is promised")
  }

  @Test("the number of pages decides, however they are counted", arguments: [0, 1])
  func pages(first: Int) throws {
    let page = TransportRequest.Page(size: 20, first: first)
    let second = try #require(page.next(received: 20, pages: 2))
    #expect(second.number == first + 1 && second.next(received: 20, pages: 2) == nil)
    #expect(page.next(received: 20, pages: 1) == nil)
  }

  @Test("impossible sizes and counts do no harm")
  func nonsense() {
    #expect(TransportRequest.Page(size: -5).size == 1)
    #expect(TransportRequest.Page(size: 1).next(received: -1) == nil)
    #expect(TransportRequest.Page(size: 1, first: .max).next(received: 1) == nil)
    #expect(TransportRequest.Page(size: 1).next(received: .max)?.next(received: 1) == nil)
    #expect(TransportRequest.Page(size: 1).next(received: 1, pages: .min) == nil)
  }

  @Test("a service whose pages never end is stopped by the declared limit, and a note says so")
  func endless() async throws {
    let descriptor = SourceDescriptor.sample(
      "text", limits: RequestLimits(concurrentRequests: 1, requestsPerFetch: 5))
    var adapter = TextAdapter(descriptor)
    adapter.onDecode = { reply, _ in
      [HTTPCall(TextAdapter.request(reply.query.places, page: reply.step + 1), step: reply.step + 1)]
    }
    let transport = StubTransport { $0.reply }
    let response = try await HTTPSource(adapter, transport: transport, clock: ManualClock(.noon))
      .fetch(.tenths([1]))
    #expect(transport.requests.count == 5)
    #expect(response.notes.contains { $0.code == .limitReached && $0.places == [0] })
  }

  private let request = TransportRequest(
    base: "https://api.example.org:8443/v1", path: "/list", query: [("page", "1")],
    headers: [TransportRequest.Header("X-Key", secret: "k")])

  @Test(
    "a link is followed on the same server, with the same header fields",
    arguments: [
      ("?page=2", "https://api.example.org:8443/v1/list?page=2"),
      ("/v1/list?page=2", "https://api.example.org:8443/v1/list?page=2"),
      ("https://api.example.org:8443/other", "https://api.example.org:8443/other"),
      ("HTTPS://API.example.org:8443/other", "HTTPS://API.example.org:8443/other"),
    ])
  func following(link: String, url: String) throws {
    let next = try request.following(link)
    #expect(next.url == url && next.headers == request.headers && next.method == request.method)
  }

  @Test(
    "a link that leads elsewhere is refused, so that no credential goes there",
    arguments: [
      "https://evil.example.org:8443/list", "http://api.example.org:8443/list",
      "https://api.example.org/list", "https://api.example.org:443/list",
      "//evil.example.org/list", "https://api.example.org:8443@evil.example.org/", "list?page=2", "", "ftp:x",
      "https://user@api.example.org:8443/list", "https://api.example.org:+8443/list", "/list page", "/li\nst",
      "/list\u{E9}",
    ])
  func notFollowing(link: String) {
    #expect(throws: AQError.self) { try request.following(link) }
  }

  @Test(
    "an address whose port isn't a number has no host, and one after a relative path isn't an address",
    arguments: [
      "https://api.example.org:x/", "https://api.example.org:-1/", "https://api.example.org:+443/",
      "https://api.example.org:99999999999999999999/", "https://[::1]443/",
      "list?of=https://api.example.org/",
    ])
  func noHost(url: String) {
    let request = TransportRequest(url: url)
    #expect(request.host == "")
    #expect(throws: AQError.self) { try request.following("https://api.example.org/list") }
  }

  @Test("a redirect between addresses without a host keeps no credential")
  func redirectWithoutHost() {
    var headers = request.headers
    headers.redirect(from: "https://api.example.org:x/", to: "https://other.example.org:x/")
    #expect(headers.isEmpty)
  }

  @Test("a port may be missing after its colon, and the usual one may be stated")
  func usualPort() throws {
    for (url, link) in [
      ("https://api.example.org/", "https://api.example.org:443/2"),
      ("http://a.example:80/", "http://a.example/2"),
    ] {
      #expect(try TransportRequest(url: url).following(link).url == link)
    }
    #expect(TransportRequest(url: "https://[::1]:/").host == "[::1]")
    let next = try TransportRequest(url: "https://api.example.org:/").following("https://api.example.org/2")
    #expect(next.url == "https://api.example.org/2")
  }
}
