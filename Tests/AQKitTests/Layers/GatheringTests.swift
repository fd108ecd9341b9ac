import AQKitTesting
import Testing

@testable import AQKit

@Suite("Places that are asked about together", .timeLimit(.minutes(10)))
struct GatheringTests {
  private let clock = ManualClock(Sample.start)

  private func source(
    _ fetch: @escaping @Sendable (AirQuery) async throws -> AirResponse, most: Int = 3
  ) -> GatheringSource<ClosureSource> {
    var descriptor = Sample.descriptor()
    descriptor.limits.placesPerRequest = most
    return GatheringSource(ClosureSource(descriptor, fetch: fetch), for: .milliseconds(10), clock: clock)
  }

  private func query(_ site: String) -> AirQuery { AirQuery(places: [.site(site)], parameters: [.pm25]) }

  /// A report for each place, whose value is the length of the place's name.
  private static func reports(_ query: AirQuery) throws -> AirResponse {
    AirResponse(
      reports: try query.places.enumerated().map { index, place in
        guard case .site(let name) = place else { throw AQError(.invalidRequest, "No site.") }
        return try .sample(value: Double(name.utf8.count), places: [index])
      })
  }

  @Test("are as many per request as the provider takes, and each caller gets its own")
  func parts() async throws {
    let asked = Log<Int>()
    let source = source { query in
      asked.add(query.places.count)
      return try Self.reports(query)
    }
    try await clock.run { [clock] in
      let names = (1...7).map { String(repeating: "x", count: $0) }
      async let responses = inOrder(names) { try await source.fetch(self.query($0)) }
      await clock.advance(by: .milliseconds(10))
      let values = try await responses.map(\.value)
      #expect(values == [1, 2, 3, 4, 5, 6, 7])
      #expect(asked.all.sorted() == [1, 3, 3])
    }
  }

  @Test(
    "a caller who leaves stops no other, and a place is no longer asked about once all have left",
    .timeLimit(.minutes(10)))
  func leaving() async throws {
    let asked = Log<[AirQuery.Place]>()
    let source = source { query in
      asked.add(query.places)
      return try Self.reports(query)
    }
    try await clock.run { [clock] in
      func caller(_ name: String) -> Task<Double?, any Error> {
        Task(executorPreference: PreferredExecutor.current.get()) {
          try await source.fetch(self.query(name)).value
        }
      }
      let first = caller("a")
      await clock.advance(by: .milliseconds(2))
      let others = [caller("bb"), caller("ccc")]
      await clock.advance(by: .milliseconds(2))
      first.cancel()
      await clock.advance(by: .milliseconds(6))
      let gone = await first.result
      #expect(throws: CancellationError.self) { try gone.get() }
      let values = try await [others[0].value, others[1].value]
      #expect(values == [2, 3] && asked.all.count == 1)

      // A full batch that all callers leave.
      let leaving = ["a", "bb", "ccc"].map(caller)
      await clock.advance(by: .milliseconds(2))
      for caller in leaving { caller.cancel() }
      await clock.advance(by: .milliseconds(2))
      let last = caller("dddd")
      await clock.advance(by: .milliseconds(10))
      #expect(try await last.value == 4 && asked.all.last == [.site("dddd")])
    }
  }

  @Test("a place that fails is an error for its own caller alone")
  func failing() async throws {
    let source = source { query in
      var response = try Self.reports(query)
      guard let bad = query.places.firstIndex(of: .site("bb")) else { return response }
      response.reports.removeAll { $0.places == [bad] }
      response.notes = [AirNote(.failed, "Bad.", places: [bad], failure: .unavailable)]
      return response
    }
    try await clock.run { [clock] in
      async let responses = inOrder(["a", "bb", "ccc"]) { name -> String in
        do {
          return "\(try await source.fetch(self.query(name)).value ?? -1)"
        } catch {
          return "\(error)"
        }
      }
      await clock.advance(by: .milliseconds(10))
      let found = try await responses
      #expect(found == ["1.0", "sample: unavailable: Bad.", "3.0"])
    }
  }

  @Test("the error of a place has the advice of its call's error")
  func advice() async throws {
    let blocked = AQError(.unauthorized, "Blocked.", source: "text", retry: .after(.seconds(3600)))
    var adapter = TextAdapter(.sample("text", limits: RequestLimits(placesPerRequest: 3)))
    adapter.callsPerPlace = true
    adapter.onDecode = { reply, _ in
      if reply.response.body == Array("0 2".utf8) { throw blocked }
      return []
    }
    let source = GatheringSource(
      HTTPSource(adapter, transport: StubTransport { $0.reply }, clock: clock), for: .milliseconds(10),
      clock: clock)
    try await clock.run { [clock] in
      async let errors = inOrder([1, 2, 3]) { tenth -> AQError? in
        do {
          _ = try await source.fetch(.tenths([tenth]))
          return nil
        } catch {
          return error as? AQError
        }
      }
      await clock.advance(by: .milliseconds(10))
      let found = try await errors
      #expect(found == [nil, blocked, nil])
    }
  }
}
