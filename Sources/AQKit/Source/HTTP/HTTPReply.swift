/// The reply to a call, for an adapter's decoder.
public struct HTTPReply<Step: Sendable>: Sendable {
  /// The response.
  public var response: TransportResponse
  /// The step of the call.
  public var step: Step
  /// The query of the call.
  public var query: AirQuery
  /// The time at which the body arrived; for a cached reply, the time at which it was requested.
  public var receivedAt: AirTime
  /// Holds the call, so that copies of a reply don't copy its members.
  private let sent: Sent?

  private final class Sent: Sendable {
    let call: HTTPCall<Step>

    init(_ call: HTTPCall<Step>) { self.call = call }
  }

  /// The call; nil for a reply that a test makes.
  package var call: HTTPCall<Step>? { sent?.call }

  /// The site that the call is about.
  var listing: SiteListing? { sent?.call.listing }

  /// Creates a reply, for example from recorded bytes in a test.
  public init(_ response: TransportResponse, step: Step, query: AirQuery, receivedAt: AirTime) {
    self.response = response
    self.step = step
    self.query = query
    self.receivedAt = receivedAt
    sent = nil
  }

  /// Creates the reply to a call.
  init(_ response: TransportResponse, to call: HTTPCall<Step>, about query: AirQuery, receivedAt: AirTime) {
    self.response = response
    step = call.step
    self.query = query
    self.receivedAt = receivedAt
    sent = Sent(call)
  }

  /// The body.
  public var body: [UInt8] { response.body }

  /// Returns the body as a JSON value.
  ///
  /// - Parameter allowsNaN: Whether to read the bare words `nan` and `inf`, which some services write for invalid numbers,
  ///   as `null`, so that only that value is lost; false refuses the whole reply.
  /// - Throws: The same errors as ``AQJSON/init(parsing:allowsNaN:maximumDepth:)-([UInt8],_,_)``.
  public func json(allowsNaN: Bool = true) throws -> AQJSON {
    try AQJSON(parsing: response.body, allowsNaN: allowsNaN)
  }

  /// Returns the body as a CSV table, whose rows are parsed when they are read.
  ///
  /// - Parameters:
  ///   - delimiter: The character between fields.
  ///   - lines: The number of lines before the header.
  ///   - encoding: The encoding of the text.
  /// - Throws: ``AQError/Code/malformed`` when it has no header of at least two columns, such as a page of HTML.
  public func csv(
    delimiter: Character = ",", skipping lines: Int = 0, encoding: AQText.Encoding = .utf8
  ) throws -> AQCSV {
    try AQCSV(parsing: response.body, delimiter: delimiter, skipping: lines, encoding: encoding)
  }

  /// Returns the root element of the body as XML.
  ///
  /// - Throws: The same errors as ``AQXML/init(parsing:)``.
  public func xml() throws -> AQXML { try AQXML(parsing: response.body) }
}
