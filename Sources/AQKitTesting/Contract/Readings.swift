import AQKit

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
  /// The identity of the site within a source.
  var identity: String {
    id ?? name ?? coordinate.map { "\($0.latitude.plainText),\($0.longitude.plainText)" } ?? ""
  }
}

extension Sequence<AirResponse> {
  /// Every value; the last one for repeated keys.
  var readings: [ReadingIdentity: Double] {
    var readings: [ReadingIdentity: Double] = [:]
    for response in self {
      for report in response.reports {
        for series in report.series {
          for reading in series.readings {
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

  /// The number of values, rows or messages in the notes with these codes.
  func count(of codes: Set<AirNote.Code>) -> Int {
    reduce(0) { $0 + $1.notes.filter { codes.contains($0.code) }.reduce(0) { $0 + $1.count } }
  }
}

extension AirResponse {
  /// The response without times of receipt, which may differ between two answers to one query.
  var withoutReceipt: AirResponse {
    var copy = self
    for index in copy.reports.indices { copy.reports[index].receivedAt = AirTime(secondsSince1970: 0) }
    return copy
  }
}
