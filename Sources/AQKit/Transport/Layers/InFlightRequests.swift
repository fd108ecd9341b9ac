#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The queries in flight, and their waiting callers.
final class InFlightRequests<Question: Hashable & Sendable, Answer: Sendable>: Sendable {
  final class Flight: Sendable {
    let question: Question
    let result = Promise<Answer>()
    /// Detects tasks that wait for each other in a cycle.
    fileprivate let work = SharedWork()
    /// Records how long the service was silent, for its callers.
    fileprivate let contact = SourceContact()
    /// The deadlines of the waiting callers, by seat.
    fileprivate let deadlines = Locked<[UInt64: AirDeadline.Provider]>([:])
    fileprivate let task = Locked<Task<Void, Never>?>(nil)

    fileprivate init(_ question: Question) { self.question = question }

    /// The latest deadline of the waiting callers; nil if one of them has none.
    fileprivate var deadline: Date? {
      let deadlines = deadlines.withLock { Array($0.values) }.map { $0.deadline() }
      return deadlines.contains(nil) ? nil : deadlines.compactMap { $0 }.max()
    }
  }

  private struct State {
    var flights: [Question: Flight] = [:]
    var nextNumber: UInt64 = 0
  }

  private let state = Locked(State())

  var count: Int { state.withLock { $0.flights.count } }

  var waitingCount: Int {
    state.withLock { state in
      state.flights.values.reduce(0) { sum, flight in sum + flight.deadlines.withLock { $0.count } }
    }
  }

  /// Returns the answer to a query, shared with equal queries in flight.
  ///
  /// - Throws: The errors of the work, `CancellationError` as soon as the task is cancelled, ``AQError/Code/invalidRequest``
  ///   when the task is a part of the work itself.
  func answer(to question: Question, _ work: @escaping @Sendable () async throws -> Answer) async throws
    -> Answer
  {
    try Task.checkCancellation()
    let (deadline, caller) = (AirDeadline.provider, SharedWork.current)
    let (flight, seat, isNew): (Flight, UInt64, Bool) = try state.withLock { state in
      state.nextNumber &+= 1
      let seat = state.nextNumber
      let known = state.flights[question]
      let flight = known ?? Flight(question)
      // Done before it has a seat, whose deadline would otherwise count as its own.
      try caller?.beginWait(for: flight.work)
      flight.deadlines.withLock { $0[seat] = deadline }
      state.flights[question] = flight
      return (flight, seat, known == nil)
    }
    if isNew { start(flight, work) }
    let contact = flight.contact.join()
    defer {
      caller?.endWait(for: flight.work)
      flight.contact.leave(contact)
      leave(flight, seat)
    }
    return try await flight.result.value()
  }

  /// Starts the work for the first caller, whose seat keeps the flight from ending early.
  private func start(_ flight: Flight, _ work: @escaping @Sendable () async throws -> Answer) {
    let task = AirDeadline.inherit(AirDeadline.Provider { [weak flight] in flight?.deadline }) {
      SourceContact.inherit(flight.contact) {
        SharedWork.inherit(flight.work) {
          PreferredExecutor.task { [self] in
            let result: Result<Answer, any Error>
            do {
              result = .success(try await work())
            } catch {
              result = .failure(error)
            }
            // Later callers start a new flight.
            state.withLock { Self.land(flight, &$0) }
            flight.result.finish(result)
          }
        }
      }
    }
    flight.task.withLock { $0 = task }
  }

  private static func land(_ flight: Flight, _ state: inout State) {
    if state.flights[flight.question] === flight { state.flights[flight.question] = nil }
  }

  /// Leaves a flight; the last one to leave cancels it.
  private func leave(_ flight: Flight, _ seat: UInt64) {
    let isEmpty: Bool = state.withLock { state in
      let isEmpty: Bool = flight.deadlines.withLock { deadlines in
        deadlines[seat] = nil
        return deadlines.isEmpty
      }
      if isEmpty { Self.land(flight, &state) }
      return isEmpty
    }
    if isEmpty { flight.task.withLock { $0 }?.cancel() }
  }
}

/// A gate per host, for providers that limit the requests to one host.
final class HostGates: Sendable {
  private static let most = 64

  private let permits: Int?
  private let gates = Locked<[String: ConcurrencyGate]>([:])

  init(_ permits: Int?) { self.permits = permits }

  /// Returns the gate of a host; nil without a limit.
  func gate(of host: String) -> ConcurrencyGate? {
    guard let permits else { return nil }
    return gates.withLock { gates in
      let gate = gates[host] ?? ConcurrencyGate(permits)
      // Beyond this number the hosts don't belong to a single provider; further ones share the existing gates.
      guard gates.count < Self.most || gates[host] != nil else { return gates.values.first ?? gate }
      gates[host] = gate
      return gate
    }
  }
}
