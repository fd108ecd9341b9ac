public import AQKit
import AQKitInflate
import Foundation

extension FixtureFolder {
  /// The size of a read in bytes.
  private static let chunkSize = 4 << 20

  /// Reads the content of a file in pieces; decompresses gzip.
  ///
  /// - Parameters:
  ///   - file: The path relative to the folder.
  ///   - take: Receives a piece.
  /// - Throws: As ``bytes(of:)`` does except for the size, ``AQError/Code/malformed`` for damaged gzip,
  ///   `CancellationError` as soon as the task is cancelled, or what `take` throws.
  func read(_ file: String, _ take: (UnsafeRawBufferPointer) throws -> Void) throws {
    guard let handle = FileHandle(forReadingAtPath: try path(of: file)) else {
      throw AQError(.notConfigured, "There is no readable file \(file) in the folder of recordings.")
    }
    defer { try? handle.close() }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.chunkSize, alignment: 16)
    defer { buffer.deallocate() }
    var inflater: Inflater?
    var isFirst = true
    while true {
      try Task.checkCancellation()
      guard let count = FileBytes.read(from: handle, into: buffer) else {
        throw AQError(.unavailable, "\(file) can't be read on.")
      }
      if count == 0 { break }
      let chunk = UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
      if isFirst, Inflater.recognisesGzip(UnsafeRawBufferPointer(chunk)) { inflater = Inflater() }
      isFirst = false
      if let inflater {
        try inflater.decompress(chunk) { piece in
          try Task.checkCancellation()
          try take(piece)
        }
      } else {
        try take(UnsafeRawBufferPointer(chunk))
      }
    }
    try inflater?.finish()
  }

  /// Reads a recording and delivers its content in pieces: memory stays constant for a file of any size if its format
  /// has rows (CSV, one report per line).
  ///
  /// - Parameters:
  ///   - recording: The recording; gzip is recognised by its content.
  ///   - format: Its format.
  ///   - isStrict: Whether the first unreadable row is an error.
  ///   - take: Receives the content of a piece.
  /// - Throws: ``AQError/Code/malformed`` with the file and the position of the fault, another ``AQError`` when the
  ///   file can't be read, `CancellationError` as soon as the task is cancelled, or what `take` throws.
  public func read(
    _ recording: FixtureRecording, as format: PayloadFormat, isStrict: Bool = false,
    _ take: (AirResponse) throws -> Void
  ) throws {
    var decoder = format.makeDecoder(
      PayloadContext(receivedAt: recording.recordedAt, places: recording.places, isStrict: isStrict))
    do {
      try read(recording.file) { piece in
        let response = try decoder.decode(piece)
        if !response.reports.isEmpty || !response.notes.isEmpty { try take(response) }
      }
      try take(try decoder.finish())
    } catch let error as AQError {
      throw error.inFile(recording.file)
    }
  }
}
