/// Reads recorded bytes in pieces and returns the content of each, for pipes and for files larger than memory.
///
/// ```swift
/// var decoder = format.makeDecoder(PayloadContext(receivedAt: now))
/// while let chunk = next() { show(try decoder.decode(chunk)) }
/// show(try decoder.finish())
/// ```
///
/// The bytes of a format that can't be read in pieces are kept until the end.
public struct PayloadDecoder {
  /// The most bytes kept for a format that can't be read in pieces, or for an unfinished row.
  public static let maximumPendingBytes = 256 << 20

  /// The most bytes added to a short incomplete row before the next attempt.
  private static let longestLine = 64 << 10

  private let format: PayloadFormat
  private let context: PayloadContext
  private var reader: (any PayloadReader)?
  private var pending: [UInt8] = []

  init(_ format: PayloadFormat, _ context: PayloadContext) {
    self.format = format
    self.context = context
    reader = format.makeReader?(context)
  }

  /// Reads the next bytes.
  ///
  /// - Returns: The content of the complete rows; empty for a format that is read at the end.
  /// - Throws: As ``PayloadFormat/decode(_:_:)`` does; ``AQError/Code/tooLarge`` beyond ``maximumPendingBytes``.
  public mutating func decode(_ bytes: [UInt8]) throws -> AirResponse {
    try bytes.withUnsafeBytes { try decode($0) }
  }

  package mutating func decode(_ bytes: UnsafeRawBufferPointer) throws -> AirResponse {
    guard pending.count + bytes.count <= Self.maximumPendingBytes else {
      throw AQError(
        .tooLarge, "A row of the input, or all of it, is longer than \(Self.maximumPendingBytes >> 20) MiB.")
    }
    if reader is any RowReader { return try advance(over: bytes) }
    pending.append(contentsOf: bytes)
    return reader == nil ? AirResponse() : try advance(isLast: false)
  }

  /// Marks the end of the input.
  ///
  /// - Returns: The content of the rest.
  /// - Throws: As ``PayloadFormat/decode(_:_:)`` does.
  public mutating func finish() throws -> AirResponse {
    guard reader != nil else {
      defer { pending = [] }
      return try format.decode(pending, context)
    }
    return try advance(isLast: true)
  }

  private mutating func advance(isLast: Bool) throws -> AirResponse {
    guard var reader else { return AirResponse() }
    self.reader = nil
    defer { self.reader = reader }
    let piece = try format.guarded(context) {
      try pending.withUnsafeBytes { try reader.read($0.bytes, isLast: isLast) }
    }
    pending.removeSubrange(0..<min(max(0, piece.byteCount), pending.count))
    return context.completing(piece.response)
  }

  /// Reads rows in place, without copying; only an incomplete row is assembled.
  private mutating func advance(over bytes: UnsafeRawBufferPointer) throws -> AirResponse {
    guard var reader = reader as? any RowReader else { return AirResponse() }
    self.reader = nil
    defer { self.reader = reader }
    let piece = try format.guarded(context) {
      var rest = bytes[...]
      // An incomplete row is retried only after its length has doubled, so that an endless one isn't read again and
      // again.
      var least = 0
      while !pending.isEmpty, !rest.isEmpty {
        // A row ends with its line, unless it has quoted fields.
        let line = rest.dropFirst(least).prefix(max(Self.longestLine, least))
        let end = line.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? line.endIndex
        pending.append(contentsOf: rest[..<end])
        rest = rest[end...]
        let count = try pending.withUnsafeBytes { try reader.readRows($0.bytes, isLast: false) }
        pending.removeSubrange(0..<min(max(0, count), pending.count))
        least = pending.count
      }
      if pending.isEmpty, !rest.isEmpty {
        let count = try reader.readRows(UnsafeRawBufferPointer(rebasing: rest).bytes, isLast: false)
        pending.append(contentsOf: rest.dropFirst(count))
      }
      return (bytes.count, reader.response(isLast: false))
    }
    return context.completing(piece.response)
  }
}
