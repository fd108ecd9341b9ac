/// A source made of an adapter and a transport.
///
/// It splits a query into parts of one kind of place and at most as many as the provider takes per request, leaves out
/// parameters that are not offered, runs calls and follow-ups within the declared limits, merges in the order of the
/// calls whatever finishes first, and leaves out what was not asked for. A part that one bad place spoils is bisected; a call that
/// fails becomes a note with its places; only when every call failed does it throw. All of it runs off the caller's
/// actor.
///
/// An answer that was kept on the way, which its header `Age` says, counts as received when it was.
///
/// Every place of the query is accounted for: it has a report, or a note says why not. A site that the adapter
/// registered without a place answers the places that it suits: a point is answered by the nearest sites that have
/// values, at most five within the query's radius (50 km where it states none), or by the areas that it lies in; an
/// identifier, a name or a box by the sites that it names. Sites that nobody asked about are left out.
public struct HTTPSource<Adapter: HTTPAdapter>: AirDataSource {
  /// The adapter.
  public let adapter: Adapter
  private let transport: any HTTPTransport
  private let clock: any AQClock
  /// Shared by all fetches of the source, since the provider counts them together.
  private let gate: ConcurrencyGate
  private let hosts: HostGates

  /// Makes a source.
  public init(_ adapter: Adapter, transport: any HTTPTransport, clock: any AQClock = SystemClock()) {
    self.adapter = adapter
    self.transport = transport
    self.clock = clock
    let limits = adapter.descriptor.limits
    self.gate = ConcurrencyGate(limits.concurrentRequests)
    self.hosts = HostGates(limits.concurrentRequestsPerHost)
  }

  /// The adapter's declaration.
  public var descriptor: SourceDescriptor { adapter.descriptor }

  /// Asks the service.
  ///
  /// - Throws: ``AQError/Code/unsupported`` when nothing that was asked is offered, the first call's ``AQError`` when
  ///   every call failed, `CancellationError` when the task was cancelled.
  @concurrent public func fetch(_ query: AirQuery) async throws -> AirResponse {
    let descriptor = descriptor
    let now = clock.time
    let plan = try QueryPlan(query, for: descriptor)
    let fetch = PartFetch(
      adapter: adapter, descriptor: descriptor, transport: transport, clock: clock, gate: gate,
      hosts: hosts, now: now,
      budget: CallBudget(max(1, descriptor.limits.requestsPerFetch)))
    let outcomes = try await inOrder(plan.parts.map(fetch.prepare), fetch.run)
    try Task.checkCancellation()
    let arrivals = outcomes.flatMap(\.pieces).map(\.builder.receivedAt)
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
