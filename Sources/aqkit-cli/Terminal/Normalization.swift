import AQKit
import AQKitFixtures
import AQKitInflate
import Foundation

/// Runs bytes, gzip decompressed, through a decoder and prints its reports as they come.
struct Normalization {
  /// What was read.
  struct Summary {
    var tally = Tally()
    /// After decompression.
    var bytes = 0
    /// The notes of all pieces, equal ones counted together.
    var notes: [AirNote] = []

    mutating func add(_ response: AirResponse) {
      tally.add(response)
      for note in response.notes {
        if let index = notes.firstIndex(where: { $0.code == note.code && $0.message == note.message }) {
          notes[index].count += note.count
        } else if notes.count < 100 {
          notes.append(note)
        }
      }
    }
  }

  private static let pieceSize = 4 << 20
  private var decoder: PayloadDecoder
  private let printsReports: Bool
  private var progress: ProgressLine

  init(
    _ decoder: PayloadDecoder, printsReports: Bool,
    progress: ProgressLine = ProgressLine(total: nil, isShown: false)
  ) {
    self.decoder = decoder
    self.printsReports = printsReports
    self.progress = progress
  }

  /// Reads to the end.
  ///
  /// - Throws: An ``AQError`` for an input that is not what it says, or that can't be read.
  mutating func run(on input: FileHandle) throws -> Summary {
    var summary = Summary()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.pieceSize, alignment: 16)
    defer { buffer.deallocate() }
    var inflater: Inflater?
    var isFirst = true
    defer { progress.end() }
    // What there is is read at once: a pipe's rows are told as they come.
    while true {
      guard let count = FileBytes.read(from: input, into: buffer) else {
        throw AQError(.unavailable, "The input can't be read on.")
      }
      if count == 0 { break }
      let piece = UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
      if isFirst, Inflater.recognisesGzip(UnsafeRawBufferPointer(piece)) { inflater = Inflater() }
      isFirst = false
      progress.advance(by: count)
      if let inflater {
        try inflater.decompress(piece) { try decode($0, &summary) }
      } else {
        try decode(UnsafeRawBufferPointer(piece), &summary)
      }
    }
    try inflater?.finish()
    // Nothing at all is empty in any format, and no fault of it.
    if summary.bytes > 0 { try take(try decoder.finish(), &summary) }
    return summary
  }

  private mutating func decode(_ piece: UnsafeRawBufferPointer, _ summary: inout Summary) throws {
    summary.bytes += piece.count
    try take(try decoder.decode(piece), &summary)
  }

  private func take(_ response: AirResponse, _ summary: inout Summary) throws {
    summary.add(response)
    guard printsReports else { return }
    for report in response.reports { try StandardOutput.print(JSONText.line(of: report)) }
  }
}

/// What answers amount to.
struct Tally {
  var reports = 0
  var values = 0
  /// How many rows, readings or messages were refused, by the notes.
  var refused = 0

  init(_ responses: [AirResponse] = []) {
    for response in responses { add(response) }
  }

  mutating func add(_ response: AirResponse) {
    reports += response.reports.count
    for report in response.reports {
      for series in report.series { values += series.values.count { !$0.isNaN } }
    }
    for note in response.notes where note.code == .refused { refused += note.count }
  }

  /// `; 3 were refused`, or nothing.
  var refusals: String { refused == 0 ? "" : "; \(refused) \(refused == 1 ? "was" : "were") refused" }
}
