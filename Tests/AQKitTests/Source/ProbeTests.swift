import AQKit
import AQKitTesting
import Testing

@Suite("A probe of a source") struct ProbeTests {
  private func adapter() throws -> TextAdapter {
    var descriptor = SourceDescriptor.sample("text")
    descriptor.testPlaces = [.near(try Coordinate(0.5, 7)), .near(try Coordinate(9, 7))]
    return TextAdapter(descriptor)
  }

  @Test("one request for the first test place shows that key and address work, bypassing the cache")
  func works() async throws {
    var adapter = try adapter()
    adapter.onDecode = { reply, _ in [HTTPCall(TextAdapter.request(reply.query.places, page: 1), step: 1)] }
    let transport = StubTransport { $0.reply }
    let source = HTTPSource(adapter, transport: transport, clock: ManualClock(.noon)).caching(
      AirPolicy.Cache(), clock: ManualClock(.noon))
    for _ in 0..<2 { #expect(try await source.probe().isEmpty) }
    #expect(transport.requests.map(\.askedPlaces) == [["5"], ["5"]])
  }

  @Test(
    "an obstacle is the error that a query would meet",
    arguments: [(401, AQError.Code.unauthorized), (503, .unavailable), (404, .invalidRequest)])
  func fails(status: Int, code: AQError.Code) async throws {
    let source = HTTPSource(
      try adapter(), transport: StubTransport(always: .status(status)), clock: ManualClock(.noon))
    let error = await #expect(throws: AQError.self) { try await source.probe() }
    #expect(error?.code == code && error?.source == "text")
  }

  @Test("a wrong address and a page that isn't the service's are distinguished")
  func wrongAddress() async throws {
    let unreachable = StubTransport(always: .failure(AQError(.unreachable, "No such host.")))
    let page = StubTransport(always: .status(200, text: "<html>Welcome</html>"))
    for (transport, code) in [(unreachable, AQError.Code.unreachable), (page, .malformed)] {
      let source = HTTPSource(try adapter(), transport: transport, clock: ManualClock(.noon))
      let error = await #expect(throws: AQError.self) { try await source.probe() }
      #expect(error?.code == code)
    }
  }

  @Test("any other source is asked about its first test place, and a part that failed is an error")
  func anySource() async throws {
    let descriptor = try adapter().descriptor
    let asked = Locked<[AirQuery]>([])
    let source = ClosureSource(descriptor) { query in
      asked.withLock { $0.append(query) }
      return AirResponse(notes: [AirNote(.failed, "The key is wrong.", failure: .unauthorized)])
    }
    let error = await #expect(throws: AQError.self) { try await source.coalescing().probe() }
    #expect(error?.code == .unauthorized)
    #expect(asked.withLock { $0.map(\.places) } == [[descriptor.testPlaces[0]]])
  }
}
