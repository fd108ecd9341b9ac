/// A source from an adapter and a transport.
///
/// It splits a query into parts of one kind of place and at most as many places as the provider takes per request,
/// drops parameters that are not offered, runs calls and follow-ups within the declared limits, merges in the order of
/// the calls, and drops what was not requested. A part with a bad place is bisected. A failed call becomes a note with
/// its places; only if every call failed does it throw. All of it runs off the caller's actor.
///
/// An answer from a cache on the way, by its header `Age`, counts as received at that time.
///
/// Every place of the query has a report or a note that says why not. A site that the adapter registered without places
/// answers those that it suits: for a point the nearest sites with values, at most five within the query's radius
/// (50 km by default), or the areas that contain it; for an identifier, a name or a box the sites that match. Other
/// sites are dropped.
///
/// A redirect is followed to the hosts of the declared endpoints only, and a permanent one is noted.
///
/// Replies to calls that say how long they keep (``HTTPKeeping``) answer further fetches of the source and its copies.
public struct HTTPSource<Adapter: HTTPAdapter>: AirDataSource {
  /// The adapter.
  public let adapter: Adapter
  private let transport: any HTTPTransport
  private let clock: any AQClock
  /// Shared by all fetches of the source, because the provider counts them together.
  private let gate: ConcurrencyGate
  private let hosts: HostGates
  private let kept: KeptReplies

  /// A source; its fetches share the declared limit on concurrent requests.
  public init(_ adapter: Adapter, transport: any HTTPTransport, clock: any AQClock = SystemClock()) {
    self.adapter = adapter
    self.transport = transport
    self.clock = clock
    let limits = adapter.descriptor.limits
    self.gate = ConcurrencyGate(limits.concurrentRequests)
    self.hosts = HostGates(limits.concurrentRequestsPerHost)
    self.kept = KeptReplies(adapter.descriptor, clock: clock)
  }

  /// The adapter's declaration.
  public var descriptor: SourceDescriptor { adapter.descriptor }

  /// Forgets all kept replies, so that the next fetch asks for everything.
  public func dropKeptReplies() { kept.removeAll() }

  /// Makes the first call that a query for the first declared test place leads to, and reads its reply; no follow-ups.
  ///
  /// - Returns: The notes of the reply.
  /// - Throws: The ``AQError`` of the call, or of the adapter when it can't read the reply.
  @concurrent public func probe() async throws -> [AirNote] {
    let now = clock.time
    guard let part = try QueryPlan(descriptor.probeQuery, for: descriptor).parts.first else { return [] }
    return try await partFetch(at: now).probe(part).map { note in
      var note = note
      // The caller has named no places.
      note.places = []
      return note
    }
  }

  private func partFetch(at now: AirTime) -> PartFetch<Adapter> {
    let descriptor = descriptor
    return PartFetch(
      adapter: adapter, descriptor: descriptor, transport: transport, clock: clock, gate: gate,
      hosts: hosts, now: now,
      budget: CallBudget(max(1, descriptor.limits.requestsPerFetch)), kept: kept,
      declaredHosts: descriptor.hosts)
  }

  /// Queries the service.
  ///
  /// - Throws: ``AQError/Code/unsupported`` when nothing in the query is offered, the first call's ``AQError`` when
  ///   every call failed, `CancellationError` when the task was cancelled.
  @concurrent public func fetch(_ query: AirQuery) async throws -> AirResponse {
    let descriptor = descriptor
    let now = clock.time
    let plan = try QueryPlan(query, for: descriptor)
    let fetch = partFetch(at: now)
    let outcomes = try await inOrder(plan.parts.map(fetch.prepare), fetch.run)
    try Task.checkCancellation()
    let builders = outcomes.flatMap(\.pieces).map(\.builder)
    // A kept list of stations says nothing about the age of the values.
    let withValues = builders.filter { $0.rowCount > 0 }
    let arrivals = (withValues.isEmpty ? builders : withValues).map(\.receivedAt)
    var builder = ReportBuilder(descriptor, receivedAt: arrivals.min() ?? clock.time)
    for note in plan.notes { builder.note(note) }
    for outcome in outcomes {
      for piece in outcome.pieces { builder.merge(piece.builder, renumberingPlaces: piece.places) }
      for failure in outcome.failures { builder.note(failure.note) }
    }
    if !outcomes.contains(where: \.hasAnswer), let failure = outcomes.lazy.flatMap(\.failures).first {
      throw failure.error.attributed(to: descriptor.id)
    }
    return builder.response(keepingEmptySites: query.detail == .sites, answering: query)
      .narrowed(to: query, at: now)
      .accountingForPlaces(of: query)
  }
}

/// The remaining calls of one fetch.
final class CallBudget: Sendable {
  private struct State {
    var left: Int
    /// Requests whose reply is kept: a further call for one makes no request.
    var kept: Set<TransportRequest> = []
  }

  private let state: Locked<State>

  init(_ calls: Int) { state = Locked(State(left: calls)) }

  /// Takes one call, or none for a request that a call before it makes, whose reply is kept; false if none is left.
  func take(for call: HTTPCall<some Sendable>) -> Bool {
    let (request, isKept) = (call.request, call.keeping != nil)
    return state.withLock { state in
      if isKept, state.kept.contains(request) { return true }
      guard state.left > 0 else { return false }
      state.left -= 1
      if isKept { state.kept.insert(request) }
      return true
    }
  }
}
