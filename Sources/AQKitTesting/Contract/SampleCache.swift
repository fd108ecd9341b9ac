import AQKit

/// One query under honest conditions, with its complete outcome.
struct Sample: Sendable {
  let query: AirQuery
  /// The clock's time before and after.
  let askedAt: AirTime
  let endedAt: AirTime
  /// The answer; for a feed, every update of a connection followed to its end, as separate answers.
  let outcome: Outcome<[AirResponse]>
  /// The requests with their responses, in order, if the contract drives the transport.
  let exchanges: [Exchange]
  /// The most concurrent requests.
  let mostInFlight: Int

  /// Whether every body is JSON.
  var hasJSON: Bool { exchanges.allSatisfy { PayloadOutline(json: $0.response.body) != nil } }

  /// The answers; empty if there are none.
  var responses: [AirResponse] { outcome.value ?? [] }
}

/// A request with the response that it got.
struct Exchange: Sendable {
  let request: TransportRequest
  let response: TransportResponse
}

/// Samples that a contract takes once for all its rules.
actor SampleCache {
  private var samples: Task<[Sample], any Error>?
  private var hostile: Task<[HostileSample], any Error>?

  /// The samples, taken by the first call.
  func samples(_ take: @escaping @Sendable @concurrent () async throws -> [Sample]) async throws -> [Sample] {
    let task = samples ?? Task(operation: take)
    samples = task
    return try await task.value
  }

  /// The samples under hostile conditions, taken by the first call.
  func hostileSamples(
    _ take: @escaping @Sendable @concurrent () async throws -> [HostileSample]
  ) async throws -> [HostileSample] {
    let task = hostile ?? Task(operation: take)
    hostile = task
    return try await task.value
  }
}
