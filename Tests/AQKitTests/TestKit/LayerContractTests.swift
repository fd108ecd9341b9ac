import AQKit
import AQKitTesting
import TestRuns
import Testing

@Suite("The layers keep the contract of a source", .timeLimit(.minutes(10)))
struct LayerContractTests {
  /// A layer over any source.
  struct Layer: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let wrap: @Sendable (any AirDataSource, any AQClock) -> any AirDataSource

    init<Source: AirDataSource>(
      _ name: String, _ wrap: @escaping @Sendable (ClosureSource, any AQClock) -> Source
    ) {
      testDescription = name
      self.wrap = { source, clock in
        wrap(
          ClosureSource(source.descriptor, updates: { source.updates(for: $0) }) {
            try await source.fetch($0)
          }, clock)
      }
    }
  }

  static let layers = [
    Layer("time-limited") { source, clock in source.timeLimited(.seconds(30), clock: clock) },
    Layer("coalescing") { source, _ in source.coalescing() },
    Layer("circuit-breaking") { source, clock in source.circuitBreaking(clock: clock) },
    Layer("caching") { source, clock in source.caching(clock: clock) },
    Layer("caching for ten minutes") { source, clock in source.caching(for: .seconds(600), clock: clock) },
    Layer("resilient") { source, clock in source.resilient(clock: clock) },
    Layer("faulty, without faults") { source, clock in
      FaultySource(source, rates: FaultRates(seed: 1), clock: clock)
    },
  ]

  @Test("over a source in memory", arguments: layers)
  func memory(layer: Layer) async throws {
    try await Town.memory { layer.wrap($0, ManualClock(Town.now)) }.check().verify()
  }

  @Test("over a source behind a transport", arguments: layers)
  func service(layer: Layer) async throws {
    var contract = SourceContract(Town.descriptor, recorded: TownService.recorded, at: Town.now) {
      transport, clock in
      layer.wrap(HTTPSource(TownService(), transport: transport, clock: clock), clock)
    }
    contract.secrets = [Town.key]
    let report = await contract.quiet.check()
    try report.verify()
    #expect(report.keptRules.count >= 80)
  }

  @Test("over a live feed", arguments: layers)
  func feed(layer: Layer) async throws {
    let endpoint = FeedEndpoint(url: "wss://air.example.org/feed")
    let contract = SourceContract(TownFeed.descriptor, messages: TownFeed.messages, at: Town.now) {
      connector, clock in
      layer.wrap(FeedSource(TownFeed(), at: endpoint, through: connector, clock: clock), clock)
    }
    try await contract.quiet.check().verify()
  }

  @Test("a source that a container knows by a second name")
  func renamed() async throws {
    var container = AQContainer()
    try container.register(Town.descriptor) { _, _ in TownMemory() }
    try container.register(Town.descriptor.id, as: "town-again")
    try container.setOption("apiKey", of: "town-again", to: Town.key)
    let source = try container.makeSource("town-again")
    #expect(source.descriptor.id == "town-again")
    let contract = SourceContract(source, queries: [Town.query], clock: ManualClock(Town.now))
    try await contract.quiet.check().verify()
  }

  @Test(
    "below the source, on its transport",
    arguments: ["retrying", "rate-limited", "resilient", "faulty, without faults"])
  func transport(layer: String) async throws {
    var contract = SourceContract(Town.descriptor, recorded: TownService.recorded, at: Town.now) {
      transport, clock in
      let layered: any HTTPTransport =
        switch layer {
        case "retrying": transport.retrying(clock: clock, randomNumbers: AQRandomNumbers(seed: 1))
        case "rate-limited":
          transport.rateLimited(
            by: RequestBudgets.Budget(Town.descriptor.limits, clock: clock), clock: clock)
        case "resilient":
          transport.resilient(
            within: RequestBudgets.Budget(Town.descriptor.limits, clock: clock), clock: clock,
            randomNumbers: AQRandomNumbers(seed: 1))
        default: FaultyTransport(transport, rates: FaultRates(seed: 1), clock: clock)
        }
      return HTTPSource(TownService(), transport: layered, clock: clock)
    }
    contract.secrets = [Town.key]
    let report = await contract.quiet.check()
    try report.verify()
    #expect(report.keptRules.count >= 80)
  }
}
