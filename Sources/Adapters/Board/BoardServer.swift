#if Board
  package import AQKit
  import NIOCore
  import NIOHTTP1
  import NIOPosix

  /// Serves a board as one page on 127.0.0.1, and its changes as server-sent events.
  package final class BoardServer: Sendable {
    /// Bounds on who is served, and how long they may take.
    package struct Limits: Hashable, Sendable {
      /// The most connections that are served; as many again are told that it is too many, further ones are closed.
      package var connections = 64
      /// The most of them that get events.
      package var streams = 32
      /// The longest time for a request, and between two of one connection.
      package var request = Duration.seconds(10)
      /// How long a stream may take nothing before it is closed.
      package var stall = Duration.seconds(30)
      /// The time between two signs of life of a stream.
      package var beat = Duration.seconds(15)

      /// The usual limits.
      package init() {}
    }

    /// The port.
    package let port: Int
    private let channel: any Channel
    private let connections: BoardConnections

    private init(port: Int, channel: any Channel, connections: BoardConnections) {
      (self.port, self.channel, self.connections) = (port, channel, connections)
    }

    /// How many connections are open.
    var openConnections: Int { get async { await connections.count } }

    /// The address of the page.
    package var url: String { "http://127.0.0.1:\(port)/" }

    /// Starts serving.
    ///
    /// - Parameters:
    ///   - board: What is shown.
    ///   - port: The port; 0 for any that is free.
    ///   - limits: Bounds on who is served.
    /// - Throws: ``AQError/Code/unreachable`` when the port can't be had.
    package static func start(_ board: Board, port: Int = 0, limits: Limits = Limits()) async throws(AQError)
      -> BoardServer
    {
      // All connections live on one thread, so that nothing of theirs needs a lock.
      let loop = MultiThreadedEventLoopGroup.singleton.next()
      let connections = BoardConnections(board, limits, on: loop)
      do {
        let channel = try await ServerBootstrap(group: loop)
          .serverChannelOption(.backlog, value: 128)
          .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
          .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
          .childChannelInitializer { channel in
            channel.eventLoop.makeCompletedFuture { try connections.accept(channel) }
          }
          .bind(host: "127.0.0.1", port: port).get()
        guard let port = channel.localAddress?.port else { throw ChannelError.unknownLocalAddress }
        try await loop.submit { connections.open(port: port) }.get()
        return BoardServer(port: port, channel: channel, connections: connections)
      } catch {
        throw AQError(.unreachable, "The port \(port) can't be had.", cause: error)
      }
    }

    /// Stops listening, ends every stream, closes every connection, and returns when all is done.
    package func stop() async {
      try? await channel.close().get()
      await connections.close()
    }
  }

  /// The connections of a server, all on one event loop.
  final class BoardConnections: Sendable {
    private struct State {
      var port = 0
      var handlers: [ObjectIdentifier: BoardHandler] = [:]
      var beats: RepeatedTask?
      var isClosed = false
    }

    let board: Board
    let limits: BoardServer.Limits
    private let loop: any EventLoop
    private let state: NIOLoopBoundBox<State>
    /// Whether a look at what is new is already on its way.
    private let isTold = Locked(false)

    init(_ board: Board, _ limits: BoardServer.Limits, on loop: any EventLoop) {
      self.board = board
      self.limits = limits
      self.loop = loop
      state = NIOLoopBoundBox.makeBoxSendingValue(State(), eventLoop: loop)
    }

    /// Begins to pass on what is new.
    func open(port: Int) {
      state.value.port = port
      state.value.beats = loop.scheduleRepeatedTask(
        initialDelay: TimeAmount(limits.beat), delay: TimeAmount(limits.beat)
      ) { [weak self] _ in
        for handler in self?.state.value.handlers.values.map(\.self) ?? [] { handler.beat() }
      }
      board.listen { [weak self] in self?.tell() }
    }

    private func tell() {
      let isFirst = isTold.withLock { isTold in
        defer { isTold = true }
        return !isTold
      }
      guard isFirst else { return }
      loop.execute { [self] in
        isTold.withLock { $0 = false }
        for handler in state.value.handlers.values { handler.sendNews() }
      }
    }

    /// The port on which the board is served.
    var port: Int { state.value.port }

    /// Whether another stream may be opened.
    var hasRoom: Bool { state.value.handlers.values.count(where: \.isStreaming) < limits.streams }

    /// Sets up a connection.
    func accept(_ channel: any Channel) throws {
      let known = state.value.handlers.count
      guard !state.value.isClosed, known < 2 * limits.connections else {
        channel.close(promise: nil)
        return
      }
      let handler = BoardHandler(self, isRefused: known >= limits.connections)
      var heads = NIOHTTPDecoderLimitConfiguration()
      heads.maxHeaderFieldSize = 8 << 10
      heads.maxHeaderListSize = 16 << 10
      heads.maxHeaderFieldCount = 100
      try channel.pipeline.syncOperations.configureHTTPServerPipeline(
        withErrorHandling: true, withEncoderConfiguration: HTTPResponseEncoder.Configuration(),
        withDecoderLimitConfiguration: heads)
      try channel.pipeline.syncOperations.addHandler(handler)
      state.value.handlers[ObjectIdentifier(handler)] = handler
    }

    /// How many connections there are.
    var count: Int {
      get async { (try? await loop.submit { [self] in state.value.handlers.count }.get()) ?? 0 }
    }

    /// Forgets a connection that is gone.
    func remove(_ handler: BoardHandler) { state.value.handlers[ObjectIdentifier(handler)] = nil }

    /// Ends every stream and closes every connection.
    func close() async {
      let ends = try? await loop.submit { [self] in
        state.value.isClosed = true
        state.value.beats?.cancel()
        return state.value.handlers.values.compactMap { $0.finish() }
      }.get()
      for end in ends ?? [] { try? await end.get() }
    }
  }
#endif
