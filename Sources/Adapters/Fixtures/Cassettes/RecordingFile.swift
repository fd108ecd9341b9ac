import AQKit
import Foundation

/// A file to which lines are appended.
final class RecordingFile: Sendable {
  private let handle: Locked<FileHandle?>
  private let path: String

  /// Creates a file, replacing an existing one.
  ///
  /// - Throws: ``AQError/Code/notConfigured`` when it can't be written.
  init(_ path: String, header: [UInt8]) throws(AQError) {
    self.path = path
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    guard FileManager.default.createFile(atPath: path, contents: Data(header)),
      let handle = FileHandle(forWritingAtPath: path)
    else { throw AQError(.notConfigured, "The recording can't be written to \(path).") }
    _ = try? handle.seekToEnd()
    self.handle = Locked(handle)
  }

  deinit { handle.withLock { try? $0?.close() } }

  /// Appends a line.
  ///
  /// - Throws: ``AQError/Code/unavailable`` when it can't be written; then nothing more is written.
  func append(_ line: [UInt8]) throws(AQError) {
    let isWritten = handle.withLock { handle in
      do {
        try handle?.write(contentsOf: Data(line))
        return handle != nil
      } catch {
        handle = nil
        return false
      }
    }
    if !isWritten { throw AQError(.unavailable, "The recording can't be written on to \(path).") }
  }
}
