#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The queries in flight, and their waiting callers.
final class InFlightRequests<Question: Hashable & Sendable, Answer: Sendable>: Sendable {
  /// One question being answered.
  final class Flight: Sendable {
    let question: Question
    let result = Promise<Answer>()
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

  /// One waiting caller.
  private struct Seat: Sendable {
    let flight: Flight
    fileprivate let number: UInt64
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

  /// The answer to a query, shared with equal queries in flight.
  ///
  /// - Throws: What the work throws, `CancellationError` as soon as the task is cancelled.
  func answer(to question: Question, _ work: @escaping @Sendable () async throws -> Answer) async throws
    -> Answer
  {
    try Task.checkCancellation()
    let seat = join(question, work)
    defer { leave(seat) }
    return try await seat.flight.result.value()
  }

  /// Joins the flight of a query, or starts it.
  private func join(_ question: Question, _ work: @escaping @Sendable () async throws -> Answer) -> Seat {
    let deadline = AirDeadline.provider
    let (seat, isNew): (Seat, Bool) = state.withLock { state in
      state.nextNumber &+= 1
      let number = state.nextNumber
      let known = state.flights[question]
      let flight = known ?? Flight(question)
      flight.deadlines.withLock { $0[number] = deadline }
      state.flights[question] = flight
      return (Seat(flight: flight, number: number), known == nil)
    }
    if isNew { start(seat.flight, work) }
    return seat
  }

  /// Starts the work for the first caller, whose seat keeps the flight from ending early.
  private func start(_ flight: Flight, _ work: @escaping @Sendable () async throws -> Answer) {
    let task = AirDeadline.inherit(AirDeadline.Provider { [weak flight] in flight?.deadline }) {
      Task(executorPreference: PreferredExecutor.current.get()) { [self] in
        let result: Result<Answer, any Error>
        do {
          result = .success(try await work())
        } catch {
          result = .failure(error)
        }
        // Later callers start a new flight.
        land(flight)
        flight.result.finish(result)
      }
    }
    flight.task.withLock { $0 = task }
  }

  private func land(_ flight: Flight) {
    state.withLock { state in
      if state.flights[flight.question] === flight { state.flights[flight.question] = nil }
    }
  }

  /// Leaves a flight; the last one to leave cancels it.
  private func leave(_ seat: Seat) {
    let flight = seat.flight
    let isEmpty: Bool = state.withLock { state in
      let isEmpty: Bool = flight.deadlines.withLock { deadlines in
        deadlines[seat.number] = nil
        return deadlines.isEmpty
      }
      if isEmpty, state.flights[flight.question] === flight { state.flights[flight.question] = nil }
      return isEmpty
    }
    if isEmpty { flight.task.withLock { $0 }?.cancel() }
  }
}

/// A gate per host, for providers that limit the requests to one host.
final class HostGates: Sendable {
  /// The most hosts with a gate of their own.
  private static let most = 64

  private let permits: Int?
  private let gates = Locked<[String: ConcurrencyGate]>([:])

  /// Gates, one per host on first use.
  ///
  /// - Parameter permits: The most concurrent requests per host; nil for no limit.
  init(_ permits: Int?) { self.permits = permits }

  /// The gate of a host; nil without a limit.
  func gate(of host: String) -> ConcurrencyGate? {
    guard let permits else { return nil }
    return gates.withLock { gates in
      let gate = gates[host] ?? ConcurrencyGate(permits)
      // So many hosts belong to no single provider; further ones share the existing gates.
      guard gates.count < Self.most || gates[host] != nil else { return gates.values.first ?? gate }
      gates[host] = gate
      return gate
    }
  }
}

/// Values by key, bounded in number and size; the least recently used ones are dropped first.
package struct RecentEntries<Key: Hashable, Value> {
  private struct Entry {
    var value: Value
    let size: Int
    var lastUse: UInt64
  }

  private let most: (count: Int, size: Int)
  private var entries: [Key: Entry] = [:]
  private var uses: UInt64 = 0
  /// The size of all values.
  package private(set) var size = 0
  /// The number of values.
  package var count: Int { entries.count }

  /// An empty store for so many values of such a size together.
  package init(count: Int, size: Int) { most = (count, size) }

  /// The value of a key; looking it up is a use.
  package mutating func use(_ key: Key) -> Value? {
    use(key) { $0 }
  }

  /// Reads a part of the value of a key without a copy of the whole; looking it up is a use.
  package mutating func use<Part>(_ key: Key, _ read: (Value) -> Part?) -> Part? {
    guard let index = entries.index(forKey: key) else { return nil }
    uses &+= 1
    let now = uses
    func use(_ entry: inout Entry) -> Part? {
      entry.lastUse = now
      return read(entry.value)
    }
    return use(&entries.values[index])
  }

  /// The value of a key, without a use.
  package subscript(key: Key) -> Value? { entries[key]?.value }

  /// Changes the value of a key, if there is one, without a use.
  package mutating func change(_ key: Key, _ change: (inout Value) -> Void) {
    guard let index = entries.index(forKey: key) else { return }
    change(&entries.values[index].value)
  }

  /// Replaces the value of a key. A value beyond the size of the store is not kept.
  package mutating func insert(_ value: Value, of newSize: Int, for key: Key) {
    remove(key)
    guard newSize <= most.size else { return }
    uses &+= 1
    entries[key] = Entry(value: value, size: newSize, lastUse: uses)
    size += newSize
    while entries.count > max(0, most.count) || size > most.size,
      let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })?.key
    {
      remove(oldest)
    }
  }

  /// Removes the value of a key.
  package mutating func remove(_ key: Key) {
    if let entry = entries.removeValue(forKey: key) { size -= entry.size }
  }

  /// Removes the values that pass a test.
  package mutating func removeAll(where test: (Key, Value) -> Bool) {
    for (key, entry) in entries where test(key, entry.value) { remove(key) }
  }
}
