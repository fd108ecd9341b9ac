#if NIO
  public import AQKit
  import AQKitFeedFormats
  public import NIOCore
  import NIOPosix
  import NIOSSL

  /// Opens feeds with SwiftNIO on every platform; the scheme of the address selects the protocol.
  ///
  /// | scheme | protocol | messages |
  /// |---|---|---|
  /// | `ws`, `wss` | WebSocket, RFC 6455 | whole messages, text or bytes |
  /// | `http`, `https` | server-sent events, HTML standard §9.2 | events, with type and identifier |
  /// | `tcp`, `tls` | a raw stream; the address states the port | split by a ``FeedFraming``, lines by default |
  ///
  /// TLS verifies the server's certificate against the system's authorities, or against
  /// ``FeedEndpoint/trustedCertificates``. WebSocket offers no extension, so no message arrives compressed, and
  /// refuses redirects with the new host in the message; an event stream follows up to five, to the same scheme or
  /// from `http` to `https`, and carries no secret header to another host or port.
  ///
  /// A connection buffers at most ``FeedEndpoint/maximumBufferedBytes`` of messages and then stops reading, down to
  /// TCP's window, until they are received; on top of that it holds the data of one read (256 KiB at most) and one
  /// incomplete message. When the server closes, all that it sent before is read at once.
  ///
  /// TCP keep-alive probes a silent peer after 30 s and then every 10 s, and gives up after the third probe without a
  /// response. So a vanished peer is noticed even in protocols without a ping.
  ///
  /// ```swift
  /// let connection = try await connector.connect(to: endpoint)
  /// while let messages = try await connection.receive() { print(messages.map(\.bytes.count)) }
  /// await connection.close(.normal)
  /// ```
  ///
  /// | what happened | ``AQError/Code`` |
  /// |---|---|
  /// | refused, reset, no route, name not found, closed outside the protocol | `unreachable` |
  /// | no handshake, or not a byte, in time; a peer that has vanished | `timedOut` |
  /// | 401, 403 in response to the handshake | `unauthorized` |
  /// | 404 and other 4xx, a redirect that isn't followed | `invalidRequest` |
  /// | 429; `Retry-After` is the advice | `rateLimited` |
  /// | 5xx; `Retry-After` is the advice; a 204 of an event stream, which must never be retried | `unavailable` |
  /// | an untrusted certificate, or a server that demands a client certificate | `untrusted` |
  /// | a wrong accept key, not HTTP, not an event stream, invalid frames, text that isn't UTF-8 | `malformed` |
  /// | a message, or a handshake's header, beyond the limit | `tooLarge` |
  /// | the server closed with an error | see ``FeedMessage/Closure/error`` |
  public struct NIOFeedConnector: FeedConnector {
    private static let mostRedirects = 5
    private let group: any EventLoopGroup
    private let framing: any FeedFraming
    private let contexts = TLSContexts()

    /// Creates a connector on the threads that NIO shares within the process.
    ///
    /// - Parameter framing: Splits `tcp` and `tls` streams into messages.
    public init(framing: any FeedFraming = LineFraming()) {
      self.init(group: MultiThreadedEventLoopGroup.singleton, framing: framing)
    }

    /// Creates a connector on given threads; their owner stops them.
    ///
    /// - Parameters:
    ///   - group: The threads.
    ///   - framing: Splits `tcp` and `tls` streams into messages.
    public init(group: any EventLoopGroup, framing: any FeedFraming = LineFraming()) {
      self.group = group
      self.framing = framing
    }

    /// Opens a connection.
    ///
    /// - Throws: An ``AQError`` by the table above, `CancellationError` when the task was cancelled.
    @concurrent public func connect(to endpoint: FeedEndpoint) async throws -> any FeedConnection {
      let address = try FeedAddress(endpoint.url)
      switch address.scheme {
      case "ws", "wss":
        let wire = try WebSocketProtocol(endpoint, at: address) { AQSystemClock().time }
        return try await open(wire, at: address, endpoint)
      case "tcp", "tls":
        let wire = StreamProtocol(framing, maximumMessageSize: endpoint.maximumMessageSize)
        return try await open(wire, at: address, endpoint)
      default:
        return try await openEventStream(endpoint)
      }
    }

    private func openEventStream(_ endpoint: FeedEndpoint) async throws -> any FeedConnection {
      var endpoint = endpoint
      var redirects = 0
      let deadline = ContinuousClock.now + endpoint.handshakeTimeout
      while true {
        endpoint.handshakeTimeout = max(.zero, deadline - .now)
        let address = try FeedAddress(endpoint.url)
        do {
          let wire = try EventStreamProtocol(endpoint, at: address) { AQSystemClock().time }
          return try await open(wire, at: address, endpoint)
        } catch let error as AQError {
          guard let redirect = error.cause as? HTTPRedirect, redirects < Self.mostRedirects,
            let target = redirect.target(from: endpoint.url)
          else { throw error }
          redirects += 1
          endpoint.headers.redirect(from: endpoint.url, to: target)
          endpoint.url = target
        }
      }
    }

    private func open<Wire: FeedProtocol>(
      _ wire: Wire, at address: FeedAddress, _ endpoint: FeedEndpoint
    ) async throws -> any FeedConnection {
      let context =
        ["wss", "https", "tls"].contains(address.scheme)
        ? try contexts.context(
          trusting: endpoint.trustedCertificates, offersHTTP: address.scheme != "tls") : nil
      let attempt = ConnectAttempt()
      let loop = group.next()
      let deadline = loop.scheduleTask(in: TimeAmount(endpoint.handshakeTimeout)) {
        attempt.finish(
          .failure(AQError(.timedOut, "The feed's server did not finish the handshake in time.")))
      }
      defer { deadline.cancel() }
      let literal = try? SocketAddress(ipAddress: address.host, port: address.port)
      // On the loop, so that handlers exist before the first read, which may come in the same turn as the close.
      loop.flatSubmit {
        let bootstrap = Self.bootstrap(on: loop, within: endpoint.handshakeTimeout, for: attempt)
        let connecting =
          if let literal {
            bootstrap.connect(to: literal)
          } else {
            bootstrap.connect(host: address.host, port: address.port)
          }
        return connecting.flatMapThrowing { channel in
          if let context {
            let name = literal == nil ? address.host : nil
            try channel.pipeline.syncOperations.addHandler(
              NIOSSLClientHandler(context: context, serverHostname: name))
          }
          let inbox = FeedInbox(limit: endpoint.maximumBufferedBytes)
          let handler = FeedHandler(
            wire, inbox: inbox, idleTimeout: endpoint.idleTimeout, awaitsTLS: context != nil
          ) { result in
            let bound = result.map { NIOLoopBound($0, eventLoop: channel.eventLoop) }
            attempt.finish(
              bound.map { NIOFeedConnection(channel, inbox: inbox, handler: $0) }.mapError { $0 })
          }
          try channel.pipeline.syncOperations.addHandler(handler)
        }
      }.whenFailure { error in
        attempt.finish(.failure(AQError.transport(error, isOpen: false)))
      }
      return try await attempt.outcome()
    }

    private static func bootstrap(on loop: any EventLoop, within time: Duration, for attempt: ConnectAttempt)
      -> ClientBootstrap
    {
      ClientBootstrap(group: loop)
        .connectTimeout(TimeAmount(time))
        .channelOption(.autoRead, value: false)
        .channelOption(.tcpOption(.tcp_nodelay), value: 1)
        // Small at first, because each connection keeps its buffer; it grows with the messages.
        .channelOption(
          .recvAllocator,
          value: AdaptiveRecvByteBufferAllocator(minimum: 64, initial: 1024, maximum: 65_536)
        )
        .probingPeer()
        .channelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(FeedSocketHandler(), name: FeedSocketHandler.name)
            attempt.adopt(channel)
          }
        }
    }
  }

  /// An attempt to open a feed, which ends once: with a connection, an error, the deadline or cancellation.
  final class ConnectAttempt: Sendable {
    private struct State {
      var isOver = false
      var channels: [any Channel] = []
    }

    private let state = Locked(State())
    private let result = Promise<any FeedConnection>()

    /// Waits for the end. Cancelling the task ends the attempt.
    func outcome() async throws -> any FeedConnection {
      try await withTaskCancellationHandler {
        try await result.value()
      } onCancel: {
        finish(.failure(CancellationError()))
      }
    }

    /// Ends the attempt; only the first end counts. A failure closes the sockets.
    func finish(_ result: Result<any FeedConnection, any Error>) {
      let ended = state.withLock { exchange(&$0, with: State(isOver: true)) }
      if ended.isOver { return }
      if case .failure = result {
        for channel in ended.channels { channel.drop() }
      }
      self.result.finish(result)
    }

    func adopt(_ channel: any Channel) {
      let isLate = state.withLock { state in
        if !state.isOver { state.channels.append(channel) }
        return state.isOver
      }
      if isLate { channel.drop() }
    }
  }

  /// TLS contexts of one connector, so that the system's certificates are read once and not per connection.
  final class TLSContexts: Sendable {
    /// The maximum number of sets of private authorities that are kept.
    private static let capacity = 8
    private struct Key: Hashable {
      let pem: String?
      let offersHTTP: Bool
    }

    private let contexts = Locked<[Key: NIOSSLContext]>([:])

    /// Returns a context with full verification, against given authorities in PEM or the system's.
    func context(trusting pem: String?, offersHTTP: Bool) throws(AQError) -> NIOSSLContext {
      let key = Key(pem: pem, offersHTTP: offersHTTP)
      if let known = contexts.withLock({ $0[key] }) { return known }
      var configuration = TLSConfiguration.makeClientConfiguration()
      if offersHTTP { configuration.applicationProtocols = ["http/1.1"] }
      let made: NIOSSLContext
      do {
        if let pem {
          let certificates = try NIOSSLCertificate.fromPEMBytes(Array(pem.utf8))
          guard !certificates.isEmpty else { throw NIOSSLError.failedToLoadCertificate }
          configuration.trustRoots = .certificates(certificates)
        }
        made = try NIOSSLContext(configuration: configuration)
      } catch {
        throw AQError(
          .notConfigured,
          pem == nil
            ? "The system's certificates can't be read; give the feed's endpoint trusted certificates."
            : "The feed's trusted certificates contain no PEM certificate.", cause: error)
      }
      contexts.withLock { contexts in
        if contexts.count >= Self.capacity { contexts = [:] }
        contexts[key] = made
      }
      return made
    }
  }
#endif
