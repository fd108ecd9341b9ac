#if Observability
  import AQKit
  import AQKitObservability
  import AQKitTesting
  import MetricsTestKit
  import Testing

  @Suite("Metrics of what a hub does", .timeLimit(.minutes(10)))
  struct MetricTests {
    @Test("queries, outcomes and values are counted by source")
    func counters() async throws {
      let observed = Observed()
      let response = try AirResponse.sample("city", at: observed.clock.time)
      let hub = try observed.hub(
        observed.source("city", .response(response)), observed.source("sick", .failure(AQError.down)))
      for _ in 0..<2 { _ = try await hub.answer(for: .anything) }
      let metrics = observed.metrics
      let (city, sick) = (("source", "city"), ("source", "sick"))
      #expect(try metrics.expectCounter("aqkit_asked_total", [city]).totalValue == 1)
      #expect(
        try metrics.expectCounter("aqkit_outcomes_total", [city, ("outcome", "responded")]).totalValue == 1)
      #expect(
        try metrics.expectCounter("aqkit_outcomes_total", [city, ("outcome", "cached")]).totalValue == 1)
      #expect(try metrics.expectCounter("aqkit_values_total", [city]).totalValue == 1)
      #expect(
        try metrics.expectCounter("aqkit_failures_total", [sick, ("code", "unavailable")]).totalValue >= 1)
      #expect(try metrics.expectTimer("aqkit_query_duration").values.count == 2)
    }

    @Test("a source's time is recorded by its outcome, in nanoseconds")
    func timers() async throws {
      let observed = Observed()
      let response = try AirResponse.sample("city", at: observed.clock.time)
      let hub = try observed.hub(observed.source("city", .after(.milliseconds(250), .response(response))))
      try await observed.clock.run {
        async let asked = hub.answer(for: .anything)
        await observed.clock.advance(by: .seconds(1))
        _ = try await asked
      }
      let timer = try observed.metrics.expectTimer(
        "aqkit_source_duration", [("source", "city"), ("outcome", "responded")])
      #expect(timer.values.count == 1)
      #expect(abs((timer.lastValue ?? 0) - 250_000_000) < 1_000_000)
    }

    @Test("requests are counted with their weight, and gauges show the budget and the circuit")
    func requestsAndGauges() async throws {
      let observed = Observed()
      let transport = StubTransport(always: .status(500))
      let hub = try observed.askingHub(transport)
      for _ in 0..<6 {
        try await observed.clock.run {
          async let answer = hub.answer(for: .anything)
          await observed.clock.advance(by: .seconds(60))
          _ = try await answer
        }
      }
      let web = ("source", "web")
      let sent = try observed.metrics.expectCounter("aqkit_requests_total", [web]).totalValue
      #expect(Int(sent) == transport.requests.count)
      let weight = try observed.metrics.expectCounter("aqkit_request_weight_total", [web]).totalValue
      #expect(abs(Double(weight) - Double(sent) * 2.5) <= 1)
      #expect(try observed.metrics.expectRecorder("aqkit_circuit_open", [web]).lastValue == 1)
      observed.observability.record(hub.health)
      let budget = try observed.metrics.expectRecorder("aqkit_budget_left", [web, ("window", "3600")])
      #expect(budget.lastValue == hub.health(of: "web")?.budgetLeft.first?.weight)
      let lists = try observed.metrics.expectRecorder("aqkit_budget_left", [web, ("window", "lists 3600")])
      #expect(lists.lastValue == 5)
    }

    @Test("the gauges follow a hub until the task is cancelled")
    func follow() async throws {
      let observed = Observed()
      let hub = try observed.hub(observed.source("sick", .failure(AQError.down)))
      _ = try await hub.answer(for: .anything)
      try await observed.clock.run {
        // Leaving the scope cancels it.
        async let _: Void = observed.observability.follow(hub, every: .seconds(10), clock: observed.clock)
        await observed.clock.advance(by: .seconds(25))
        let gauge = try observed.metrics.expectRecorder("aqkit_circuit_open", [("source", "sick")])
        #expect(gauge.values == [0, 0, 0])
      }
    }

    @Test("sources beyond the limit, and unknown codes, are named other")
    func cardinality() throws {
      let observed = Observed(sourceLimit: 2)
      for number in 0..<1000 {
        let source = SourceID("s\(number)")
        observed.observability.observe(HubEvent(.asked, of: source))
        let code = AQError.Code(rawValue: "own-\(number)")
        observed.observability.observe(HubEvent(.failed(code), of: source))
      }
      #expect(observed.metrics.counters(label: "aqkit_asked_total").count == 3)
      #expect(
        try observed.metrics.expectCounter("aqkit_asked_total", [("source", "other")]).totalValue == 998)
      #expect(observed.metrics.counters(label: "aqkit_failures_total").count == 3)
    }

    @Test("sources beyond the limit have no gauges, which would overwrite each other's values")
    func gaugesOfOthers() throws {
      let observed = Observed(sourceLimit: 1)
      for source in ["first", "second", "third"] as [SourceID] {
        observed.observability.observe(HubEvent(.circuitOpened, of: source))
      }
      #expect(observed.metrics.recorders.map { $0.dimensions.first?.1 } == ["first"])
    }
  }
#endif
