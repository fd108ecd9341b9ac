/// The reply to a call, for an adapter's decoder.
public struct HTTPReply<Step: Sendable>: Sendable {
  /// The response.
  public var response: TransportResponse
  /// The step of the call.
  public var step: Step
  /// The query of the call.
  public var query: AirQuery
  /// When the body arrived.
  public var receivedAt: AirTime

  /// A reply, for example from recorded bytes in a test.
  public init(_ response: TransportResponse, step: Step, query: AirQuery, receivedAt: AirTime) {
    self.response = response
    self.step = step
    self.query = query
    self.receivedAt = receivedAt
  }

  /// The body.
  public var body: [UInt8] { response.body }

  /// The body as a JSON value.
  ///
  /// - Parameter allowsNaN: Whether to read the bare word `nan`, which some services write, as `null`.
  /// - Throws: As ``AQJSON/init(parsing:allowsNaN:maximumDepth:)-([UInt8],_,_)`` does.
  public func json(allowsNaN: Bool = false) throws -> AQJSON {
    try AQJSON(parsing: response.body, allowsNaN: allowsNaN)
  }
}
