import AQKit
import AQKitStations
import AQKitTesting
import Foundation
import Testing

@Suite("What a service is asked in a day", .timeLimit(.minutes(10))) struct StationLimitsTests {
  /// A request that reached a service.
  private struct Asked: Sendable {
    let time: Double
    let weight: Double
    let budget: String?
  }

  /// What reached a service, and when.
  private final class Log: Sendable {
    static let base = "http://127.0.0.1:9"
    private let state = Locked((asked: [Asked](), running: 0, most: 0))

    var requests: [Asked] { state.withLock { $0.asked } }
    /// The most requests under way at one time.
    var mostAtOnce: Int { state.withLock { $0.most } }

    /// A transport that answers as recorded, 300 ms after it was asked.
    func transport(_ service: RecordedService, _ clock: ManualClock) -> StubTransport {
      StubTransport { [self] request in
        let asked = Asked(
          time: clock.now.timeIntervalSince1970, weight: request.weight, budget: request.budget)
        state.withLock { state in
          state.asked.append(asked)
          state.running += 1
          state.most = max(state.most, state.running)
        }
        defer { state.withLock { $0.running -= 1 } }
        try await clock.sleep(for: .milliseconds(300))
        let target = request.url.dropFirst(Self.base.count)
        // Names of files move with the day, and points with the place: then the answer is that of its kind.
        let answer =
          service.answers.first { target.contains($0.part) }
          ?? service.answers.last { target.hasPrefix($0.part.prefix(12)) } ?? service.answers.last
        return TransportResponse(status: 200, text: try answer?.body.text() ?? "")
      }
    }
  }

  private func source(_ service: RecordedService, _ log: Log, _ clock: ManualClock) throws
    -> any AirDataSource
  {
    var container = try AQContainer().setting(.clock, to: clock)
      .setting(.randomNumbers, to: RandomNumbers(seed: 1))
      .setting(.httpTransport, to: log.transport(service, clock))
      .installing(StationsModule(registersAll: true))
    try container.setOption("baseURL", of: service.source, to: Log.base)
    if service.source == "luchtmeetnet" {
      try container.setOption("stationsURL", of: service.source, to: Log.base)
    }
    for (name, value) in service.options { try container.setOption(name, of: service.source, to: value) }
    return try container.makeSource(service.source)
  }

  /// The question about a place near that of the service.
  private func query(_ service: RecordedService, _ number: Int) throws -> AirQuery {
    var query = service.query()
    if case .near(let point) = service.place {
      query.places = [
        .near(
          try Coordinate(
            point.latitude + Double(number % 20) / 100, point.longitude + Double(number / 20) / 100))
      ]
    }
    return query
  }

  /// The most weight of requests that fell into one window.
  private func most(_ requests: [Asked], in window: RequestLimits.Window) -> Double {
    let length = Double(window.seconds)
    let sums = requests.map { first in
      requests.reduce(0) { sum, other in
        let isWithin =
          window.alignment == .fixed
          ? (other.time / length).rounded(.down) == (first.time / length).rounded(.down)
          // Less than a millisecond is the clock's own arithmetic.
          : other.time >= first.time && other.time < first.time + length - 0.001
        return isWithin ? sum + other.weight : sum
      }
    }
    return sums.max() ?? 0
  }

  @Test(
    "two hundred places in a day never ask it beyond its limits", arguments: RecordedServices.all)
  func day(service: RecordedService) async throws {
    let (clock, log) = (ManualClock(service.now), Log())
    let source = try source(service, log, clock)
    let answered = try await clock.run { () -> Int in
      var answered = 0
      for hour in 0..<24 {
        // All places at once (in a debug build fewer), and then some of them each hour.
        let all = 0..<TestEffort.of(200, debug: 60)
        let places = hour == 0 || TestEffort.isHeavy ? all : hour * 3..<hour * 3 + 3
        let queries = try places.map { try query(service, $0) }
        async let round = withTaskGroup(of: Bool.self, returning: Int.self) { group in
          for query in queries {
            group.addTask { (try? await source.fetch(query)) != nil }
          }
          return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        await clock.advance(by: .seconds(3600))
        answered += await round
      }
      return answered
    }
    #expect(answered > 0)
    let limits = source.descriptor.limits
    let (requests, named) = (log.requests, Set(limits.budgets.keys))
    for window in limits.windows {
      let own = requests.filter { request in request.budget.map { !named.contains($0) } ?? true }
      #expect(most(own, in: window) <= window.weight, "\(window)")
    }
    for (name, windows) in limits.budgets {
      for window in windows {
        #expect(most(requests.filter { $0.budget == name }, in: window) <= window.weight, "\(name) \(window)")
      }
    }
    #expect(log.mostAtOnce <= limits.concurrentRequests)
  }

  /// Services whose new values cost more than one request, and why.
  private static let exceptions: [SourceID: (requests: Int, reason: String)] = [
    "soramame": (2, "a file says which hour is the newest; a guessed hour may be the web page"),
    "nea": (2, "PM2.5 of the hour and the means of the day are two answers"),
  ]

  @Test(
    "a place is three requests at most, and one an hour later, when the list of stations is kept",
    arguments: RecordedServices.all)
  func requests(service: RecordedService) async throws {
    let (clock, log) = (ManualClock(service.now), Log())
    let source = try source(service, log, clock)
    func ask() async throws -> Int {
      let before = log.requests.count
      try await clock.run {
        async let response = source.fetch(service.query())
        await clock.advance(by: .seconds(300))
        _ = try await response
      }
      return log.requests.count - before
    }
    #expect(try await ask() <= 3)
    await clock.advance(by: .seconds(3600))
    #expect(try await ask() <= Self.exceptions[service.source]?.requests ?? 1)
  }
}
