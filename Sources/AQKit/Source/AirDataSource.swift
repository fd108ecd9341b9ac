/// A source of air data: a web service, a live feed, a folder of recordings, or a layer over another source.
///
/// **Use one.** Call ``fetch(_:)``, or give it to an ``AirHub`` with others.
///
/// **Write one.** For a web service write an ``HTTPAdapter``, of which ``HTTPSource`` makes a source; for a feed write
/// a ``FeedDecoder``; for anything else conform a `Sendable` type or use a ``ClosureSource``. Answer with reports, one
/// per site, and with notes on what is missing. "No data" is an answer; an error means that the source could not be
/// asked. Throw ``AQError`` where its codes fit and let `CancellationError` pass. The same query may run twice at once.
///
/// **Test one.** The product `AQKitTesting` has doubles for the transport and the clock.
public protocol AirDataSource: Sendable {
  /// What the source offers, requires and allows.
  var descriptor: SourceDescriptor { get }

  /// Answers a query.
  ///
  /// - Throws: An ``AQError`` when the source could not be asked, `CancellationError` when the task was cancelled.
  func fetch(_ query: AirQuery) async throws -> AirResponse

  /// The answers to a query as they change. Work starts and ends with the iteration.
  ///
  /// The default, for sources that can't watch, fetches once and ends.
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
