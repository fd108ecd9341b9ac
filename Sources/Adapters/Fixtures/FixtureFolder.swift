public import AQKit
import Foundation

/// A folder of recordings with a `manifest.json`.
///
/// Files are only read on use, so the folder need not exist yet.
public struct FixtureFolder: Sendable {
  /// The largest file that is read as a whole, in bytes.
  public static let maximumFileSize = 256 << 20

  private let locate: @Sendable () throws(AQError) -> String
  /// Whether this value holds the lock that keeps others from changing the folder.
  var isLocked = false

  /// Creates a folder at a path.
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

  /// Returns the content of a file; decompresses gzip.
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

  /// Returns a recorded live feed.
  ///
  /// - Throws: The same errors as ``bytes(of:)``, or ``AQError/Code/malformed`` when the file isn't a feed recording.
  public func feed(_ recording: FixtureRecording) throws -> FeedRecording {
    do {
      return try FeedRecording(try bytes(of: recording.file), startedAt: recording.recordedAt)
    } catch let error as AQError {
      throw error.inFile(recording.file)
    }
  }

  func path(of file: String) throws(AQError) -> String {
    // Compared as the file system does: a combining mark after a slash doesn't change the slash there.
    let parts = file.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.allSatisfy(Self.isFileName) else {
      throw AQError(.invalidRequest, "“\(file)” isn't a path inside the folder of recordings.")
    }
    return try locate() + "/" + file
  }

  /// Returns whether a part of a path is a valid file name everywhere, and doesn't leave the folder.
  private static func isFileName(_ part: Substring.UTF8View) -> Bool {
    (1...255).contains(part.count) && !part.elementsEqual(".".utf8) && !part.elementsEqual("..".utf8)
      && part.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }
  }
}

extension AQError {
  static func tooLarge(recordingBeyond limit: Int) -> AQError {
    AQError(.tooLarge, "The recording is larger than \(limit >> 20) MiB: record for a shorter time.")
  }

  func inFile(_ file: String) -> AQError {
    message.contains(file) ? self : changed(self) { $0.message = "\(file): \(message)" }
  }
}

extension FixtureFolder {
  /// AQKit's own recordings.
  ///
  /// They are in a resource bundle next to the executable. If an application was moved without it, reading them throws
  /// ``AQError/Code/notConfigured``. The package manager's generated accessor would end the process instead, so it isn't
  /// used.
  public static let bundled = FixtureFolder { () throws(AQError) in
    let name = "AQKit_AQKitFixtures"
    let finder = Bundle(for: BundleFinder.self)
    // The places where an Xcode preview has the resources of packages; the executable isn't next to them.
    let previews = ["PACKAGE_RESOURCE_BUNDLE_PATH", "PACKAGE_RESOURCE_BUNDLE_URL"].map { name in
      ProcessInfo.processInfo.environment[name].flatMap {
        $0.hasPrefix("file:") ? URL(string: $0) : URL(fileURLWithPath: $0)
      }
    }
    let beside: [URL?] =
      previews + [
        Bundle.main.resourceURL, Bundle.main.bundleURL, finder.resourceURL, finder.bundleURL,
        finder.bundleURL.deletingLastPathComponent(),
        Bundle.main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent(),
      ]
    for directory in beside {
      guard let directory else { continue }
      for ending in ["bundle", "resources"] {
        let bundle = directory.appendingPathComponent("\(name).\(ending)")
        // On Apple's systems a bundle may have its resources in Contents/Resources.
        for folder in ["Recordings", "Contents/Resources/Recordings"] {
          let path = bundle.appendingPathComponent(folder).path
          if FileManager.default.fileExists(atPath: path + "/manifest.json") { return path }
        }
      }
    }
    throw AQError(
      .notConfigured,
      "AQKit's recordings are missing: keep the resource bundle \(name) next to the executable, where the build put it."
    )
  }

  /// Only used to find the bundle of this module.
  private final class BundleFinder {}

  /// Reads a file in pieces; decompresses gzip. Throws as ``bytes(of:)`` but for the size, ``AQError/Code/malformed`` for
  /// damaged gzip, `CancellationError` as soon as the task is cancelled, or the errors of `take`.
  func read(_ file: String, _ take: (UnsafeRawBufferPointer) throws -> Void) throws {
    let handle: FileHandle
    do {
      handle = try FileBytes.handle(of: try path(of: file))
    } catch let fault as FileBytes.Fault {
      throw AQError(
        .notConfigured,
        "The file \(file) in the folder of recordings, “\(try path)”, can't be read: \(fault.reason).")
    }
    defer { try? handle.close() }
    try FileBytes.pieces(of: handle, named: file) { piece in
      try Task.checkCancellation()
      try take(piece)
    }
    try Task.checkCancellation()
  }

  /// Reads a recording and delivers its content in pieces: memory stays constant for a file of any size if its format
  /// has rows (CSV, one report per line).
  ///
  /// - Parameters:
  ///   - recording: The recording; gzip is recognised by its content.
  ///   - format: Its format.
  ///   - isStrict: Whether the first unreadable row is an error.
  ///   - take: Receives the content of a piece.
  /// - Throws: ``AQError/Code/malformed`` with the file and the position of the fault, another ``AQError`` when the file
  ///   can't be read, `CancellationError` as soon as the task is cancelled, or the errors of `take`.
  public func read(
    _ recording: FixtureRecording, as format: PayloadFormat, isStrict: Bool = false,
    _ take: (AirResponse) throws -> Void
  ) throws {
    var decoder = format.makeDecoder(
      PayloadFormat.Context(receivedAt: recording.recordedAt, places: recording.places, isStrict: isStrict))
    do {
      try read(recording.file) { piece in
        let response = try decoder.decode(piece)
        if response != AirResponse() { try take(response) }
      }
      try take(try decoder.finish())
    } catch let error as AQError {
      throw error.inFile(recording.file)
    }
  }
}
