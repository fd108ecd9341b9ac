/// The queries in flight, and their waiting callers.
final class InFlightRequests<Question: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Flight {
    let work = SharedWork()
    /// The result; nil until the work has ended without an error.
    let value = Locked<Value?>(nil)
  }

  private let flights = Locked([Question: Flight]())

  var count: Int { flights.withLock { $0.count } }

  var waitingCount: Int {
    flights.withLock { flights in flights.values.reduce(0) { $0 + $1.work.waitingCount } }
  }

  /// Returns the result of a query, shared with equal queries in flight. Throws the errors of the work, `CancellationError`
  /// as soon as the task is cancelled, ``AQError/Code/invalidRequest`` when the task is a part of the work itself.
  func result(of question: Question, _ work: @escaping @Sendable () async throws -> Value) async throws
    -> Value
  {
    try Task.checkCancellation()
    let (flight, seat, isNew): (Flight, SharedWork.Seat, Bool) = try flights.withLock { flights in
      let known = flights[question]
      let flight = known ?? Flight()
      let seat = try flight.work.join()
      flights[question] = flight
      return (flight, seat, known == nil)
    }
    if isNew {
      flight.work.start { [self] in
        // Later callers start a new flight.
        defer { flights.withLock { Self.land(flight, question, &$0) } }
        let value = try await work()
        flight.value.withLock { $0 = value }
      }
    }
    defer {
      // The last one to leave cancels the flight.
      let isEmpty: Bool = flights.withLock { flights in
        let isEmpty = flight.work.leave(seat)
        if isEmpty { Self.land(flight, question, &flights) }
        return isEmpty
      }
      if isEmpty { flight.work.cancel() }
    }
    try await flight.work.end.value()
    guard let value = flight.value.withLock({ $0 }) else { throw CancellationError() }
    return value
  }

  private static func land(_ flight: Flight, _ question: Question, _ flights: inout [Question: Flight]) {
    if flights[question]?.work === flight.work { flights[question] = nil }
  }
}
