/// A named format that turns recorded bytes into a response: an adapter's, a feed's, or AQKit's own schema.
///
/// **Use one.** `try container.format("open-meteo").decode(bytes, PayloadContext(receivedAt: time))` reads recorded
/// bytes with the same code as a fetch, without a network. ``makeDecoder(_:)`` reads inputs larger than memory.
///
/// **Write one.** Any ``HTTPAdapter`` or ``FeedDecoder`` makes one: `PayloadFormat(adapter)`. For anything else give
/// a closure, or a ``PayloadReader`` for rows. Register it with ``AQContainer/register(format:)``, so that recordings
/// that name it can be read.
public struct PayloadFormat: Sendable {
  /// The format's name in recordings and commands, such as `open-meteo`.
  public let name: String
  /// One sentence about the input.
  public let summary: String
  private let read: @Sendable ([UInt8], PayloadContext) throws -> AirResponse
  let makeReader: (@Sendable (PayloadContext) -> any PayloadReader)?

  /// A format from a closure.
  ///
  /// - Parameters:
  ///   - name: Lower-case letters, digits and hyphens by convention; unique within a container.
  ///   - summary: One sentence about the input.
  ///   - decode: Turns bytes into a response and notes what it refuses. For invalid bytes it throws an ``AQError`` with
  ///     the position of the fault.
  public init(
    _ name: String, summary: String,
    decode: @escaping @Sendable (_ bytes: [UInt8], _ context: PayloadContext) throws -> AirResponse
  ) {
    self.name = name
    self.summary = summary
    self.read = decode
    self.makeReader = nil
  }

  /// A format of rows, read in pieces.
  ///
  /// - Parameters:
  ///   - name: Lower-case letters, digits and hyphens by convention; unique within a container.
  ///   - summary: One sentence about the input.
  ///   - reader: Makes the reader of one payload.
  public init(
    _ name: String, summary: String, reader: @escaping @Sendable (PayloadContext) -> any PayloadReader
  ) {
    self.name = name
    self.summary = summary
    self.makeReader = reader
    self.read = { bytes, context in
      var reader = reader(context)
      return try bytes.withUnsafeBytes { try reader.read($0.bytes, isLast: true).response }
    }
  }

  /// Turns recorded bytes into a response.
  ///
  /// - Parameters:
  ///   - bytes: The bytes, decompressed.
  ///   - context: Their time of arrival and their places.
  /// - Throws: ``AQError/Code/malformed`` with the position of the fault for invalid bytes or, in a strict context, for
  ///   anything refused; another ``AQError`` for a provider's error, `CancellationError` if the format stops at one.
  public func decode(_ bytes: [UInt8], _ context: PayloadContext) throws -> AirResponse {
    let response = try guarded(context) { (0, try read(bytes, context)) }.response
    return context.completing(response).admittingSilence
  }

  /// A decoder that reads the bytes in pieces.
  public func makeDecoder(_ context: PayloadContext) -> PayloadDecoder { PayloadDecoder(self, context) }

  /// Runs a reader: foreign errors become ``AQError/Code/malformed``, and in a strict context so does the first
  /// refusal.
  func guarded(_ context: PayloadContext, _ body: () throws -> (byteCount: Int, response: AirResponse)) throws
    -> (byteCount: Int, response: AirResponse)
  {
    do {
      let piece = try body()
      if context.isStrict, let refusal = piece.response.notes.first(where: { $0.code == .refused }) {
        throw AQError(.malformed, refusal.message)
      }
      return piece
    } catch let error as AQError {
      throw error
    } catch {
      if error is CancellationError { throw error }
      throw AQError(.malformed, "The input is not what “\(name)” says it is.", cause: error)
    }
  }
}

extension PayloadFormat: CustomStringConvertible {
  /// The name.
  public var description: String { name }
}

extension AirResponse {
  /// Whether there is neither a report nor a note.
  var saysNothing: Bool { reports.isEmpty && notes.isEmpty }

  /// The response, with a note if an input says nothing at all.
  var admittingSilence: AirResponse {
    saysNothing ? AirResponse(notes: [AirNote(.remark, "The input holds no report.")]) : self
  }
}

extension PayloadFormat {
  /// AQKit's own schema: one report, an array of reports, or one report per line. Every container has this format.
  ///
  /// It is read in pieces. An element or line that is no report is refused with its position, and the rest is read; the
  /// input is malformed if nothing in it is a report, or if the text itself is truncated or no JSON.
  public static let aqkit = PayloadFormat(
    "aqkit", summary: "AQKit's schema: one report, an array of reports, or one report a line."
  ) { SchemaReader(isStrict: $0.isStrict) }
}

/// Reads a payload in pieces, a file of any length in constant memory.
///
/// **Write one** for a format of rows: remember what earlier rows established (the header, the sites), and return the
/// content of the new ones. ``PayloadFormat/init(_:summary:reader:)`` makes the format.
public protocol PayloadReader {
  /// Reads all whole rows.
  ///
  /// - Parameters:
  ///   - bytes: The unread bytes: those that the last call left, and new ones.
  ///   - isLast: Whether these are the last bytes, so that all must be read.
  /// - Returns: The number of bytes read, and their content.
  /// - Throws: ``AQError/Code/malformed`` with the position for invalid bytes or, in a strict context, at the first
  ///   invalid row.
  mutating func read(_ bytes: RawSpan, isLast: Bool) throws -> (byteCount: Int, response: AirResponse)
}

/// Reads rows in place and delivers their content in batches.
protocol RowReader: PayloadReader {
  /// Reads all whole rows and returns their number of bytes.
  mutating func readRows(_ bytes: RawSpan, isLast: Bool) throws -> Int
  /// The content of the rows since the last call.
  mutating func response(isLast: Bool) -> AirResponse
}

extension RowReader {
  mutating func read(_ bytes: RawSpan, isLast: Bool) throws -> (byteCount: Int, response: AirResponse) {
    (try readRows(bytes, isLast: isLast), response(isLast: isLast))
  }
}
