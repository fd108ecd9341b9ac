#if NIO
  public import AQKit
  public import NIOCore
  import NIOPosix
  import NIOSSL

  /// Opens WebSocket feeds, `ws://` and `wss://`, with SwiftNIO on every platform.
  ///
  /// The protocol is RFC 6455: fragments, control frames between them, pings answered, text checked to be UTF-8 as it
  /// arrives, the closing handshake, and a limit on the size of a whole message. No extension is offered, so no
  /// message arrives compressed. Redirects are refused with the new host in the message. TLS verifies the server's
  /// certificate against the system's authorities, or against ``FeedEndpoint/trustedCertificates``.
  ///
  /// A connection buffers at most ``FeedEndpoint/maximumBufferedBytes`` of messages and then stops reading, down to
  /// TCP's window, until they are received; beyond that it holds one read of the socket (256 KiB at most) and one
  /// message that is still arriving.
  ///
  /// ```swift
  /// let connection = try await NIOFeedConnector().connect(to: FeedEndpoint(url: "wss://feed.example.org/live"))
  /// while let messages = try await connection.receive() { … }
  /// ```
  ///
  /// | what happened | ``AQError/Code`` |
  /// |---|---|
  /// | refused, reset, no route, name not found, left without a close frame | `unreachable` |
  /// | no handshake, or no byte, in time | `timedOut` |
  /// | 401, 403 in answer to the handshake | `unauthorized` |
  /// | 404 and other 4xx, a redirect | `invalidRequest` |
  /// | 429; `Retry-After` is the advice | `rateLimited` |
  /// | 5xx; `Retry-After` is the advice | `unavailable` |
  /// | a certificate that can't be trusted | `untrusted` |
  /// | a wrong accept key, not HTTP, frames against the standard, text that isn't UTF-8 | `malformed` |
  /// | a message, or a handshake's header, beyond the limit | `tooLarge` |
  /// | the server closed with an error | see ``FeedClosure/error`` |
  public struct NIOFeedConnector: FeedConnector {
    private static let ports = ["ws": 80, "wss": 443]
    private let group: any EventLoopGroup
    private let contexts = TLSContexts()

    /// Makes a connector that uses the threads that NIO shares within the process.
    public init() { self.init(group: MultiThreadedEventLoopGroup.singleton) }

    /// Makes a connector that uses these threads; whoever made them stops them.
    public init(group: any EventLoopGroup) { self.group = group }

    /// Opens a connection.
    ///
    /// - Throws: An ``AQError`` as the table says, `CancellationError` when the task was cancelled.
    @concurrent public func connect(to endpoint: FeedEndpoint) async throws -> any FeedConnection {
      let address = try FeedAddress(endpoint.url, ports: Self.ports)
      let wire = try WebSocketProtocol(endpoint, at: address) { SystemClock().time }
      return try await open(wire, at: address, endpoint, secured: address.scheme == "wss")
    }

    private func open<Wire: FeedProtocol>(
      _ wire: Wire, at address: FeedAddress, _ endpoint: FeedEndpoint, secured: Bool
    ) async throws -> any FeedConnection {
      let context = secured ? try contexts.context(trusting: endpoint.trustedCertificates) : nil
      let attempt = ConnectAttempt()
      let loop = group.next()
      attempt.adopt(
        loop.scheduleTask(in: TimeAmount(endpoint.handshakeTimeout)) {
          attempt.finish(
            .failure(AQError(.timedOut, "The feed's server did not finish the handshake in time.")))
        })
      let literal = try? SocketAddress(ipAddress: address.host, port: address.port)
      let bootstrap = ClientBootstrap(group: loop)
        .connectTimeout(TimeAmount(endpoint.handshakeTimeout))
        .channelOption(.autoRead, value: false)
        .channelOption(.tcpOption(.tcp_nodelay), value: 1)
        .channelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(FeedSocketHandler(), name: FeedSocketHandler.name)
            attempt.adopt(channel)
          }
        }
      let connecting =
        if let literal { bootstrap.connect(to: literal) } else {
          bootstrap.connect(host: address.host, port: address.port)
        }
      connecting.flatMapThrowing { channel in
        if let context {
          let name = literal == nil ? address.host : nil
          try channel.pipeline.syncOperations.addHandler(
            NIOSSLClientHandler(context: context, serverHostname: name))
        }
        let inbox = FeedInbox(limit: endpoint.maximumBufferedBytes)
        weak var added: FeedHandler<Wire>?
        let handler = FeedHandler(wire, inbox: inbox, idleTimeout: endpoint.idleTimeout) { result in
          guard let added else { return }
          let bound = NIOLoopBound(added, eventLoop: channel.eventLoop)
          attempt.finish(
            result.map { NIOFeedConnection(channel, inbox: inbox, handler: bound, subprotocol: $0) }
              .mapError { $0 })
        }
        added = handler
        try channel.pipeline.syncOperations.addHandler(handler)
      }.whenFailure { error in
        attempt.finish(.failure(AQError.transport(error, isOpen: false)))
      }
      return try await attempt.outcome()
    }
  }
#endif
