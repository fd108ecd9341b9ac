import AQKit

/// Reports as CSV by RFC 4180: a header, then a row for each value, each ended by CR and LF.
///
/// A text that a spreadsheet would run as a formula has an apostrophe before it.
enum ReportCSV {
  /// The names of the columns. Times are UTC, flags have semicolons between them.
  static let columns = [
    "source", "site", "site_name", "latitude", "longitude", "country", "site_kind", "indoor", "kind",
    "parameter",
    "value", "unit", "averaging", "start", "end", "flags", "issued", "received", "attribution", "licence",
  ]

  static let header = row(columns)

  static func rows(of report: AirReport) -> [UInt8] {
    var bytes: [UInt8] = []
    let site = report.site
    let place = [
      report.source.rawValue, site.id, site.name, site.coordinate?.latitude.plainText,
      site.coordinate?.longitude.plainText, site.country, site.kind.rawValue, site.isIndoor.map { "\($0)" },
      report.kind.rawValue,
    ].map { $0?.harmless.csvField() ?? "" }
    let times = [report.issuedAt?.description, report.receivedAt.description].map { $0?.csvField() ?? "" }
    for series in report.series {
      let attribution = report.attribution(of: series)
      let licences = attribution.compactMap(\.licence).unique
      let credit = [attribution.map(\.text).joined(separator: "; "), licences.joined(separator: "; ")]
        .map { $0.harmless.csvField() }
      for reading in series.readings {
        let value = [
          reading.parameter.rawValue, reading.value.plainText, reading.unit.rawValue,
          reading.averaging.description, reading.interval.start.description, reading.interval.end.description,
          reading.flags.sorted().map(\.rawValue).joined(separator: ";"),
        ].map { $0.harmless.csvField() }
        bytes += row(place + value + times + credit)
      }
    }
    return bytes
  }

  private static func row(_ fields: [String]) -> [UInt8] {
    Array((fields.joined(separator: ",") + "\r\n").utf8)
  }
}

extension String {
  /// The text with an apostrophe before it if a spreadsheet would take it for a formula (OWASP, “CSV Injection”). A number
  /// stays as it is.
  fileprivate var harmless: String {
    guard let first = utf8.first, "=+-@\t\r".utf8.contains(first), Double(self) == nil else { return self }
    return "'" + self
  }
}
