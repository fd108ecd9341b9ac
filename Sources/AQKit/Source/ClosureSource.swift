/// A source made from closures, for tests, previews, and data that an application already has.
///
/// ```swift
/// let remembered = ClosureSource(descriptor) { _ in AirResponse(reports: [report]) }
/// let offline = ClosureSource(descriptor) { _ in
///   throw AQError(.unreachable, "There is no route to the host.")
/// }
/// ```
public struct ClosureSource: AirDataSource {
  /// The declaration.
  public let descriptor: SourceDescriptor
  private let respond: @Sendable (AirQuery) async throws -> AirResponse
  private let stream: (@Sendable (AirQuery) -> AirUpdates)?

  /// Creates a source from a declaration and closures.
  ///
  /// - Parameters:
  ///   - descriptor: The declaration.
  ///   - updates: Returns the live stream; nil for a stream that fetches once and ends.
  ///   - fetch: Returns the response to a query. A report that names no place (``AirReport/places``) is for none.
  public init(
    _ descriptor: SourceDescriptor, updates: (@Sendable (AirQuery) -> AirUpdates)? = nil,
    fetch: @escaping @Sendable (AirQuery) async throws -> AirResponse
  ) {
    self.descriptor = descriptor
    self.respond = fetch
    self.stream = updates
  }

  /// Returns the closure's response, or throws its error. The closure runs off the caller's actor.
  @concurrent public func fetch(_ query: AirQuery) async throws -> AirResponse {
    // Swift 6.3 omits the executor change at the start of a function that only awaits; this call prevents that.
    try Task.checkCancellation()
    return try await respond(query)
  }

  /// Returns the closure's stream, or one fetch.
  public func updates(for query: AirQuery) -> AirUpdates {
    stream?(query) ?? AirUpdates { send in try await send(AirUpdate(respond(query))) }
  }
}
