#if Board
  import Foundation
  import NIOCore
  import NIOHTTP1

  /// One connection: answers its requests and, once it has asked for them, sends it the changes of the board.
  ///
  /// A stream has no queue. It remembers the version that was sent last; what has changed since is sent when the socket
  /// takes more, so that a slow reader gets the newest state and nothing of what lies between.
  final class BoardHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private enum Stage {
      /// Between two requests.
      case idle
      /// Reading over the body of a request that is answered at its end.
      case reading(HTTPRequestHead, bodyBytes: Int)
      /// Waiting until the client has read the replies before; the request is answered then.
      case waiting(HTTPRequestHead, bodyBytes: Int)
      /// Sending events; the version that was sent last.
      case streaming(seen: UInt64?)
      /// Nothing more is read or sent.
      case closing
    }

    /// The most bytes of a body that are read over.
    private static let mostBodyBytes = 64 << 10

    private let connections: BoardConnections
    private let isRefused: Bool
    private var stage = Stage.idle
    private var context: ChannelHandlerContext?
    private var patience: Scheduled<Void>?
    private var stalledSince: NIODeadline?

    init(_ connections: BoardConnections, isRefused: Bool) {
      self.connections = connections
      self.isRefused = isRefused
    }

    /// Whether events are sent.
    var isStreaming: Bool {
      if case .streaming = stage { true } else { false }
    }

    // MARK: The connection

    func handlerAdded(context: ChannelHandlerContext) {
      self.context = context
      waitForRequest(context)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
      self.context = nil
      patience?.cancel()
      connections.remove(self)
    }

    func channelInactive(context: ChannelHandlerContext) {
      stage = .closing
      context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      // What isn't HTTP has been answered by the handler in front of this one.
      stage = .closing
      context.close(promise: nil)
    }

    private func waitForRequest(_ context: ChannelHandlerContext) {
      patience?.cancel()
      patience = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(connections.limits.request)) {
        [weak self] in
        self?.stage = .closing
        self?.context?.close(promise: nil)
      }
    }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      switch (unwrapInboundIn(data), stage) {
      case (.head(let head), .idle):
        stage = .reading(head, bodyBytes: 0)
        // Whoever asks for leave to send a body waits for the answer.
        if head.headers.contains(name: "expect") { answer(head, .tooLarge, keepsAlive: false, context) }
      case (.body(let bytes), .reading(let head, let known)):
        let count = known + bytes.readableBytes
        stage = .reading(head, bodyBytes: count)
        if count > Self.mostBodyBytes { answer(head, .tooLarge, keepsAlive: false, context) }
      case (.end, .reading(let head, let count)):
        // Whoever asks and reads no replies isn't read on: the pipeline holds further requests back.
        stage = .waiting(head, bodyBytes: count)
        answerWaiting(context)
      default: break
      }
    }

    /// Answers the request that has come, once the socket takes more.
    private func answerWaiting(_ context: ChannelHandlerContext) {
      guard case .waiting(let head, let count) = stage, context.channel.isWritable else { return }
      if isRefused {
        answer(head, .busy, keepsAlive: false, context)
      } else if count > 0 {
        answer(head, .tooLarge, keepsAlive: head.isKeepAlive, context)
      } else {
        let reply = BoardReply(to: head, port: connections.port, hasRoom: connections.hasRoom)
        answer(head, reply, keepsAlive: head.isKeepAlive, context)
      }
    }

    private func answer(
      _ request: HTTPRequestHead, _ reply: BoardReply, keepsAlive: Bool, _ context: ChannelHandlerContext
    ) {
      var headers = reply.headers
      if !keepsAlive { headers.add(name: "Connection", value: "close") }
      if !reply.opensStream { headers.add(name: "Content-Length", value: "\(reply.body.count)") }
      let head = HTTPResponseHead(version: request.version, status: reply.status, headers: headers)
      context.write(wrapOutboundOut(.head(head)), promise: nil)
      guard !reply.opensStream else {
        patience?.cancel()
        stage = .streaming(seen: nil)
        // So long the browser waits before it connects again.
        write(Data("retry: 1000\n\n".utf8), context)
        return sendNews()
      }
      if request.method != .HEAD, !reply.body.isEmpty {
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: reply.body)))), promise: nil)
      }
      let written = context.writeAndFlush(wrapOutboundOut(.end(nil)))
      if keepsAlive {
        stage = .idle
        waitForRequest(context)
      } else {
        stage = .closing
        written.assumeIsolated().whenComplete { _ in context.close(promise: nil) }
      }
    }

    // MARK: Events

    private func write(_ bytes: Data, _ context: ChannelHandlerContext) {
      context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: bytes)))), promise: nil)
    }

    /// Sends what has changed, if the socket takes more.
    func sendNews() {
      guard let context, case .streaming(let seen) = stage, context.channel.isWritable,
        let news = connections.board.event(after: seen)
      else { return }
      stage = .streaming(seen: news.version)
      write(news.bytes, context)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
      stalledSince = context.channel.isWritable ? nil : .now()
      answerWaiting(context)
      sendNews()
      context.fireChannelWritabilityChanged()
    }

    /// Shows that the stream is alive, or closes it where nobody reads.
    func beat() {
      guard let context, isStreaming else { return }
      if let stalledSince, .now() - stalledSince >= TimeAmount(connections.limits.stall) {
        stage = .closing
        context.close(promise: nil)
      } else if context.channel.isWritable {
        write(connections.board.beat, context)
      }
    }

    /// Ends the stream in an orderly way and closes the connection; nil if it is closed.
    func finish() -> EventLoopFuture<Void>? {
      guard let context else { return nil }
      if isStreaming, context.channel.isWritable {
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
      }
      stage = .closing
      context.close(promise: nil)
      return context.channel.closeFuture
    }
  }
#endif
