import AQKit
import AQKitFixtures
import ArgumentParser
import Foundation

/// The form in which `normalize` writes reports.
enum ReportForm: String, CaseIterable, ExpressibleByArgument {
  case json, csv, geojson
}

/// Runs inputs through decoders (gzip is decompressed) and prints their reports as they arrive, one per line.
struct Normalization: ~Copyable {
  private let form: ReportForm
  private var json = AirReport.Writer()
  private var collection = ReportGeoJSON()
  private var output: StandardOutput

  init(as form: ReportForm = .json, to descriptor: Int32 = STDOUT_FILENO) {
    self.form = form
    // Both forms of JSON are escaped before they are written.
    output = StandardOutput(descriptor: descriptor, escapesData: form == .csv ? nil : false)
    if form == .csv { output.append(ReportCSV.header) }
  }

  /// Reads an input to its end, and throws an ``AQError`` if it isn't in the decoder's format.
  mutating func read(_ input: FileHandle, by decoder: consuming PayloadFormat.Decoder) throws -> Tally {
    var tally = Tally()
    try FileBytes.pieces(of: input, named: "The input") { piece in
      tally.bytes += piece.count
      try take(try decoder.decode(piece), &tally)
      try output.flush()
    }
    // An empty input is valid in any format.
    if tally.bytes > 0 { try take(try decoder.finish(), &tally) }
    try output.flush()
    return tally
  }

  mutating func read(_ document: [UInt8], by decoder: consuming PayloadFormat.Decoder) throws -> Tally {
    var tally = Tally()
    tally.bytes = document.count
    try take(try decoder.decode(document), &tally)
    try take(try decoder.finish(), &tally)
    try output.flush()
    return tally
  }

  mutating func finish() throws {
    if form == .geojson { output.append(TerminalJSON.escaped(collection.bytes)) }
    try output.flush()
  }

  private mutating func take(_ response: AirResponse, _ tally: inout Tally) throws {
    tally.add(response)
    for report in response.reports {
      switch form {
      case .json:
        json.append(report)
        output.append(TerminalJSON.escaped(json.bytes))
        json.removeAll()
      case .csv: output.append(ReportCSV.rows(of: report))
      case .geojson: collection.add(report)
      }
      try output.flushIfFull()
    }
    // Tables and maps have no place for a warning.
    for notice in response.notices where form == .json {
      output.append(try TerminalJSON.line(of: ["notice": notice]).sent + "\n")
      try output.flushIfFull()
    }
  }
}

/// The numbers of what responses hold, and their notes.
struct Tally {
  var reports = 0
  var values = 0
  var notices = 0
  /// The number of rows, readings or messages that were refused, by the notes.
  var refused = 0
  /// The number of bytes of an input after decompression.
  var bytes = 0
  private var snapshot = FeedSnapshot()
  /// The notes, those of a kind counted together.
  var notes: [AirNote] { snapshot.notes }

  init(_ responses: [AirResponse] = []) {
    for response in responses { add(response) }
  }

  mutating func add(_ response: AirResponse) {
    reports += response.reports.count
    notices += response.notices.count
    values += response.reports.valueCount
    for note in response.notes { add(note) }
  }

  mutating func add(_ note: AirNote) {
    if note.code == .refused { refused = refused.addingSaturating(note.count) }
    snapshot.merge(AirUpdate(notes: [note]))
  }

  /// A text such as `; 3 were refused`, or the empty string.
  var refusals: String { refused == 0 ? "" : "; \(refused) \(refused == 1 ? "was" : "were") refused" }
}
