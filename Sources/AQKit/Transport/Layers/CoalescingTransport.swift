/// A transport that sends identical concurrent requests once.
///
/// Equal requests in flight share one answer or one error. A cancelled caller leaves alone; when the last caller
/// leaves, the exchange is cancelled. The shared exchange has the latest of its callers' deadlines. Nothing is cached:
/// the next request after the answer is sent again.
///
/// It belongs outside ``RetryingTransport``, so that a request that waits for its turn is shared, too. A POST is shared
/// like a GET, so use it for requests that only read.
public struct CoalescingTransport: HTTPTransport {
  /// The transport that sends.
  public let base: any HTTPTransport
  private let flights = Flights<TransportRequest, TransportResponse>()

  /// Adds the layer to a transport. Its copies share the requests in flight.
  public init(_ base: any HTTPTransport) { self.base = base }

  /// The number of exchanges in flight.
  public var inFlightCount: Int { flights.count }
  /// The number of waiting callers.
  public var waitingCount: Int { flights.waitingCount }

  /// The answer, shared with equal requests in flight.
  ///
  /// - Throws: What the transport throws, `CancellationError` when the task was cancelled.
  @concurrent public func send(_ request: TransportRequest) async throws -> TransportResponse {
    try await flights.answer(to: request) { [base] in try await base.send(request) }
  }
}
