import AQKit
import AQKitTesting
import Testing

@Suite("Layers together", .timeLimit(.minutes(10)))
struct LayerStackTests {
  let clock = ManualClock(Sample.start)

  /// Every layer over a source, by name.
  static func layers(of source: some AirDataSource, _ clock: ManualClock) -> [(String, any AirLayer)] {
    [
      ("timeLimited", source.timeLimited(.seconds(10), clock: clock)), ("coalescing", source.coalescing()),
      ("caching", source.caching(clock: clock)), ("circuitBreaking", source.circuitBreaking(clock: clock)),
      ("resilient", source.resilient(clock: clock)),
    ]
  }

  @Test("every layer forwards the declaration, the response and the live stream")
  func forwards() async throws {
    let response = try Sample.response(7)
    let live = try Sample.response(8)
    let source = ScriptedSource(
      Sample.descriptor(), outcomes: [.response(response)], updates: [.response(live), .response(live)])
    for (name, layer) in Self.layers(of: source, clock) {
      #expect(layer.descriptor == source.descriptor, "\(name)")
      #expect(try await layer.fetch(Sample.query) == response, "\(name)")
      var values: [Double?] = []
      for try await update in layer.updates(for: Sample.query) {
        values.append(AirResponse(reports: update.reports).value)
      }
      #expect(values == [8, 8], "\(name)")
    }
    #expect(source.watchedQueries.count == 5)
  }

  @Test("an error of the source passes every layer unchanged")
  func errors() async {
    let source = ScriptedSource(Sample.descriptor(), outcomes: [.failure(AQError(.invalidRequest, "No."))])
    for (name, layer) in Self.layers(of: source, clock) {
      await #expect(throws: AQError(.invalidRequest, "No."), "\(name)") {
        try await layer.fetch(Sample.query)
      }
    }
  }

  @Test("cancelling ends every layer promptly, and the source's work with it")
  func cancellation() async {
    let source = HandSource()
    for (number, (name, layer)) in Self.layers(of: source, clock).enumerated() {
      let pending = Task { try await layer.fetch(Sample.query) }
      await source.untilAsked(number + 1)
      pending.cancel()
      await #expect(throws: CancellationError.self, "\(name)") { try await pending.value }
      await source.untilCancelled(number + 1)
    }
  }

  @Test("no layer does its work on the caller's actor")
  @MainActor func offTheActor() async throws {
    let source = ClosureSource(Sample.descriptor()) { _ in
      #expect(#isolation == nil)
      return AirResponse()
    }
    for (_, layer) in Self.layers(of: source, clock) { _ = try await layer.fetch(Sample.query) }
  }

  @Test("a layer may change the declaration of its source")
  func renaming() {
    struct Renaming<Base: AirDataSource>: AirLayer {
      let base: Base
      var descriptor: SourceDescriptor {
        var copy = base.descriptor
        copy.name = "Renamed"
        return copy
      }
    }
    let layer = Renaming(base: ScriptedSource(Sample.descriptor(), outcomes: [])).coalescing().caching(
      clock: clock)
    #expect(layer.descriptor.name == "Renamed")
  }

  @Test("cached responses are seen through a third-party layer only if it declares that it changes none")
  func insight() {
    struct Plain<Base: AirDataSource>: AirLayer { let base: Base }
    struct Passing<Base: AirDataSource>: AirLayer {
      let base: Base
      var insight: AirPolicy.Insight { base.layerInsight }
    }
    func isSeen(_ layer: some AirLayer) -> Bool { layer.insight.cached != nil }
    let cached = HandSource().caching(for: .seconds(600), clock: clock)
    #expect(isSeen(cached))
    #expect(isSeen(Passing(base: cached).coalescing()))
    #expect(!isSeen(Plain(base: cached).coalescing()))
  }

  @Test(
    "resilient: many callers at once cost one request, its response is cached and replaces a time-out")
  func resilient() async throws {
    let source = HandSource()
    let resilient = source.resilient(for: .seconds(600), within: .seconds(5), clock: clock)
    let pending = (0..<20).map { _ in Task { try await resilient.fetch(Sample.query) } }
    await source.untilAsked(1)
    let shared = try #require(resilient.base as? CoalescingSource<TimeLimitedSource<HandSource>>)
    while shared.waitingCount < 20 { await Task.yield() }
    source.respond(to: 1, with: .success(try Sample.response(7)))
    for task in pending { #expect(try await task.value.value == 7) }
    #expect(try await resilient.fetch(Sample.query).value == 7)
    #expect(source.asked == 1)

    await clock.advance(by: .seconds(1800))
    let late = Task { try await resilient.fetch(Sample.query) }
    await source.untilAsked(2)
    try await clock.untilAsleep()
    await clock.advance(by: .seconds(5))
    let response = try await late.value
    #expect(response.value == 7)
    #expect(response.notes.last?.failure == .timedOut)
  }

  @Test("an existential source gets layers through a generic function")
  func existential() async throws {
    func layered(_ source: some AirDataSource) -> any AirDataSource { source.resilient(clock: clock) }
    let source: any AirDataSource = ScriptedSource(Sample.descriptor(), always: try Sample.response(3))
    #expect(try await layered(source).fetch(Sample.query).value == 3)
  }
}
