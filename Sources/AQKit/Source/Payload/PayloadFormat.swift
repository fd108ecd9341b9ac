/// A named way to turn recorded bytes into a response: an adapter's wire format, a feed's, or AQKit's own schema.
///
/// **Use one.** `try container.format("open-meteo").decode(bytes, PayloadContext(receivedAt: time))` reads recorded
/// bytes by the same code path as a fetch, without a network.
///
/// **Write one.** Any ``HTTPAdapter`` or ``FeedDecoder`` makes one: `PayloadFormat(adapter)`. For anything else give
/// a closure. Register it with ``AQContainer/register(format:)``, so that recordings that name it can be read.
public struct PayloadFormat: Sendable {
  /// The name by which recordings and commands refer to the format, such as `open-meteo`.
  public let name: String
  /// One sentence on what it reads.
  public let summary: String
  private let read: @Sendable ([UInt8], PayloadContext) throws -> AirResponse

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
  }

  /// Turns recorded bytes into a response.
  ///
  /// - Parameters:
  ///   - bytes: The bytes, decompressed.
  ///   - context: When they arrived and which places they answer.
  /// - Throws: ``AQError/Code/malformed`` with the position of the fault when the bytes are not what the format says,
  ///   another ``AQError`` when they are a provider's error, `CancellationError` when the format stops at one.
  public func decode(_ bytes: [UInt8], _ context: PayloadContext) throws -> AirResponse {
    do {
      return context.completing(try read(bytes, context))
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
