import AQKit
import AQKitOpenMeteo
import AQKitOpenMeteoStandIn
import AQKitTesting
import Testing

@Suite("Many people ask about many places at once", .timeLimit(.minutes(10)))
struct OpenMeteoBurstTests {
  private let clock = ManualClock()
  private let service: OpenMeteoStandIn
  private let hub: AirHub

  init() throws {
    service = OpenMeteoStandIn(clock: clock)
    // A slow service, which never fails.
    service.always(.slow(.seconds(0.2)))
    hub = try AirHub(
      AQContainer().setting(.httpTransport, to: service).setting(.clock, to: clock)
        .installing(.openMeteo(.airQuality)))
  }

  private func ask(_ places: [Coordinate], within limit: Duration) async throws -> [AirAnswer] {
    let hub = hub
    async let answers = withThrowingTaskGroup(of: (Int, AirAnswer).self) { group in
      for (number, place) in places.enumerated() {
        group.addTask {
          (number, try await hub.answer(for: AirQuery(near: place, parameters: [.pm25]), within: limit))
        }
      }
      return try await group.reduce(into: [(Int, AirAnswer)]()) { $0.append($1) }
        .sorted { $0.0 < $1.0 }.map(\.1)
    }
    await clock.advance(by: limit + .seconds(1))
    return try await answers
  }

  @Test(
    "a caller that isn't served in time gets an error that names AQKit's queue; the next one asks the source",
    arguments: [(count: 60, limit: 4), (count: 60, limit: 5), (count: 200, limit: 30)])
  func burst(count: Int, limit: Int) async throws {
    try await clock.run {
      let places = try (0..<count).map { try Coordinate(45 + Double($0) * 0.2, 10) }
      let answers = try await ask(places, within: .seconds(limit))
      let failures = answers.flatMap(\.failures).map(\.error)
      #expect(failures.count > 0 && failures.count < count)
      #expect(failures.allSatisfy { $0.code == .timedOut })
      #expect(
        failures.allSatisfy { "\($0)".hasSuffix("still waiting for its turn among AQKit's own requests.") })
      #expect(hub.health(of: "open-meteo")?.successRate == 1)
      #expect(hub.health(of: "open-meteo")?.isCircuitOpen == false)
      let next = try await ask([Coordinate(50, 14)], within: .seconds(limit))
      #expect(next[0].best != nil)
    }
  }

  @Test("if two callers share a query, the one with less time leaves, and the other gets the answer")
  func shared() async throws {
    let place = try Coordinate(50, 14)
    try await clock.run { [hub] in
      let before = try (0..<30).map { try Coordinate(45 + Double($0) * 0.2, 10) }
      async let others = ask(before, within: .seconds(20))
      await clock.advance(by: .milliseconds(1))
      async let patient = hub.answer(for: AirQuery(near: place, parameters: [.pm25]), within: .seconds(30))
      async let hasty = hub.answer(for: AirQuery(near: place, parameters: [.pm25]), within: .seconds(1))
      #expect(try await hasty.best == nil)
      #expect(try await patient.best != nil)
      #expect(try await others.allSatisfy { $0.best != nil })
    }
  }

  @Test("a service that holds requests until the time is over is still left alone after some of them")
  func silent() async throws {
    service.always(.slow(.seconds(600)))
    try await clock.run {
      for number in 0..<5 {
        _ = try await ask([Coordinate(45 + Double(number), 10)], within: .seconds(10))
      }
      #expect(hub.health(of: "open-meteo")?.isCircuitOpen == true)
      #expect(hub.health(of: "open-meteo")?.successRate == 0)
    }
  }

  @Test(
    "a service that failed counts as failed, even if the time is over before the next attempt"
  )
  func failing() async throws {
    service.always(.overloaded.after(.seconds(1.6)))
    try await clock.run {
      for number in 0..<5 {
        _ = try await ask([Coordinate(45 + Double(number), 10)], within: .seconds(3))
      }
      #expect(hub.health(of: "open-meteo")?.isCircuitOpen == true)
    }
  }
}
