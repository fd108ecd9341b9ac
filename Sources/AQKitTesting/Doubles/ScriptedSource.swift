public import AQKit

/// A source that answers from a script and records its queries.
public final class ScriptedSource: AirDataSource {
  /// A scripted answer.
  public enum Answer: Sendable {
    /// An answer.
    case response(AirResponse)
    /// The source fails without an answer.
    case failure(any Error)
    /// Silence until the task is cancelled.
    case hang
    /// An answer after a time on the source's clock.
    indirect case after(Duration, Answer)
  }

  /// The declaration.
  public let descriptor: SourceDescriptor
  private let answers: [Answer]
  private let stream: [Answer]?
  private let clock: any AQClock
  private let asked = Locked<[AirQuery]>([])
  private let watched = Locked<[AirQuery]>([])

  /// Creates a source with scripted answers.
  ///
  /// - Parameters:
  ///   - descriptor: The declaration.
  ///   - answers: The answers to the first, second… query; the last one answers all further ones. Without answers, the
  ///     source has no data.
  ///   - updates: The updates of each live stream; nil for a stream that fetches once and ends.
  ///   - clock: The clock of ``Answer/after(_:_:)``.
  public init(
    _ descriptor: SourceDescriptor, answers: [Answer], updates: [Answer]? = nil,
    clock: any AQClock = AQSystemClock()
  ) {
    self.descriptor = descriptor
    self.answers = answers
    self.stream = updates
    self.clock = clock
  }

  /// Creates a source with one answer to every query.
  public convenience init(_ descriptor: SourceDescriptor, always response: AirResponse) {
    self.init(descriptor, answers: [.response(response)])
  }

  /// Returns the next scripted answer.
  public func fetch(_ query: AirQuery) async throws -> AirResponse {
    try Task.checkCancellation()
    let number = asked.withLock { asked in
      asked.append(query)
      return asked.count - 1
    }
    guard let answer = answers.indices.contains(number) ? answers[number] : answers.last else {
      return AirResponse()
    }
    return try await resolve(answer)
  }

  /// Returns the scripted stream, or one fetch.
  public func updates(for query: AirQuery) -> AirUpdates {
    AirUpdates { [self] send in
      guard let stream else { return try await send(AirUpdate(fetch(query))) }
      watched.withLock { $0.append(query) }
      for answer in stream { try await send(AirUpdate(resolve(answer))) }
    }
  }

  /// The queries to ``fetch(_:)``, in order.
  public var queries: [AirQuery] { asked.withLock { $0 } }
  /// The queries of the live streams that were started, in order.
  public var watchedQueries: [AirQuery] { watched.withLock { $0 } }

  private func resolve(_ answer: Answer) async throws -> AirResponse {
    switch answer {
    case .response(let response): return response
    case .failure(let error): throw error
    case .hang: try await Latch.untilCancelled()
    case .after(let duration, let answer):
      try await clock.sleep(for: duration)
      return try await resolve(answer)
    }
  }
}
