import AQKit
import AQKitStations
import AQKitTesting
import Foundation
import TestRuns
import Testing

@Suite("Requests to a service in a day", .timeLimit(.minutes(10))) struct StationLimitsTests {
  /// A request that reached a service.
  private struct Asked: Sendable {
    let time: Double
    let weight: Double
    let budget: String?
  }

  /// The requests that reached a service, with their times.
  private final class Log: Sendable {
    static let base = "http://127.0.0.1:9"
    private let state = Locked((asked: [Asked](), running: 0, most: 0))

    var requests: [Asked] { state.withLock { $0.asked } }
    /// The most requests under way at one time.
    var mostAtOnce: Int { state.withLock { $0.most } }

    /// A transport that replies as recorded, 300 ms after it was asked.
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
        // Names of files change with the day, and points with the place: then any reply of the kind will do.
        let reply =
          service.replies.first { target.contains($0.part) }
          ?? service.replies.last { target.hasPrefix($0.part.prefix(12)) } ?? service.replies.last
        return TransportResponse(status: 200, text: try reply?.body.text() ?? "")
      }
    }
  }

  private func source(_ service: RecordedService, _ log: Log, _ clock: ManualClock) throws
    -> any AirDataSource
  {
    var container = try AQContainer().setting(.clock, to: clock)
      .setting(.randomNumbers, to: AQRandomNumbers(seed: 1))
      .setting(.httpTransport, to: log.transport(service, clock))
      .installing(StationsModule(registersAll: true))
    try container.setOption("baseURL", of: service.source, to: Log.base)
    if service.source == "luchtmeetnet" {
      try container.setOption("stationsURL", of: service.source, to: Log.base)
    }
    for (name, value) in service.options { try container.setOption(name, of: service.source, to: value) }
    return try container.makeSource(service.source)
  }

  /// The query about a place near the service's.
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

  /// A day of queries about places near a service's, and the number of those that got a response.
  private struct Day {
    let source: any AirDataSource
    let log: Log
    /// The queries of the first hour, all at once.
    var first = (asked: 0, served: 0)
    /// The counts of all later hours.
    var later = (asked: 0, served: 0)
    var served: Int { first.served + later.served }
  }

  /// Asks a service for a day.
  ///
  /// - Parameters:
  ///   - all: The number of places, which are asked about at once at the beginning.
  ///   - hourly: The number of queries in each later hour.
  private func day(of service: RecordedService, _ all: Int, hourly: Int) async throws -> Day {
    let (clock, log) = (ManualClock(service.now), Log())
    var day = Day(source: try source(service, log, clock), log: log)
    let source = day.source
    let counts = try await clock.run { () -> [(asked: Int, served: Int)] in
      var counts: [(asked: Int, served: Int)] = []
      for hour in 0..<24 {
        let places = hour == 0 || hourly == all ? 0..<all : hour * hourly..<(hour + 1) * hourly
        let queries = try places.map { try query(service, $0) }
        async let round = withTaskGroup(of: Bool.self, returning: Int.self) { group in
          for query in queries {
            group.addTask { (try? await source.fetch(query)) != nil }
          }
          return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        await clock.advance(by: .seconds(3600))
        counts.append((queries.count, await round))
      }
      return counts
    }
    day.first = counts[0]
    for count in counts.dropFirst() {
      day.later = (day.later.asked + count.asked, day.later.served + count.served)
    }
    return day
  }

  /// Checks that no window of any limit got more than it allows.
  private func checkLimits(_ day: Day) {
    let (limits, log) = (day.source.descriptor.limits, day.log)
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

  @Test(
    "two hundred places in a day never ask it beyond its limits", arguments: RecordedServices.all)
  func day(service: RecordedService) async throws {
    // All places at once (in a debug build fewer), and then some of them each hour.
    let all = TestEffort.of(200, debug: 60)
    let day = try await day(of: service, all, hourly: TestEffort.isHeavy ? all : 3)
    #expect(day.served > 0)
    checkLimits(day)
    if service.source == "purpleair" {
      checkPoints(day)
    } else {
      // A query without a response would have had to wait longer than two minutes.
      #expect(day.first.served * 20 >= day.first.asked * 19, "\(day.first)")
      #expect(day.later.served * 20 >= day.later.asked * 19, "\(day.later)")
    }
  }

  @Test("two hundred places in each hour of a day spend a day's points, and not one more")
  func everyHour() async throws {
    let service = try #require(RecordedServices.all.first { $0.source == "purpleair" })
    let day = try await day(of: service, 200, hourly: 200)
    #expect(day.first.asked + day.later.asked == 4800)
    checkLimits(day)
    checkPoints(day)
  }

  /// Checks that the points of a day were spent except for less than one query, and that the responses were cached and
  /// returned again.
  private func checkPoints(_ day: Day) {
    let (requests, points) = (day.log.requests, day.source.descriptor.limits.windows[0].weight)
    let spent = requests.reduce(0) { $0 + $1.weight }
    let dearest = requests.map(\.weight).max() ?? 0
    #expect(spent <= points && spent + dearest > points, "\(spent)")
    #expect(day.first.served == requests.count && day.served > requests.count)
  }

  /// Services whose new values cost more than one request, and why.
  private static let exceptions: [SourceID: (requests: Int, reason: String)] = [
    "airnow": (3, "the files of the newest three hours are rewritten every hour"),
    "soramame": (2, "a file says which hour is the newest; a guessed hour may be the web page"),
    "hk-epd": (2, "concentrations and the index are two files"),
    "nea": (2, "PM2.5 of the hour and the means of the day are two replies"),
  ]

  @Test(
    "a place takes three requests at most, and one an hour later, when the list of stations is cached",
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
