import AQKit
import Foundation

/// Runs bytes through a decoder and prints its reports as they come.
struct Normalization {
  /// What was read.
  struct Summary {
    var reports = 0
    var values = 0
    var refused = 0
    var bytes = 0
    /// The notes of all pieces, equal ones counted together.
    var notes: [AirNote] = []

    mutating func add(_ response: AirResponse) {
      reports += response.reports.count
      for report in response.reports {
        for series in report.series { values += series.values.count { !$0.isNaN } }
      }
      for note in response.notes {
        if note.code == .refused { refused += note.count }
        if let index = notes.firstIndex(where: { $0.code == note.code && $0.message == note.message }) {
          notes[index].count += note.count
        } else if notes.count < 100 {
          notes.append(note)
        }
      }
    }
  }

  private static let pieceSize = 1 << 20
  private var decoder: PayloadDecoder
  private let printsReports: Bool

  init(_ decoder: PayloadDecoder, printsReports: Bool) {
    self.decoder = decoder
    self.printsReports = printsReports
  }

  /// Reads to the end.
  ///
  /// - Throws: An ``AQError`` for an input that is not what it says, or that can't be read.
  consuming func run(on input: FileHandle) throws -> Summary {
    var summary = Summary()
    while let data = try input.read(upToCount: Self.pieceSize), !data.isEmpty {
      summary.bytes += data.count
      try take(try decoder.decode([UInt8](data)), &summary)
    }
    try take(try decoder.finish(), &summary)
    return summary
  }

  private func take(_ response: AirResponse, _ summary: inout Summary) throws {
    summary.add(response)
    guard printsReports else { return }
    for report in response.reports { try print(JSONText.line(of: report)) }
  }
}
