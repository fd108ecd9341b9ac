#if NIO
  public import AQKit
  public import NIOCore
  import NIOPosix
  import NIOSSL

  /// Opens feeds with SwiftNIO, on every platform; the scheme of the address chooses the protocol.
  ///
  /// | scheme | protocol | messages |
  /// |---|---|---|
  /// | `ws`, `wss` | WebSocket, RFC 6455 | whole messages, text or bytes |
  /// | `http`, `https` | server-sent events, HTML standard §9.2 | events, with type and identifier |
  /// | `tcp`, `tls` | a raw stream; the address states the port | told apart by a ``FeedFraming``, lines by default |
  ///
  /// TLS verifies the server's certificate against the system's authorities, or against
  /// ``FeedEndpoint/trustedCertificates``. WebSocket offers no extension, so no message arrives compressed, and
  /// refuses redirects with the new host in the message; an event stream follows up to five, to the same scheme or
  /// from `http` to `https`, and carries no secret header to another host.
  ///
  /// A connection buffers at most ``FeedEndpoint/maximumBufferedBytes`` of messages and then stops reading, down to
  /// TCP's window, until they are received; beyond that it holds what one turn of reading brought (256 KiB at most)
  /// and one message that is still arriving. When the server closes, what it had sent before is read at once.
  ///
  /// TCP itself asks a silent peer whether it is there, from 30 s on and every 10 s, and gives it up at the third question
  /// without an answer: so a peer that has vanished is noticed on protocols without a ping, too.
  ///
  /// ```swift
  /// let connection = try await NIOFeedConnector().connect(to: FeedEndpoint(url: "wss://feed.example.org/live"))
  /// while let messages = try await connection.receive() { … }
  /// ```
  ///
  /// | what happened | ``AQError/Code`` |
  /// |---|---|
  /// | refused, reset, no route, name not found, left without a goodbye of the protocol | `unreachable` |
  /// | no handshake, or no byte, in time; a peer that has vanished | `timedOut` |
  /// | 401, 403 in answer to the handshake | `unauthorized` |
  /// | 404 and other 4xx, a redirect that isn't followed | `invalidRequest` |
  /// | 429; `Retry-After` is the advice | `rateLimited` |
  /// | 5xx; `Retry-After` is the advice; 204 of an event stream, never to be retried | `unavailable` |
  /// | a certificate that can't be trusted, or one of ours that the server wants | `untrusted` |
  /// | a wrong accept key, not HTTP, not an event stream, frames against the standard, text that isn't UTF-8 | `malformed` |
  /// | a message, or a handshake's header, beyond the limit | `tooLarge` |
  /// | the server closed with an error | see ``FeedClosure/error`` |
  public struct NIOFeedConnector: FeedConnector {
    private static let ports = ["ws": 80, "wss": 443, "http": 80, "https": 443, "tcp": 0, "tls": 0]
    private static let mostRedirects = 5
    private let group: any EventLoopGroup
    private let framing: any FeedFraming
    private let contexts = TLSContexts()

    /// Makes a connector that uses the threads that NIO shares within the process.
    ///
    /// - Parameter framing: Tells the messages of `tcp` and `tls` streams apart.
    public init(framing: any FeedFraming = LineFraming()) {
      self.init(group: MultiThreadedEventLoopGroup.singleton, framing: framing)
    }

    /// Makes a connector that uses these threads; whoever made them stops them.
    ///
    /// - Parameters:
    ///   - group: The threads.
    ///   - framing: Tells the messages of `tcp` and `tls` streams apart.
    public init(group: any EventLoopGroup, framing: any FeedFraming = LineFraming()) {
      self.group = group
      self.framing = framing
    }

    /// Opens a connection.
    ///
    /// - Throws: An ``AQError`` as the table says, `CancellationError` when the task was cancelled.
    @concurrent public func connect(to endpoint: FeedEndpoint) async throws -> any FeedConnection {
      let address = try FeedAddress(endpoint.url, ports: Self.ports)
      switch address.scheme {
      case "ws", "wss":
        let wire = try WebSocketProtocol(endpoint, at: address) { SystemClock().time }
        return try await open(wire, at: address, endpoint, secured: address.scheme == "wss", speaksHTTP: true)
      case "tcp", "tls":
        let wire = StreamProtocol(framing, maximumMessageSize: endpoint.maximumMessageSize)
        return try await open(
          wire, at: address, endpoint, secured: address.scheme == "tls", speaksHTTP: false)
      default:
        return try await openEventStream(endpoint)
      }
    }

    /// Looks at an address without connecting.
    ///
    /// - Throws: An ``AQError`` that says what is wrong with it.
    package static func check(_ url: String) throws(AQError) { _ = try FeedAddress(url, ports: ports) }

    private func openEventStream(_ endpoint: FeedEndpoint) async throws -> any FeedConnection {
      var endpoint = endpoint
      var redirects = 0
      let deadline = ContinuousClock.now + endpoint.handshakeTimeout
      while true {
        endpoint.handshakeTimeout = max(.zero, deadline - .now)
        let address = try FeedAddress(endpoint.url, ports: Self.ports)
        do {
          let wire = try EventStreamProtocol(endpoint, at: address) { SystemClock().time }
          return try await open(
            wire, at: address, endpoint, secured: address.scheme == "https", speaksHTTP: true)
        } catch let error as AQError {
          guard let redirect = error.cause as? HTTPRedirect, redirects < Self.mostRedirects,
            let target = redirect.target(from: endpoint.url)
          else { throw error }
          redirects += 1
          let (here, there) = (URLParts(endpoint.url), URLParts(target))
          // The same host on another port may be another's; from http to https the port changes by itself.
          if here.host != there.host || here.scheme == there.scheme && here.port != there.port {
            endpoint.headers.removeAll { field in
              field.isSecret
                || ["Authorization", "Proxy-Authorization", "Cookie"].contains(where: field.isNamed)
            }
          }
          endpoint.url = target
        }
      }
    }

    private func open<Wire: FeedProtocol>(
      _ wire: Wire, at address: FeedAddress, _ endpoint: FeedEndpoint, secured: Bool, speaksHTTP: Bool
    ) async throws -> any FeedConnection {
      let context =
        secured ? try contexts.context(trusting: endpoint.trustedCertificates, offersHTTP: speaksHTTP) : nil
      let attempt = ConnectAttempt()
      let loop = group.next()
      attempt.adopt(
        loop.scheduleTask(in: TimeAmount(endpoint.handshakeTimeout)) {
          attempt.finish(
            .failure(AQError(.timedOut, "The feed's server did not finish the handshake in time.")))
        })
      let literal = try? SocketAddress(ipAddress: address.host, port: address.port)
      // On the loop, so that the handlers are there before anything is read: what a server has said at once, and left, is
      // read in the same turn as its leaving.
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
          weak var added: FeedHandler<Wire>?
          let handler = FeedHandler(
            wire, inbox: inbox, idleTimeout: endpoint.idleTimeout, awaitsTLS: context != nil
          ) { result in
            guard let added else { return }
            let bound = NIOLoopBound(added, eventLoop: channel.eventLoop)
            attempt.finish(
              result.map { NIOFeedConnection(channel, inbox: inbox, handler: bound) }.mapError { $0 })
          }
          added = handler
          try channel.pipeline.syncOperations.addHandler(handler)
        }
      }.whenFailure { error in
        attempt.finish(.failure(AQError.transport(error, isOpen: false)))
      }
      return try await attempt.outcome()
    }

    /// What all sockets have in common.
    private static func bootstrap(on loop: any EventLoop, within time: Duration, for attempt: ConnectAttempt)
      -> ClientBootstrap
    {
      ClientBootstrap(group: loop)
        .connectTimeout(TimeAmount(time))
        .channelOption(.autoRead, value: false)
        .channelOption(.tcpOption(.tcp_nodelay), value: 1)
        .probingPeer()
        .channelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(FeedSocketHandler(), name: FeedSocketHandler.name)
            attempt.adopt(channel)
          }
        }
    }
  }
#endif
