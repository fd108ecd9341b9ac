import AQKit
import AQKitSocketFeed
import AQKitTesting
import TestRuns
import Testing

@Suite("The feed decoders keep the contracts", .timeLimit(.minutes(10)))
struct FeedContractTests {
  private static let now = AirTime(secondsSince1970: 1_790_856_000)
  private static let endpoint = FeedEndpoint(url: "wss://air.example.org/feed")

  private static let cities = [
    #"[{"city":"Mumbai","aqi":179.25},{"city":"Pune","aqi":224.5},{"city":"Indore","aqi":51.75},{"city":"Jaipur","aqi":144.125}]"#,
    #"[{"city":"Delhi","aqi":301.5},{"city":"Lucknow","aqi":75.375}]"#,
  ].map(FeedMessage.init(text:))

  private static let reports = [
    #"""
    {"schema":1,"source":"town","site":{"id":"TA1","name":"Market","coordinate":{"latitude":50.08,"longitude":14.42},
    "kind":"reference station"},"kind":"observation","receivedAt":"2026-10-01T12:00:00Z","places":[],
    "attribution":[{"text":"Town Air"}],"rights":{"commercialUse":"allowed","redistribution":"allowed",
    "caching":"unknown","modification":"unknown","shareAlike":false,"attributionRequired":true},
    "series":[{"parameter":"pm25","unit":"µg/m³","averaging":"1h","timeline":{"intervals":[
    ["2026-10-01T09:00:00Z","2026-10-01T10:00:00Z"],["2026-10-01T11:00:00Z","2026-10-01T12:00:00Z"]]},
    "values":[12.5,13.25]}]}
    """#,
    #"""
    [{"schema":1,"source":"town","site":{"id":"TA2","name":"Nanyuki","kind":"reference station"},"kind":"observation",
    "receivedAt":"2026-10-01T12:00:00Z","attribution":[{"text":"Town Air"}],
    "rights":{"commercialUse":"allowed","redistribution":"allowed","caching":"unknown","modification":"unknown",
    "shareAlike":false,"attributionRequired":true},
    "series":[{"parameter":"no2","unit":"ppb","averaging":"1h","timeline":{"start":"2026-10-01T11:00:00Z",
    "step":"PT1H","length":"PT1H","count":1},"values":[21.5]}]}]
    """#,
  ].map(FeedMessage.init(text:))

  private static func contract(
    _ decoder: some FeedDecoder, _ messages: [FeedMessage], places: [AirQuery.Place]
  ) -> SourceContract {
    SourceContract(decoder.descriptor, messages: messages, at: now, queries: [AirQuery(places: places)]) {
      connector, clock in
      FeedSource(decoder, at: endpoint, through: connector, clock: clock)
    }.quiet
  }

  /// The terms that only the feed's configuration can know.
  private static let attribution = [AirAttribution("Town Air", link: "https://air.example.org/")]
  private static let rights = AirRights(redistribution: .allowed, terms: "https://air.example.org/terms")

  @Test("a feed of city indices")
  func cityFeed() async throws {
    let decoder = CityFeedDecoder(
      scale: "in-naqi", attribution: Self.attribution, rights: Self.rights,
      testPlaces: [.city("Mumbai"), .city("Delhi")])
    try await Self.contract(decoder, Self.cities, places: decoder.descriptor.testPlaces).check().verify()
  }

  @Test("a feed of AQKit's own schema")
  func schemaFeed() async throws {
    let decoder = SchemaFeedDecoder(
      attribution: Self.attribution, rights: Self.rights, testPlaces: [.site("TA1"), .site("TA2")])
    let contract = Self.contract(decoder, Self.reports, places: decoder.descriptor.testPlaces)
    try await contract.check().verify()
  }

  @Test("a configuration's statements about a feed are declared before it is made, and by the feed")
  func configured() throws {
    var container = AQContainer().setting(.feedConnector, to: ScriptedConnector([]))
    try container.install(.socketFeed)
    try container.configure(
      json: """
        {"sources": [
          {"id": "city-feed", "options": {"url": "wss://air.example.org/c", "attribution": "Town Air",
            "terms": "https://air.example.org/terms"}},
          {"id": "aqkit-feed", "name": "Ours", "options": {"url": "wss://air.example.org/s", "cadence": 600}}
        ]}
        """)
    let declared = container.descriptors
    #expect(declared.first?.attribution == [AirAttribution("Town Air")])
    #expect(declared.first?.rights.terms == "https://air.example.org/terms")
    #expect(declared.last?.offers.first?.cadence == .seconds(600) && declared.last?.name == "Ours")
    #expect(declared.map(\.endpoints) == Array(repeating: [.init("wss://air.example.org")], count: 2))
    for descriptor in declared { #expect(try container.makeSource(descriptor.id).descriptor == descriptor) }
  }

  @Test("an unencrypted address must be named by a configuration or declared")
  func unprotected() throws {
    let connector = ScriptedConnector([])
    var container = AQContainer().setting(.feedConnector, to: connector)
    try container.install(.cityFeed(at: "ws://air.example.org/c"))
    _ = try container.makeSource("city-feed")
    let urls = [
      "tcp://air.example.org", "tls://air.example.org", "tcp://localhost:1883", "serial:///dev/ttyUSB0",
    ]
    var refused: [String] = []
    for (number, url) in urls.enumerated() {
      var descriptor = CityFeedDecoder.descriptor
      descriptor.id = SourceID("feed-\(number)")
      descriptor.options = FeedOptions.declared
      try container.register(descriptor) { container, options in
        try FeedSource.configured(CityFeedDecoder(), at: url, in: container, options)
      }
      do { _ = try container.makeSource(descriptor.id) } catch {
        #expect((error as? AQError)?.code == .untrusted)
        refused.append(url)
      }
    }
    #expect(refused == ["tcp://air.example.org"])
  }

  @Test(
    "the host of a feed and its protection are declared, but not its path and query",
    arguments: [
      ("ws://air.example.org:8080/key/c?token=s3cret", nil, "ws://air.example.org:8080", .none),
      ("tls://me:s3cret@air.example.org:90", "PEM", "tls://air.example.org:90", .privateCertificate),
      ("wss://air.example.org/c", nil, "wss://air.example.org", .encrypted),
      ("serial:///dev/ttyUSB0", nil, nil, .none),
    ] as [(String, String?, String?, SourceDescriptor.Endpoint.Protection)])
  func endpoints(
    url: String, authority: String?, shown: String?, protection: SourceDescriptor.Endpoint.Protection
  ) {
    let source = FeedSource(
      CityFeedDecoder(), at: FeedEndpoint(url: url, trustedCertificates: authority),
      through: ScriptedConnector([]))
    #expect(source.descriptor.endpoints == (shown.map { [.init($0, protection)] } ?? []))
  }

  @Test(
    "a configuration may hold a feed's credential and certificate authority, and never shows the credential")
  func credential() async throws {
    let connector = ScriptedConnector(playing: [.messages(Self.cities), .hang])
    // A clock that doesn't move: no time limit ends before the message arrives.
    var container = AQContainer().setting(.feedConnector, to: connector).setting(.clock, to: ManualClock())
    try container.install(.cityFeed(at: "wss://air.example.org/c"))
    try container.configure(
      json:
        #"{"sources": [{"id": "city-feed", "options": {"authorization": "Bearer s3cret", "trustedCertificates": "PEM"}}]}"#
    )
    _ = try await container.makeSource("city-feed").fetch(AirQuery(places: [.city("Mumbai")]))
    let endpoint = try #require(connector.endpoints.first)
    let field = try #require(endpoint.headers.first { $0.isNamed("Authorization") })
    #expect(field.value == "Bearer s3cret" && field.isSecret && endpoint.trustedCertificates == "PEM")
    #expect(!"\(endpoint) \(field) \(container.descriptors)".contains("s3cret"))
  }

  @Test("their decoders keep every rule, whatever bytes they are given", arguments: AdapterRule.allCases)
  func decoders(rule: AdapterRule) async throws {
    var contracts = [
      AdapterContract(CityFeedDecoder(), messages: Self.cities, for: AirQuery(places: []), at: Self.now),
      AdapterContract(SchemaFeedDecoder(), messages: Self.reports, for: AirQuery(places: []), at: Self.now),
    ]
    for index in contracts.indices {
      contracts[index].sampledPositions = 300
      try await contracts[index].withinEffort.verify(rule)
    }
  }
}
