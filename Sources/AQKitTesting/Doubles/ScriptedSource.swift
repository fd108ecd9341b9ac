public import AQKit

/// A source that plays a script and records its queries.
public final class ScriptedSource: AirDataSource {
  /// A scripted outcome of a query.
  public enum Outcome: Sendable {
    /// The source returns a response.
    case response(AirResponse)
    /// The source fails without a response.
    case failure(any Error)
    /// Silence until the task is cancelled.
    case hang
    /// Another outcome after a time on the source's clock.
    indirect case after(Duration, Outcome)
  }

  /// The declaration.
  public let descriptor: SourceDescriptor
  private let outcomes: [Outcome]
  private let stream: [Outcome]?
  private let clock: any AQClock
  private let asked = Locked<[AirQuery]>([])
  private let watched = Locked<[AirQuery]>([])

  /// Creates a source with scripted outcomes.
  ///
  /// - Parameters:
  ///   - descriptor: The declaration.
  ///   - outcomes: The outcomes of the first, second… query; all further queries get the last one. Without any, the
  ///     source has no data.
  ///   - updates: The updates of each live stream; nil for a stream that fetches once and ends.
  ///   - clock: The clock of ``Outcome/after(_:_:)``.
  public init(
    _ descriptor: SourceDescriptor, outcomes: [Outcome], updates: [Outcome]? = nil,
    clock: any AQClock = AQSystemClock()
  ) {
    self.descriptor = descriptor
    self.outcomes = outcomes
    self.stream = updates
    self.clock = clock
  }

  /// Creates a source with one response to every query.
  public convenience init(_ descriptor: SourceDescriptor, always response: AirResponse) {
    self.init(descriptor, outcomes: [.response(response)])
  }

  /// Plays the next scripted outcome: returns its response or throws its error.
  public func fetch(_ query: AirQuery) async throws -> AirResponse {
    try Task.checkCancellation()
    let number = asked.withLock { asked in
      asked.append(query)
      return asked.count - 1
    }
    guard let outcome = outcomes.indices.contains(number) ? outcomes[number] : outcomes.last else {
      return AirResponse()
    }
    return try await resolve(outcome)
  }

  /// Returns the scripted stream, or one fetch.
  public func updates(for query: AirQuery) -> AirUpdates {
    AirUpdates { [self] send in
      guard let stream else { return try await send(AirUpdate(fetch(query))) }
      watched.withLock { $0.append(query) }
      for outcome in stream { try await send(AirUpdate(resolve(outcome))) }
    }
  }

  /// The queries to ``fetch(_:)``, in order.
  public var queries: [AirQuery] { asked.withLock { $0 } }
  /// The queries of the live streams that were started, in order.
  public var watchedQueries: [AirQuery] { watched.withLock { $0 } }

  private func resolve(_ outcome: Outcome) async throws -> AirResponse {
    switch outcome {
    case .response(let response): return response
    case .failure(let error): throw error
    case .hang: try await Latch.untilCancelled()
    case .after(let duration, let outcome):
      try await clock.sleep(for: duration)
      return try await resolve(outcome)
    }
  }
}
