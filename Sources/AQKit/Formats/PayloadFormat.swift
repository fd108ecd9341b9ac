/// A named format that turns recorded bytes into a response: an adapter's, a feed's, or AQKit's own schema.
///
/// **Use one.** `try container.format("open-meteo").decode(bytes, PayloadFormat.Context(receivedAt: time))` reads recorded
/// bytes with the same code as a fetch, without a network. ``makeDecoder(_:)`` reads inputs larger than memory.
///
/// **Write one.** Any ``HTTPAdapter`` or ``FeedDecoder`` makes one: `PayloadFormat(adapter)`. For anything else pass a
/// closure, or a ``PayloadFormat/Reader`` for rows. Register it with ``AQContainer/register(format:)``, so that
/// recordings that name it can be read.
public struct PayloadFormat: Sendable {
  /// The format's name in recordings and commands, such as `open-meteo`.
  public let name: String
  /// A sentence about the input.
  public let summary: String
  private let read: @Sendable ([UInt8], PayloadFormat.Context) throws -> AirResponse
  let makeReader: (@Sendable (PayloadFormat.Context) -> any PayloadFormat.Reader)?

  /// Creates a format from a closure.
  ///
  /// - Parameters:
  ///   - name: The name: lower-case letters, digits and hyphens by convention; unique within a container.
  ///   - summary: One sentence about the input.
  ///   - decode: Turns bytes into a response with notes on refused parts. For invalid bytes it throws an ``AQError`` with the
  ///     position of the fault.
  public init(
    _ name: String, summary: String,
    decode: @escaping @Sendable (_ bytes: [UInt8], _ context: PayloadFormat.Context) throws -> AirResponse
  ) {
    self.name = name
    self.summary = summary
    self.read = decode
    self.makeReader = nil
  }

  /// Creates a format that consists of rows and is read in pieces.
  ///
  /// - Parameters:
  ///   - name: The name: lower-case letters, digits and hyphens by convention; unique within a container.
  ///   - summary: One sentence about the input.
  ///   - reader: Makes the reader of one payload.
  public init(
    _ name: String, summary: String,
    reader: @escaping @Sendable (PayloadFormat.Context) -> any PayloadFormat.Reader
  ) {
    self.name = name
    self.summary = summary
    self.makeReader = reader
    self.read = { bytes, context in
      var reader = reader(context)
      return try LineEnds.withLineFeeds(bytes).withUnsafeBytes {
        try reader.read($0.bytes, isLast: true).response
      }
    }
  }

  /// Turns recorded bytes into a response.
  ///
  /// - Parameters:
  ///   - bytes: The bytes, decompressed.
  ///   - context: Their time of arrival and their places.
  /// - Throws: ``AQError/Code/malformed`` with the position of the fault for invalid bytes or, in a strict context, for
  ///   anything refused; another ``AQError`` for a provider's error, `CancellationError` if the format checks for it
  ///   and the task was cancelled.
  public func decode(_ bytes: [UInt8], _ context: PayloadFormat.Context) throws -> AirResponse {
    let response = try checked(context) { try read(bytes, context) }
    return context.completing(response).admittingSilence
  }

  /// Returns a decoder that reads the bytes in pieces.
  public func makeDecoder(_ context: PayloadFormat.Context) -> PayloadFormat.Decoder {
    PayloadFormat.Decoder(self, context)
  }

  /// Returns what was read: a foreign error becomes ``AQError/Code/malformed``, and in a strict context so does the first
  /// refusal.
  func checked(_ context: PayloadFormat.Context, _ read: () throws -> AirResponse) throws -> AirResponse {
    do {
      let response = try read()
      if context.isStrict, let refusal = response.notes.first(where: { $0.code == .refused }) {
        throw AQError(.malformed, refusal.message)
      }
      return response
    } catch let error as AQError {
      throw error
    } catch {
      if error is CancellationError { throw error }
      throw AQError(.malformed, "The input isn't in the format “\(name)”.", cause: error)
    }
  }
}

extension PayloadFormat: CustomStringConvertible {
  /// The name.
  public var description: String { name }
}

extension AirResponse {
  /// The response, with a note if the input has no content at all.
  var admittingSilence: AirResponse {
    saysNothing ? AirResponse(notes: [AirNote(.remark, "The input contains no report.")]) : self
  }
}

extension PayloadFormat {
  /// AQKit's own schema: one report, an array of reports, or one report per line. Every container has this format.
  ///
  /// It is read in pieces. An element or line that isn't a report is refused with its position, and the rest is read; the
  /// input is malformed if nothing in it is a report, or if the text itself is truncated or isn't JSON.
  public static let aqkit = PayloadFormat(
    "aqkit", summary: "AQKit's schema: one report, an array of reports, or one report per line."
  ) { SchemaReader(isStrict: $0.isStrict) }

  /// Reads a payload in pieces, a file of any length in constant memory.
  ///
  /// **Write one** for a format of rows: remember what earlier rows established (the header, the sites), and return the
  /// content of the new ones. ``PayloadFormat/init(_:summary:reader:)`` makes the format.
  public protocol Reader {
    /// Reads all whole rows.
    ///
    /// - Parameters:
    ///   - bytes: The unread bytes: those that the last call left over, and new ones.
    ///   - isLast: Whether these are the last bytes, so that all rows must be read.
    /// - Returns: The number of bytes read, and their content.
    /// - Throws: ``AQError/Code/malformed`` with the position for invalid bytes or, in a strict context, at the first
    ///   invalid row.
    mutating func read(_ bytes: RawSpan, isLast: Bool) throws -> (byteCount: Int, response: AirResponse)
  }
}

extension PayloadFormat {
  /// Creates the wire format of a web service, read by its adapter as in a fetch.
  ///
  /// - Parameters:
  ///   - adapter: The adapter.
  ///   - step: The step of the call that the bytes respond to.
  ///   - name: The format's name; by default the source's identifier.
  public init<Adapter: HTTPAdapter>(_ adapter: Adapter, step: Adapter.Step, name: String? = nil) {
    self.init(adapter, name: name, recognising: { _ in step })
  }

  /// Creates the wire format of a web service with several kinds of response, recognised by their content and read by
  /// its adapter as in a fetch.
  ///
  /// A response that holds only sites, or sites without a single value, becomes reports without series.
  ///
  /// - Parameters:
  ///   - adapter: The adapter.
  ///   - name: The format's name; by default the source's identifier.
  ///   - step: Returns the step of the call that the bytes respond to. For a refusal it throws the error, or the
  ///     decoder does; for bytes that aren't a response, any error.
  public init<Adapter: HTTPAdapter>(
    _ adapter: Adapter, name: String? = nil,
    recognising step: @escaping @Sendable (_ bytes: [UInt8]) throws -> Adapter.Step
  ) {
    let descriptor = adapter.descriptor
    self.init(name ?? descriptor.id.rawValue, summary: "Responses of \(descriptor.name).") { bytes, context in
      var builder = ReportBuilder(descriptor, receivedAt: context.receivedAt)
      let followUps: Int
      do {
        let reply = HTTPReply(
          TransportResponse(status: 200, body: bytes), step: try step(bytes), query: context.query,
          receivedAt: context.receivedAt)
        followUps = try adapter.read(reply, at: Array(context.places.indices), into: &builder).count
      } catch let error as AQError {
        throw error.attributed(to: descriptor.id)
      }
      if followUps > 0 {
        builder.note(
          .remark, "The response continues in requests that are not part of the input.", count: followUps)
      }
      return builder.response(keepingEmptySites: builder.columns.allSatisfy(\.hasNoValue))
    }
  }

  /// Creates the wire format of a web service whose calls have no step.
  public init<Adapter: HTTPAdapter>(_ adapter: Adapter, name: String? = nil) where Adapter.Step == Void {
    self.init(adapter, step: (), name: name)
  }

  /// Creates the format of a live feed's messages, one per line or as a ``FeedRecording``, read by its decoder as in a
  /// stream.
  ///
  /// All values of a site become one series per quantity. An unreadable line is refused and counted.
  ///
  /// - Parameters:
  ///   - decoder: The decoder.
  ///   - name: The format's name; by default the source's identifier.
  public init(_ decoder: some FeedDecoder, name: String? = nil) {
    let descriptor = decoder.descriptor
    let name = name ?? descriptor.id.rawValue
    self.init(name, summary: "Messages of \(descriptor.name), one per line.") { bytes, context in
      let recording = try FeedRecording(bytes, startedAt: context.receivedAt)
      var whole = ReportBuilder(descriptor, receivedAt: context.receivedAt)
      for line in recording.refused { whole.refuse(line.reason, at: "line \(line.number)") }
      var firstFault = recording.refused.first.map { "line \($0.number): \($0.reason)" }
      var readable = 0
      for entry in recording.entries {
        var builder = ReportBuilder(descriptor, receivedAt: recording.startedAt + entry.after)
        builder.timePolicy = decoder.semantics.time
        do {
          try decoder.decode(entry.message, for: context.query, into: &builder)
          whole.merge(builder, renumberingPlaces: nil)
          readable += 1
        } catch {
          if error is CancellationError { throw error }
          let reason = (error as? AQError)?.message ?? "a message can't be decoded"
          whole.refuse(reason, at: "line \(entry.line)")
          firstFault = firstFault ?? "line \(entry.line): \(reason)"
        }
      }
      if readable == 0, let firstFault {
        throw AQError(
          .malformed, "No line is a message of \(descriptor.name); \(firstFault)", source: descriptor.id)
      }
      return whole.response()
    }
  }
}
