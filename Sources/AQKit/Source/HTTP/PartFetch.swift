/// Runs the calls of a query's parts, their follow-ups, and the halves of a part with a bad place.
final class PartFetch<Adapter: HTTPAdapter>: Sendable {
  let source: HTTPSource<Adapter>
  let descriptor: SourceDescriptor
  let now: AirTime
  private let budget: CallBudget
  /// The refused requests, such as one for a whole country, which a part with fewer places doesn't repeat.
  private let refusals = Locked<[TransportRequest: AQError]>([:])
  /// The requests that a reload has sent, whose replies serve the rest of the fetch.
  private let reloaded = Locked<Set<TransportRequest>>([])

  typealias Call = HTTPCall<Adapter.Step>

  init(_ source: HTTPSource<Adapter>, at now: AirTime) {
    (self.source, self.now) = (source, now)
    descriptor = source.descriptor
    budget = CallBudget(descriptor.limits.requestsPerFetch)
  }

  /// A part with its calls, and whether the call budget has room for each.
  typealias Prepared = (part: QueryPlan.Part, calls: Result<[(call: Call, isWithinBudget: Bool)], AQError>)

  /// Gets the calls of a part from the adapter. Parts are prepared in order, which makes the choice of calls deterministic.
  /// Throws `CancellationError` only.
  func prepare(_ part: QueryPlan.Part) throws -> Prepared {
    budget.addPart()
    do {
      let calls = try source.adapter.calls(for: part.query, at: now)
      return (part, .success(calls.map { ($0, budget.take(for: $0, isFollowUp: false)) }))
    } catch {
      if error is CancellationError { throw error }
      let secrets = RequestSecrets(held: source.adapter.credentials, about: part.query)
      let wrapped = AQError.wrapping(error, as: .invalidRequest, source: descriptor.id)
      return (part, .failure(secrets.hidden(in: wrapped)))
    }
  }

  func run(_ prepared: Prepared) async throws -> PartOutcome {
    var bisection = Bisection(places: prepared.part.places.count)
    return try await run(prepared, &bisection)
  }

  private func run(_ prepared: Prepared, _ bisection: inout Bisection) async throws -> PartOutcome {
    let part = prepared.part
    var outcome: PartOutcome
    switch prepared.calls {
    case .success(let calls): outcome = try await makeAll(calls, of: part)
    case .failure(let error): outcome = PartOutcome(failures: [.init(error: error, places: part.places)])
    }
    guard let (error, halves) = bisection.halves(of: part, after: &outcome) else { return outcome }
    for half in halves {
      if bisection.isPromising {
        outcome = outcome + (try await run(prepare(half), &bisection))
      } else {
        outcome.failures.append(.init(error: error, places: half.places))
      }
    }
    return outcome
  }

  /// Returns the notes on the reply to the first call of a part, which is always asked for.
  func probe(_ part: QueryPlan.Part) async throws -> [AirNote] {
    guard var call = try prepare(part).calls.get().first?.call else {
      return [AirNote(.remark, "No request was made: the adapter has no call for the source's test place.")]
    }
    call.keeping = nil
    var outcome = try await follow(call, of: part, makesFollowUps: false).outcome
    if let failure = outcome.failures.popLast() { throw failure.error }
    return outcome.pieces.flatMap(\.builder.notes)
  }

  /// Makes calls and their follow-ups, then the calls about those gathered sites that match the query.
  private func makeAll(_ calls: [(call: Call, isWithinBudget: Bool)], of part: QueryPlan.Part) async throws
    -> PartOutcome
  {
    var (outcome, calls) = (PartOutcome(), calls)
    while true {
      var made = try await follow(calls, of: part)
      outcome = outcome + made.outcome
      made.sites.choose(for: part.query, nearest: source.adapter.sitesPerPoint)
      if made.sites.isEmpty { return outcome }
      outcome.pieces.append(.init(made.sites.registered(descriptor, at: now), places: part.places))
      calls = made.sites.calls.map { ($0, budget.take(for: $0, isFollowUp: true)) }
    }
  }

  private struct Followed: Sendable {
    var outcome = PartOutcome()
    var sites = GatheredSites<Adapter.Step>()

    static func + (lhs: Followed, rhs: Followed) -> Followed {
      Followed(outcome: lhs.outcome + rhs.outcome, sites: lhs.sites + rhs.sites)
    }
  }

  /// Makes the calls within the budget, and records the places of all others in one failure: a reply may lead to any number.
  private func follow(_ calls: [(call: Call, isWithinBudget: Bool)], of part: QueryPlan.Part) async throws
    -> Followed
  {
    let made = try await inOrder(calls.filter(\.isWithinBudget)) { [self] in
      try await follow($0.call, of: part)
    }
    var followed = made.reduce(Followed(), +)
    let refused = calls.lazy.filter { !$0.isWithinBudget }.map(\.call)
    guard let first = refused.first else { return followed }
    var (places, last) = (Set(indices(of: first, in: part)), first.places)
    // Many calls in a row are about the same places.
    for call in refused where call.places != last {
      places.formUnion(indices(of: call, in: part))
      last = call.places
    }
    let error = AQError(
      .limitReachedLocally,
      "The fetch reached its limit of requests (\(descriptor.limits.requestsPerFetch)).",
      source: descriptor.id)
    followed.outcome.failures.append(.init(error: error, places: places.sorted().map { part.places[$0] }))
    return followed
  }

  /// Returns the indices of those places of a part that a call is about.
  private func indices(of call: Call, in part: QueryPlan.Part) -> [Int] {
    (call.places ?? Array(part.places.indices)).filter { part.places.indices.contains($0) }
  }

  /// Makes a call and its follow-ups, whose outcomes follow its own in order, and gathers the sites that they list.
  private func follow(
    _ call: Call, of part: QueryPlan.Part, makesFollowUps: Bool = true
  ) async throws -> Followed {
    let indices = indices(of: call, in: part)
    var builder = ReportBuilder(descriptor, receivedAt: now)
    var followUps: [Call] = []
    var sites = GatheredSites<Adapter.Step>()
    var (isRefused, leadsElsewhere) = (false, false)
    // A service may repeat a credential in its response, and a decoder may pass on that text.
    func secrets() -> RequestSecrets {
      RequestSecrets(
        of: call.request, named: descriptor.options.filter(\.isSecret).map(\.name),
        held: source.adapter.credentials, about: part.query)
    }
    do {
      if let name = call.request.budget, descriptor.limits.budgets[name] == nil {
        throw AQError(
          .unsupported,
          "A call is charged to the budget “\(name)”, which the source doesn't declare (limits.budgets: \(descriptor.limits.budgets.keys.sorted().joined(separator: ", ")))."
        )
      }
      if let error = refusals.withLock({ $0[call.request] }) { throw error }
      let (arrival, arriving) = try await reply(to: call, for: part.query, at: indices)
      try Task.checkCancellation()
      isRefused = !(200..<300).contains(arrival.response.status)
      if let arriving {
        let content = try arriving.finish()
        (builder, followUps, sites) = (content.builder, content.followUps, content.sites)
      } else {
        builder = ReportBuilder(descriptor, receivedAt: arrival.receivedAt)
        builder.receipt.last = arrival.arrivedAt
        let reply = HTTPReply(
          arrival.response, to: call, about: part.query, askedAt: now, receivedAt: arrival.receivedAt)
        do {
          followUps = try source.adapter.read(reply, at: indices, into: &builder)
        } catch {
          source.requests.drop(arrival, to: call.request)
          throw error
        }
      }
      // If a refused call has follow-ups, the answer is theirs, such as that of another address.
      leadsElsewhere = isRefused && !followUps.isEmpty
      builder.settleClocks()
      note(arrival, to: call, &builder)
      if let base = arrival.response.movedTo {
        builder.note(
          .remark,
          "\(descriptor.name) has moved for good, from \(call.request.host) to \(base.prefix(200))\(URLParts(base).host == call.request.host ? " at another path" : "")."
        )
      }
      builder.hide(secrets())
    } catch {
      if error is CancellationError || Task.isCancelled { throw CancellationError() }
      let wrapped = secrets().hidden(in: .wrapping(error, as: .unreachable, source: descriptor.id))
      // An adapter may find a reply unfit for one of its places only.
      if isRefused, wrapped.code == .invalidRequest { refusals.withLock { $0[call.request] = wrapped } }
      return Followed(
        outcome: PartOutcome(failures: [.init(error: wrapped, places: indices.map { part.places[$0] })]))
    }
    if !makesFollowUps { (followUps, sites) = ([], GatheredSites()) }
    sites =
      sites
      + GatheredSites(
        from: &followUps, in: &builder, places: call.places, atMost: descriptor.limits.requestsPerFetch)
    sites.choose(for: part.query, nearest: source.adapter.sitesPerPoint)
    let outcome = PartOutcome(pieces: leadsElsewhere ? [] : [.init(builder, places: part.places)])
    let further = followUps.map { followUp in
      var followUp = followUp
      if followUp.places == nil { followUp.places = call.places }
      if followUp.listing == nil { followUp.listing = call.listing }
      return (call: followUp, isWithinBudget: budget.take(for: followUp, isFollowUp: true))
    }
    var followed = Followed(outcome: outcome, sites: sites) + (try await follow(further, of: part))
    // A long list need not be remembered whole: the nearest sites of all pages are among the nearest of some pages.
    followed.sites.choose(for: part.query, nearest: source.adapter.sitesPerPoint)
    return followed
  }

  /// Returns the reply to a call, kept or sent for, and what was read of it while it arrived.
  private func reply(to call: Call, for query: AirQuery, at places: [Int]) async throws
    -> (SourceRequests.Arrival, ArrivingReply<Adapter>?)
  {
    if let pieces = call.pieces {
      return try await reply(to: call, in: pieces, for: query, at: places)
    }
    guard let keeping = call.keeping else {
      let response = try await source.requests.send(call.request)
      return (SourceRequests.Arrival(response, at: source.requests.clock.time), nil)
    }
    // A reload asks for new values; lists and details stay valid for their time.
    let isReload =
      query.freshness == .reload && keeping.isForValues
      && !reloaded.withLock { $0.contains(call.request) }
    do {
      let arrival = try await source.requests.reply(
        to: call.request, keptFor: isReload ? .whileUnchanged : keeping, for: query)
      if !arrival.isKept {
        budget.charge(call.request)
      } else if isReload {
        reloaded.withLock { _ = $0.insert(call.request) }
      }
      return (arrival, nil)
    } catch {
      budget.charge(call.request)
      throw error
    }
  }

  /// Returns the reply to a call that is read in pieces, and what was read of it; nil if it isn't 2xx.
  private func reply(
    to call: Call, in pieces: TransportRequest.Pieces, for query: AirQuery, at places: [Int]
  ) async throws -> (SourceRequests.Arrival, ArrivingReply<Adapter>?) {
    let last = Locked<ArrivingReply<Adapter>?>(nil)
    var request = call.request
    request.bodyReader = TransportRequest.BodyReader { head in
      let reply = ArrivingReply(head, to: call, in: pieces, self, query, at: places)
      last.withLock { $0 = reply }
      return reply.take
    }
    let response: TransportResponse
    do {
      response = try await source.requests.send(request)
    } catch {
      if let failure = last.withLock({ $0 })?.failure { throw failure }
      throw error
    }
    let arrival = SourceRequests.Arrival(response, at: source.requests.clock.time)
    guard (200..<300).contains(response.status) else { return (arrival, nil) }
    var reply = last.withLock { $0 }
    if reply == nil || !response.body.isEmpty {
      let whole = ArrivingReply(response, to: call, in: pieces, self, query, at: places)
      do { try whole.take(response.body) } catch { throw whole.failure ?? error }
      reply = whole
    }
    return (arrival, reply)
  }

  private func note(_ arrival: SourceRequests.Arrival, to call: Call, _ builder: inout ReportBuilder) {
    guard let keeping = call.keeping, arrival.number != nil else { return }
    if builder.forbidsKeeping {
      source.requests.drop(arrival, to: call.request)
      budget.charge(call.request)
    } else if keeping.isForValues, let newest = builder.newestEnd(notAfter: source.requests.clock.time) {
      source.requests.found(newest, in: arrival, to: call.request)
    }
  }
}
