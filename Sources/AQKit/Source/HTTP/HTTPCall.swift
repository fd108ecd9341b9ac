/// One request of an adapter, and what to remember for its reply.
public struct HTTPCall<Step: Sendable>: Sendable {
  /// The request.
  public var request: TransportRequest
  /// What decoding must remember.
  public var step: Step
  /// The indices of the query's places that it is about; nil for all.
  public var places: [Int]?

  /// A call with a step for its reply.
  public init(_ request: TransportRequest, step: Step, places: [Int]? = nil) {
    self.request = request
    self.step = step
    self.places = places
  }
}

extension HTTPCall where Step == Void {
  /// A call without a step.
  public init(_ request: TransportRequest, places: [Int]? = nil) {
    self.init(request, step: (), places: places)
  }
}
