import AQKit
import AQKitTesting
import Testing

/// Tests of the freshness of a response by the source's cadence.
@Suite("Caching by cadence", .timeLimit(.minutes(10)))
struct CacheCadenceTests {
  let clock = ManualClock(Sample.start)

  /// Returns the number of seconds for which a response is returned without asking the source again.
  func freshFor(
    _ response: AirResponse, _ query: AirQuery = Sample.query, cadence: Duration? = .seconds(3600),
    latency: Duration? = nil
  ) async throws -> Int {
    let clock = ManualClock(Sample.start)
    let source = ScriptedSource(Sample.descriptor(cadence: cadence, latency: latency), always: response)
    let cached = source.caching(AirPolicy.Cache(staleWhileRevalidate: .zero), clock: clock)
    _ = try await cached.fetch(query)
    var seconds = 0
    while seconds < 90_000 {
      await clock.advance(by: .seconds(10))
      seconds += 10
      _ = try await cached.fetch(query)
      if source.queries.count > 1 { return seconds }
    }
    return seconds
  }

  @Test("a station's hour is fresh until the next one should have arrived")
  func station() async throws {
    let end = Sample.start - .seconds(1200)
    #expect(try await freshFor(Sample.response(1, endingAt: end)) == 2400)
    #expect(try await freshFor(Sample.response(1, endingAt: end), latency: .seconds(600)) == 3000)
  }

  @Test("an overdue value may arrive at any moment: the source is asked again after a minute")
  func overdue() async throws {
    #expect(try await freshFor(Sample.response(1, endingAt: Sample.start - .seconds(9000))) == 60)
  }

  @Test("one silent station doesn't make the others' response older than it is")
  func oneSilent() async throws {
    var response = try Sample.response(1, endingAt: Sample.start - .seconds(600))
    response.reports += try Sample.response(1, endingAt: Sample.start - .seconds(90_000)).reports
    #expect(try await freshFor(response) == 3000)
  }

  @Test("without a value: asked again after a minute, or after the cadence if that is shorter")
  func empty() async throws {
    #expect(try await freshFor(AirResponse()) == 60)
    #expect(try await freshFor(AirResponse(), cadence: .seconds(30)) == 30)
  }

  @Test("without a declared cadence it is an hour")
  func noCadence() async throws {
    #expect(try await freshFor(Sample.response(1), cadence: nil) == 3600)
  }

  @Test("a model that runs twice a day has a new current hour every hour, without latency")
  func model() async throws {
    var response = try Sample.response(1, endingAt: Sample.start - .seconds(1800), count: 25)
    response.reports[0].kind = .forecast
    #expect(try await freshFor(response, cadence: .seconds(43_200), latency: .seconds(20_000)) == 1800)
  }

  @Test("a forecast that lies ahead is fresh for its step")
  func ahead() async throws {
    var response = try Sample.response(1, endingAt: Sample.start + .seconds(50 * 3600), count: 48)
    response.reports[0].kind = .forecast
    #expect(try await freshFor(response, cadence: .seconds(43_200)) == 3600)
  }

  @Test("an interval long past no longer changes")
  func history() async throws {
    let interval = try AirInterval(
      start: Sample.start - .seconds(90 * 86_400), end: Sample.start - .seconds(80 * 86_400))
    var query = Sample.query
    query.window = .interval(interval)
    #expect(try await freshFor(Sample.response(1, endingAt: interval.end), query) == 86_400)
  }

  @Test("the cadence of the offer that has the parameter decides")
  func offers() async throws {
    var descriptor = Sample.descriptor(cadence: .seconds(86_400))
    descriptor.offers[0].parameters = [.no2]
    descriptor.offers += Sample.descriptor(cadence: .seconds(600)).offers
    let source = ScriptedSource(descriptor, always: AirResponse())
    let policy = AirPolicy.Cache(staleWhileRevalidate: .zero, floor: .seconds(1_000_000))
    let cached = source.caching(policy, clock: clock)
    for parameter in [AirParameter.pm25, .no2] {
      _ = try await cached.fetch(AirQuery(places: [], parameters: [parameter]))
    }
    await clock.advance(by: .seconds(600))
    for parameter in [AirParameter.pm25, .no2] {
      _ = try await cached.fetch(AirQuery(places: [], parameters: [parameter]))
    }
    #expect(source.queries.map(\.parameters) == [[.pm25], [.no2], [.pm25]])
  }
}
