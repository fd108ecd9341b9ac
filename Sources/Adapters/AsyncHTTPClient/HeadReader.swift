#if AsyncHTTPClient
  import AQKit
  import NIOCore
  import NIOHTTP1

  /// Reads the heads of responses before the client does: limits their size, and converts lines that aren't UTF-8 from
  /// Latin-1, because the client would replace their letters.
  ///
  /// It is next to the socket (or to TLS) and sees bytes; ``ResponseGuard`` after it reports when a request is sent,
  /// which is when the next head begins.
  final class HeadReader: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// The maximum number of bytes of the heads of one response, including interim ones.
    static let limit = 1 << 16

    private var isInHead = false
    /// Whether a response is complete and no request has been sent since, so that arriving bytes belong to no request.
    private var isIdle = false
    /// Whether the next line is the first of a head.
    private var isAtStatus = true
    private var isInterim = false
    private var count = 0
    /// The line that has begun to arrive.
    private var line = ByteBuffer()

    static func install(on channel: any Channel) -> EventLoopFuture<Void> {
      channel.eventLoop.makeCompletedFuture {
        let pipeline = channel.pipeline.syncOperations
        let encoder = try pipeline.context(handlerType: HTTPRequestEncoder.self).handler
        let reader = HeadReader()
        try pipeline.addHandler(reader, position: .before(encoder))
        let decoder = try pipeline.context(handlerType: ByteToMessageHandler<HTTPResponseDecoder>.self)
          .handler
        try pipeline.addHandler(ResponseGuard(reader), position: .after(decoder))
      }
    }

    /// Called when a request is sent: the next bytes are the head of its response.
    func expectHead() {
      isIdle = false
      isInHead = true
      isAtStatus = true
      isInterim = false
      count = 0
    }

    func expectNothing() { isIdle = true }

    /// Whether a request has been sent and no byte of its response has arrived.
    var awaitsFirstByte: Bool { isInHead && count == 0 }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      // The bytes would be taken for the beginning of the next response.
      guard !isIdle else { return context.close(promise: nil) }
      guard isInHead else { return context.fireChannelRead(data) }
      var bytes = unwrapInboundIn(data)
      var passed = context.channel.allocator.buffer(capacity: bytes.readableBytes)
      while isInHead, bytes.readableBytes > 0 {
        let end = bytes.readableBytesView.firstIndex(of: UInt8(ascii: "\n"))
        let length = end.map { $0 + 1 - bytes.readerIndex } ?? bytes.readableBytes
        count += length
        guard count <= Self.limit else {
          context.fireErrorCaught(HTTPParserError.headerOverflow)
          return context.close(promise: nil)
        }
        if let part = bytes.readSlice(length: length) { line.writeImmutableBuffer(part) }
        if end != nil { pass(to: &passed) }
      }
      passed.writeBuffer(&bytes)
      if passed.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(passed)) }
    }

    /// Passes an incomplete line to the decoder when the connection ends.
    func channelInactive(context: ChannelHandlerContext) {
      if line.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(line)) }
      line.clear()
      context.fireChannelInactive()
    }

    /// Drops white space before the end of the line, which HTTP allows but the decoder rejects after a length.
    private func trim() {
      let isCarriage = line.readableBytesView.dropLast().last == UInt8(ascii: "\r")
      let end = line.readableBytesView.dropLast(isCarriage ? 2 : 1)
      let kept = end.lastIndex { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
      guard let kept, kept + 1 < end.endIndex else { return }
      line.moveWriterIndex(to: kept + 1)
      line.writeString(isCarriage ? "\r\n" : "\n")
    }

    private func pass(to passed: inout ByteBuffer) {
      trim()
      let text = line.readableBytesView
      if isAtStatus {
        // "HTTP/1.1 103 Early Hints": another head follows an interim one. The decoder skips line ends before a head.
        let code = text.drop { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }.dropFirst(9)
        isInterim = code.first == UInt8(ascii: "1") && !code.starts(with: "101".utf8)
        isAtStatus = code.isEmpty
      } else if text.elementsEqual("\r\n".utf8) || text.elementsEqual("\n".utf8) {
        isInHead = isInterim
        isAtStatus = true
      }
      if text.contains(where: { $0 >= 0x80 }), String(wellFormed: text, as: UTF8.self) == nil {
        passed.writeString(String(String.UnicodeScalarView(text.map(Unicode.Scalar.init))))
      } else {
        passed.writeBuffer(&line)
      }
      line.clear()
    }
  }
#endif
