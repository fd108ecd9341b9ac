/// The reply to a call, as an adapter's decoder sees it.
public struct HTTPReply<Step: Sendable>: Sendable {
  /// The response.
  public var response: TransportResponse
  /// What the call remembered.
  public var step: Step
  /// The query that the call was made for.
  public var query: AirQuery
  /// When the body arrived.
  public var receivedAt: AirTime

  /// Makes a reply; what a test does with recorded bytes.
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
  /// - Parameter allowsNaN: Whether the bare word `nan`, which some services write, is read as `null`.
  /// - Throws: As ``AQJSON/init(parsing:allowsNaN:maximumDepth:)-([UInt8],_,_)`` does.
  public func json(allowsNaN: Bool = false) throws -> AQJSON {
    try AQJSON(parsing: response.body, allowsNaN: allowsNaN)
  }
}
