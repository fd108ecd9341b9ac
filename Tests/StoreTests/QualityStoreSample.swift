import AQKit
import AQKitTesting

extension AirTime {
  /// Noon of 1 October 2026 in UTC, the moment that a manual clock shows.
  static let noon = AirTime(secondsSince1970: 1_790_856_000)
}

extension AirPlace {
  /// A place whose air has a PM2.5 of ten times its number.
  static func sample(_ number: Int) -> AirPlace {
    let coordinate = (try? Coordinate(Double(number), 16)) ?? .nullIsland
    return AirPlace(name: "Place \(number)", coordinate: coordinate)
  }

  static let one = sample(1)
  static let two = sample(2)
}

extension Coordinate {
  /// 0° north, 0° east.
  static var nullIsland: Coordinate {
    guard let coordinate = try? Coordinate(0, 0) else { preconditionFailure("0° 0° is a coordinate.") }
    return coordinate
  }
}

extension AirReport {
  /// A day of hourly PM2.5, birch pollen and temperature, which tells the place and when it was received.
  static func sample(
    at place: Coordinate, receivedAt: AirTime, hours: Int = 26, rights: AirRights = .unknown
  ) throws -> AirReport {
    let start = receivedAt.adding(seconds: -(receivedAt.secondsSince1970 % 3600) - 25 * 3600)
    let timeline = try AirTimeline(start: start, step: .seconds(3600), length: .seconds(3600), count: hours)
    func series(_ parameter: AirParameter, _ unit: AirUnit, _ value: Double) throws -> AirSeries {
      try AirSeries(
        parameter, unit: unit, timeline: timeline, values: Array(repeating: value, count: hours))
    }
    return AirReport(
      source: "sample", site: AirSite(coordinate: place, kind: .referenceStation), kind: .observation,
      series: [
        try series(.pm25, .microgramsPerCubicMetre, place.latitude * 10),
        try series(.birchPollen, .grainsPerCubicMetre, 5),
        try series(.temperature, .celsius, 20),
      ],
      receivedAt: receivedAt, attribution: [AirAttribution("Sample")], rights: rights, places: [0])
  }
}

extension SourceDescriptor {
  /// An hourly network that publishes ten minutes late.
  static let sample = SourceDescriptor(
    id: "sample", name: "Sample",
    offers: [
      Offer(
        capabilities: [.current, .history, .forecast], placeKinds: [.coordinate],
        parameters: [.pm25, .birchPollen, .temperature], kinds: [.observation], timeConvention: .start,
        averaging: .oneHour, cadence: .seconds(3600), latency: .seconds(600))
    ])
}

/// A service as a client asks it, under a test's control.
final class SampleAir: Sendable {
  struct State: Sendable {
    var queries: [AirQuery] = []
    /// The errors that the next queries get, before the usual answer.
    var errors: [AQError?] = []
    var delay: Duration = .zero
    /// The age of the data when they arrive.
    var age: Duration = .zero
  }

  let clock: ManualClock
  let state = Locked(State())

  init(_ clock: ManualClock) { self.clock = clock }

  var queries: [AirQuery] { state.withLock { $0.queries } }
  func set(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

  /// The client that asks it.
  var client: AirClient {
    AirClient(clock: clock) { [self] query in
      let (delay, error, age) = state.withLock { state in
        state.queries.append(query)
        return (state.delay, state.errors.isEmpty ? nil : state.errors.removeFirst(), state.age)
      }
      if delay > .zero { try await clock.sleep(for: delay) }
      if let error { throw error }
      return try Self.answer(to: query, receivedAt: clock.time - age, at: clock.time)
    }
  }

  /// An answer with the sample report of the query's place.
  static func answer(
    to query: AirQuery, receivedAt: AirTime, at now: AirTime, cached: AirResponse.Cached? = nil,
    rights: AirRights = .unknown
  ) throws -> AirAnswer {
    let place = query.places.first?.coordinate ?? .nullIsland
    var response = AirResponse(reports: [try .sample(at: place, receivedAt: receivedAt, rights: rights)])
    response.cached = cached
    return AirAnswer(
      query: query,
      outcomes: [AirAnswer.SourceOutcome(descriptor: .sample, result: .responded(response), receivedAt: now)],
      askedAt: now)
  }
}

extension AirTopic<Double> {
  /// The PM2.5, every quarter of an hour.
  static var quarterly: AirTopic {
    AirTopic("pm25", of: [.pm25], every: .seconds(900)) { try $0.reading(of: .pm25).value }
  }
}

extension AirTopic.Load where Value == AirReport {
  /// The content of the store in a few words, such as `10 loading`.
  var summary: String {
    var words: [String] = []
    if let value { words.append(value[.pm25]?.values.first.map { "\(Int($0))" } ?? "?") }
    if isCached { words.append("cached") }
    if let error { words.append("\(error.code)") }
    if isLoading { words.append("loading") }
    return words.isEmpty ? "empty" : words.joined(separator: " ")
  }
}

extension AQError {
  static let down = AQError(.unreachable, "No route to the host.")
  static let closedForHours = AQError(
    .unavailable, "Down for maintenance.", retry: .after(.seconds(7200)))
}
