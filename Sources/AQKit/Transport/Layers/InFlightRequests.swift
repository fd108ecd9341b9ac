/// The queries in flight, and their waiting callers.
final class InFlightRequests<Question: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Flight {
    let work = SharedWork()
    let result = Promise<Value>()
  }

  private struct State {
    var flights: [Question: Flight] = [:]
    var nextNumber: UInt64 = 0
  }

  private let state = Locked(State())

  var count: Int { state.withLock { $0.flights.count } }

  var waitingCount: Int {
    state.withLock { state in state.flights.values.reduce(0) { $0 + $1.work.waitingCount } }
  }

  /// Returns the result of a query, shared with equal queries in flight.
  ///
  /// - Throws: The errors of the work, `CancellationError` as soon as the task is cancelled, ``AQError/Code/invalidRequest``
  ///   when the task is a part of the work itself.
  func result(of question: Question, _ work: @escaping @Sendable () async throws -> Value) async throws
    -> Value
  {
    try Task.checkCancellation()
    let caller = SharedWork.current
    let (flight, seat, isNew): (Flight, UInt64, Bool) = try state.withLock { state in
      state.nextNumber &+= 1
      let known = state.flights[question]
      let flight = known ?? Flight()
      try flight.work.join(state.nextNumber, from: caller)
      state.flights[question] = flight
      return (flight, state.nextNumber, known == nil)
    }
    if isNew { start(flight, question, work) }
    let contact = flight.work.contact.join()
    defer {
      flight.work.contact.leave(contact)
      leave(flight, question, seat, caller)
    }
    return try await flight.result.value()
  }

  private func start(
    _ flight: Flight, _ question: Question, _ work: @escaping @Sendable () async throws -> Value
  ) {
    flight.work.start { [self] in
      let result: Result<Value, any Error>
      do {
        result = .success(try await work())
      } catch {
        result = .failure(error)
      }
      // Later callers start a new flight.
      state.withLock { Self.land(flight, question, &$0) }
      flight.result.finish(result)
    }
  }

  private static func land(_ flight: Flight, _ question: Question, _ state: inout State) {
    if state.flights[question]?.work === flight.work { state.flights[question] = nil }
  }

  /// Leaves a flight; the last one to leave cancels it.
  private func leave(_ flight: Flight, _ question: Question, _ seat: UInt64, _ caller: SharedWork?) {
    let isEmpty: Bool = state.withLock { state in
      let isEmpty = flight.work.leave(seat, from: caller)
      if isEmpty { Self.land(flight, question, &state) }
      return isEmpty
    }
    if isEmpty { flight.work.cancel() }
  }
}

/// A gate per host, for providers that limit the requests to one host.
final class HostGates: Sendable {
  private static let most = 64

  private let permits: Int?
  private let gates = Locked<[(host: String, gate: ConcurrencyGate)]>([])

  init(_ permits: Int?) { self.permits = permits }

  /// Returns the gate of a host; nil without a limit.
  func gate(of host: String) -> ConcurrencyGate? {
    guard let permits else { return nil }
    return gates.withLock { gates in
      if let known = gates.first(where: { $0.host == host }) { return known.gate }
      // Beyond this number the hosts don't belong to a single provider; further ones share an existing gate.
      if gates.count >= Self.most, let first = gates.first { return first.gate }
      let gate = ConcurrencyGate(permits)
      gates.append((host, gate))
      return gate
    }
  }
}
