public import AQKit
import Foundation

extension FixtureFolder {
  /// Adds a recording to the folder: writes its file and its entry in the manifest, which is created if needed.
  ///
  /// Replaces a recording with the same file. Each of the two files is written completely or not at all. An entry
  /// without a shape gets that of the content.
  ///
  /// - Parameters:
  ///   - recording: The entry for the manifest.
  ///   - bytes: The content of its file.
  /// - Throws: ``AQError/Code/invalidRequest`` when its path leaves the folder, ``AQError/Code/malformed`` when the
  ///   existing manifest can't be read, ``AQError/Code/notConfigured`` when the folder can't be written.
  public func add(_ recording: FixtureRecording, bytes: [UInt8]) throws {
    _ = try locked { try $0.write(recording, bytes: bytes) }
  }

  /// Runs a closure while no other recorder, of this process or another one, changes the folder, creating it if needed;
  /// throws ``AQError/Code/notConfigured`` when that fails, or the closure's errors.
  func locked<Result>(_ body: (FixtureFolder) throws -> Result) throws -> Result {
    if isLocked { return try body(self) }
    let path = try path
    var copy = self
    copy.isLocked = true
    try writing {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      guard access(path, W_OK) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EACCES) }
    }
    let file = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard file >= 0 else { return try body(copy) }
    // The lock ends with the descriptor, even if the process is killed.
    defer { close(file) }
    while flock(file, LOCK_EX) != 0, errno == EINTR {}
    return try body(copy)
  }

  /// Returns a prefix of file names that isn't used in the folder: the given one, or the given one with a number.
  func freeBase(_ base: String) throws -> String {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: try path)) ?? []
    func isFree(_ base: String) -> Bool { !names.contains { $0.hasPrefix("\(base).") } }
    if isFree(base) { return base }
    var number = 2
    while !isFree("\(base)-\(number)") { number += 1 }
    return "\(base)-\(number)"
  }

  /// Returns the manifest, empty if there is none; throws if an entry of it would be lost by writing it.
  func manifestToExtend() throws -> FixtureManifest {
    guard FileManager.default.fileExists(atPath: try path(of: "manifest.json")) else {
      return FixtureManifest(recordings: [])
    }
    let manifest = try self.manifest()
    guard manifest.notes.isEmpty else {
      throw AQError(.malformed, "The manifest's unreadable entries would be lost: use another folder.")
    }
    return manifest
  }

  /// Adds a recording to the locked folder, and returns its entry.
  func write(_ recording: FixtureRecording, bytes: [UInt8]) throws -> FixtureRecording {
    let target = try path(of: recording.file)
    var recording = recording
    let isCassette = recording.format == Cassette.formatName
    recording.shape =
      recording.shape
      ?? (isCassette ? (try? Cassette(bytes)).map { PayloadShape($0) } : (try? PayloadShape(bytes)))
    // Many file systems ignore case.
    guard recording.file.lowercased() != "manifest.json" else {
      throw AQError(.invalidRequest, "A recording can't take the place of the manifest.")
    }
    var manifest = try manifestToExtend()
    manifest.recordings.removeAll { $0.file == recording.file }
    manifest.recordings.append(recording)
    try writing {
      try FileManager.default.createDirectory(
        at: URL(fileURLWithPath: target).deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: URL(fileURLWithPath: target), options: .atomic)
      try write(manifest, to: path(of: "manifest.json"))
    }
    return recording
  }

  /// Removes some recordings: their entries in the manifest and their files, if there are any.
  func remove(_ files: [String]) throws {
    var manifest = try self.manifest()
    let gone = manifest.recordings.map(\.file).filter(files.contains)
    if gone.isEmpty { return }
    manifest.recordings.removeAll { gone.contains($0.file) }
    try writing { try write(manifest, to: path(of: "manifest.json")) }
    for file in gone { try unlink(path(of: file)) }
  }

  private func write(_ manifest: FixtureManifest, to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try encoder.encode(manifest).write(to: URL(fileURLWithPath: path), options: .atomic)
  }

  /// Runs a body that writes. Its errors become one about the folder, with the system's reason.
  private func writing(_ body: () throws -> Void) throws {
    do { try body() } catch {
      let system = error as? POSIXError ?? (error as? CocoaError)?.underlying as? POSIXError
      let reason = system.map { ": \(String(cString: strerror($0.code.rawValue)))" } ?? ""
      throw AQError(
        .notConfigured, "The folder of recordings, “\(try path)”, can't be written\(reason).", cause: error)
    }
  }

  /// Adds reports for ``FixtureSource``, one per line in AQKit's schema.
  ///
  /// The manifest gets the reports' sites as places, so that only the needed files are read.
  ///
  /// - Parameters:
  ///   - reports: The reports.
  ///   - file: The file, such as `brno.ndjson`.
  ///   - recordedAt: The time at which they were recorded; by default the time of the newest receipt.
  ///   - origin: The origin of the data.
  ///   - isConstructed: Whether some or all data are made up.
  ///   - source: The recorded source.
  ///   - query: The query; its coordinates are kept exactly.
  /// - Returns: The entry in the manifest.
  /// - Throws: The same errors as ``add(_:bytes:)``; ``AQError/Code/invalidRequest`` without reports.
  @discardableResult public func add(
    _ reports: [AirReport], as file: String, recordedAt: AirTime? = nil, origin: FixtureOrigin? = nil,
    isConstructed: Bool = false, source: SourceID? = nil, query: AirQuery? = nil
  ) throws -> FixtureRecording {
    guard let newest = reports.map(\.receivedAt).max() else {
      throw AQError(.invalidRequest, "There is no report to record.")
    }
    var writer = AirReport.Writer()
    for report in reports { writer.append(changed(report) { $0.places = [] }) }
    var recording = FixtureRecording(
      file: file, format: PayloadFormat.aqkit.name, recordedAt: recordedAt ?? newest)
    recording.isConstructed = isConstructed
    recording.places = reports.map(\.site).unique(by: FeedSnapshot.Device.init)
    (recording.source, recording.query, recording.origin) = (source, query, origin)
    return try locked { try $0.write(recording, bytes: writer.bytes) }
  }
}
