public import AQKit
import AQKitHTTPRules

/// The default HTTP transport on every platform: one ephemeral `URLSession` without cookies, cache or stored
/// credentials.
///
/// Copies of a transport share its session and its connections; the session ends with the last copy. A transport
/// is safe to use from any number of tasks at once.
///
/// **What it guards.** The idle and the total time-out of each request (the total one covers all redirects), the limit on
/// the body, counted after decompression and enforced while the bytes arrive, and cancellation: the call returns immediately
/// with `CancellationError`, and the exchange is ended in the background. A response with any status is returned, and a
/// body that arrived compressed loses its `Content-Encoding` and `Content-Length`, so that the headers describe the
/// returned bytes. Header fields that occur several times are joined with a comma.
///
/// **Redirects.** 301, 302, 303, 307 and 308 with a `Location` are followed up to
/// ``Configuration/maximumRedirects`` times, from `http` to `http` or `https` and from `https` to `https` only.
/// After 303, and after 301 or 302 in response to a `POST`, the next request is a `GET` without body. A header
/// marked as secret, and any `Authorization` or `Cookie`, is dropped for good as soon as the host or the port changes.
///
/// **Errors.** ``AQError/Code/timedOut``, ``AQError/Code/tooLarge``, ``AQError/Code/unreachable``,
/// ``AQError/Code/untrusted``, ``AQError/Code/malformed`` and ``AQError/Code/invalidRequest`` as in `Docs/Errors.md`.
/// Messages contain only the host of the address; the cause is a ``URLSessionFailure``, which contains no address.
///
/// **On Linux** `URLSession` belongs to swift-corelibs-foundation and drives libcurl. The header of a response must be
/// complete within one idle time-out, and a 3xx that isn't followed comes without its body. Three kinds of broken response end
/// the *process* there, in code that nothing outside can guard (seen with Swift 6.3): a connection that closes within the
/// header after its first line, fields after a body in chunks, and a `Content-Length` of 2⁶³ − 512 to 2⁶³ − 1. Some valid
/// headers are refused as ``AQError/Code/malformed``: bytes that aren't UTF-8, a status line without a space after its
/// status, a field without one after its colon. A body in endless chunks of one byte takes some hundred megabytes before it
/// is refused, and a transfer that keeps the session busy can't be stopped (see the module's page). For servers that you don't
/// trust, use `AsyncHTTPClientTransport` of the product `AQKitAsyncHTTPClient`.
public struct URLSessionTransport: HTTPTransport {
  /// The configuration of the transport.
  public let configuration: Configuration
  private let session: Session

  /// Creates a transport with a separate session.
  public init(configuration: Configuration = Configuration()) {
    self.configuration = configuration
    session = Session(configuration)
  }

  /// Sends a request, follows its redirects, and returns the complete response, whatever its status. Runs off the caller's
  /// actor.
  ///
  /// - Throws: An ``AQError`` when no complete response arrived, `CancellationError` when the task was cancelled.
  @concurrent
  public func send(_ request: TransportRequest) async throws -> TransportResponse {
    try Task.checkCancellation()
    let timeouts = ExchangeTimeouts(request.timeouts)
    return try await RedirectRule.following(request, atMost: configuration.maximumRedirects) { request in
      try await session.exchange(request, timeouts: timeouts)
    }
  }
}
