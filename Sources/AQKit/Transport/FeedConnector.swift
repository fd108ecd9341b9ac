/// Opens live feeds: AQKit's only access to sockets.
///
/// **Use one.** `NIOFeedConnector` from the product `AQKitSocketFeed` (trait `NIO`) opens WebSockets, event streams and raw
/// streams on every platform; `URLSessionFeedConnector` from `AQKitURLSession` opens WebSockets on Apple's systems.
///
/// **Write one.** Open the connection, finish the handshake within the endpoint's time-out, and return a
/// ``FeedConnection``. Fail with ``AQError/Code/unreachable``, ``AQError/Code/timedOut``,
/// ``AQError/Code/untrusted``, ``AQError/Code/unauthorized`` or ``AQError/Code/malformed`` as the table in
/// `Docs/Errors.md` says. Cancelling the calling task abandons the attempt and frees its socket.
///
/// **Test one, or fake one.** A `ScriptedConnector` from the product `AQKitTesting` plays messages from a list.
public protocol FeedConnector: Sendable {
  /// Opens a connection and completes the handshake.
  ///
  /// - Throws: An ``AQError`` when the connection can't be opened, `CancellationError` when the task was cancelled.
  func connect(to endpoint: FeedEndpoint) async throws -> any FeedConnection
}
