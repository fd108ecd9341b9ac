#if AsyncHTTPClient
  import NIOCore
  import NIOHTTP1

  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Bionic)
    import Bionic
  #endif

  /// Stands between the decoder and the client and lets through only what the client expects: a head of 200 or more,
  /// its body, its end. The client ends the process on a body behind an interim head.
  ///
  /// The end of an answer waits until all bytes that came with it are decoded: bytes behind it would be taken for the
  /// answer to the next request, so that the connection is closed instead. So it is where bytes lie in the socket that
  /// haven't been read when the next request is about to go out. What comes later looks like an answer and is taken for
  /// it, which is how HTTP/1.1 is.
  final class AnswerGuard: ChannelDuplexHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    private let reader: HeadReader
    /// The number of requests that have gone out on this connection.
    private var requests = 0
    private var hasHead = false
    private var isBroken = false
    /// Whether a request was kept back because of what lay in the socket.
    private var hasGivenUp = false
    private var end: HTTPClientResponsePart?

    init(_ reader: HeadReader) { self.reader = reader }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      guard !isBroken else {
        promise?.fail(StaleConnection())
        return
      }
      if case .head = unwrapOutboundIn(data) {
        guard requests == 0 || !hasUnread(context) else {
          promise?.fail(StaleConnection())
          return giveUp(context)
        }
        requests += 1
        hasHead = false
        reader.expectHead()
      }
      context.write(data, promise: promise)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard !isBroken else { return }
      switch unwrapInboundIn(data) {
      case .head(let head) where (100..<200).contains(head.status.code) && head.status.code != 101:
        return
      case .head(let head) where head.status.code >= 200:
        hasHead = true
        context.fireChannelRead(data)
      case .body where hasHead:
        context.fireChannelRead(data)
      case .end where hasHead:
        end = unwrapInboundIn(data)
      default:
        isBroken = true
        context.fireErrorCaught(HTTPParserError.invalidStatus)
        context.close(promise: nil)
      }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
      finish(context)
      context.fireChannelReadComplete()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      if end != nil {
        context.close(promise: nil)
        finish(context)
      } else {
        context.fireErrorCaught(isStale ? StaleConnection() : error)
      }
    }

    func channelInactive(context: ChannelHandlerContext) {
      finish(context)
      if isStale { context.fireErrorCaught(StaleConnection()) }
      context.fireChannelInactive()
    }

    /// Hands on the end of an answer.
    private func finish(_ context: ChannelHandlerContext) {
      guard let end else { return }
      self.end = nil
      reader.expectNothing()
      context.fireChannelRead(wrapInboundOut(end))
    }

    /// Returns whether unread bytes, or the end, have come.
    private func hasUnread(_ context: ChannelHandlerContext) -> Bool {
      let count = try? context.pipeline.syncOperations.withUnsafeTransportIfAvailable {
        (socket: NIOBSDSocket.Handle) in
        var byte: UInt8 = 0
        return recv(socket, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
      }
      return count.flatMap { $0 }.map { $0 >= 0 } ?? false
    }

    /// Ends the connection before a request goes out, once the client has done writing.
    private func giveUp(_ context: ChannelHandlerContext) {
      isBroken = true
      hasGivenUp = true
      let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
      context.eventLoop.execute {
        bound.value.fireErrorCaught(StaleConnection())
        bound.value.close(promise: nil)
      }
    }

    /// Whether the connection was used before and not a byte has come for the request that went out last, if it did.
    private var isStale: Bool { hasGivenUp || (requests > 1 && reader.awaitsFirstByte) }
  }

  /// A connection that was kept open had ended when the next request went out: the request may be sent again on
  /// another.
  struct StaleConnection: Error {}
#endif
