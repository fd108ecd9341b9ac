import AQKit

/// A query under honest conditions, with its complete outcome.
struct Sample: Sendable {
  let query: AirQuery
  /// The clock's time before and after.
  let askedAt: AirTime
  let endedAt: AirTime
  /// The answer; for a feed, every update of a connection followed to its end, as separate answers.
  let outcome: Outcome<[AirResponse]>
  /// The requests with their responses, in order, if the contract drives the transport.
  let exchanges: [Exchange]
  let mostInFlight: Int

  var hasValue: Bool {
    responses.contains { $0.reports.contains { $0.series.contains { !$0.hasNoValue } } }
  }

  var notices: [AirNotice] { responses.flatMap(\.notices) }

  /// The explanation that the answer gives for missing values: the first notes, or the error.
  var explanation: String {
    let notes = responses.flatMap(\.notes).prefix(3)
    guard !notes.isEmpty else { return outcome.summary }
    return notes.map { note in
      "“\(note.message)”" + (RefusalAdvice.advice(on: note).map { ", so \($0)" } ?? "")
    }
    .joined(separator: "; ")
  }

  /// Whether every body is JSON.
  var hasJSON: Bool { exchanges.allSatisfy { PayloadOutline(json: $0.response.body) != nil } }

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
  private var echoes: Task<[EchoSample], any Error>?
  private var declaredTimes: Task<[DeclaredTime], any Error>?

  /// Returns the samples, taken by the first call.
  func samples(_ take: @escaping @Sendable @concurrent () async throws -> [Sample]) async throws -> [Sample] {
    let task = samples ?? Task(operation: take)
    samples = task
    return try await task.value
  }

  /// Returns the samples under hostile conditions, taken by the first call.
  func hostileSamples(
    _ take: @escaping @Sendable @concurrent () async throws -> [HostileSample]
  ) async throws -> [HostileSample] {
    let task = hostile ?? Task(operation: take)
    hostile = task
    return try await task.value
  }

  /// Returns the samples of a server that repeats requests, taken by the first call.
  func echoSamples(
    _ take: @escaping @Sendable @concurrent () async throws -> [EchoSample]
  ) async throws -> [EchoSample] {
    let task = echoes ?? Task(operation: take)
    echoes = task
    return try await task.value
  }

  /// Returns the samples of declared history and forecast, taken by the first call.
  func declaredTimes(
    _ take: @escaping @Sendable @concurrent () async throws -> [DeclaredTime]
  ) async throws -> [DeclaredTime] {
    let task = declaredTimes ?? Task(operation: take)
    declaredTimes = task
    return try await task.value
  }
}

/// The end of an operation under a contract.
enum Outcome<Value: Sendable>: Sendable {
  case value(Value)
  case error(any Error)
  /// The operation did not end within the contract's patience.
  case hung

  var value: Value? { if case .value(let value) = self { value } else { nil } }
  var error: (any Error)? { if case .error(let error) = self { error } else { nil } }
  var isHung: Bool { if case .hung = self { true } else { false } }
  var isCancellation: Bool { error is CancellationError }

  /// The outcome for a violation's text, in which credentials are made unreadable later.
  var summary: String {
    switch self {
    case .value: "an answer"
    case .error(let error as AQError):
      "AQError \(error.code)" + (error.message.isEmpty ? "" : " (“\(error.message.prefix(200))”)")
    case .error(let error): "\(type(of: error))"
    case .hung: "no end within the patience"
    }
  }
}

/// The identity of a value within answers.
struct ReadingIdentity: Hashable, Sendable {
  let site: String
  let kind: AirReport.Kind
  let issuedAt: AirTime?
  let parameter: AirParameter
  let unit: AirUnit
  let averaging: AveragingPeriod
  let origin: AirOrigin?
  let correction: AirOrigin.Correction?
  let interval: AirInterval

  /// Parameter and interval, for a violation's text.
  var label: String { "\(parameter) of \(interval)" }
}

extension AirSite {
  var identity: String {
    id ?? name ?? coordinate.map { "\($0.latitude.plainText),\($0.longitude.plainText)" } ?? ""
  }
}

extension Sequence<AirResponse> {
  /// Every value; the last one for repeated keys.
  var readings: [ReadingIdentity: Double] { readings { _ in true } }

  /// The identities of the values that are marked as having the time of receipt.
  var identitiesAtReceipt: Set<ReadingIdentity> {
    Set(readings { $0.flags.contains(.timeOfReceipt) }.keys)
  }

  /// Returns every value of a kind; the last one for repeated keys.
  private func readings(where isIncluded: (AirReading) -> Bool) -> [ReadingIdentity: Double] {
    var readings: [ReadingIdentity: Double] = [:]
    for response in self {
      for report in response.reports {
        for series in report.series {
          for reading in series.readings where isIncluded(reading) {
            let key = ReadingIdentity(
              site: report.site.identity, kind: report.kind, issuedAt: report.issuedAt,
              parameter: series.parameter,
              unit: series.unit, averaging: series.averaging, origin: series.origin,
              correction: series.correction,
              interval: reading.interval)
            readings[key] = reading.value
          }
        }
      }
    }
    return readings
  }

  /// Returns the number of values, rows or messages in the notes with these codes.
  func count(of codes: Set<AirNote.Code>) -> Int {
    reduce(0) { $0 + $1.notes.filter { codes.contains($0.code) }.reduce(0) { $0 + $1.count } }
  }
}

extension AirResponse {
  var series: [AirSeries] { reports.flatMap(\.series) }

  /// The response without times of receipt, which may differ between two answers to one query.
  var withoutReceipt: AirResponse {
    var copy = self
    for index in copy.reports.indices { copy.reports[index].receivedAt = AirTime(secondsSince1970: 0) }
    return copy
  }
}
