import NIOCore
import NIOPosix

extension LoopbackConnection {
  /// Connects to a port on 127.0.0.1, as the barest client there is: for tests of servers.
  public static func connect(toPort port: Int) async throws -> LoopbackConnection {
    let connections = LoopbackState<LoopbackConnection?>(nil)
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let connection = LoopbackConnection(channel: channel)
          try channel.pipeline.syncOperations.addHandler(SocketHandler(), name: socketName)
          try channel.pipeline.syncOperations.addHandler(InboxHandler(connection))
          channel.closeFuture.whenComplete { _ in connection.ended(closed: true) }
          connections.update { $0 = connection }
        }
      }
      .connect(host: "127.0.0.1", port: port).get()
    return connections.value ?? LoopbackConnection(channel: channel)
  }
}
