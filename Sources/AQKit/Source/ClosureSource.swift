/// A source made of closures: for tests, previews, and data that an application has already.
public struct ClosureSource: AirDataSource {
  /// What the source declares.
  public let descriptor: SourceDescriptor
  private let answer: @Sendable (AirQuery) async throws -> AirResponse
  private let stream: (@Sendable (AirQuery) -> AirUpdates)?

  /// Makes a source.
  ///
  /// - Parameters:
  ///   - descriptor: What the source declares.
  ///   - updates: Its live stream; nil for one fetch and the end.
  ///   - fetch: Its answers.
  public init(
    _ descriptor: SourceDescriptor, updates: (@Sendable (AirQuery) -> AirUpdates)? = nil,
    fetch: @escaping @Sendable (AirQuery) async throws -> AirResponse
  ) {
    self.descriptor = descriptor
    self.answer = fetch
    self.stream = updates
  }

  /// The closure's answer. The closure runs off the caller's actor.
  @concurrent public func fetch(_ query: AirQuery) async throws -> AirResponse {
    // Swift 6.3 leaves out the change of executor at the beginning of a function that does nothing but await; this does
    // something.
    try Task.checkCancellation()
    return try await answer(query)
  }

  /// The closure's stream, or one fetch.
  public func updates(for query: AirQuery) -> AirUpdates {
    if let stream { return stream(query) }
    return AirUpdates { send in try await send(AirUpdate(answer(query))) }
  }
}
