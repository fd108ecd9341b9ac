/// What AQKit must know about one web service: how to ask it, and how to read its answers. Nothing else.
///
/// An adapter is pure: it touches no network, no clock and no state, so that it can be tested from recorded bytes.
/// The core splits a query into requests within the declared limits, runs them, follows up, merges and isolates
/// failures; ``ReportBuilder`` takes care of time, order, units and sentinels.
///
/// **Use one**: `HTTPSource(adapter, transport: transport)` is a source.
///
/// **Write one**: declare a ``SourceDescriptor``, build the requests for a query, read a reply into the builder.
/// Return follow-up calls where an answer comes in parts: pages (``HTTPPage``), or the values of a list's stations
/// (``AirQuery/matches(among:nearest:)``). What a follow-up must remember travels in its `Step`. The guide
/// `Docs/WriteAnAdapter.md` goes from an empty folder to a green contract.
///
/// **Test one**: `HTTPSource(adapter, transport: StubTransport(…))`, or call ``decode(_:into:)`` with recorded bytes.
public protocol HTTPAdapter<Step>: Sendable {
  /// What a follow-up call must remember. `Void` where there are none.
  associatedtype Step: Sendable = Void

  /// What the service offers, needs and allows; can be read without making an adapter.
  static var descriptor: SourceDescriptor { get }

  /// The declaration of this instance, where its options change it.
  var descriptor: SourceDescriptor { get }

  /// The requests for a query.
  ///
  /// The query is a part of what was asked: all its places are of one kind, there are at most as many as
  /// ``Limits/placesPerRequest`` says, and its parameters, unless empty, are ones that the source offers.
  ///
  /// - Throws: An ``AQError`` when the query can't be meant for this service.
  func calls(for query: AirQuery, at now: AirTime) throws -> [HTTPCall<Step>]

  /// Reads a reply into reports, and returns follow-up calls.
  ///
  /// - Throws: An ``AQError``, or any other error for a body that is not what it says, which becomes
  ///   ``AQError/Code/malformed``. What had been added before is dropped then.
  func decode(_ reply: HTTPReply<Step>, into report: inout ReportBuilder) throws -> [HTTPCall<Step>]

  /// Whether a response is read. The default goes by the status code, as the table at ``AQError`` says.
  func verdict(on response: TransportResponse) -> HTTPVerdict
}

extension HTTPAdapter {
  /// The type's declaration.
  public var descriptor: SourceDescriptor { Self.descriptor }

  /// 2xx is read, everything else is an error by its status.
  public func verdict(on response: TransportResponse) -> HTTPVerdict {
    AQError(response: response, limits: descriptor.limits).map(HTTPVerdict.failed) ?? .read
  }
}
