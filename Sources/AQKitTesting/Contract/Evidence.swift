import AQKit

/// One question that a contract asked under honest conditions, and everything that came of it.
struct Sample: Sendable {
  let query: AirQuery
  /// What the clock showed before and after.
  let askedAt: AirTime
  let endedAt: AirTime
  /// The answer; of a feed, every update of a connection that was followed to its end, as an answer of its own.
  let outcome: Outcome<[AirResponse]>
  /// The requests with their responses, in order, where the contract holds the transport.
  let exchanges: [Exchange]
  /// The most requests that were under way at the same time.
  let mostInFlight: Int

  /// Whether every body is JSON.
  var hasJSON: Bool { exchanges.allSatisfy { PayloadOutline(json: $0.response.body) != nil } }

  /// The answers, where there are any.
  var responses: [AirResponse] { outcome.value ?? [] }
}

/// A request with the response that it got.
struct Exchange: Sendable {
  let request: TransportRequest
  let response: TransportResponse
}

/// What a contract has found out and needs only once, however many rules look at it.
actor Evidence {
  private var samples: Task<[Sample], any Error>?
  private var hostile: Task<[HostileSample], any Error>?

  /// The samples, taken at the first call.
  func samples(_ take: @escaping @Sendable @concurrent () async throws -> [Sample]) async throws -> [Sample] {
    let task = samples ?? Task(operation: take)
    samples = task
    return try await task.value
  }

  /// The samples under hostile conditions, taken at the first call.
  func hostileSamples(
    _ take: @escaping @Sendable @concurrent () async throws -> [HostileSample]
  ) async throws -> [HostileSample] {
    let task = hostile ?? Task(operation: take)
    hostile = task
    return try await task.value
  }
}
