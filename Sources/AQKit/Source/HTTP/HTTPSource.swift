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
/// answers the matching ones: for a point the nearest sites with values, at most five within the query's radius (50 km by
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
  let transport: any HTTPTransport
  let clock: any AQClock
  /// Shared by all fetches of the source, because the provider counts them together.
  let gate: ConcurrencyGate
  let hosts: HostGates
  let kept: KeptReplies

  /// Creates a source; its fetches share the declared limit on concurrent requests.
  public init(_ adapter: Adapter, transport: any HTTPTransport, clock: any AQClock = AQSystemClock()) {
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

  /// Makes the first call that a query for the first declared test place leads to, and reads its reply; no follow-ups.
  ///
  /// - Returns: The notes of the reply.
  /// - Throws: The ``AQError`` of the call, or of the adapter when it can't read the reply.
  @concurrent public func probe() async throws -> [AirNote] {
    let now = clock.time
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
    let now = clock.time
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
    var builder = ReportBuilder(descriptor, receivedAt: arrivals.min() ?? clock.time)
    for note in plan.notes { builder.note(note) }
    for outcome in outcomes {
      for piece in outcome.pieces { builder.merge(piece.builder, renumberingPlaces: piece.places) }
      for failure in outcome.failures { builder.note(failure.note) }
    }
    let receivedAt = max(now, builder.receipt.last)
    return builder.answer(to: query, askedAt: now, receivedAt: receivedAt)
  }
}

final class CallBudget: Sendable {
  private struct State {
    var left: Int
    /// The requests whose replies are kept, so that further calls need not send them.
    var kept: Set<TransportRequest> = []
  }

  private let state: Locked<State>

  init(_ calls: Int) { state = Locked(State(left: calls)) }

  /// Takes one call from the limit, or none if an earlier call made the same request and its reply is kept; returns
  /// false if none is left.
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

extension TransportRequest {
  /// A page of a list, as a call requests it.
  ///
  /// A call states its page, and its reply leads to the next one:
  ///
  /// ```swift
  /// let page = TransportRequest.Page(size: 1000, as: .number("page", size: "limit"))
  /// let call = HTTPCall(request, step: CityStep.stations, page: page)
  /// ```
  ///
  /// The call for the page after a reply:
  ///
  /// ```swift
  /// let next = reply.nextPage(received: results.count, of: answer["meta"]["found"].asInt)
  /// ```
  ///
  /// If the next page is a link, make its call with ``TransportRequest/following(_:)``.
  ///
  /// ``RequestLimits/requestsPerFetch`` ends the requests to a server with endless pages, with a note.
  public struct Page: Hashable, Sendable {
    /// The page's number, as the service counts.
    public let number: Int
    /// The maximum number of elements per page.
    public let size: Int
    /// The number of elements on previous pages.
    public let offset: Int
    private let pagesBefore: Int
    /// The way in which a request names the page; nil if the adapter writes it itself.
    public let naming: Naming?

    /// The query items by which a request states its page.
    public enum Naming: Hashable, Sendable {
      /// The number of the page, and the maximum number of elements per page.
      case number(String, size: String? = nil)
      /// The number of elements before the page, and the maximum number of elements per page.
      case offset(String, size: String? = nil)
    }

    /// Returns the next page; nil if this is the last.
    ///
    /// If the service states no total, the first page that is not full is the last.
    ///
    /// - Parameters:
    ///   - count: The number of elements on this page. An empty page is the last.
    ///   - total: The total number of elements.
    ///   - pages: The total number of pages.
    public func next(received count: Int, of total: Int64? = nil, pages: Int64? = nil) -> TransportRequest
      .Page?
    {
      let (offset, overflow) = offset.addingReportingOverflow(count)
      guard count > 0, !overflow, number < .max else { return nil }
      let isThereMore =
        if let pages { Int64(pagesBefore) + 1 < pages } else if let total { Int64(offset) < total } else {
          count >= size
        }
      guard isThereMore else { return nil }
      return TransportRequest.Page(
        number: number + 1, size: size, offset: offset, pagesBefore: pagesBefore + 1, naming: naming)
    }
  }
}

extension TransportRequest.Page {
  /// Creates the first page.
  ///
  /// - Parameters:
  ///   - size: The maximum number of elements per page; below 1 counts as 1.
  ///   - first: The number of the first page, 1 or 0.
  ///   - naming: The way in which a request states it; nil if the adapter writes it itself.
  public init(size: Int, first: Int = 1, as naming: Naming? = nil) {
    self.init(number: first, size: max(1, size), offset: 0, pagesBefore: 0, naming: naming)
  }

  /// The query items of a request for this page.
  var items: [(name: String, value: String)] {
    let found: (name: String, position: Int, sizeName: String?)
    switch naming {
    case .number(let name, let sizeName)?: found = (name, number, sizeName)
    case .offset(let name, let sizeName)?: found = (name, offset, sizeName)
    case nil: return []
    }
    return [(found.name, "\(found.position)")] + (found.sizeName.map { [($0, "\(size)")] } ?? [])
  }
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
