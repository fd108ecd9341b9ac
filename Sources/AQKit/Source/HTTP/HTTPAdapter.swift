/// All that AQKit needs to know about a web service: how to make requests and how to read the answers.
///
/// An adapter is pure: it uses no network, no clock and no state, so recorded bytes test it. The core splits a query
/// into requests within the declared limits, runs them, follows up, merges and isolates failures; ``ReportBuilder``
/// handles time, order, units and sentinels.
///
/// **Use one**: `HTTPSource(adapter, transport: transport)` is a source.
///
/// **Write one**: declare a ``SourceDescriptor``, build the requests for a query, read a reply into the builder.
/// Return follow-up calls if an answer comes in parts: pages (``HTTPPage``), or the values of a list's stations
/// (``AirQuery/matches(among:nearest:)``). A call's `Step` has what its follow-up must remember. The guide
/// `Docs/WriteAnAdapter.md` goes from an empty folder to a green contract.
///
/// **Test one**: `HTTPSource(adapter, transport: StubTransport(…))`, or call ``decode(_:into:)`` with recorded bytes.
public protocol HTTPAdapter<Step>: Sendable {
  /// What a follow-up call must remember. `Void` without follow-ups.
  associatedtype Step: Sendable = Void

  /// The service's declaration, available without an instance.
  static var descriptor: SourceDescriptor { get }

  /// The declaration of this instance, which its options may change.
  var descriptor: SourceDescriptor { get }

  /// The requests for a query.
  ///
  /// The query is a part of the original: all its places are of one kind, at most ``Limits/placesPerRequest`` of them,
  /// and all its parameters are offered; none means all.
  ///
  /// - Throws: An ``AQError`` when the query makes no sense for this service.
  func calls(for query: AirQuery, at now: AirTime) throws -> [HTTPCall<Step>]

  /// Reads a reply into reports, and returns follow-up calls.
  ///
  /// - Throws: An ``AQError``, or any other error for an invalid body, which becomes ``AQError/Code/malformed``.
  ///   Whatever was added before is dropped.
  func decode(_ reply: HTTPReply<Step>, into report: inout ReportBuilder) throws -> [HTTPCall<Step>]

  /// Whether to read a response. By default the status decides, as in the table at ``AQError``.
  func verdict(on response: TransportResponse) -> HTTPVerdict
}

extension HTTPAdapter {
  /// The type's declaration.
  public var descriptor: SourceDescriptor { Self.descriptor }

  /// Reads 2xx; any other status is an error.
  public func verdict(on response: TransportResponse) -> HTTPVerdict {
    AQError(response: response, limits: descriptor.limits).map(HTTPVerdict.failed) ?? .read
  }
}
