/// Anything that answers questions about the air: a web service, a live feed, a folder of recordings, a layer over
/// another source.
///
/// **Use one.** Ask it with ``fetch(_:)``, or hand it to an ``AirHub`` with others.
///
/// **Write one.** For a web service write an ``HTTPAdapter`` and let ``HTTPSource`` make the source; for a feed write
/// a ``FeedDecoder``; for anything else conform a `Sendable` type, or use a ``ClosureSource``. Answer with reports,
/// one per site, and with notes for what is not there. "Nothing there" is an answer; an error means that the source
/// could not be asked. Throw ``AQError`` where its codes fit and let `CancellationError` pass. The same query may
/// arrive twice at once.
///
/// **Test one.** The product `AQKitTesting` has stand-ins for the transport and the clock.
public protocol AirDataSource: Sendable {
  /// What the source offers, needs and allows.
  var descriptor: SourceDescriptor { get }

  /// Answers a question.
  ///
  /// - Throws: An ``AQError`` when the source could not be asked, `CancellationError` when the task was cancelled.
  func fetch(_ query: AirQuery) async throws -> AirResponse

  /// The answers to a question as they change. Work begins when iteration begins and ends with it.
  ///
  /// A source that can't watch has nothing to do: the default fetches once and ends.
  func updates(for query: AirQuery) -> AirUpdates
}

extension AirDataSource {
  /// One fetch, then the end.
  public func updates(for query: AirQuery) -> AirUpdates {
    AirUpdates { send in
      try await send(AirUpdate(fetch(query)))
    }
  }
}
