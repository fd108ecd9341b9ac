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

  /// Filters the decoded parts for the client, and only lets through those that it expects: a head with a status of 200
  /// or more, its body and its end. The client would crash the process on a body after an interim head.
  ///
  /// The end of a response waits until all bytes that came with it are decoded: further bytes would be taken for the
  /// response to the next request, so the connection is closed instead. The same goes for unread bytes in the socket
  /// when the next request is about to be sent. Bytes that arrive later look like a response and are taken for one, as
  /// HTTP/1.1 requires.
  final class ResponseGuard: ChannelDuplexHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    private let reader: HeadReader
    /// The number of requests that have gone out on this connection.
    private var requests = 0
    private var hasHead = false
    private var isBroken = false
    /// Whether a request was held back because of bytes in the socket.
    private var hasGivenUp = false
    private var end: HTTPClientResponsePart?

    init(_ reader: HeadReader) { self.reader = reader }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      guard !isBroken else {
        promise?.fail(staleConnection)
        return
      }
      if case .head = unwrapOutboundIn(data) {
        guard requests == 0 || !hasUnread(context) else {
          promise?.fail(StaleConnection(hasRequest: false))
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
        context.fireErrorCaught(isStale ? staleConnection : error)
      }
    }

    func channelInactive(context: ChannelHandlerContext) {
      finish(context)
      if isStale { context.fireErrorCaught(staleConnection) }
      context.fireChannelInactive()
    }

    private func finish(_ context: ChannelHandlerContext) {
      guard let end else { return }
      self.end = nil
      reader.expectNothing()
      context.fireChannelRead(wrapInboundOut(end))
    }

    /// Returns whether unread bytes, or the end of the connection, have arrived.
    private func hasUnread(_ context: ChannelHandlerContext) -> Bool {
      let count = try? context.pipeline.syncOperations.withUnsafeTransportIfAvailable {
        (socket: NIOBSDSocket.Handle) in
        var byte: UInt8 = 0
        return recv(socket, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
      }
      return count.flatMap { $0 }.map { $0 >= 0 } ?? false
    }

    /// Ends the connection before a request goes out, once the client has finished writing.
    private func giveUp(_ context: ChannelHandlerContext) {
      isBroken = true
      hasGivenUp = true
      let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
      context.eventLoop.execute {
        bound.value.fireErrorCaught(StaleConnection(hasRequest: false))
        bound.value.close(promise: nil)
      }
    }

    /// Whether the connection was used before, and no byte has arrived for the last request, if it was sent.
    private var isStale: Bool { hasGivenUp || (requests > 1 && reader.awaitsFirstByte) }

    private var staleConnection: StaleConnection { StaleConnection(hasRequest: !hasGivenUp) }
  }

  /// A kept connection had ended when the next request went out: the request may be sent again on another one.
  struct StaleConnection: Error {
    /// Whether the server may have received the request.
    let hasRequest: Bool
  }
#endif
