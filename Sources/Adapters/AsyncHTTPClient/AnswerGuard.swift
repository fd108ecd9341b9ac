#if AsyncHTTPClient
  import NIOCore
  import NIOHTTP1

  /// Stands between the decoder and the client and lets through only what the client expects: a head of 200 or more, its
  /// body, its end. The client ends the process on a body behind an interim head.
  ///
  /// The end of an answer waits until all bytes that came with it are decoded: bytes behind it would be taken for the
  /// answer to the next request, so that the connection is closed instead.
  final class AnswerGuard: ChannelDuplexHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    private let reader: HeadReader
    /// How many requests have gone out on this connection.
    private var requests = 0
    private var hasHead = false
    private var isBroken = false
    private var end: HTTPClientResponsePart?

    init(_ reader: HeadReader) { self.reader = reader }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      if case .head = unwrapOutboundIn(data) {
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
      context.fireChannelRead(wrapInboundOut(end))
    }

    /// Whether the connection was used before and not a byte has come for the request that went out last.
    private var isStale: Bool { requests > 1 && reader.awaitsFirstByte }
  }

  /// A connection that was kept open had ended when the next request went out: the request may be sent again on another.
  struct StaleConnection: Error {}
#endif
