import AQKit
import NIOCore
import NIOPosix

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A connection that a loopback server has accepted, at the level of bytes.
///
/// One task reads, any task writes. Bytes that have been read but not requested yet are kept, up to the server's limit: a
/// client that sends more is disconnected. Servers for tests have no limit unless they are given one.
public final class LoopbackConnection: Sendable {
  struct Inbox: Sendable {
    private var all: [UInt8] = []
    private var start = 0
    var hasEnded = false
    var isClosed = false

    var count: Int { all.count - start }
    var bytes: ArraySlice<UInt8> { all[start...] }

    mutating func append(_ bytes: UnsafeRawBufferPointer) { all.append(contentsOf: bytes) }

    mutating func clear() { (all, start) = ([], 0) }

    /// Takes bytes from the front; their memory is released only in large pieces.
    mutating func take(_ count: Int) -> [UInt8] {
      let taken = Array(all[start..<start + count])
      start += count
      if start == all.count || start > 1 << 20 {
        all.removeFirst(start)
        start = 0
      }
      return taken
    }
  }

  /// The name of the handler that is next to the socket, below TLS.
  static let socketName = "socket"

  let channel: any Channel
  let inbox = LoopbackState(Inbox())
  /// The most bytes that are kept until they are asked for.
  private let mostPending: Int
  /// Whether arriving bytes are discarded.
  private let discards = Locked(false)

  init(channel: any Channel, mostPending: Int = .max) {
    self.channel = channel
    self.mostPending = mostPending
  }

  /// Discards the bytes that the client has sent, and later ones; its end is still noticed.
  public func discardInput() {
    discards.withLock { $0 = true }
    inbox.update { $0.clear() }
  }

  /// The server's own port.
  var localPort: Int { channel.localAddress?.port ?? 0 }

  /// Whether the client has closed its side, or the connection is gone.
  public var hasEnded: Bool { inbox.value.hasEnded }

  /// Waits for bytes and returns all that have arrived; nil when the client has closed its side or the task was
  /// cancelled.
  public func read() async -> [UInt8]? {
    guard await inbox.wait(for: { $0.count > 0 || $0.hasEnded }) else { return nil }
    return inbox.update { $0.count > 0 ? $0.take($0.count) : nil }
  }

  /// Waits for a number of bytes; nil when fewer came before the end.
  public func read(exactly count: Int) async -> [UInt8]? {
    guard await inbox.wait(for: { $0.count >= count || $0.hasEnded }) else { return nil }
    return inbox.update { $0.count >= count ? $0.take(count) : nil }
  }

  /// Waits for bytes up to and including a terminator; nil when the end came first.
  public func read(through terminator: [UInt8]) async -> [UInt8]? {
    var searched = 0
    while true {
      let start = searched
      guard await inbox.wait(for: { $0.count > start || $0.hasEnded }) else { return nil }
      let (found, count, ended) = inbox.update { inbox -> ([UInt8]?, Int, Bool) in
        let bytes = inbox.bytes
        let range = bytes.dropFirst(max(0, start - terminator.count)).firstRange(of: terminator)
        guard let range else { return (nil, inbox.count, inbox.hasEnded) }
        return (inbox.take(range.upperBound - bytes.startIndex), 0, false)
      }
      if let found { return found }
      if ended { return nil }
      searched = count
    }
  }

  /// Writes bytes and waits until the system has taken them.
  ///
  /// - Throws: When the connection is gone.
  public func write(_ bytes: [UInt8]) async throws {
    try await channel.writeAndFlush(ByteBuffer(bytes: bytes)).get()
  }

  /// Writes text and waits until the system has taken it.
  public func write(_ text: String) async throws { try await write(Array(text.utf8)) }

  /// Writes the same bytes again and again, as fast as the client reads them.
  public func write(_ bytes: [UInt8], times: Int) async throws {
    guard !bytes.isEmpty, times > 0 else { return }
    let perBlock = min(times, max(1, (1 << 16) / bytes.count))
    let block = ByteBuffer(bytes: Array(repeatElement(bytes, count: perBlock).joined()))
    for _ in 0..<times / perBlock { try await channel.writeAndFlush(block).get() }
    let rest = times % perBlock
    if rest > 0 { try await write(Array(repeatElement(bytes, count: rest).joined())) }
  }

  /// Writes bytes one at a time, each in a separate write, optionally with a pause between them.
  public func trickle(_ bytes: [UInt8], every pause: Duration = .zero) async throws {
    for byte in bytes {
      try await write([byte])
      if pause > .zero { try await Task.sleep(for: pause) }
    }
  }

  /// Stops reading from the socket, so that the client's writes fill the windows between them.
  public func stopReading() async {
    try? await channel.setOption(.autoRead, value: false).get()
  }

  /// Reads from the socket again after ``stopReading()``.
  public func resumeReading() async {
    try? await channel.setOption(.autoRead, value: true).get()
  }

  /// Waits until the client has closed its side, or the connection is gone, or the task was cancelled.
  public func waitForEnd() async { _ = await inbox.wait(for: \.hasEnded) }

  /// Closes the server's side for writing and continues reading.
  public func finishWriting() async { try? await channel.close(mode: .output).get() }

  /// Closes the connection in an orderly way; under TLS after saying goodbye.
  public func close() async {
    channel.close(mode: .all, promise: nil)
    _ = await inbox.wait { $0.isClosed }
  }

  /// Closes the socket immediately, under TLS without a goodbye.
  public func drop() async {
    let socket = Self.socketName
    try? await channel.eventLoop.submit { [channel] in
      try channel.pipeline.syncOperations.context(name: socket).close(mode: .all, promise: nil)
    }.get()
    _ = await inbox.wait { $0.isClosed }
  }

  /// Closes the socket with a TCP reset, which also discards unread data of the client.
  public func reset() async {
    if let socket = channel as? any SocketOptionProvider {
      try? await socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
    }
    await drop()
  }

  func received(_ bytes: ByteBuffer) {
    if discards.withLock({ $0 }) { return }
    let most = mostPending
    let isTooMuch = inbox.update { inbox in
      guard inbox.count <= most - bytes.readableBytes else {
        inbox.clear()
        inbox.hasEnded = true
        return true
      }
      bytes.withUnsafeReadableBytes { inbox.append($0) }
      return false
    }
    if isTooMuch { channel.close(mode: .all, promise: nil) }
  }

  func ended(closed: Bool) {
    inbox.update {
      $0.hasEnded = true
      if closed { $0.isClosed = true }
    }
  }
}

extension LoopbackConnection {
  /// Connects to a port on 127.0.0.1, as the barest client there is: for tests of servers.
  public static func connect(toPort port: Int) async throws -> LoopbackConnection {
    let connections = LoopbackState<LoopbackConnection?>(nil)
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let connection = LoopbackConnection(channel: channel)
          try channel.pipeline.syncOperations.addHandler(SocketHandler(), name: socketName)
          try channel.pipeline.syncOperations.addHandler(InboxHandler(connection))
          channel.closeFuture.whenComplete { _ in connection.ended(closed: true) }
          connections.update { $0 = connection }
        }
      }
      .connectTimeout(.minutes(5))
      .connect(host: "127.0.0.1", port: port).get()
    return connections.value ?? LoopbackConnection(channel: channel)
  }
}

/// The handler next to the socket, with which a connection can be cut below TLS.
final class SocketHandler: ChannelInboundHandler, Sendable {
  typealias InboundIn = ByteBuffer
}

/// Hands all that arrives to the connection, and closes it on an error.
final class InboxHandler: ChannelInboundHandler, Sendable {
  typealias InboundIn = ByteBuffer

  private let connection: LoopbackConnection

  init(_ connection: LoopbackConnection) { self.connection = connection }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    connection.received(unwrapInboundIn(data))
  }

  func channelInactive(context: ChannelHandlerContext) {
    connection.ended(closed: false)
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    connection.ended(closed: false)
    context.close(promise: nil)
  }
}

/// A value behind a lock that tasks can wait on, also for a time.
final class LoopbackState<Value: Sendable>: Sendable {
  private let condition: Condition<Value>

  init(_ value: Value) { condition = Condition(value) }

  /// The current value.
  var value: Value { condition.value }

  /// Changes the value, then wakes the waiters whose condition it meets.
  @discardableResult
  func update<Result: Sendable>(_ change: @Sendable (inout Value) throws -> Result) rethrows -> Result {
    try condition.change(change)
  }

  /// Waits until the value meets a condition; false when the task was cancelled first.
  func wait(for isMet: @escaping @Sendable (Value) -> Bool) async -> Bool {
    (try? await condition.wait { isMet($0) }) != nil
  }

  /// Waits until the value meets a condition; false when the time is up or the task was cancelled first.
  func wait(within limit: Duration, for isMet: @escaping @Sendable (Value) -> Bool) async -> Bool {
    await withTaskGroup(of: Bool.self) { group in
      group.addTask { await self.wait(for: isMet) }
      group.addTask {
        try? await Task.sleep(for: limit)
        return false
      }
      let first = await group.next() ?? false
      group.cancelAll()
      return first
    }
  }
}
