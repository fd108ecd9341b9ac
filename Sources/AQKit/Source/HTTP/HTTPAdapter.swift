/// All that AQKit needs to know about a web service: how to make requests and how to read the replies.
///
/// An adapter is pure: it uses no network, no clock and no state, so recorded bytes test it. The core splits a query
/// into requests within the declared limits, runs them, follows up, merges and isolates failures; ``ReportBuilder``
/// handles time, order, units and sentinels.
///
/// **Use one**: `HTTPSource(adapter, transport: transport)` is a source.
///
/// **Write one**: declare a ``SourceDescriptor``, build the requests for a query, read a reply into the builder. Return
/// follow-up calls if the data come in parts: pages (``TransportRequest/Page``), or the values of a list's stations
/// (``HTTPCall/init(_:step:places:about:keepsFor:budget:page:)``). A call's `Step` holds what its follow-up must
/// remember. The guide “Write an adapter” goes from an empty folder to a passed contract.
///
/// **Test one**: `SourceContract` and `AdapterContract` of the product `AQKitTesting` take recorded replies.
///
/// ```swift
/// func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws -> [HTTPCall<Void>] {
///   try report.each(reply.json().require("stations").elements) { station, report in
///     let site = report.site(
///       AirSite(
///         id: try station.require("id").string(), name: station["name"].stringValue,
///         coordinate: try station.coordinate("lat", "lon"), kind: .referenceStation))
///     let time = TimeStamp.text(try station.require("time").string())
///     report.add(.pm25, station["pm25"], unit: "µg/m³", at: time, to: site)
///     report.add(.no2, station["no2"], unit: "µg/m³", at: time, to: site)
///   }
///   return []
/// }
/// ```
public protocol HTTPAdapter<Step>: Sendable {
  /// The state that a follow-up call must remember. `Void` if there are no follow-ups.
  associatedtype Step: Sendable = Void

  /// The service's declaration, available without an instance.
  static var descriptor: SourceDescriptor { get }

  /// The declaration of this instance, which its options may change. A property that stores it states its type, as in
  /// `var descriptor: SourceDescriptor = Self.descriptor`: without the type Swift takes the default, the type's declaration.
  var descriptor: SourceDescriptor { get }

  /// Returns the requests for a query.
  ///
  /// The query is a part of the original: all its places are of one kind, at most ``RequestLimits/placesPerRequest`` of
  /// them, and all its parameters are offered; an empty list means all.
  ///
  /// - Throws: An ``AQError`` when the query makes no sense for this service.
  func calls(for query: AirQuery, at now: AirTime) throws -> [HTTPCall<Step>]

  /// Reads a reply into reports, and returns follow-up calls.
  ///
  /// - Throws: An ``AQError``, or any other error for an invalid body, which becomes ``AQError/Code/malformed``. The values
  ///   that were added before are dropped.
  func decode(_ reply: HTTPReply<Step>, into report: inout ReportBuilder) throws -> [HTTPCall<Step>]

  /// The maximum number of sites of a list whose calls are made for one point: the nearest ones. 3 by default, so that
  /// a station without current values doesn't hide the next. Sites whose values need no calls of their own cost no
  /// request: up to five of them are taken for a point.
  var sitesPerPoint: Int { get }

  /// The credentials that its requests carry. Errors and notes never show them, even if a service repeats parts of a
  /// request. By default every ``AirSecret`` among the adapter's stored properties.
  var credentials: [AirSecret] { get }

  /// Returns whether to read a response. By default the status decides, as in the table at ``AQError``.
  func verdict(on response: TransportResponse) -> TransportResponse.Verdict

  /// Decides whether to read a reply, for services whose status depends on the call: a missing file means no data in an
  /// archive, but an outage for a list. By default the response decides.
  func verdict(on reply: HTTPReply<Step>) -> TransportResponse.Verdict
}

extension HTTPAdapter {
  /// The type's declaration.
  public var descriptor: SourceDescriptor { Self.descriptor }

  /// Defaults to 3.
  public var sitesPerPoint: Int { 3 }

  /// Defaults to the secrets that the adapter stores.
  public var credentials: [AirSecret] { AirSecret.held(by: self) }

  /// Reads a response with a status 2xx; any other status is an error.
  public func verdict(on response: TransportResponse) -> TransportResponse.Verdict {
    AQError(response: response, limits: descriptor.limits).map(TransportResponse.Verdict.failed) ?? .read
  }

  /// Defaults to the response's own verdict.
  public func verdict(on reply: HTTPReply<Step>) -> TransportResponse.Verdict { verdict(on: reply.response) }
}
