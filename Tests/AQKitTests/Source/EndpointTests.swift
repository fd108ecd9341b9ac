import AQKit
import AQKitTesting
import Testing

@Suite("The endpoints of a source") struct EndpointTests {
  private func declaration(_ endpoints: SourceDescriptor.Endpoint...) -> SourceDescriptor {
    .sample("device", endpoints: endpoints)
  }

  @Test(
    "an unprotected connection is refused unless it is declared",
    arguments: [
      "http://meter.local/now", "ws://meter.local/live", "tcp://meter.local:23", "HTTP://METER.LOCAL/",
    ])
  func refused(url: String) {
    let error = declaration(.init("https://meter.local")).refusal(of: url)
    #expect(error?.code == .untrusted && error?.message.contains(".none") ?? false)
    #expect(
      declaration(.init(url.lowercased(), .encrypted)).refusal(of: url) != nil,
      "the scheme alone is no declaration")
    #expect(declaration(.init(url.lowercased(), .none)).refusal(of: url) == nil)
    #expect(declaration(.init(configured: url)).refusal(of: url) == nil, "the user has said so")
  }

  @Test("a declaration applies to one scheme, host and port")
  func exact() {
    let device = declaration(.init("http://meter.local:8080/now", .none))
    #expect(device.refusal(of: "http://meter.local:8080/history?x=1") == nil)
    for other in ["http://meter.local/now", "http://evil.local:8080/now", "ws://meter.local:8080/now"] {
      #expect(device.refusal(of: other) != nil, "\(other)")
    }
    // No usual port is known of other schemes.
    let broker = declaration(.init("mqtt://broker.local", .none))
    #expect(broker.refusal(of: "mqtt://broker.local/air") == nil)
    #expect(broker.refusal(of: "mqtt://broker.local:80") != nil)
  }

  @Test(
    "encrypted and local connections need no declaration",
    arguments: [
      "https://a.test/", "wss://a.test/", "http://127.0.0.1:80/", "http://localhost/", "ws://[::1]/",
    ])
  func allowed(url: String) { #expect(declaration().refusal(of: url) == nil) }

  @Test("a container's transport refuses an unprotected request before anything is sent")
  func guarded() async throws {
    let stub = StubTransport(always: .json("{}"))
    let container = AQContainer().setting(.httpTransport, to: stub)
    let transport = try container.transport(for: declaration(.init("https://a.test")))
    let error = await #expect(throws: AQError.self) {
      try await transport.send(TransportRequest(url: "http://a.test/?key=secret"))
    }
    #expect(
      error?.code == .untrusted && !(error?.message.contains("secret") ?? true) && stub.requests.isEmpty)
    _ = try await transport.send(TransportRequest(url: "https://a.test/"))
    #expect(stub.requests.count == 1)
  }

  @Test("a source's requests may be redirected to its declared hosts only")
  func redirects() async throws {
    let descriptor = declaration(
      .init("https://old.test/v1", replacedBy: "https://new.test/v2"), .init("https://files.test"))
    let transport = StubTransport { $0.reply }
    _ = try await HTTPSource(TextAdapter(descriptor), transport: transport, clock: ManualClock(.noon))
      .fetch(.tenths([1]))
    #expect(transport.requests.first?.redirectHosts == ["old.test", "new.test", "files.test"])
  }

  @Test("a permanently moved service is noted, with the new host and nothing else")
  func moved() async throws {
    let transport = StubTransport { request in
      var response = request.reply
      response.movedTo = "https://new.test"
      return response
    }
    let response = try await HTTPSource(
      TextAdapter(declaration(.init("https://text.test"))), transport: transport, clock: ManualClock(.noon)
    ).fetch(.tenths([1, 2]))
    let notes = response.notes.filter { $0.message.contains("moved") }
    #expect(notes.map(\.message) == ["Sample has moved for good, from text.test to https://new.test."])
    #expect(notes.first?.code == .remark && !response.isPartial)
  }

  @Test("endpoints survive JSON, and those without a protection are encrypted")
  func coded() throws {
    let endpoint = SourceDescriptor.Endpoint("http://meter.local", .none, replacedBy: "https://meter.local")
    #expect(try roundTripped(endpoint) == endpoint)
    #expect(
      try decode(SourceDescriptor.Endpoint.self, #"{"url": "https://a.test"}"#).protection == .encrypted)
  }

  @Test("a declaration's bounds are an object by parameter in JSON, which is the same in every process")
  func bounds() throws {
    var device = declaration(.init("https://meter.local"))
    let range = AirParameter.Bounds(0...500, unit: .ppb, source: "its manual")
    device.bounds = [.no2: range, .o3: range, .so2: range]
    #expect(try roundTripped(device) == device)
    #expect(try jsonText(device).contains(#""bounds":{"no2":{"plausible":"#))
    let limits = AirHub.Policy.DistanceLimits([.o3: 5000, .co: .infinity], others: .infinity)
    #expect(try jsonText(limits) == #"{"byParameter":{"co":null,"o3":5000}}"#)
    #expect(try roundTripped(limits) == limits)
  }

  @Test("the user's own station allows everything and requires no attribution")
  func own() {
    let own = AirRights.own
    #expect(own.attributionRequired == false && own.shareAlike == false && own.terms == nil)
    #expect(
      [own.caching, own.commercialUse, own.modification, own.redistribution].allSatisfy { $0 == .allowed })
    #expect(AirRights.Permission(nil) == .unknown && AirRights.Permission(false) == .forbidden)
  }
}
