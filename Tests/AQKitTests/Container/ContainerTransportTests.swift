import AQKit
import AQKitTesting
import Testing

/// The transport that a module hands to its source.
@Suite("A container's transport for a source") struct ContainerTransportTests {
  private let request = TransportRequest(url: "https://api.example.org/")

  @Test("keeps to the declared limits, together with all that use the same key")
  func shared() async throws {
    let clock = ManualClock(.noon)
    let stub = StubTransport(always: .json("{}"))
    let container = AQContainer().setting(.clock, to: clock).setting(.httpTransport, to: stub)
    let descriptor = SourceDescriptor.sample(
      "city", limits: RequestLimits(windows: [.init(2, perSeconds: 60)]))
    let first = try container.transport(for: descriptor, credential: "k")
    let second = try container.transport(for: descriptor, credential: "k")
    let other = try container.transport(for: descriptor, credential: "another")
    _ = try await first.send(request)
    _ = try await second.send(request)
    let waiting = Task { try await second.send(request) }
    try await clock.untilAsleep()
    #expect(stub.requests.count == 2)
    _ = try await other.send(request)
    #expect(stub.requests.count == 3, "another key has a budget of its own")
    await clock.advance(by: .seconds(61))
    _ = try await waiting.value
    #expect(stub.requests.count == 4)
  }

  @Test(
    "instances of one recipe share the limits of its service, and one with a server of its own has its own",
    arguments: [(nil, nil), ("https://a.test", nil), ("https://a.test", "https://b.test")])
  func instances(first: String?, second: String?) async throws {
    struct Adapter: HTTPAdapter {
      static let descriptor = SourceDescriptor.sample(
        "base", limits: RequestLimits(windows: [.init(1, perSeconds: 60)]),
        options: [SourceDescriptor.Option("server", summary: "The server.")],
        endpoints: [.init("https://service.test")])
      var descriptor: SourceDescriptor = Self.descriptor
      func calls(for query: AirQuery, at now: AirTime) -> [HTTPCall<Void>] {
        [HTTPCall(TransportRequest(url: descriptor.endpoints[0].url))]
      }
      func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) -> [HTTPCall<Void>] { [] }
    }
    let (clock, stub) = (ManualClock(.noon), StubTransport(always: .json("{}")))
    var container = AQContainer().setting(.clock, to: clock).setting(.httpTransport, to: stub)
    try container.install(
      HTTPModule { options in
        var adapter = Adapter()
        if let server = options["server"] { adapter.descriptor.endpoints = [.init(configured: server)] }
        return adapter
      })
    try container.register("base", as: "second")
    if let first { try container.setOption("server", of: "base", to: first) }
    if let second { try container.setOption("server", of: "second", to: second) }
    let hub = try AirHub(container)
    let answer = try await hub.answer(for: AirQuery(near: Coordinate(1, 2)), within: .seconds(5))
    #expect(stub.requests.count == (first == nil ? 1 : 2), "\(answer)")
    #expect(try #require(hub.health(of: "second")).budgetLeft.map(\.weight) == [0])
  }

  @Test("retries where that is worthwhile, and says what is missing")
  func retries() async throws {
    let clock = ManualClock(.noon)
    let stub = StubTransport([.status(503), .json("{}")])
    let container = AQContainer().setting(.clock, to: clock).setting(.httpTransport, to: stub)
    let transport = try container.transport(for: .sample())
    let pending = Task { try await transport.send(request) }
    try await clock.untilAsleep()
    await clock.advance(by: .seconds(120))
    #expect(try await pending.value.status == 200 && stub.requests.count == 2)
    let error = #expect(throws: AQError.self) { try AQContainer().transport(for: .sample()) }
    #expect(error?.code == .notConfigured)
  }
}
