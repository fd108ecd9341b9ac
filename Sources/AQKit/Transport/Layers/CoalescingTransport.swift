/// A transport that sends once what several ask for at the same time.
///
/// Equal requests in flight share one answer, or one error. A caller who is cancelled leaves alone; when the last one has
/// left, the exchange is cancelled. The shared exchange has the latest of its callers' deadlines. Nothing is kept: the
/// next request after the answer is sent anew.
///
/// It stands outside of ``RetryingTransport``, so that a request that waits for its turn is shared too. A POST is shared
/// like a GET: use it where requests only read.
public struct CoalescingTransport: HTTPTransport {
  /// The transport that sends.
  public let base: any HTTPTransport
  private let flights = Flights<TransportRequest, TransportResponse>()

  /// Makes the layer. Copies of it share what is in flight.
  public init(_ base: any HTTPTransport) { self.base = base }

  /// How many exchanges are under way.
  public var inFlightCount: Int { flights.count }
  /// How many callers wait for their answers.
  public var waitingCount: Int { flights.waitingCount }

  /// The answer, shared with whoever asks the same meanwhile.
  ///
  /// - Throws: What the transport throws, `CancellationError` when the task was cancelled.
  @concurrent public func send(_ request: TransportRequest) async throws -> TransportResponse {
    try await flights.answer(to: request) { [base] in try await base.send(request) }
  }
}
