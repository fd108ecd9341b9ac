import AQKit

/// A query under normal conditions, with its complete outcome.
struct Sample: Sendable {
  let query: AirQuery
  /// The clock's time before and after.
  let askedAt: AirTime
  let endedAt: AirTime
  /// The response; for a feed, every update of a connection followed to its end, as separate responses.
  let outcome: Outcome<[AirResponse]>
  /// The requests with their responses, in order, if the contract drives the transport.
  let exchanges: [Exchange]
  /// All requests, also those without a response and in a replay; empty if the contract doesn't drive the transport.
  let requests: [TransportRequest]

  var hasValue: Bool { responses.contains(where: \.hasValue) }

  var notices: [AirNotice] { responses.flatMap(\.notices) }

  /// The explanation for missing values: the first notes, or the error.
  var explanation: String {
    RefusalAdvice.explanation(by: responses.flatMap(\.notes)) ?? outcome.summary
  }

  var hasJSON: Bool { exchanges.allSatisfy { PayloadOutline(json: $0.response.body) != nil } }

  var responses: [AirResponse] { outcome.value ?? [] }
}

struct Exchange: Sendable {
  let request: TransportRequest
  let response: TransportResponse
}

/// Samples that a contract takes once for all its rules.
struct SampleCache: Sendable {
  /// Samples that the first call takes, and all further calls get.
  actor Once<Samples: Sendable> {
    private var task: Task<Samples, any Error>?

    func value(_ take: @escaping @Sendable @concurrent () async throws -> Samples) async throws -> Samples {
      let task = task ?? Task(operation: take)
      self.task = task
      return try await task.value
    }
  }

  let honest = Once<[Sample]>()
  let hostile = Once<[HostileSample]>()
  let echoes = Once<[EchoSample]>()
  let declaredTimes = Once<[SourceDescriptor.Capability: Sample]>()
}

struct ReadingIdentity: Hashable, Sendable {
  let site: String
  let kind: AirReport.Kind
  let issuedAt: AirTime?
  let parameter: AirParameter
  let unit: AirUnit
  let averaging: AveragingPeriod
  let origin: AirOrigin?
  let correction: AirOrigin.Correction?
  private(set) var interval: AirInterval

  init(_ series: AirSeries, of report: AirReport, over interval: AirInterval = Self.anyTime) {
    (site, kind, issuedAt) = (report.site.identity, report.kind, report.issuedAt)
    (parameter, unit, averaging) = (series.parameter, series.unit, series.averaging)
    (origin, correction, self.interval) = (series.origin, series.correction, interval)
  }

  private static let anyTime = AirInterval(instant: AirTime(secondsSince1970: 0))

  /// The same for every value of a series.
  var ofAllTimes: ReadingIdentity {
    changed(self) { $0.interval = Self.anyTime }
  }

  var label: String { "\(parameter) of \(interval)" }
}

extension AirSite {
  var identity: String {
    id ?? name ?? coordinate.map { "\($0.latitude.plainText),\($0.longitude.plainText)" } ?? ""
  }
}

extension Sequence<AirResponse> {
  var readings: [ReadingIdentity: Double] { readings { _ in true } }

  /// Returns every value of a kind; for repeated keys the last one.
  func readings(where isIncluded: (AirReading) -> Bool) -> [ReadingIdentity: Double] {
    var readings: [ReadingIdentity: Double] = [:]
    for report in flatMap(\.reports) {
      for series in report.series {
        for reading in series.readings where isIncluded(reading) {
          readings[ReadingIdentity(series, of: report, over: reading.interval)] = reading.value
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

  var hasValue: Bool { series.contains { !$0.hasNoValue } }

  /// The response without times of receipt, which may differ between two responses to one query.
  var withoutReceipt: AirResponse {
    let start = AirTime(secondsSince1970: 0)
    return changed(self) { for index in $0.reports.indices { $0.reports[index].receivedAt = start } }
  }
}
