#if NIO
  import AQKit
  import NIOCore
  import NIOPosix

  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Bionic)
    import Bionic
  #else
    import Glibc
  #endif

  final class NIOFeedConnection<Wire: FeedProtocol>: FeedConnection {
    private let channel: any Channel
    private let inbox: FeedInbox
    private let handler: NIOLoopBound<FeedHandler<Wire>>

    init(_ channel: any Channel, inbox: FeedInbox, handler: NIOLoopBound<FeedHandler<Wire>>) {
      self.channel = channel
      self.inbox = inbox
      self.handler = handler
    }

    deinit {
      let handler = handler
      channel.eventLoop.execute { handler.value.abandon() }
    }

    var closure: FeedMessage.Closure? { inbox.closure }
    var subprotocol: String? { inbox.facts.subprotocol }
    var skippedBytes: Int { inbox.facts.skippedBytes }
    var reconnectDelay: Duration? { inbox.facts.reconnectDelay }
    var lastEventID: String? { inbox.facts.lastEventID }
    var hasPings: Bool { Wire.hasPing }
    var arrivalCount: Int? { inbox.arrivals }

    func receive() async throws -> [FeedMessage]? {
      try await withTaskCancellationHandler {
        try await inbox.receive(
          resumingReading: { [handler] in channel.eventLoop.execute { handler.value.resumeReading() } },
          endSeen: { [handler] in channel.eventLoop.execute { handler.value.sayGoodbye() } })
      } onCancel: {
        inbox.cancel()
        channel.drop()
      }
    }

    func send(_ message: FeedMessage) async throws {
      try await perform { wire throws(AQError) in try wire.encode(message) }
    }

    func ping() async throws {
      try await perform { $0.encodePing() }
    }

    /// Writes, and waits for the system. Cancelling drops the connection: half a message may be on the wire.
    private func perform(_ encode: @escaping @Sendable (inout Wire) throws(AQError) -> [UInt8]) async throws {
      try Task.checkCancellation()
      do {
        try await withTaskCancellationHandler {
          let handler = handler
          try await channel.eventLoop.flatSubmit {
            let promise = handler.eventLoop.makePromise(of: Void.self)
            handler.value.send(encode, promise: promise)
            return promise.futureResult
          }.get()
        } onCancel: {
          channel.drop()
        }
      } catch {
        try Task.checkCancellation()
        throw AQError.transport(error, isOpen: true)
      }
    }

    func close(_ code: FeedMessage.Closure.Code) async {
      await withTaskCancellationHandler {
        let handler = handler
        channel.eventLoop.execute { handler.value.close(code) }
        try? await channel.closeFuture.get()
      } onCancel: {
        channel.drop()
      }
    }
  }

  /// Sits next to the socket, below TLS, so that a connection can be dropped at once.
  final class FeedSocketHandler: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    static let name = "aqkit.socket"
  }

  extension ClientBootstrap {
    /// Enables TCP keep-alive (RFC 9293 §3.8.4): after half a minute of silence, which also keeps middleboxes from
    /// cutting the connection, then every ten seconds, three times.
    func probingPeer() -> ClientBootstrap {
      #if canImport(Darwin)
        let idle = TCP_KEEPALIVE
      #else
        let idle = TCP_KEEPIDLE
      #endif
      return channelOption(.socketOption(.so_keepalive), value: 1)
        .channelOption(.tcpOption(NIOBSDSocket.Option(rawValue: idle)), value: 30)
        .channelOption(.tcpOption(NIOBSDSocket.Option(rawValue: TCP_KEEPINTVL)), value: 10)
        .channelOption(.tcpOption(NIOBSDSocket.Option(rawValue: TCP_KEEPCNT)), value: 3)
    }
  }

  extension Channel {
    /// Closes the socket at once, without a TLS close, from any thread.
    func drop() {
      eventLoop.execute { [self] in
        guard let context = try? pipeline.syncOperations.context(name: FeedSocketHandler.name) else {
          return close(mode: .all, promise: nil)
        }
        context.close(mode: .all, promise: nil)
      }
    }
  }
#endif
