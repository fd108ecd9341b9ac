#if NIO
  import NIOCore
  import NIOPosix

  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// Sits next to the socket, below TLS, so that a connection can be dropped at once.
  final class FeedSocketHandler: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    static let name = "aqkit.socket"
  }

  extension ClientBootstrap {
    /// Enables TCP keep-alive (RFC 9293 §3.8.4): after half a minute of silence, which also keeps middle boxes from
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
