import AQKit
import Foundation
import Hummingbird

/// The answer about a place, as the server sends it.
struct Air: ResponseEncodable {
  /// The index, or the reason for a missing one; and the same in words, such as `63 Moderate (US EPA AQI 2024)`.
  let index: AQIOutcome
  let title: String
  /// The official colour of the index, and that of text on it; nil without a certain band.
  let color, textColor: AQIBand.Color?
  /// Measured, analysed or forecast; nil without values.
  let kind: AirReport.Kind?
  /// The newest value of each pollutant with its unit and its interval.
  let values: [AirReading]
  /// The credit that the licences ask to be shown.
  let credit: String
  /// The sources that failed, and why.
  let failures: [String: String]

  /// The pollutants that the server asks about.
  static let pollutants: [AirParameter] = [.pm25, .pm10, .o3, .no2, .so2, .co]

  init(_ answer: AirAnswer) {
    index = answer.index(using: .usEPA)
    title = index.description
    color = index.value.flatMap { $0.isBandUncertain ? nil : $0.color }
    textColor = color?.textColor
    kind = answer.best?.kind
    values = answer.best?.series.compactMap { $0.newestReading(notAfter: answer.receivedAt) } ?? []
    credit = answer.credit.text
    failures = answer.failures.reduce(into: [:]) { $0[$1.source.rawValue] = $1.error.message }
  }

  /// The answer as a server-sent event.
  var event: ByteBuffer {
    get throws {
      let json = String(decoding: try JSONEncoder().encode(self), as: UTF8.self)
      return ByteBuffer(string: "event: air\ndata: \(json)\n\n")
    }
  }
}
