/// One request of an adapter, with what must be remembered when its reply comes.
public struct HTTPCall<Step: Sendable>: Sendable {
  /// The request.
  public var request: TransportRequest
  /// What decoding must remember.
  public var step: Step
  /// The places of the query that it asks about, by index; nil for all.
  public var places: [Int]?

  /// Makes a call.
  public init(_ request: TransportRequest, step: Step, places: [Int]? = nil) {
    self.request = request
    self.step = step
    self.places = places
  }
}

extension HTTPCall where Step == Void {
  /// Makes a call that has nothing to remember.
  public init(_ request: TransportRequest, places: [Int]? = nil) {
    self.init(request, step: (), places: places)
  }
}
