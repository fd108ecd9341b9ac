import AQKit
import ArgumentParser

/// The form in which `normalize` writes reports.
enum ReportForm: String, CaseIterable, ExpressibleByArgument {
  /// AQKit's schema, one report per line.
  case json
  /// A row per value, as CSV (RFC 4180).
  case csv
  /// A collection of the sites with their newest values, as GeoJSON (RFC 7946).
  case geojson
}

struct ReportOutput {
  private let form: ReportForm
  private var json = AirReport.Writer()
  private var csv = ReportCSV()
  private var collection = ReportGeoJSON()

  init(_ form: ReportForm) { self.form = form }

  /// Whether the output already escapes characters that control a terminal.
  var isEscaped: Bool { form != .csv }

  /// Writes a further report; a collection is written at the end.
  mutating func append(_ report: AirReport, to output: inout StandardOutput) {
    switch form {
    case .json:
      json.append(report)
      output.append(JSONText.escaped(json.bytes))
      json.removeAll()
    case .csv: output.append(csv.rows(of: report))
    case .geojson: collection.add(report)
    }
  }

  /// Writes a warning as a line of JSON; tables and maps have no place for one.
  mutating func append(_ notice: AirNotice, to output: inout StandardOutput) throws {
    if form == .json { output.append(try JSONText.line(of: ["notice": notice]).sent + "\n") }
  }

  /// Writes what follows the last report.
  mutating func finish(to output: inout StandardOutput) {
    switch form {
    case .json: break
    case .csv: output.append(csv.header())
    case .geojson: output.append(JSONText.escaped(collection.bytes))
    }
  }
}
