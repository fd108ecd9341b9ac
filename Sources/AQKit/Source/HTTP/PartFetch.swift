/// What came of one part of a query.
struct PartOutcome: Sendable {
  struct Piece: Sendable {
    let builder: ReportBuilder
    /// The index in the whole query of each place of the part.
    let places: [Int]
  }

  struct Failure: Sendable {
    let error: AQError
    let places: [Int]

    var note: AirNote {
      AirNote(
        error.code == .limitReachedLocally ? .limitReached : .failed, error.message, places: places,
        failure: error.code)
    }
  }

  var pieces: [Piece] = []
  var failures: [Failure] = []
  var hasAnswer: Bool { !pieces.isEmpty }

  static func + (lhs: PartOutcome, rhs: PartOutcome) -> PartOutcome {
    PartOutcome(pieces: lhs.pieces + rhs.pieces, failures: lhs.failures + rhs.failures)
  }
}

extension AQError.Code {
  /// The bound on the calls of one fetch was reached.
  static let limitReachedLocally = AQError.Code(rawValue: "callLimitReached")
}

/// Runs the calls of one part, its follow-ups, and the halves of a part that one bad place spoils.
struct PartFetch<Adapter: HTTPAdapter>: Sendable {
  let adapter: Adapter
  let descriptor: SourceDescriptor
  let transport: any HTTPTransport
  let clock: any AQClock
  let gate: ConcurrencyGate
  let now: AirTime
  let budget: CallBudget

  /// Runs a part.
  ///
  /// - Throws: `CancellationError`, and nothing else.
  func run(_ part: QueryPlan.Part) async throws -> PartOutcome {
    let calls: [HTTPCall<Adapter.Step>]
    do {
      calls = try adapter.calls(for: part.query, at: now)
    } catch {
      if error is CancellationError { throw error }
      let wrapped = AQError.wrapping(error, as: .invalidRequest, source: descriptor.id)
      return try await bisected(part, after: wrapped)
        ?? PartOutcome(failures: [.init(error: wrapped, places: part.places)])
    }
    let outcomes = try await inOrder(calls) { try await follow($0, of: part) }
    if let refusal = outcomes.lazy.flatMap(\.failures).first(where: { $0.error.code == .invalidRequest }),
      let halves = try await bisected(part, after: refusal.error)
    {
      return halves
    }
    return outcomes.reduce(PartOutcome(), +)
  }

  /// The outcome of the two halves of a part, or nil where a part can't be halved or the error is another one.
  private func bisected(_ part: QueryPlan.Part, after error: AQError) async throws -> PartOutcome? {
    guard error.code == .invalidRequest, part.places.count > 1 else { return nil }
    let middle = part.places.count / 2
    var outcome = PartOutcome()
    for range in [0..<middle, middle..<part.places.count] {
      var half = part
      half.places = Array(part.places[range])
      half.query.places = Array(part.query.places[range])
      outcome = outcome + (try await run(half))
    }
    return outcome
  }

  /// Makes a call and its follow-ups; their outcomes stand behind its own, in their order.
  private func follow(_ call: HTTPCall<Adapter.Step>, of part: QueryPlan.Part) async throws -> PartOutcome {
    let places = (call.places ?? Array(part.places.indices)).compactMap {
      part.places.indices.contains($0) ? part.places[$0] : nil
    }
    var builder = ReportBuilder(descriptor, receivedAt: now)
    var followUps: [HTTPCall<Adapter.Step>] = []
    do {
      guard budget.take() else {
        throw AQError(
          .limitReachedLocally,
          "The fetch reached its limit of \(descriptor.limits.requestsPerFetch) requests.")
      }
      let response = try await gate.withPermit { try await transport.send(call.request) }
      try Task.checkCancellation()
      let receivedAt = clock.time
      builder = ReportBuilder(descriptor, receivedAt: receivedAt)
      let reply = HTTPReply(response, step: call.step, query: part.query, receivedAt: receivedAt)
      followUps = try adapter.read(reply, answering: call.places ?? Array(part.places.indices), into: &builder)
    } catch {
      if error is CancellationError || Task.isCancelled { throw CancellationError() }
      return PartOutcome(
        failures: [.init(error: .wrapping(error, source: descriptor.id), places: places)])
    }
    let outcome = PartOutcome(pieces: [.init(builder: builder, places: part.places)])
    return try await inOrder(followUps) { try await follow($0, of: part) }.reduce(outcome, +)
  }
}
