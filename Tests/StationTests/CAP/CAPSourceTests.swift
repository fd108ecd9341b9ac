import AQKit
import AQKitStations
import AQKitTesting
import TestRuns
import Testing

@Suite("A feed of warnings as a source") struct CAPSourceTests {
  private static let url = "https://feed.example/alerts.xml"
  private static let credit = AirAttribution("Agency of the Air", link: "https://agency.example/")
  private static let rights = AirRights(redistribution: .allowed, caching: .allowed)
  private static let inside = (49.5, -123.0)
  private static let outside = (45.0, -120.0)

  private static func adapter(_ url: String = url, isLocal: Bool = false) -> CAPNotices {
    CAPNotices(url: url, attribution: credit, rights: rights, isLocal: isLocal)
  }

  private static let polygon = "<polygon>49,-123.5 49,-122.5 50,-122.5 50,-123.5 49,-123.5</polygon>"

  private func source(_ transport: StubTransport, _ adapter: CAPNotices = adapter()) -> HTTPSource<CAPNotices>
  {
    HTTPSource(adapter, transport: transport, clock: ManualClock(CAPTests.now))
  }

  private func xml(_ text: String) -> StubTransport {
    StubTransport { _ in TransportResponse(status: 200, text: text) }
  }

  @Test("a warning is for the places in its area alone, under the credit and the rights of the feed")
  func places() async throws {
    let transport = xml(CAPTests.message(area: Self.polygon))
    let query = AirQuery(places: .points(Self.outside, Self.inside))
    let response = try await source(transport).fetch(query)
    let notice = try #require(response.notices.first)
    #expect(notice.places == [1] && notice.source == "cap" && notice.publisher == "Agency of the Air")
    #expect(notice.attribution == [Self.credit] && notice.rights == Self.rights)
    #expect(response.notes.contains { $0.code == .noNotice && $0.places == [0] })
    #expect(transport.requests.count == 1)
    let box = try GeoShape.BoundingBox(south: 49.9, west: -123, north: 51, east: -122)
    #expect(try await source(transport).fetch(AirQuery(places: [.area(box)])).notices.count == 1)
  }

  /// A page of Canada's collection, with a warning around the point inside.
  private static func page(_ id: String, linking link: String) -> String {
    #"""
    {"type": "FeatureCollection", \#(link), "features": [{"type": "Feature", "id": "\#(id)", "geometry": {"type":
      "Polygon", "coordinates": [[[-123.5, 49], [-122.5, 49], [-122.5, 50], [-123.5, 50], [-123.5, 49]]]},
      "properties": {"alert_code": "AQW", "alert_name_en": "yellow warning",
        "publication_datetime": "2026-07-19T05:01:00Z", "expiration_datetime": "2026-07-19T21:01:00Z"}}]}
    """#
  }

  @Test(
    "a collection in pages is read to its end",
    arguments: [
      #""links": [{"rel": "self", "href": "/items?f=json"}, {"rel": "next", "href": "/items?f=json&offset=1"}]"#,
      #""pagination": {"next": "https://feed.example/items?f=json&offset=1"}"#,
    ])
  func pages(link: String) async throws {
    let first = "https://feed.example/items?f=json"
    let transport = StubTransport { request in
      TransportResponse(
        status: 200,
        text: request.url == first ? Self.page("a", linking: link) : Self.page("b", linking: #""links": []"#))
    }
    let query = AirQuery(places: .points(Self.inside))
    let response = try await source(transport, Self.adapter(first)).fetch(query)
    #expect(response.notices.map(\.id) == ["a", "b"] && !response.isPartial)
    #expect(transport.requests.map(\.url) == [first, "\(first)&offset=1"])
  }

  @Test("a last page without warnings doesn't say that the feed has none")
  func emptyLastPage() async throws {
    let first = "https://feed.example/items?f=json"
    let link = #""links": [{"rel": "next", "href": "?f=json&offset=1"}]"#
    let transport = StubTransport { request in
      TransportResponse(
        status: 200,
        text: request.url == first
          ? Self.page("a", linking: link) : #"{"type": "FeatureCollection", "features": []}"#)
    }
    for query in [AirQuery(places: .points(Self.inside)), AirQuery(places: [])] {
      let response = try await source(transport, Self.adapter(first)).fetch(query)
      #expect(response.notices.map(\.id) == ["a"])
      #expect(!response.notes.contains { $0.code == .noNotice })
    }
    #expect(transport.requests.map(\.url).contains("\(first)&offset=1"))
  }

  @Test("an empty feed has no warning, for the requested places or at all")
  func emptyFeed() async throws {
    let transport = xml("<alerts/>")
    let here = try await source(transport).fetch(AirQuery(places: .points(Self.inside)))
    #expect(here.notes.filter { $0.code == .noNotice }.map(\.places) == [[0]])
    let anywhere = try await source(transport).fetch(AirQuery(places: []))
    #expect(anywhere.notes.map(\.code) == [.noNotice])
  }

  @Test(
    "a list in pages is read to its end",
    arguments: [
      """
      <feed xmlns="http://www.w3.org/2005/Atom"><link rel="self" href="/alerts.xml"/><link rel="next" href="?page=2"/>
      <entry><content>ALERT</content></entry></feed>
      """,
      """
      <rss xmlns:atom="http://www.w3.org/2005/Atom"><channel><link>https://feed.example/</link>
      <atom:link rel="next" href="?page=2"/><item><content>ALERT</content></item></channel></rss>
      """,
    ])
  func pagesOfLists(page: String) async throws {
    let transport = StubTransport { request in
      let isFirst = request.url == Self.url
      let alert = CAPTests.message(isFirst ? "one" : "two", area: Self.polygon)
      let text = page.replacing("ALERT", with: alert)
      return TransportResponse(
        status: 200, text: isFirst ? text : text.replacing(#"rel="next""#, with: #"rel="last""#))
    }
    let response = try await source(transport).fetch(AirQuery(places: .points(Self.inside)))
    #expect(transport.requests.map(\.url) == [Self.url, "\(Self.url)?page=2"])
    #expect(response.notices.map(\.message) == ["a@b.example,one", "a@b.example,two"])
    #expect(!response.isPartial && !response.notes.contains { $0.code == .noNotice })
  }

  @Test("a page that links to itself as the next one is the last")
  func pageBeforeItself() async throws {
    let transport = xml(
      """
      <feed xmlns="http://www.w3.org/2005/Atom"><link rel="next" href="\(Self.url)"/>
      <entry><content>\(CAPTests.message(area: Self.polygon))</content></entry></feed>
      """)
    let response = try await source(transport).fetch(AirQuery(places: .points(Self.inside)))
    #expect(transport.requests.count == 1)
    #expect(response.notices.count == 1 && !response.isPartial)
  }

  @Test("a collection that continues elsewhere keeps its warnings, and doesn't say that there are no others")
  func pageElsewhere() async throws {
    let link = #""links": [{"rel": "next", "href": "https://other.example/items"}]"#
    let query = AirQuery(places: .points(Self.outside, Self.inside))
    let response = try await source(xml(Self.page("a", linking: link))).fetch(query)
    #expect(response.notices.map(\.id) == ["a"] && response.isPartial)
    #expect(!response.notes.contains { $0.code == .noNotice })
  }

  @Test("a warning without a shape is a place's only where the feed is local, or was asked about the place")
  func withoutShape() async throws {
    let query = AirQuery(places: .points(Self.inside))
    let general = try await source(xml(CAPTests.message())).fetch(query)
    #expect(
      general.notices.isEmpty
        && general.notes.contains { $0.code == .leftOut && $0.message.contains("no shape") })
    let local = try await source(xml(CAPTests.message()), Self.adapter(isLocal: true)).fetch(query)
    #expect(local.notices.map(\.places) == [[0]])
    let transport = xml(CAPTests.message())
    let asked = try await source(
      transport, Self.adapter("https://feed.example/active?point={latitude},{longitude}")
    )
    .fetch(query)
    #expect(asked.notices.map(\.places) == [[0]])
    #expect(transport.requests.map(\.url) == ["https://feed.example/active?point=49.5,-123"])
  }

  @Test("a reply about one place withdraws no warning that another place's reply still has")
  func staleReply() async throws {
    let old = CAPTests.message()
    let clock = ManualClock(CAPTests.now)
    let new = CAPTests.message(
      "two", type: "Update", references: "a@b.example,one,2026-07-19T12:00:00Z", sent: "2026-07-19T12:05:00Z")
    let isUpdated = Locked(false)
    let transport = StubTransport { _ in
      TransportResponse(status: 200, text: isUpdated.withLock { $0 } ? new : old)
    }
    let adapter = Self.adapter("https://feed.example/active?point={latitude},{longitude}")
    let source = HTTPSource(adapter, transport: transport, clock: clock)
    _ = try await source.fetch(AirQuery(places: .points(Self.outside)))
    isUpdated.withLock { $0 = true }
    await clock.advance(by: .seconds(45))
    let both = try await source.fetch(AirQuery(places: .points(Self.inside, Self.outside)))
    #expect(transport.requests.count == 2)
    #expect(both.notices.map(\.places) == [[0], [1]])
    #expect(!both.notes.contains { $0.code == .noNotice })
  }

  @Test("the only note on a place outside the area is that it isn't covered")
  func notCovered() async throws {
    let area = try GeoShape.BoundingBox(south: 48, west: -125, north: 51, east: -120)
    let adapter = CAPNotices(url: Self.url, attribution: Self.credit, rights: Self.rights, area: area)
    let query = AirQuery(places: .points((49.9, -124.9), (35.7, 139.7)))
    let response = try await source(xml(CAPTests.message(area: Self.polygon)), adapter).fetch(query)
    #expect(response.notes.filter { $0.code == .noNotice }.map(\.places) == [[0]])
    #expect(response.notes.contains { $0.code == .notCovered && $0.places == [1] })
  }

  @Test("a service that takes boxes gets one around the point, and its shapes decide")
  func box() async throws {
    let transport = xml(CAPTests.message(area: "<polygon>40,-100 40,-99 41,-99 40,-100</polygon>"))
    let adapter = Self.adapter("https://feed.example/items?f=json&bbox={west},{south},{east},{north}")
    let response = try await source(transport, adapter).fetch(AirQuery(places: .points(Self.inside)))
    #expect(response.notices.isEmpty)
    #expect(transport.requests.first?.url.hasPrefix("https://feed.example/items?f=json&bbox=-123.01") == true)
  }

  @Test("a box across the 180th meridian is requested in two, each with its own middle")
  func antimeridian() async throws {
    let adapter = Self.adapter("https://feed.example/items?bbox={west},{south},{east},{north}&at={longitude}")
    let box = try GeoShape.BoundingBox(south: -17, west: 179, north: -16, east: -179)
    let calls = try adapter.calls(for: AirQuery(places: [.area(box)]), at: CAPTests.now)
    #expect(
      calls.map(\.request.url) == [
        "https://feed.example/items?bbox=179,-17,180,-16&at=179.5",
        "https://feed.example/items?bbox=-180,-17,-179,-16&at=-179.5",
      ])
  }

  @Test("a list leads to the messages about the air that it lacks, only on its own server")
  func index() async throws {
    func entry(_ number: Int, _ title: String, _ link: String) -> String {
      """
      <entry><id>\(number)</id><title>\(title)</title><updated>2026-07-19T12:00:00Z</updated>
      <link rel="alternate" type="application/cap+xml" href="\(link)"/></entry>
      """
    }
    let feed = """
      <feed xmlns="http://www.w3.org/2005/Atom">
      \(entry(1, "Air quality alert", "https://feed.example/1.xml"))\(entry(2, "Wind", "https://feed.example/2.xml"))
      \(entry(3, "Smog", "https://elsewhere.example/3.xml"))</feed>
      """
    let transport = StubTransport { request in
      TransportResponse(
        status: 200, text: request.url.hasSuffix("1.xml") ? CAPTests.message(area: Self.polygon) : feed)
    }
    let response = try await source(transport).fetch(AirQuery(places: .points(Self.inside)))
    #expect(transport.requests.map(\.url) == [Self.url, "https://feed.example/1.xml"])
    #expect(response.notices.map(\.places) == [[0]])
    #expect(response.notes.contains { $0.code == .refused })
  }

  @Test("a configuration names the feed; without one it isn't asked")
  func configuration() async throws {
    let clock = ManualClock(CAPTests.now)
    var container = try AQContainer().setting(.clock, to: clock).setting(.resilience, to: .none)
      .setting(.httpTransport, to: xml(CAPTests.message(area: Self.polygon))).installing(.cap)
    let query = AirQuery(places: .points(Self.inside))
    let nothing = try await AirHub(container).answer(for: query)
    guard case .notConfigured = nothing.skipped.first?.reason else {
      Issue.record("\(nothing)")
      return
    }
    for (name, value) in [
      "url": Self.url, "publisher": "Agency", "allows": "caching, redistribution",
      "terms": "https://agency.example/t",
      "area": "45,-130,55,-110",
    ] {
      try container.setOption(name, of: "cap", to: value)
    }
    let answer = try await AirHub(container).answer(for: query)
    #expect(
      answer.notices.map(\.rights.caching) == [.allowed]
        && answer.notices.map(\.rights.commercialUse) == [.unknown])
    #expect(answer.credit.parts == [AirAttribution("Agency")])
    // It isn't asked about other places.
    let elsewhere = try await AirHub(container).answer(for: AirQuery(places: .points((10, 10))))
    guard case .notCovered = elsewhere.skipped.first?.reason else {
      Issue.record("\(elsewhere)")
      return
    }
    for area in ["45,-130,55", "45,west,-130,55,-110", "45,,-130,55,-110"] {
      try container.setOption("area", of: "cap", to: area)
      let error = #expect(throws: AQError.self) { try container.makeSource("cap") }
      #expect(error?.code == .notConfigured, "\(area)")
    }
  }

  private static let contract: SourceContract = {
    var contract = SourceContract(
      adapter: CAPNotices(
        url: url, attribution: credit, rights: rights,
        area: try? GeoShape.BoundingBox(south: 48, west: -124, north: 51, east: -122)),
      recorded: StubTransport { _ in
        TransportResponse(status: 200, text: try Payload.text("cap/two_languages.xml"))
      }, at: CAPTests.now)
    return contract
  }()

  @Test("the source keeps every rule")
  func keepsContract() async throws { try await Self.contract.quiet.check().verify() }

  @Test("the adapter keeps every rule, whatever bytes it is given", arguments: AdapterRule.allCases)
  func adapterContract(rule: AdapterRule) async throws {
    let recordings = try [
      ("cap/two_languages.xml", CAPTests.now),
      ("cap/nws_maricopa.json", AirTime(secondsSince1970: 1_721_318_400)),
      ("cap/eccc_shape.xml", CAPTests.now),
    ].map { file, time in
      AdapterContract.Recording<Void>(
        TransportResponse(status: 200, body: try Payload.bytes(file)), for: AirQuery(places: []), at: time)
    }
    try await AdapterContract(Self.adapter(), recordings: recordings).withinEffort.verify(rule)
  }
}
