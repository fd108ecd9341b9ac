import AQKit
import AQKitTesting

/// Reads `[{"city":"Mumbai","aqi":161.2,"at":"2026-10-01T12:00:00Z"}, …]`; `at` may be missing or a number. It is cancelled
/// after the city `nowhere`.
struct CityDecoder: FeedDecoder {
  static let descriptor = SourceDescriptor.sample(
    "cities",
    offers: [
      .sample(
        [.publishedIndex], places: [.city, .coordinate, .area, .site], capabilities: [.live, .current])
    ])
  var semantics = FeedOptions.Semantics(silence: .seconds(86_400))

  func decode(_ message: FeedMessage, for query: AirQuery, into report: inout ReportBuilder) throws {
    let root = try message.json()
    guard root.kind == .array else { return }
    try report.each(try root.array()) { element, report in
      let site = report.site(AirSite(name: try element["city"].string(), kind: .city))
      let stamp: TimeStamp =
        switch element["at"].kind {
        case .string: semantics.time.stamp(try element["at"].string())
        case .number: semantics.time.stamp(try element["at"].int())
        default: .received
        }
      report.add(
        .publishedIndex, try element["aqi"].double(), unit: .one, at: stamp,
        with: .init(
          origin: element["channel"].kind == .string
            ? AirOrigin(instrument: AirSite.Instrument(try element["channel"].string())) : nil), to: site)
      if try element["city"].string() == "nowhere" { throw CancellationError() }
    }
  }

  /// A message about one city.
  static func message(_ city: String, _ value: Int, at time: String? = nil) -> FeedMessage {
    FeedMessage(text: #"[{"city":"\#(city)","aqi":\#(value)\#(time.map { #","at":"\#($0)""# } ?? "")}]"#)
  }
}

/// Everything that a consumer saw of a stream, with the time on the clock.
final class FeedTranscript: Sendable {
  struct Entry: Sendable {
    let at: Duration
    let update: AirUpdate
  }

  private struct State {
    var entries: [Entry] = []
    var error: (any Error)?
    var hasEnded = false
  }

  private let state = Locked(State())

  func add(_ update: AirUpdate, at time: Duration) {
    state.withLock { $0.entries.append(Entry(at: time, update: update)) }
  }
  func end(_ error: (any Error)?) {
    state.withLock { state in
      state.error = error
      state.hasEnded = true
    }
  }

  var entries: [Entry] { state.withLock { $0.entries } }
  var updates: [AirUpdate] { entries.map(\.update) }
  var error: AQError? { state.withLock { $0.error as? AQError } }
  var hasEnded: Bool { state.withLock { $0.hasEnded } }
  var states: [AirUpdate.FeedState] { updates.compactMap(\.state) }
  var notes: [AirNote] { updates.flatMap(\.notes) }
  /// The values in the order of their coming, each with its city.
  var readings: [String] {
    updates.flatMap(\.reports).flatMap { report in
      report.series.flatMap { series in series.values.map { "\(report.site.name ?? "")=\(Int($0))" } }
    }
  }
  func dropped() -> Int { notes.filter { $0.code == .dropped }.reduce(0) { $0 + $1.count } }
}

/// A feed over scripted connections on a manual clock.
struct FeedStage: Sendable {
  let clock = ManualClock()
  let connector: ScriptedConnector
  let source: FeedSource<CityDecoder>
  let control = FeedOptions.Control()

  static let query = AirQuery(places: [])
  /// Numbers that make every random wait as long as its bound.
  static let longest = AQRandomNumbers { .max }

  init(
    _ scripts: [ScriptedConnector.Script], repeatsLast: Bool = false, semantics: FeedOptions.Semantics? = nil,
    options: FeedOptions = .standard, wrapping: (any FeedConnector) -> any FeedConnector = { $0 }
  ) {
    connector = ScriptedConnector(scripts, repeatsLast: repeatsLast, clock: clock)
    var decoder = CityDecoder()
    if let semantics { decoder.semantics = semantics }
    source = FeedSource(
      decoder, at: FeedEndpoint(url: "wss://feed.test/"), through: wrapping(connector), clock: clock,
      randomNumbers: Self.longest, control: control, options: options)
  }

  /// Follows the feed during other work, and leaves.
  ///
  /// - Parameters:
  ///   - pace: The time for which the consumer is busy with each update.
  ///   - act: The work meanwhile.
  @discardableResult
  func follow(
    flow: FeedOptions.Flow? = nil, pace: Duration = .zero,
    _ act: @escaping @Sendable (FeedTranscript) async throws -> Void
  ) async throws -> FeedTranscript {
    let transcript = FeedTranscript()
    try await clock.run {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { await watch(flow: flow, pace: pace, transcript) }
        await clock.advance(by: .zero)
        try await act(transcript)
        await clock.advance(by: .zero)
        group.cancelAll()
      }
    }
    return transcript
  }

  /// Follows the feed for a time.
  @discardableResult
  func follow(for time: Duration, flow: FeedOptions.Flow? = nil, pace: Duration = .zero) async throws
    -> FeedTranscript
  {
    try await follow(flow: flow, pace: pace) { _ in await clock.advance(by: time) }
  }

  private func watch(flow: FeedOptions.Flow?, pace: Duration, _ transcript: FeedTranscript) async {
    do {
      let updates = flow.map { source.updates(for: Self.query, flow: $0) } ?? source.updates(for: Self.query)
      for try await update in updates {
        transcript.add(update, at: clock.elapsed)
        if pace > .zero { try await clock.sleep(for: pace) }
      }
      transcript.end(nil)
    } catch {
      transcript.end(error)
    }
  }
}

/// A message about one city, as a step of a script.
func says(_ city: String, _ value: Int, at time: String? = nil) -> ScriptedConnection.Step {
  .messages([CityDecoder.message(city, value, at: time)])
}
