#if NIO
  import AQKit
  import NIOCore

  /// Drives a protocol over one channel: reads while the inbox has room, answers what is to be answered, keeps the
  /// deadlines, and closes. Lives on the channel's event loop.
  final class FeedHandler<Wire: FeedProtocol>: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private enum Phase {
      /// The opening handshake is under way.
      case opening
      /// Messages flow.
      case open
      /// The feed has ended; the socket lingers for the peer's goodbye.
      case ended
    }

    /// How long a connection waits for the peer after a goodbye.
    static var linger: TimeAmount { .seconds(1) }

    private var wire: Wire
    private let inbox: FeedInbox
    private let idleTimeout: TimeAmount?
    private var opened: ((Result<String?, AQError>) -> Void)?
    private var phase = Phase.opening
    private var output = FeedOutput()
    private var context: ChannelHandlerContext?
    private var isReadingPaused = false
    /// Whether we said goodbye: what still arrives is dropped.
    private var isClosing = false
    private var waitingPong: [UInt8] = []
    private var lastRead = NIODeadline.now()
    private var idleCheck: Scheduled<Void>?
    private var lingering: Scheduled<Void>?

    /// Makes a handler.
    ///
    /// - Parameters:
    ///   - wire: The protocol.
    ///   - inbox: Where messages go.
    ///   - idleTimeout: The longest silence.
    ///   - opened: Called once, when the handshake is over or has failed.
    init(
      _ wire: Wire, inbox: FeedInbox, idleTimeout: Duration?,
      opened: @escaping (Result<String?, AQError>) -> Void
    ) {
      self.wire = wire
      self.inbox = inbox
      self.idleTimeout = idleTimeout.map { TimeAmount($0) }
      self.opened = opened
    }

    // MARK: Arrivals

    func handlerAdded(context: ChannelHandlerContext) {
      self.context = context
      write(wire.opening(), in: context)
      context.flush()
      context.read()
      armIdleCheck(after: idleTimeout)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
      idleCheck?.cancel()
      lingering?.cancel()
      self.context = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard phase != .ended else { return }
      if idleTimeout != nil { lastRead = .now() }
      unwrapInboundIn(data).withUnsafeReadableBytes { bytes in
        wire.consume(RawSpan(_unsafeBytes: bytes), into: &output)
      }
      if output.end != nil { settle(context) }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
      if settle(context) {
        context.read()
      } else {
        isReadingPaused = true
      }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
      guard context.channel.isWritable, !waitingPong.isEmpty else { return }
      write(waitingPong, in: context)
      waitingPong = []
      context.flush()
    }

    func channelInactive(context: ChannelHandlerContext) {
      if phase != .ended, output.end == nil { wire.endOfInput(into: &output) }
      settle(context)
      idleCheck?.cancel()
      lingering?.cancel()
      context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      fail(.transport(error, isOpen: phase != .opening), in: context)
    }

    /// Ends the feed with an error, and the connection at once.
    private func fail(_ error: AQError, in context: ChannelHandlerContext) {
      if phase != .ended { output.end = .failed(error) }
      settle(context)
      context.channel.drop()
    }

    /// Passes on what came out of the bytes; false if the inbox is full.
    @discardableResult
    private func settle(_ context: ChannelHandlerContext) -> Bool {
      guard phase != .ended else { return true }
      if output.isOpen, phase == .opening { open() }
      answer(in: context)
      let expected = output.messages.count
      let end = output.end
      var hasRoom = true
      if isClosing {
        if let end { _ = inbox.deliver([], cost: 0, end: end) }
      } else if expected > 0 || end != nil {
        hasRoom = inbox.deliver(output.messages, cost: output.cost, end: end)
      }
      if expected > 0 {
        output.messages = []
        output.messages.reserveCapacity(min(expected, 1024))
        output.cost = 0
      }
      if let end { finish(end, in: context) }
      return hasRoom || isClosing
    }

    private func open() {
      phase = .open
      opened?(.success(wire.subprotocol))
      opened = nil
    }

    /// Writes answers to signs of life, only the last of them while the peer isn't reading, and a goodbye.
    private func answer(in context: ChannelHandlerContext) {
      guard !output.pongs.isEmpty || !output.goodbye.isEmpty else { return }
      if !output.pongs.isEmpty {
        if context.channel.isWritable {
          write(output.pongs, in: context)
        } else {
          waitingPong = Array(output.pongs.dropFirst(output.lastPong))
        }
        output.pongs = []
      }
      if !output.goodbye.isEmpty {
        waitingPong = []
        write(output.goodbye, in: context)
        output.goodbye = []
      }
      context.flush()
    }

    private func finish(_ end: FeedEnd, in context: ChannelHandlerContext) {
      let wasOpening = phase == .opening
      phase = .ended
      idleCheck?.cancel()
      if wasOpening {
        if case .failed(let error) = end { opened?(.failure(error)) }
        opened = nil
        context.channel.drop()
      } else if wire.lingers {
        // The server closes first; until then what it still sends is read and dropped, so that no reset takes away
        // the goodbye on its way.
        startLingering(context)
        context.read()
      } else {
        context.channel.drop()
      }
    }

    private func write(_ bytes: [UInt8], in context: ChannelHandlerContext) {
      guard !bytes.isEmpty else { return }
      context.write(wrapOutboundOut(context.channel.allocator.buffer(bytes: bytes)), promise: nil)
    }

    // MARK: Deadlines

    private func armIdleCheck(after time: TimeAmount?) {
      guard let time, let context else { return }
      idleCheck = context.eventLoop.assumeIsolated().scheduleTask(in: time) { [weak self] in self?.checkIdle()
      }
    }

    private func checkIdle() {
      guard let idleTimeout, let context, phase != .ended else { return }
      // Nothing is expected while nobody receives, and the handshake has a deadline of its own.
      if isReadingPaused || phase == .opening { lastRead = .now() }
      let silence = NIODeadline.now() - lastRead
      if silence < idleTimeout { return armIdleCheck(after: idleTimeout - silence) }
      fail(
        AQError(.timedOut, "The feed was silent for too long; the connection counts as dead."), in: context)
    }

    private func startLingering(_ context: ChannelHandlerContext) {
      guard lingering == nil else { return }
      let channel = context.channel
      lingering = context.eventLoop.scheduleTask(in: Self.linger) { channel.drop() }
    }

    // MARK: Requests of the connection

    /// Reads again after the inbox was full.
    func resumeReading() {
      guard isReadingPaused, let context else { return }
      isReadingPaused = false
      lastRead = .now()
      context.read()
    }

    /// Writes what the protocol makes of a request.
    func send(_ encode: (inout Wire) throws(AQError) -> [UInt8], promise: EventLoopPromise<Void>) {
      guard phase == .open, !isClosing, let context else {
        return promise.fail(AQError(.unreachable, "The connection to the feed is closed."))
      }
      do throws(AQError) {
        let bytes = try encode(&wire)
        guard !bytes.isEmpty else { return promise.succeed() }
        context.writeAndFlush(
          wrapOutboundOut(context.channel.allocator.buffer(bytes: bytes)), promise: promise)
      } catch {
        promise.fail(error)
      }
    }

    /// Says goodbye and waits for the peer's, for a bounded time.
    func close(_ code: FeedCloseCode) {
      guard let context else { return }
      if phase == .ended || isClosing { return }
      let goodbye = wire.encodeClose(code)
      isClosing = true
      output.messages = []
      output.cost = 0
      _ = inbox.deliver([], cost: 0, end: .closed(nil))
      guard let goodbye else { return context.channel.drop() }
      write(goodbye, in: context)
      context.flush()
      startLingering(context)
      isReadingPaused = false
      context.read()
    }

    /// The connection was released: says goodbye and drops it. One that has ended already lingers until its deadline.
    func abandon() {
      guard let context, phase != .ended, !isClosing else { return }
      if phase == .open, let goodbye = wire.encodeClose(.goingAway) {
        write(goodbye, in: context)
        context.flush()
      }
      isClosing = true
      context.channel.drop()
    }
  }
#endif
