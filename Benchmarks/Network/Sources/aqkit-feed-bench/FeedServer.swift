import Foundation
import NIOCore
import NIOPosix

/// A WebSocket server that follows the path: `/flood` sends messages as fast as they are read, `/tick` one a second.
enum FeedServer {
  static func run() async throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let channel = try await ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: 4096)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Session()) }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    print(channel.localAddress?.port ?? 0)
    fflush(nil)
    Thread.detachNewThread {
      while !FileHandle.standardInput.availableData.isEmpty {}
      exit(0)
    }
    try await channel.closeFuture.get()
  }

  private final class Session: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private var request: [UInt8] = []
    private var floods = false
    private var isOpen = false
    private var next = 0

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard !isOpen else { return }
      request += unwrapInboundIn(data).readableBytesView
      let text = String(decoding: request, as: UTF8.self)
      guard text.hasSuffix("\r\n\r\n") else { return }
      isOpen = true
      let key =
        text.split(separator: "\r\n").first { $0.lowercased().hasPrefix("sec-websocket-key:") }?
        .split(separator: ":").last?.trimmingCharacters(in: .whitespaces) ?? ""
      let digest = SHA1.digest(Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8))
      let reply =
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: "
        + Data(digest).base64EncodedString() + "\r\n\r\n"
      context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: reply)), promise: nil)
      floods = text.hasPrefix("GET /flood")
      if floods { flood(context) } else { tick(context) }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
      if floods { flood(context) }
    }

    private func flood(_ context: ChannelHandlerContext) {
      while context.channel.isWritable, context.channel.isActive {
        context.writeAndFlush(wrapOutboundOut(CityMessages.block), promise: nil)
      }
    }

    private func tick(_ context: ChannelHandlerContext) {
      let channel = context.channel
      next = Int.random(in: 0..<CityMessages.count)
      context.eventLoop.scheduleRepeatedTask(
        initialDelay: .milliseconds(Int64.random(in: 0..<1000)), delay: .seconds(1)
      ) { task in
        guard channel.isActive else { return task.cancel() }
        let text = CityMessages.texts[Int.random(in: 0..<CityMessages.count)]
        channel.writeAndFlush(ByteBuffer(bytes: CityMessages.frame(text)), promise: nil)
      }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
  }
}

/// SHA-1 (FIPS 180-4), which the opening handshake of WebSocket needs.
enum SHA1 {
  static func digest(_ message: [UInt8]) -> [UInt8] {
    var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
    var padded = message + [0x80]
    while padded.count % 64 != 56 { padded.append(0) }
    let bits = UInt64(message.count) * 8
    padded += stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: bits >> UInt64($0)) }
    for start in stride(from: 0, to: padded.count, by: 64) {
      var words = (0..<16).map { index in
        padded[start + index * 4..<start + index * 4 + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      }
      for index in 16..<80 {
        words.append(
          rotated(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], by: 1))
      }
      var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
      for (index, word) in words.enumerated() {
        let (mixed, constant): (UInt32, UInt32) =
          switch index {
          case 0..<20: (b & c | ~b & d, 0x5A82_7999)
          case 20..<40: (b ^ c ^ d, 0x6ED9_EBA1)
          case 40..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
          default: (b ^ c ^ d, 0xCA62_C1D6)
          }
        let next = rotated(a, by: 5) &+ mixed &+ e &+ constant &+ word
        (e, d, c, b, a) = (d, c, rotated(b, by: 30), a, next)
      }
      for (index, word) in [a, b, c, d, e].enumerated() { state[index] = state[index] &+ word }
    }
    return state.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) } }
  }

  private static func rotated(_ word: UInt32, by count: UInt32) -> UInt32 {
    word << count | word >> (32 - count)
  }
}
