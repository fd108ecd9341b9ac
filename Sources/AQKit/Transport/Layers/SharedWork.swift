/// Work that several callers wait for, with the other shared work that it waits for. If it waited for its own
/// result, even indirectly, it would wait forever; such a wait is refused.
final class SharedWork: Sendable {
  /// A waiting caller.
  struct Seat {
    fileprivate let number: UInt64
    fileprivate let caller: SharedWork?
    /// The contact of the caller, of which the work's is a part; nil for none.
    fileprivate let contact: SourceContact?
  }

  /// The work to which the current task belongs; nil for none.
  private static let local = TaskLocal<SharedWork?>(wrappedValue: nil)
  let end = Promise<Void>()
  /// Records how long the service was silent, for the callers.
  private let contact = SourceContact()
  /// The work that it waits for, each with the number of its tasks that wait.
  private let awaited = Locked([ObjectIdentifier: (work: SharedWork, count: Int)]())
  /// The deadlines of the waiting callers, by the numbers of their seats.
  private let seats = Locked((deadlines: [UInt64: AirDeadline.Provider](), nextNumber: UInt64(0)))
  private let task = Locked<Task<Void, Never>?>(nil)

  /// Runs a body whose tasks belong to a piece of work, or to none.
  static func inherit<Result>(_ work: SharedWork?, _ body: () -> Result) -> Result {
    local.withValue(work, operation: body)
  }

  var waitingCount: Int { seats.withLock { $0.deadlines.count } }

  /// The latest deadline of the waiting callers; nil if one of them has none.
  private var deadline: Double? {
    let deadlines = seats.withLock { Array($0.deadlines.values) }.map { $0.deadline() }
    return deadlines.contains(nil) ? nil : deadlines.compactMap { $0 }.max()
  }

  /// Starts the task, for the first caller, whose seat keeps it from being cancelled early.
  func start(_ body: @escaping @Sendable () async throws -> Void) {
    let task = AirDeadline.inherit(AirDeadline.Provider { [weak self] in self?.deadline }) {
      SourceContact.inherit(contact) {
        SharedWork.inherit(self) {
          PreferredExecutor.task { [end] in await end.finish(from: body) }
        }
      }
    }
    self.task.withLock { $0 = task }
  }

  func cancel() { task.withLock { $0 }?.cancel() }

  /// Begins to wait, until ``leave(_:)``. Throws ``AQError/Code/invalidRequest`` when this work waits for that of the
  /// current task.
  func join() throws(AQError) -> Seat {
    let caller = Self.local.get()
    // Recorded before the others are checked, so that at least one of two that begin to wait for each other notices.
    caller?.awaited.withLock { $0[ObjectIdentifier(self), default: (self, 0)].count += 1 }
    if let caller, awaits(caller) {
      endWait(of: caller)
      throw .circularWait
    }
    let deadline = AirDeadline.provider
    let number: UInt64 = seats.withLock { seats in
      seats.nextNumber &+= 1
      seats.deadlines[seats.nextNumber] = deadline
      return seats.nextNumber
    }
    return Seat(number: number, caller: caller, contact: contact.join())
  }

  /// Ends a caller's wait; returns whether no caller is left.
  func leave(_ seat: Seat) -> Bool {
    contact.leave(seat.contact)
    endWait(of: seat.caller)
    return seats.withLock { seats in
      seats.deadlines[seat.number] = nil
      return seats.deadlines.isEmpty
    }
  }

  private func endWait(of caller: SharedWork?) {
    caller?.awaited.withLock { awaited in
      let key = ObjectIdentifier(self)
      awaited[key]?.count -= 1
      if awaited[key]?.count == 0 { awaited[key] = nil }
    }
  }

  private func awaits(_ work: SharedWork) -> Bool {
    var seen: Set<ObjectIdentifier> = []
    var rest = [self]
    while let next = rest.popLast() {
      if next === work { return true }
      guard seen.insert(ObjectIdentifier(next)).inserted else { continue }
      rest += next.awaited.withLock { $0.values.map(\.work) }
    }
    return false
  }
}

extension AQError {
  static let circularWait = AQError(
    .invalidRequest,
    "A source waits for its own response: its own request leads back to the query that it works on. Send another query, or name the other sources to ask (AirQuery.sources)."
  )
}
