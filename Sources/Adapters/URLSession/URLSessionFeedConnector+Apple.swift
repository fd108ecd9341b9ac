#if canImport(Darwin)
  public import AQKit
  import Foundation

  /// Opens WebSocket feeds with the system's own client, so that an application needs neither SwiftNIO nor BoringSSL.
  ///
  /// ```swift uncompiled
  /// let container = try AQContainer.live.setting(.feedConnector, to: URLSessionFeedConnector())
  ///   .installing(.cityFeed(at: "wss://example.org/feed"))
  /// ```
  ///
  /// It opens `ws` and `wss` addresses; an application's App Transport Security must allow the former. Server-sent events
  /// and raw streams need `NIOFeedConnector` of the product `AQKitSocketFeed`. Each connection has a separate ephemeral
  /// session, without cookies or stored credentials. Redirects aren't followed. TLS uses the system's trust settings;
  /// ``FeedEndpoint/trustedCertificates`` is refused. A message is read when it is received, so the system's buffers limit
  /// the waiting data, not ``FeedEndpoint/maximumBufferedBytes``.
  ///
  /// The errors are those in the table of `NIOFeedConnector`.
  ///
  /// > Important: For Apple's systems alone: on Linux, Foundation's WebSockets don't work. It was compiled against the
  /// > same API of Foundation on Linux, and was not run.
  public struct URLSessionFeedConnector: FeedConnector {
    /// Creates a connector.
    public init() {}

    /// Opens a connection.
    ///
    /// - Throws: An ``AQError``, `CancellationError` when the task was cancelled.
    @concurrent public func connect(to endpoint: FeedEndpoint) async throws -> any FeedConnection {
      try Task.checkCancellation()
      let connection = try URLSessionFeedConnection(endpoint)
      try await connection.open(within: endpoint.handshakeTimeout)
      return connection
    }
  }
#endif
