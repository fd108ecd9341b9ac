/// The reply to a call, for an adapter's decoder.
public struct HTTPReply<Step: Sendable>: Sendable {
  /// The response.
  public var response: TransportResponse
  /// The step of the call.
  public let step: Step
  /// The query of the call.
  public let query: AirQuery
  /// The time at which the body arrived; before the fetch for a reply from AQKit's cache or from an HTTP cache.
  public let receivedAt: AirTime
  /// The time at which the fetch began, to which the query's window is relative: `query.window.interval(at: askedAt)`.
  ///
  /// A cached reply may be days older: judge its content by ``receivedAt``, and make follow-up calls for this time.
  public let askedAt: AirTime
  /// The call; nil for a reply that a test makes.
  package let call: HTTPCall<Step>?

  /// Creates a reply, for example from recorded bytes in a test.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - step: The step of the call.
  ///   - query: The query of the call.
  ///   - receivedAt: The time at which the body arrived.
  ///   - askedAt: The time at which the fetch began; nil for the time of receipt.
  public init(
    _ response: TransportResponse, step: Step, query: AirQuery, receivedAt: AirTime, askedAt: AirTime? = nil
  ) {
    self.response = response
    self.step = step
    self.query = query
    self.receivedAt = receivedAt
    self.askedAt = askedAt ?? receivedAt
    call = nil
  }

  init(
    _ response: TransportResponse, to call: HTTPCall<Step>, about query: AirQuery, askedAt: AirTime,
    receivedAt: AirTime
  ) {
    (self.response, self.call, step) = (response, call, call.step)
    (self.query, self.askedAt, self.receivedAt) = (query, askedAt, receivedAt)
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

extension HTTPReply {
  /// Returns the call for the page after this one, with the same step, site and keeping; empty if this is the last one, or
  /// the call has no page.
  ///
  /// - Parameters:
  ///   - count: The number of elements on this page. An empty page is the last.
  ///   - total: The total number of elements; nil if the service doesn't state it as a number.
  ///   - pages: The total number of pages.
  public func nextPage(received count: Int, of total: Int64? = nil, pages: Int64? = nil) -> [HTTPCall<Step>] {
    call?.next(received: count, of: total, pages: pages).map { [$0] } ?? []
  }
}
