import AQKit
import Foundation
import Hummingbird

/// The answer about a place, as the server sends it.
struct Air: ResponseEncodable {
  /// The index, or the reason for a missing one.
  let index: AQIOutcome
  /// The index in words, such as `63 Moderate`, or the reason for its absence.
  let title: String
  /// The official colour of the index, and that of text on it; nil without a certain band.
  let color: AQIBand.Color?
  let textColor: AQIBand.Color?
  /// The newest value of each pollutant with its unit.
  let values: [Value]
  /// The credit that the licences ask to be shown.
  let credit: String
  /// The sources that failed, and why.
  let failures: [String: String]

  /// The pollutants that the server asks about.
  static let pollutants: [AirParameter] = [.pm25, .pm10, .o3, .no2, .so2, .co]

  struct Value: Encodable {
    let parameter: AirParameter
    let value: Double
    let unit: AirUnit
    let time: AirTime
    let kind: AirReport.Kind
  }

  init(_ answer: AirAnswer) {
    index = answer.index(using: .usEPA)
    let reason = index.reason?.description ?? "no data"
    title = index.value.map { ($0.isPartial ? "at least " : "") + $0.title } ?? "No index: \(reason)"
    color = index.value.flatMap { $0.isBandUncertain ? nil : $0.color }
    textColor = color?.textColor
    credit = answer.credit.text
    failures = Dictionary(
      answer.failures.map { ($0.source.rawValue, $0.error.message) }, uniquingKeysWith: { first, _ in first })
    values =
      answer.best.map { report in
        report.series.compactMap { series in
          guard let reading = series.newestReading(notAfter: answer.askedAt) else { return nil }
          return Value(
            parameter: series.parameter, value: reading.value, unit: reading.unit, time: reading.interval.end,
            kind: report.kind)
        }
      } ?? []
  }

  /// The answer as a server-sent event.
  var event: ByteBuffer {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return ByteBuffer(
        string: "event: air\ndata: \(String(decoding: try encoder.encode(self), as: UTF8.self))\n\n")
    }
  }
}
