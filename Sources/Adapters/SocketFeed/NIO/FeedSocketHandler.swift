#if NIO
  import NIOCore

  /// Stands next to the socket, below TLS, so that a connection can be dropped at once.
  final class FeedSocketHandler: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    static let name = "aqkit.socket"
  }

  extension Channel {
    /// Closes the socket at once, without a goodbye of TLS, from any thread.
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
