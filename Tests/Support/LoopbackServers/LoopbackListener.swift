import NIOCore
import NIOPosix
import NIOSSL

/// The common part of the servers: accepts connections on a loopback port and serves each in a separate task.
package final class LoopbackListener: Sendable {
  struct State: Sendable {
    var accepted = 0
    var open: [ObjectIdentifier: LoopbackConnection] = [:]
    var serving: [Int: Task<Void, Never>] = [:]
    var isStopped = false
  }

  let port: Int
  private let channel: any Channel
  fileprivate let state: LoopbackState<State>

  private init(port: Int, channel: any Channel, state: LoopbackState<State>) {
    self.port = port
    self.channel = channel
    self.state = state
  }

  deinit {
    channel.close(mode: .all, promise: nil)
    let left = state.update { state in
      state.isStopped = true
      return state
    }
    for task in left.serving.values { task.cancel() }
    for connection in left.open.values { connection.channel.close(mode: .all, promise: nil) }
  }

  static func start(
    certificate: LoopbackCertificate?, port: Int = 0, mostPending: Int = .max,
    serve: @escaping @Sendable (LoopbackConnection) async throws -> Void
  ) async throws -> LoopbackListener {
    let state = LoopbackState(State())
    let context = try certificate?.serverContext()
    let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.backlog, value: 1024)
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let connection = LoopbackConnection(channel: channel, mostPending: mostPending)
          let pipeline = channel.pipeline.syncOperations
          try pipeline.addHandler(SocketHandler(), name: LoopbackConnection.socketName)
          if let context { try pipeline.addHandler(NIOSSLServerHandler(context: context)) }
          try pipeline.addHandler(InboxHandler(connection))
          accept(connection, state: state, serve: serve)
        }
      }
      .bind(host: "127.0.0.1", port: port).get()
    guard let port = channel.localAddress?.port else { throw ChannelError.unknownLocalAddress }
    return LoopbackListener(port: port, channel: channel, state: state)
  }

  private static func accept(
    _ connection: LoopbackConnection, state: LoopbackState<State>,
    serve: @escaping @Sendable (LoopbackConnection) async throws -> Void
  ) {
    let key = ObjectIdentifier(connection)
    connection.channel.closeFuture.whenComplete { _ in
      state.update { _ = $0.open.removeValue(forKey: key) }
      connection.ended(closed: true)
    }
    let isLate = state.update { now in
      now.accepted += 1
      if now.isStopped { return true }
      now.open[key] = connection
      let number = now.accepted
      // Made under the lock, so that its end can't be entered before its beginning.
      now.serving[number] = Task {
        try? await serve(connection)
        await connection.close()
        state.update { _ = $0.serving.removeValue(forKey: number) }
      }
      return false
    }
    if isLate { connection.channel.close(mode: .all, promise: nil) }
  }

  /// Stops accepting, ends every task, closes every connection, and returns when all of this is done.
  func stop() async {
    try? await channel.close().get()
    let left = state.update { state in
      state.isStopped = true
      return state
    }
    for task in left.serving.values { task.cancel() }
    for connection in left.open.values { await connection.drop() }
    for task in left.serving.values { await task.value }
  }
}

/// A loopback server: a port, its connections, and an end.
package protocol LoopbackServer: Sendable {
  /// Accepts the connections.
  var listener: LoopbackListener { get }
}

extension LoopbackServer {
  /// The port that the server listens on, on 127.0.0.1.
  package var port: Int { listener.port }

  /// The number of connections that have been accepted since the start.
  package var acceptedConnections: Int { listener.state.value.accepted }

  /// The number of connections that are open.
  package var openConnections: Int { listener.state.value.open.count }

  /// Waits until exactly this number of connections are open; false when that didn't happen in time.
  package func waitForOpenConnections(_ count: Int, within limit: Duration = .hangGuard) async -> Bool {
    await listener.state.wait(within: limit) { $0.open.count == count }
  }

  /// Waits until at least this number of connections have been accepted; false when that didn't happen in time.
  package func waitForAcceptedConnections(_ count: Int, within limit: Duration = .hangGuard) async -> Bool {
    await listener.state.wait(within: limit) { $0.accepted >= count }
  }

  /// Stops listening, cancels what is being served, closes every connection, and returns when all is done.
  package func stop() async { await listener.stop() }

  /// Runs a closure while the server runs, and stops the server when it returns or throws.
  package func stopped<Result>(after body: (Self) async throws -> Result) async throws -> Result {
    do {
      let result = try await body(self)
      await stop()
      return result
    } catch {
      await stop()
      throw error
    }
  }
}
