import NIOCore
import NIOPosix
import NIOSSL

/// Accepts connections on a loopback port and serves each in a task of its own: what the public servers share.
final class LoopbackListener: Sendable {
  struct State: Sendable {
    var accepted = 0
    var open: [ObjectIdentifier: LoopbackConnection] = [:]
    var serving: [Int: Task<Void, Never>] = [:]
    var isStopped = false
  }

  let port: Int
  private let channel: any Channel
  private let state: LoopbackState<State>

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
    certificate: LoopbackCertificate?, port: Int = 0,
    serve: @escaping @Sendable (LoopbackConnection) async throws -> Void
  ) async throws -> LoopbackListener {
    let state = LoopbackState(State())
    let context = try certificate?.serverContext()
    let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.backlog, value: 1024)
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let connection = LoopbackConnection(channel: channel)
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

  /// How many connections have been accepted since the start.
  var accepted: Int { state.value.accepted }

  /// How many connections are open.
  var open: Int { state.value.open.count }

  func waitForOpen(_ count: Int, within limit: Duration) async -> Bool {
    await state.wait(within: limit) { $0.open.count == count }
  }

  func waitForAccepted(_ count: Int, within limit: Duration) async -> Bool {
    await state.wait(within: limit) { $0.accepted >= count }
  }

  /// Stops accepting, ends every task, closes every connection, and returns when all of it is done.
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
