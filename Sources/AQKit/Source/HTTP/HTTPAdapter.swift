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
/// (``HTTPCall/init(_:step:places:about:keepsFor:budget:page:)``). A call's `Step` has what its follow-up must
/// remember. The guide “Write an adapter” goes from an empty folder to a green contract.
///
/// **Test one**: `HTTPSource(adapter, transport: StubTransport(…))`, or call ``decode(_:into:)`` with recorded bytes.
///
/// ```swift
/// func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws -> [HTTPCall<Void>] {
///   try report.each(reply.json().require("stations").elements) { station, report in
///     let site = report.site(
///       AirSite(
///         id: try station.require("id").string(), name: station["name"].asString,
///         coordinate: try station.coordinate("lat", "lon"), kind: .referenceStation))
///     let time = TimeStamp.text(try station.require("time").string())
///     report.add(.pm25, station["pm25"], unit: "µg/m³", at: time, to: site)
///     report.add(.no2, station["no2"], unit: "µg/m³", at: time, to: site)
///   }
///   return []
/// }
/// ```
public protocol HTTPAdapter<Step>: Sendable {
  /// What a follow-up call must remember. `Void` without follow-ups.
  associatedtype Step: Sendable = Void

  /// The service's declaration, available without an instance.
  static var descriptor: SourceDescriptor { get }

  /// The declaration of this instance, which its options may change.
  var descriptor: SourceDescriptor { get }

  /// The requests for a query.
  ///
  /// The query is a part of the original: all its places are of one kind, at most ``RequestLimits/placesPerRequest``
  /// of them, and all its parameters are offered; none means all.
  ///
  /// - Throws: An ``AQError`` when the query makes no sense for this service.
  func calls(for query: AirQuery, at now: AirTime) throws -> [HTTPCall<Step>]

  /// Reads a reply into reports, and returns follow-up calls.
  ///
  /// - Throws: An ``AQError``, or any other error for an invalid body, which becomes ``AQError/Code/malformed``.
  ///   Whatever was added before is dropped.
  func decode(_ reply: HTTPReply<Step>, into report: inout ReportBuilder) throws -> [HTTPCall<Step>]

  /// The most sites of a list whose calls are made for one point: the nearest ones. 3 by default, so that a station
  /// without current values doesn't hide the next.
  var sitesPerPoint: Int { get }

  /// Whether to read a response. By default the status decides, as in the table at ``AQError``.
  func verdict(on response: TransportResponse) -> HTTPVerdict

  /// Whether to read a reply, for services whose status means something else from call to call: a file that isn't there
  /// is nothing in an archive, and an outage of a list. By default the response decides.
  func verdict(on reply: HTTPReply<Step>) -> HTTPVerdict
}

extension HTTPAdapter {
  /// The type's declaration.
  public var descriptor: SourceDescriptor { Self.descriptor }

  /// Three.
  public var sitesPerPoint: Int { 3 }

  /// Reads 2xx; any other status is an error.
  public func verdict(on response: TransportResponse) -> HTTPVerdict {
    AQError(response: response, limits: descriptor.limits).map(HTTPVerdict.failed) ?? .read
  }

  /// As the response says.
  public func verdict(on reply: HTTPReply<Step>) -> HTTPVerdict { verdict(on: reply.response) }
}

/// What to do with a response.
public enum HTTPVerdict: Sendable {
  /// Its body is decoded.
  case read
  /// It says that there is nothing, which is an answer.
  case nothing(AirNote)
  /// At least one unnamed place has no data, which blocks the others: the core bisects the places to find it. For a
  /// single place it is the same as ``nothing(_:)``.
  case nothingForSomePlace(AirNote)
  /// It says that the question could not be answered.
  case failed(AQError)
}

extension HTTPAdapter {
  /// Reads a reply as every fetch and recording does: first the verdict, then the decoder, whose own errors become
  /// ``AQError/Code/malformed``.
  ///
  /// - Parameters:
  ///   - reply: The reply.
  ///   - places: The indices of the query's places in the call.
  ///   - builder: Receives the content.
  func read(_ reply: HTTPReply<Step>, answering places: [Int], into builder: inout ReportBuilder) throws
    -> [HTTPCall<Step>]
  {
    switch verdict(on: reply) {
    case .failed(let error): throw error
    case .nothing(let note):
      builder.note(note.about(places))
      return []
    case .nothingForSomePlace(let note):
      guard places.count < 2 else { throw AQError(.invalidRequest, note.message, source: descriptor.id) }
      builder.note(note.about(places))
      return []
    case .read: break
    }
    do {
      return try decode(reply, into: &builder)
    } catch let error as AQError {
      throw error
    } catch {
      if error is CancellationError { throw error }
      throw AQError(.malformed, "The answer is not what it says it is.", source: descriptor.id, cause: error)
    }
  }
}

extension AirNote {
  /// The note; if it names no places, about these.
  fileprivate func about(_ places: [Int]) -> AirNote {
    var copy = self
    if copy.places.isEmpty { copy.places = places }
    return copy
  }
}
