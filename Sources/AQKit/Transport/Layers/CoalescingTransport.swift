/// A transport that sends identical concurrent requests once, which share the response or the error, and the
/// latest of their callers' deadlines. A cancelled caller leaves alone; the last one to leave cancels the
/// exchange. Nothing is cached.
///
/// Apply it outside ``HTTPTransport/retrying(_:clock:randomNumbers:)``, so that a request that waits for its turn is shared,
/// too. A POST is shared like a GET, so use it only for requests that read.
package struct CoalescingTransport: HTTPTransport {
  package let base: any HTTPTransport
  private let flights = InFlightRequests<TransportRequest, TransportResponse>()

  /// Adds the layer to a transport. Its copies share the requests in flight.
  package init(_ base: any HTTPTransport) { self.base = base }

  package var inFlightCount: Int { flights.count }
  package var waitingCount: Int { flights.waitingCount }

  @concurrent package func send(_ request: TransportRequest) async throws -> TransportResponse {
    try await flights.result(of: request) { [base] in try await base.send(request) }
  }
}
