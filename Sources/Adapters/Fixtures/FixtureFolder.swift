public import AQKit
import Foundation

/// A folder of recordings with a `manifest.json`.
///
/// Files are read on use only, so the folder need not exist yet.
public struct FixtureFolder: Sendable {
  /// The largest file that is read as a whole, in bytes.
  public static let maximumFileSize = 256 << 20

  private let locate: @Sendable () throws(AQError) -> String

  /// A folder by its path.
  public init(path: String) { locate = { () throws(AQError) in path } }

  init(_ locate: @escaping @Sendable () throws(AQError) -> String) { self.locate = locate }

  /// The path of the folder.
  ///
  /// - Throws: ``AQError/Code/notConfigured`` when the module's own recordings are missing.
  public var path: String { get throws(AQError) { try locate() } }

  /// Reads the manifest.
  ///
  /// - Throws: ``AQError/Code/notConfigured`` when there is none, ``AQError/Code/malformed`` when it is invalid.
  public func manifest() throws -> FixtureManifest {
    let bytes = try bytes(of: "manifest.json")
    do {
      return try JSONDecoder().decode(FixtureManifest.self, from: Data(bytes))
    } catch {
      throw AQError(.malformed, "manifest.json: \(DecodingText.reason(of: error))", cause: error)
    }
  }

  /// The content of a file; decompresses gzip.
  ///
  /// - Parameter file: The path relative to the folder, with slashes; it must not leave the folder.
  /// - Throws: ``AQError/Code/invalidRequest`` when the path leaves the folder, ``AQError/Code/notConfigured`` when
  ///   there is no such file, ``AQError/Code/malformed`` when its gzip is damaged, ``AQError/Code/tooLarge`` beyond
  ///   ``maximumFileSize``.
  public func bytes(of file: String) throws -> [UInt8] {
    var bytes: [UInt8] = []
    do {
      try read(file) { piece in
        guard bytes.count + piece.count <= Self.maximumFileSize else {
          throw AQError(.tooLarge, "\(file) is larger than \(Self.maximumFileSize >> 20) MiB.")
        }
        bytes.append(contentsOf: piece)
      }
    } catch let error as AQError {
      throw error.inFile(file)
    }
    return bytes
  }

  /// A recorded live feed.
  ///
  /// - Throws: As ``bytes(of:)`` does, or ``AQError/Code/malformed`` when the file is no feed recording.
  public func feed(_ recording: FixtureRecording) throws -> FeedRecording {
    do {
      return try FeedRecording(try bytes(of: recording.file), startedAt: recording.recordedAt)
    } catch let error as AQError {
      throw error.inFile(recording.file)
    }
  }

  func path(of file: String) throws(AQError) -> String {
    // As the file system sees it: a combining mark after a slash doesn't make it another character there.
    let parts = file.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.allSatisfy(Self.isFileName) else {
      throw AQError(.invalidRequest, "“\(file)” is no path inside the folder of recordings.")
    }
    return try locate() + "/" + file
  }

  /// Whether a part of a path is a valid file name everywhere, and doesn't leave the folder.
  private static func isFileName(_ part: Substring.UTF8View) -> Bool {
    (1...255).contains(part.count) && !part.elementsEqual(".".utf8) && !part.elementsEqual("..".utf8)
      && part.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }
  }
}

extension AQError {
  /// The same error with the file's name before its message.
  func inFile(_ file: String) -> AQError {
    var copy = self
    if !message.contains(file) { copy.message = "\(file): \(message)" }
    return copy
  }
}
