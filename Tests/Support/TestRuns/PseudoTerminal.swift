package import Foundation

/// A pseudo-terminal with a number of columns and rows.
package final class PseudoTerminal: @unchecked Sendable {
  // One test uses it, one step after the other.
  private let ours: FileHandle
  /// The end that a program has as its terminal.
  package let programSide: FileHandle
  private var seen = ""

  package init(columns: UInt16, rows: UInt16) throws {
    var (here, there): (Int32, Int32) = (-1, -1)
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&here, &there, nil, nil, &size) == 0 else { throw CocoaError(.fileNoSuchFile) }
    ours = FileHandle(fileDescriptor: here, closeOnDealloc: true)
    programSide = FileHandle(fileDescriptor: there, closeOnDealloc: true)
  }

  /// Reads until data arrive, or the program has gone; returns everything read so far.
  package func read(until isEnough: (String) -> Bool) -> String {
    var piece = [UInt8](repeating: 0, count: 4096)
    var bytes = Array(seen.utf8)
    while !isEnough(seen) {
      let count = Foundation.read(ours.fileDescriptor, &piece, piece.count)
      guard count > 0 else { break }
      bytes += piece.prefix(count)
      seen = String(decoding: bytes, as: UTF8.self)
    }
    return seen
  }
}
