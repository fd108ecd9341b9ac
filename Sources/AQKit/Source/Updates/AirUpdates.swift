import Synchronization

/// A step of a live stream: new reports, notes, or a change of the connection's state.
public struct AirUpdate: Hashable, Sendable {
  /// New reports; a feed's have series of length one.
  public var reports: [AirReport]
  /// The notes on what was refused, dropped or absent.
  public var notes: [AirNote]
  /// The new state of the connection; nil if it did not change.
  public var state: AirUpdate.FeedState?
  /// Whether the reports are complete: a site without a report no longer exists. Otherwise such a site has not changed.
  public var isSnapshot: Bool
  /// The time before this update without a connection, because it was lost or paused; the feed's data of that time is
  /// missing.
  public var gap: AirInterval?
  /// The source, in the updates of a hub; nil in those of a source.
  public var source: SourceID?

  /// Creates an update; empty by default.
  public init(
    reports: [AirReport] = [], notes: [AirNote] = [], state: AirUpdate.FeedState? = nil,
    isSnapshot: Bool = false,
    gap: AirInterval? = nil, source: SourceID? = nil
  ) {
    self.reports = reports
    self.notes = notes
    self.state = state
    self.isSnapshot = isSnapshot
    self.gap = gap
    self.source = source
  }

  /// Creates an update with a whole response.
  public init(_ response: AirResponse) { self.init(reports: response.reports, notes: response.notes) }

  /// Whether it has no content at all.
  var isEmpty: Bool { reports.isEmpty && notes.isEmpty && state == nil && !isSnapshot && gap == nil }

  /// The number of values in its reports, gaps included.
  var readingCount: Int {
    reports.reduce(0) { sum, report in report.series.reduce(sum) { $0 &+ $1.count } }
  }

  /// Returns the part of the update that matches a query.
  func filtered(by query: AirQuery) -> AirUpdate {
    var copy = self
    copy.reports = AirResponse(reports: reports).filtered(by: query).reports
    return copy
  }
}

extension AirUpdate {
  /// The state of a live feed's connection.
  public enum FeedState: Hashable, Sendable {
    /// A connection is being opened.
    case connecting
    /// Data flow.
    case live
    /// Connected, but without data since this moment.
    case silent(since: AirTime)
    /// Waiting to connect again, until this moment.
    case waiting(until: AirTime)
    /// Paused by the application.
    case paused
    /// Given up.
    case failed(AQError.Code)
  }
}

/// A live stream of updates. Work starts with the iteration and ends with it, or when the task is cancelled.
///
/// **Use one**: `for try await update in source.updates(for: query) { … }`. Each iteration is a separate run.
///
/// **Write one**: pass the work as a closure that sends. `send` suspends until the consumer takes the update, so at
/// most one update is buffered and none is dropped; it throws `CancellationError` when the consumer has left.
public struct AirUpdates: AsyncSequence, Sendable {
  /// A step of the stream.
  public typealias Element = AirUpdate
  /// The errors of the work.
  public typealias Failure = any Error
  /// Delivers one update to the consumer.
  public typealias Send = @Sendable (AirUpdate) async throws -> Void

  private var work: @Sendable (Handoff) async throws -> Void

  /// Creates a stream whose updates are sent by a closure; the stream ends when the closure returns or throws.
  public init(_ work: @escaping @Sendable (_ send: @escaping Send) async throws -> Void) {
    self.work = { handoff in try await work { try await handoff.send($0) } }
  }

  /// A stream whose updates are sent through a hand-over, which may also run parts of the work.
  static func through(_ work: @escaping @Sendable (Handoff) async throws -> Void) -> AirUpdates {
    var updates = AirUpdates([])
    updates.work = work
    return updates
  }

  /// Creates a stream of known updates.
  public init(_ updates: [AirUpdate]) {
    self.init { send in
      for update in updates { try await send(update) }
    }
  }

  /// Starts the work at the first call of `next()`.
  public func makeAsyncIterator() -> Iterator { Iterator(work: work) }

  /// Iterates over the updates. Releasing it cancels the work.
  public struct Iterator: AsyncIteratorProtocol {
    private var run: Run?
    private let work: @Sendable (Handoff) async throws -> Void

    init(work: @escaping @Sendable (Handoff) async throws -> Void) { self.work = work }

    /// Returns the next update, or nil at the end.
    public mutating func next() async throws -> AirUpdate? {
      try await next(isolation: #isolation)
    }

    /// Returns the next update, or nil at the end.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> AirUpdate? {
      let run = self.run ?? Run(work)
      self.run = run
      // Cancelling the consumer ends the work at once, even if it still holds the iterator.
      return try await run.handoff.take(isolation: actor) { run.task.cancel() }
    }
  }

  /// A run of the work; its release cancels the task.
  private final class Run: Sendable {
    let handoff: Handoff
    let task: Task<Void, Never>

    init(_ work: @escaping @Sendable (Handoff) async throws -> Void) {
      let handoff = Handoff()
      self.handoff = handoff
      // This code isn't isolated, so the task inherits no actor: a source's work runs off the consumer's. It does inherit
      // priority and task-local values, which a detached task would lose.
      task = Task(executorPreference: PreferredExecutor.current.get()) {
        do {
          try await work(handoff)
          handoff.finish(nil)
        } catch {
          handoff.finish(error)
        }
      }
    }

    deinit {
      task.cancel()
      handoff.abandon()
    }
  }
}

extension AirUpdate.FeedState: Codable {
  /// Reads `"live"`, `{"silent": "2026-10-01T22:00:00Z"}` and the like.
  public init(from decoder: any Decoder) throws {
    let coded = try CodedCase(from: decoder)
    switch coded.name {
    case "connecting": self = .connecting
    case "live": self = .live
    case "silent": self = .silent(since: try coded.held())
    case "waiting": self = .waiting(until: try coded.held())
    case "paused": self = .paused
    case "failed": self = .failed(try coded.held())
    default: throw coded.unknown
    }
  }

  /// Writes the state, with its moment or the error's code.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .connecting: try CodedCase.encode("connecting", to: encoder)
    case .live: try CodedCase.encode("live", to: encoder)
    case .silent(let since): try CodedCase.encode("silent", since, to: encoder)
    case .waiting(let until): try CodedCase.encode("waiting", until, to: encoder)
    case .paused: try CodedCase.encode("paused", to: encoder)
    case .failed(let code): try CodedCase.encode("failed", code, to: encoder)
    }
  }
}
