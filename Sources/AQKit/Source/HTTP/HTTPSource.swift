/// A source from an adapter and a transport.
///
/// It splits a query into parts of one kind of place and at most as many places as the provider takes per request, drops
/// parameters that are not offered, runs calls and follow-ups within the declared limits, merges in the order of the calls,
/// and drops values that were not requested. A part with a bad place is bisected. A failed call becomes a note with its
/// places; only if every call failed does it throw. All of it runs off the caller's actor.
///
/// A reply from a cache on the way counts as received when its header `Age` says.
///
/// Every place of the query has a report, or a note with the reason. A site that the adapter registered without places
/// is assigned to the matching ones: for a point the nearest sites with values, at most five within the query's radius (50 km by
/// default), or the areas that contain it; for an identifier, a name or a box the sites that match. Other sites are dropped.
/// A site without values leaves the note ``AirNote/Code/notMeasured``; at a point the note names only the parameters
/// that no other site has.
///
/// A redirect is followed to the hosts of the declared endpoints only, and a permanent one is noted.
///
/// Replies to calls with a time to keep them (``TransportRequest/Keeping``) are reused by further fetches of the source
/// and its copies.
public struct HTTPSource<Adapter: HTTPAdapter>: AirDataSource {
  /// The adapter.
  public let adapter: Adapter
  let requests: SourceRequests

  /// Creates a source; its fetches share the declared limit on concurrent requests.
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
    return try await PartFetch(self, at: now).probe(part).map { note in
      var note = note
      // The caller has named no places.
      note.places = []
      return note
    }
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
      for failure in outcome.failures { builder.note(failure.note) }
    }
    let receivedAt = max(now, builder.receipt.last)
    return builder.response(to: query, askedAt: now, receivedAt: receivedAt)
  }
}

/// The calls that a fetch may still make.
final class CallBudget: Sendable {
  private struct State {
    var left: Int
    /// The number of calls that replies may still add though their requests are kept. Without it, a reply that leads to itself
    /// would be read again and again.
    var repeats = 0
    /// The requests whose replies are kept, so that further calls need not send them.
    var kept: Set<TransportRequest> = []
  }

  private let calls: Int
  private let state: Locked<State>

  init(_ calls: Int) { (self.calls, state) = (calls, Locked(State(left: calls))) }

  /// Lets the replies of one more part repeat as many kept requests as a fetch has calls.
  func addPart() { state.withLock { $0.repeats += calls } }

  /// Takes one call from the limit, or none if an earlier call made the same request and its reply is kept; returns
  /// false if none is left.
  ///
  /// - Parameter isFollowUp: Whether a reply has led to the call.
  func take(for call: HTTPCall<some Sendable>, isFollowUp: Bool) -> Bool {
    let request = call.request
    let isKept = call.pieces == nil && !(call.keeping ?? .whileUnchanged).asksEachTime
    return state.withLock { state in
      if isKept, state.kept.contains(request) {
        guard isFollowUp else { return true }
        guard state.repeats > 0 else { return false }
        state.repeats -= 1
        return true
      }
      guard state.left > 0 else { return false }
      state.left -= 1
      if isKept { state.kept.insert(request) }
      return true
    }
  }

  /// Counts further calls that make a request, as its reply wasn't kept.
  func charge(_ request: TransportRequest) { state.withLock { _ = $0.kept.remove(request) } }
}

extension HTTPReply {
  /// Returns the call for the page after this one, with the same step, site and keeping; empty if this is the last one, or
  /// the call has no page.
  ///
  /// - Parameters:
  ///   - count: The number of elements on this page. An empty page is the last.
  ///   - total: The total number of elements; nil if the service doesn't state it as a number.
  ///   - pages: The total number of pages.
  public func nextPage(received count: Int, of total: Int64? = nil, pages: Int64? = nil) -> [HTTPCall<Step>] {
    call?.next(received: count, of: total, pages: pages).map { [$0] } ?? []
  }
}
