import AQKit
import AQKitSocketFeed
import AQKitTesting
import Testing

@Suite("the feed decoders keep the contracts", .timeLimit(.minutes(5)))
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
    _ decoder: some FeedDecoder, _ messages: [FeedMessage], places: [PlaceReference]
  ) -> SourceContract {
    SourceContract(decoder.descriptor, messages: messages, at: now, queries: [AirQuery(places: places)]) {
      connector, clock in
      FeedSource(decoder, at: endpoint, through: connector, clock: clock)
    }
  }

  /// What only whoever configures the feed can know.
  private static let unknown =
    "The format says nothing of who runs a feed, on which terms, and where it can be tried."

  @Test("a feed of city indices")
  func cityFeed() async throws {
    var contract = Self.contract(
      CityFeedDecoder(scale: "in-naqi"), Self.cities, places: [.city("Mumbai"), .city("Delhi")])
    for rule in [
      "descriptor.attribution", "descriptor.rights", "descriptor.test-places", "answer.attribution",
      "answer.rights",
    ] {
      contract.exemptions[rule] = Self.unknown
    }
    try await contract.check().verify()
  }

  @Test("a feed of AQKit's own schema")
  func schemaFeed() async throws {
    var contract = Self.contract(SchemaFeedDecoder(), Self.reports, places: [.site("TA1"), .site("TA2")])
    for rule in [
      "descriptor.cadence", "descriptor.attribution", "descriptor.rights", "descriptor.test-places",
    ] {
      contract.exemptions[rule] = Self.unknown
    }
    try await contract.check().verify()
  }

  @Test("their decoders keep every rule, whatever bytes they are given", arguments: AdapterRule.allCases)
  func decoders(rule: AdapterRule) async throws {
    var contracts = [
      AdapterContract(CityFeedDecoder(), messages: Self.cities, for: AirQuery(places: []), at: Self.now),
      AdapterContract(SchemaFeedDecoder(), messages: Self.reports, for: AirQuery(places: []), at: Self.now),
    ]
    for index in contracts.indices {
      contracts[index].sampledPositions = 300
      try await contracts[index].verify(rule)
    }
  }
}
