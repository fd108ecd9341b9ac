import AQKit
import AQKitTesting
import Testing

/// The transport that a module hands to its source.
@Suite("a container's transport for a source") struct ContainerTransportTests {
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
