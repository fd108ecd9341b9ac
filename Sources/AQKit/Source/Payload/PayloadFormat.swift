/// A named way to turn recorded bytes into a response: an adapter's wire format, a feed's, or AQKit's own schema.
///
/// **Use one.** `try container.format("open-meteo").decode(bytes, PayloadContext(receivedAt: time))` reads recorded
/// bytes by the same code path as a fetch, without a network. ``makeDecoder(_:)`` reads what is larger than memory.
///
/// **Write one.** Any ``HTTPAdapter`` or ``FeedDecoder`` makes one: `PayloadFormat(adapter)`. For anything else give
/// a closure, or a ``PayloadReader`` for rows. Register it with ``AQContainer/register(format:)``, so that recordings
/// that name it can be read.
public struct PayloadFormat: Sendable {
  /// The name by which recordings and commands refer to the format, such as `open-meteo`.
  public let name: String
  /// One sentence on what it reads.
  public let summary: String
  private let read: @Sendable ([UInt8], PayloadContext) throws -> AirResponse
  let makeReader: (@Sendable (PayloadContext) -> any PayloadReader)?

  /// Makes a format from a closure.
  ///
  /// - Parameters:
  ///   - name: Lower-case letters, digits and hyphens by convention; unique within a container.
  ///   - summary: One sentence on what it reads.
  ///   - decode: Turns bytes into a response. It throws an ``AQError`` that names the position of the fault when the
  ///     bytes are not what they say they are, and notes what it refuses.
  public init(
    _ name: String, summary: String,
    decode: @escaping @Sendable (_ bytes: [UInt8], _ context: PayloadContext) throws -> AirResponse
  ) {
    self.name = name
    self.summary = summary
    self.read = decode
    self.makeReader = nil
  }

  /// Makes a format of rows, which is read piece by piece.
  ///
  /// - Parameters:
  ///   - name: Lower-case letters, digits and hyphens by convention; unique within a container.
  ///   - summary: One sentence on what it reads.
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
  ///   - context: When they arrived and which places they answer.
  /// - Throws: ``AQError/Code/malformed`` with the position of the fault when the bytes are not what the format says,
  ///   or, where the context is strict, when anything of them is refused; another ``AQError`` when they are a
  ///   provider's error, `CancellationError` when the format stops at one.
  public func decode(_ bytes: [UInt8], _ context: PayloadContext) throws -> AirResponse {
    let response = try guarded(context) { (0, try read(bytes, context)) }.response
    return context.completing(response)
  }

  /// A decoder that takes the bytes as they come.
  public func makeDecoder(_ context: PayloadContext) -> PayloadDecoder { PayloadDecoder(self, context) }

  /// Runs a reader: any error that is none of ours becomes ``AQError/Code/malformed``, and in a strict context the
  /// first refusal an error.
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
