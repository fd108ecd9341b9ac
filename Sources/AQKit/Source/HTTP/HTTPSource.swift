/// A source from an adapter and a transport.
///
/// It splits a query into parts of one kind of place and at most as many places as the provider takes per request, drops
/// parameters that are not offered, runs calls and follow-ups up to the declared number of requests, merges in the order of
/// the calls, and drops values that were not requested. A part with a bad place is bisected. A failed call becomes a note with
/// its places; only if every call failed does it throw. All of it runs off the caller's actor.
///
/// A reply from an HTTP cache between here and the service is as old as its header `Age` says.
///
/// Every place of the query has a report, or a note with the reason. A site that the adapter registered without places
/// is assigned to the matching ones: for a point the nearest sites with values, at most five within the query's radius (50 km by
/// default), or the areas that contain it; for an identifier, a name or a box the sites that match. Other sites are dropped,
/// except those that may match, such as a device without a coordinate: their reports are for no place.
/// A site without values leaves the note ``AirNote/Code/notMeasured``; at a point the note names only the parameters
/// that no other site has.
///
/// A redirect is followed to the hosts of the declared endpoints only, and a permanent one is noted.
///
/// Replies to calls with a time to keep them (``TransportRequest/Keeping``) are reused by further fetches of the source
/// and its copies, until ``AirDataSource/removeCachedResponses()``.
public struct HTTPSource<Adapter: HTTPAdapter>: AirDataSource, ReplyKeeping {
  /// The adapter.
  public let adapter: Adapter
  let requests: SourceRequests

  /// Creates a source. It sends all calls of a fetch at once, and a transport with a budget delays those beyond the declared
  /// limits: ``AQContainer/transport(for:credential:)``, or ``HTTPTransport/rateLimited(by:advice:charging:clock:)``.
  public init(_ adapter: Adapter, transport: any HTTPTransport, clock: any AQClock = AQSystemClock()) {
    self.adapter = adapter
    self.requests = SourceRequests(adapter.descriptor, through: transport, clock: clock)
  }

  /// The adapter's declaration.
  public var descriptor: SourceDescriptor { adapter.descriptor }

  /// Makes the first call that a query for the first declared test place leads to, and reads its reply; no follow-ups.
  ///
  /// - Returns: The notes of the reply.
  /// - Throws: The ``AQError`` of the call, or of the adapter when it can't read the reply.
  @concurrent public func probe() async throws -> [AirNote] {
    let now = requests.clock.time
    guard let part = try QueryPlan(descriptor.probeQuery, for: descriptor).parts.first else { return [] }
    // The caller has named no places.
    return try await PartFetch(self, at: now).probe(part).map { note in changed(note) { $0.places = [] } }
  }

  /// Queries the service.
  ///
  /// - Throws: ``AQError/Code/unsupported`` when nothing in the query is offered, the first call's ``AQError`` when
  ///   every call failed, `CancellationError` when the task was cancelled.
  @concurrent public func fetch(_ query: AirQuery) async throws -> AirResponse {
    let now = requests.clock.time
    let fetch = PartFetch(self, at: now)
    let descriptor = fetch.descriptor
    let plan = try QueryPlan(query, for: descriptor)
    let outcomes = try await inOrder(plan.parts.map(fetch.prepare), fetch.run)
    try Task.checkCancellation()
    let pieces = outcomes.flatMap(\.pieces)
    if pieces.isEmpty, let failure = outcomes.flatMap(\.failures).first {
      throw failure.error.attributed(to: descriptor.id)
    }
    // A cached list of stations has no relation to the age of the values.
    let withValues = pieces.filter { $0.builder.counts.rows > 0 }
    let arrivals = (withValues.isEmpty ? pieces : withValues).map(\.builder.receivedAt)
    var builder = ReportBuilder(descriptor, receivedAt: arrivals.min() ?? requests.clock.time)
    for note in plan.notes { builder.note(note) }
    for outcome in outcomes {
      for piece in outcome.pieces { builder.merge(piece.builder, renumberingPlaces: piece.places) }
      for failure in outcome.failures { builder.note(AirNote(failure.error, places: failure.places)) }
    }
    let receivedAt = max(now, builder.receipt.last)
    return builder.response(to: query, askedAt: now, receivedAt: receivedAt)
  }
}

extension HTTPAdapter {
  /// Reads a reply in the same way for every fetch and recording: first the verdict, then the decoder, whose own errors
  /// become ``AQError/Code/malformed``.
  func read(_ reply: HTTPReply<Step>, at places: [Int], into builder: inout ReportBuilder) throws
    -> [HTTPCall<Step>]
  {
    switch verdict(on: reply) {
    case .failed(let error): throw error
    case .nothingForSomePlace(let note) where places.count > 1:
      throw AQError(.invalidRequest, note.message, source: descriptor.id)
    case .nothing(var note), .nothingForSomePlace(var note):
      if note.places.isEmpty { note.places = places }
      builder.note(note)
      return []
    case .read: break
    }
    do {
      let followUps = try decode(reply, into: &builder)
      builder.locate(.nothingNear, at: places)
      return followUps
    } catch let error where !(error is AQError || error is CancellationError) {
      throw AQError(
        .malformed, "The response isn't in the declared format.", source: descriptor.id, cause: error)
    }
  }
}
