import AQKit
import AQKitFixtures
import Foundation

/// Files that the user named; `-` is standard input. A file that can't be read is an error with the system's reason.
enum InputFile {
  /// Returns all bytes of a file, or of a pipe such as that of `<(command)`.
  static func bytes(
    atPath path: String, of kind: String = "file", atMost limit: Int = FixtureFolder.maximumFileSize,
    allowsPipe: Bool = true
  ) throws(AQError) -> [UInt8] {
    try naming("The \(kind) “\(path)”") { () throws(FileBytes.Fault) in
      let handle =
        try path == "-"
        ? FileHandle.standardInput : FileBytes.handle(of: path, atMost: limit, allowsPipe: allowsPipe)
      return try FileBytes.all(of: handle, atMost: limit)
    }
  }

  /// Opens a file of any size for reading in pieces.
  static func opened(_ path: String) throws(AQError) -> FileHandle {
    if path == "-" { return .standardInput }
    return try naming("The file “\(path)”") { () throws(FileBytes.Fault) in
      try FileBytes.handle(of: path, allowsPipe: true)
    }
  }

  private static func naming<Result>(
    _ name: String, _ read: () throws(FileBytes.Fault) -> Result
  ) throws(AQError) -> Result {
    do throws(FileBytes.Fault) {
      return try read()
    } catch {
      throw AQError(.invalidRequest, "\(name) can't be read: \(error.reason).")
    }
  }
}
