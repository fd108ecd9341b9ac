/// Sends HTTP requests and returns their responses: AQKit's only access to web services, apart from live feeds.
///
/// **Use one.** `URLSessionTransport` from the product `AQKitURLSession` works on every platform and is what
/// `AQContainer.live` registers. Servers on Linux use `AsyncHTTPClientTransport` from the product `AQKitAsyncHTTPClient`
/// (trait `AsyncHTTPClient`), which `AQContainer.liveAsyncHTTPClient` registers.
///
/// **Write one.** Conform a `Sendable` type and honour the request's limits: fail with ``AQError/Code/timedOut``
/// when a time-out passes, with ``AQError/Code/tooLarge`` as soon as the decompressed body exceeds
/// ``TransportRequest/maximumBodySize``, with ``AQError/Code/unreachable`` when no connection can be made. A response
/// with any HTTP status is a result, not an error. Cancelling the calling task ends the exchange promptly with
/// `CancellationError`. Follow redirects only to the same or a safer scheme, and to the request's
/// ``TransportRequest/redirectHosts``; never carry a header marked as secret to another host; and state a permanent one
/// in ``TransportResponse/movedTo``. Hand a long body over as it arrives if the request has a
/// ``TransportRequest/bodyReader``.
///
/// **Test one, or fake one.** `StubTransport` from the product `AQKitTesting` responds from a closure.
public protocol HTTPTransport: Sendable {
  /// Sends a request and returns the whole response, whatever its status.
  ///
  /// - Throws: An ``AQError`` when the response did not arrive completely, `CancellationError` when the task was cancelled.
  func send(_ request: TransportRequest) async throws -> TransportResponse
}
