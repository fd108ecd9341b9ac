import BenchSupport
import Foundation
import NIOCore
import NIOPosix
import NIOWebSocket

/// A WebSocket client on SwiftNIO with NIO's own frame decoder, which counts frames and may decode them with `JSONDecoder`.
enum BareClient {
  /// Receives a number of frames; returns the time that took, without the first ones.
  static func seconds(
    for count: Int, warmUp: Int, port: Int, decoding decodes: Bool = false
  ) async throws -> Double {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let loop = group.next()
    let done = loop.makePromise(of: Double.self)
    let channel = try await connect("/flood", port: port, on: loop) {
      Counter(warmUp: warmUp, count: count, decodes: decodes, done: done)
    }
    let seconds = try await done.futureResult.get()
    try? await channel.close()
    try await group.shutdownGracefully()
    return seconds
  }

  /// Returns the part of a core for this number of connections at a message a second, on as many event loops as the adapter
  /// has.
  static func share(of connections: Int, port: Int) async throws -> Double {
    let group = MultiThreadedEventLoopGroup.singleton
    var channels: [any Channel] = []
    for _ in 0..<connections {
      let loop = group.next()
      let never = loop.makePromise(of: Double.self)
      never.succeed(0)
      channels.append(
        try await connect("/tick", port: port, on: loop) {
          Counter(warmUp: .max, count: .max, decodes: false, done: never)
        })
    }
    try await Task.sleep(for: .seconds(2))
    let (processor, start) = (Usage.processor, ContinuousClock.now)
    try await Task.sleep(for: .seconds(10))
    let share = (Usage.processor - processor) / ((ContinuousClock.now - start) / .seconds(1)) * 100
    for channel in channels { try? await channel.close() }
    return share
  }

  private static func connect(
    _ path: String, port: Int, on loop: any EventLoop, counting: @escaping @Sendable () -> Counter
  ) async throws -> any Channel {
    try await ClientBootstrap(group: loop)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(Handshake(path, counter: counting()))
        }
      }
      .connect(host: "127.0.0.1", port: port).get()
  }

  /// Sends the request, skips the reply, and removes itself for the frames.
  private final class Handshake: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer
    private let path: String
    private let counter: Counter

    init(_ path: String, counter: Counter) {
      self.path = path
      self.counter = counter
    }

    func channelActive(context: ChannelHandlerContext) {
      let request =
        "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
      context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: request)), promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      var bytes = unwrapInboundIn(data)
      guard let end = bytes.readableBytesView.firstRange(of: Array("\r\n\r\n".utf8)) else { return }
      bytes.moveReaderIndex(to: end.upperBound)
      let pipeline = context.pipeline.syncOperations
      do {
        try pipeline.addHandler(
          ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: 1 << 20)), position: .after(self))
        try pipeline.addHandler(counter)
        context.fireChannelRead(NIOAny(bytes))
        pipeline.removeHandler(self, promise: nil)
      } catch {
        context.fireErrorCaught(error)
      }
    }
  }

  private final class Counter: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    private var left: Int
    private let count: Int
    private let decoder: JSONDecoder?
    private let done: EventLoopPromise<Double>
    private var start: ContinuousClock.Instant?

    private struct City: Decodable {
      let city: String
      let aqi: Double
    }

    init(warmUp: Int, count: Int, decodes: Bool, done: EventLoopPromise<Double>) {
      left = warmUp
      self.count = count
      decoder = decodes ? JSONDecoder() : nil
      self.done = done
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let frame = unwrapInboundIn(data)
      guard frame.opcode == .text else { return }
      if let decoder {
        let cities = try? decoder.decode([City].self, from: Data(frame.unmaskedData.readableBytesView))
        guard cities?.count == Throughput.cities else {
          return done.fail(BenchFailure("A message can't be decoded."))
        }
      }
      left -= 1
      guard left == 0 else { return }
      if let start { return done.succeed((ContinuousClock.now - start) / .seconds(1)) }
      start = .now
      left = count
    }
  }
}
