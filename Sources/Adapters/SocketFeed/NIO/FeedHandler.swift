#if NIO
  import AQKit
  import NIOCore
  import NIOTLS

  /// Drives a protocol over one channel: reads while the inbox has room, sends the required replies, enforces the
  /// deadlines, and closes. Lives on the channel's event loop.
  final class FeedHandler<Wire: FeedProtocol>: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private enum Phase {
      /// The opening handshake is under way.
      case opening
      case open
      /// The peer violated the protocol. It is told so once the receiver could read and answer all earlier messages.
      case failing
      /// The feed has ended; the socket waits a moment for the peer's close.
      case ended
    }

    /// The time that a connection waits for the peer's close after its own.
    static var linger: TimeAmount { .seconds(1) }

    private var wire: Wire
    private let inbox: FeedInbox
    private let idleTimeout: TimeAmount?
    private var awaitsTLS: Bool
    private var facts = FeedFacts()
    private var opened: ((Result<FeedHandler, AQError>) -> Void)?
    private var phase = Phase.opening
    private var output = FeedOutput()
    private var context: ChannelHandlerContext?
    private var isReadingPaused = false
    /// Whether we have sent a close: later arrivals are dropped.
    private var isClosing = false
    private var waitingPong: [UInt8] = []
    private var lastRead = NIODeadline.now()
    private var idleCheck: Scheduled<Void>?
    private var deadline: Scheduled<Void>?

    init(
      _ wire: Wire, inbox: FeedInbox, idleTimeout: Duration?, awaitsTLS: Bool,
      opened: @escaping (Result<FeedHandler, AQError>) -> Void
    ) {
      self.wire = wire
      self.inbox = inbox
      self.idleTimeout = idleTimeout.map { TimeAmount($0) }
      self.awaitsTLS = awaitsTLS
      self.opened = opened
    }

    private var isRunning: Bool { phase == .opening || phase == .open }

    // MARK: Arrivals

    func handlerAdded(context: ChannelHandlerContext) {
      self.context = context
      if !awaitsTLS { begin(context) }
      context.read()
      armIdleCheck(after: idleTimeout)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      if awaitsTLS, case TLSUserEvent.handshakeCompleted = event {
        awaitsTLS = false
        begin(context)
      }
      context.fireUserInboundEventTriggered(event)
    }

    private func begin(_ context: ChannelHandlerContext) {
      write(wire.open(into: &output), in: context)
      settle(context)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
      // A channel that closed before this handler was added reports that in no other way.
      if isRunning, output.end == nil {
        wire.endOfInput(into: &output)
        phase = .ended
        opened.take()?(.failure(.closedDuringHandshake))
        _ = inbox.deliver(output.messages, cost: output.cost, end: output.end)
      }
      idleCheck?.cancel()
      deadline?.cancel()
      self.context = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard isRunning else { return }
      if idleTimeout != nil { lastRead = .now() }
      unwrapInboundIn(data).withUnsafeReadableBytes { bytes in
        wire.consume(RawSpan(_unsafeBytes: bytes), into: &output)
      }
      if output.end != nil { settle(context) }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
      // Messages are counted when they are delivered.
      if output.messages.isEmpty { inbox.noteArrival() }
      let hasRoom = settle(context)
      if phase == .failing { return }
      if hasRoom {
        context.read()
      } else {
        isReadingPaused = true
      }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
      // After a close frame nothing more is sent.
      guard context.channel.isWritable, phase != .ended, !isClosing else { return }
      write(waitingPong, in: context)
      waitingPong = []
    }

    func channelInactive(context: ChannelHandlerContext) {
      if isRunning, output.end == nil { wire.endOfInput(into: &output) }
      settle(context)
      phase = .ended
      context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      fail(.transport(error, isOpen: phase != .opening), in: context)
    }

    private func fail(_ error: AQError, in context: ChannelHandlerContext) {
      if isRunning { output.end = .failed(error) }
      settle(context)
      phase = .ended
      context.channel.drop()
    }

    /// Delivers the content of the bytes; returns false if the inbox is full.
    @discardableResult
    private func settle(_ context: ChannelHandlerContext) -> Bool {
      guard isRunning else { return true }
      if wire.facts != facts {
        facts = wire.facts
        inbox.note(facts)
      }
      if output.isOpen, phase == .opening {
        phase = .open
        opened.take()?(.success(self))
      }
      sendPongs(in: context)
      let expected = output.messages.count
      let end = output.end
      var hasRoom = true
      if !isClosing, expected > 0 || end != nil {
        hasRoom = inbox.deliver(output.messages, cost: output.cost, end: end)
      }
      if expected > 0 {
        output.messages = []
        output.messages.reserveCapacity(min(expected, 1024))
        output.cost = 0
      }
      if let end { finish(end, in: context) }
      return hasRoom
    }

    /// Sends the pongs; only the last one while the peer isn't reading.
    private func sendPongs(in context: ChannelHandlerContext) {
      guard !output.pongs.isEmpty else { return }
      if context.channel.isWritable {
        write(output.pongs, in: context)
      } else {
        waitingPong = Array(output.pongs.dropFirst(output.lastPong))
      }
      output.pongs = []
    }

    private func finish(_ end: FeedEnd, in context: ChannelHandlerContext) {
      idleCheck?.cancel()
      switch end {
      case .failed(let error) where phase == .opening, .violated(let error) where phase == .opening:
        phase = .ended
        opened.take()?(.failure(error))
        context.channel.drop()
      case .violated where !isClosing:
        phase = .failing
        startDeadline(context) { $0.sayGoodbye() }
      default:
        phase = .failing
        sayGoodbye()
      }
    }

    /// Ends the connection of a feed that has ended: sends the close and lets the server close the socket first. Until
    /// then its data are read and dropped, so that no reset discards our close on its way.
    func sayGoodbye() {
      guard phase == .failing, let context else { return }
      phase = .ended
      write(output.goodbye, in: context)
      guard wire.lingers else { return context.channel.drop() }
      startDeadline(context) { $0.context?.channel.drop() }
      context.read()
    }

    private func write(
      _ bytes: [UInt8], in context: ChannelHandlerContext, promise: EventLoopPromise<Void>? = nil
    ) {
      if bytes.isEmpty {
        promise?.succeed()
      } else {
        context.writeAndFlush(
          wrapOutboundOut(context.channel.allocator.buffer(bytes: bytes)), promise: promise)
      }
    }

    // MARK: Deadlines

    private func armIdleCheck(after time: TimeAmount?) {
      guard let time, let context else { return }
      idleCheck = context.eventLoop.assumeIsolated().scheduleTask(in: time) { [weak self] in self?.checkIdle()
      }
    }

    private func checkIdle() {
      guard let idleTimeout, let context, isRunning else { return }
      // Silence doesn't count while the consumer isn't receiving, and the handshake has its own deadline.
      if isReadingPaused || phase == .opening { lastRead = .now() }
      let silence = NIODeadline.now() - lastRead
      if silence < idleTimeout { return armIdleCheck(after: idleTimeout - silence) }
      fail(
        AQError(.timedOut, "The feed was silent for too long; the connection is considered dead."),
        in: context)
    }

    private func startDeadline(_ context: ChannelHandlerContext, _ then: @escaping (FeedHandler) -> Void) {
      deadline?.cancel()
      deadline = context.eventLoop.assumeIsolated().scheduleTask(in: Self.linger) { [weak self] in
        if let self { then(self) }
      }
    }

    // MARK: Requests of the connection

    func resumeReading() {
      guard isReadingPaused, let context else { return }
      isReadingPaused = false
      lastRead = .now()
      context.read()
    }

    func send(_ encode: (inout Wire) throws(AQError) -> [UInt8], promise: EventLoopPromise<Void>) {
      guard phase == .open || phase == .failing, !isClosing, let context else {
        return promise.fail(AQError(.unreachable, "The connection to the feed is closed."))
      }
      do throws(AQError) {
        write(try encode(&wire), in: context, promise: promise)
      } catch {
        promise.fail(error)
      }
    }

    /// Sends a close and waits a bounded time for the peer's.
    func close(_ code: FeedMessage.Closure.Code) {
      guard let context else { return }
      if phase == .failing { return sayGoodbye() }
      if phase == .ended || isClosing { return }
      let goodbye = wire.encodeClose(code)
      isClosing = true
      _ = inbox.deliver([], cost: 0, end: .closed(nil))
      guard let goodbye else { return context.channel.drop() }
      write(goodbye, in: context)
      startDeadline(context) { $0.context?.channel.drop() }
      isReadingPaused = false
      context.read()
    }

    /// Called when the connection is released: sends a close and drops it at once, unless a failure is ending it.
    func abandon() {
      if phase == .failing { return sayGoodbye() }
      guard let context, phase != .ended, !isClosing else { return }
      if phase == .open, let goodbye = wire.encodeClose(.goingAway) { write(goodbye, in: context) }
      isClosing = true
      context.channel.drop()
    }
  }
#endif
