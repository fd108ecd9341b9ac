#if Observability
  import AQKit
  import AQKitTesting
  import InMemoryTracing
  import Testing
  import Tracing

  @Suite("Traces of what a hub does", .timeLimit(.minutes(10)))
  struct SpanTests {
    @Test("a query has a span with one for each source that it asked, below the caller's")
    func question() async throws {
      let observed = Observed()
      let response = try AirResponse.sample("city", at: observed.clock.time)
      let hub = try observed.hub(
        observed.source("city", .response(response)), observed.source("sick", .failure(AQError.down)))
      let caller = observed.tracer.startSpan("screen")
      _ = try await ServiceContext.withValue(caller.context) { try await hub.answer(for: .anything) }
      caller.end()
      let spans = observed.tracer.finishedSpans
      #expect(observed.tracer.activeSpans.isEmpty)
      #expect(Set(spans.map(\.traceID)).count == 1)
      let question = try #require(spans.first { $0.operationName == "aqkit.query" })
      #expect(question.parentSpanID == caller.spanID)
      let sources = spans.filter { $0.operationName == "aqkit.source" }
      #expect(sources.map(\.parentSpanID) == [question.spanID, question.spanID])
      let city = try #require(sources.first { $0.attributes.get("aqkit.source") == "city" })
      #expect(city.attributes.get("aqkit.outcome") == "responded" && city.attributes.get("aqkit.values") == 1)
      let sick = try #require(sources.first { $0.attributes.get("aqkit.source") == "sick" })
      #expect(sick.status?.code == .error && sick.attributes.get("aqkit.error") == "unavailable")
      #expect(sick.errors.isEmpty)
    }

    @Test("a cached response is an event of the query, and asks no source")
    func cached() async throws {
      let observed = Observed()
      let response = try AirResponse.sample("city", at: observed.clock.time)
      let hub = try observed.hub(observed.source("city", .response(response)))
      _ = try await hub.answer(for: .anything)
      observed.tracer.clearAll()
      _ = try await hub.answer(for: .anything)
      let spans = observed.tracer.finishedSpans
      #expect(spans.map(\.operationName) == ["aqkit.query"])
      #expect(spans.first?.events.map(\.name) == ["aqkit.cached"])
    }

    @Test("requests and attempts are events of the source's span, and what a transport traces lies below it")
    func requests() async throws {
      let observed = Observed()
      let hub = try observed.askingHub(
        TracingTransport(tracer: observed.tracer, base: StubTransport([.status(503), .json("{}")])))
      try await observed.clock.run {
        async let answer = hub.answer(for: .anything)
        await observed.clock.advance(by: .seconds(60))
        _ = try await answer
      }
      let spans = observed.tracer.finishedSpans
      let source = try #require(spans.first { $0.operationName == "aqkit.source" })
      #expect(source.events.map(\.name) == ["aqkit.requested", "aqkit.retried", "aqkit.requested"])
      #expect(source.events.first?.attributes.get("aqkit.weight") == 2.5)
      let requests = spans.filter { $0.operationName == "GET" }
      #expect(requests.map(\.parentSpanID) == [source.spanID, source.spanID])
    }

    @Test("a query that was given up, and one that ran out of time, leave no span open")
    func ends() async throws {
      let observed = Observed()
      let hub = try observed.hub(observed.source("silent", .hang))
      try await observed.clock.run {
        async let answer = hub.answer(for: .anything)
        await observed.clock.advance(by: .seconds(31))
        _ = try await answer
        do {
          // Leaving the scope cancels it.
          async let _ = hub.answer(for: .anything)
          await observed.clock.advance(by: .seconds(1))
        }
        await observed.clock.advance(by: .seconds(1))
      }
      #expect(observed.tracer.activeSpans.isEmpty)
      let spans = observed.tracer.finishedSpans
      let questions = spans.filter { $0.operationName == "aqkit.query" }
      #expect(questions.map { $0.events.map(\.name) } == [["aqkit.failed"], []])
      let sources = spans.filter { $0.operationName == "aqkit.source" }
      #expect(sources.allSatisfy { $0.attributes.get("aqkit.outcome") == "given_up" })
    }
  }

  /// A transport that makes a span of each request.
  private struct TracingTransport: HTTPTransport {
    let tracer: InMemoryTracer
    let base: any HTTPTransport

    func send(_ request: TransportRequest) async throws -> TransportResponse {
      let span = tracer.startSpan("GET")
      defer { span.end() }
      return try await base.send(request)
    }
  }
#endif
