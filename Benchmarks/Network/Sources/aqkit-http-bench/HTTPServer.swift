import Foundation
import NIOCore
import NIOPosix

/// An HTTP server on 127.0.0.1, 127.0.0.2 and so on, each a separate host; it replies to every request with a day of hourly
/// values.
enum HTTPServer {
  /// The body of every reply, about 4 kB.
  static let body: [UInt8] = {
    let values = (0..<480).map { "\(Double($0 * 7919 % 1000) / 10)" }.joined(separator: ",")
    return Array(#"{"latitude":52.5,"longitude":13.4,"hourly":{"pm2_5":[\#(values)]}}"#.utf8)
  }()

  static func run(hosts: Int) async throws {
    let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup(numberOfThreads: 1))
      .serverChannelOption(.backlog, value: 1024)
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Session()) }
      }
    let first = try await bootstrap.bind(host: "127.0.0.1", port: 0).get()
    let port = first.localAddress?.port ?? 0
    for host in 2...hosts { _ = try await bootstrap.bind(host: "127.0.0.\(host)", port: port).get() }
    print(port)
    fflush(nil)
    Thread.detachNewThread {
      while !FileHandle.standardInput.availableData.isEmpty {}
      exit(0)
    }
    try await first.closeFuture.get()
  }

  private final class Session: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private static let reply = ByteBuffer(
      bytes: Array(
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.count)\r\n\r\n".utf8)
        + body)
    private var request: [UInt8] = []

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      request += unwrapInboundIn(data).readableBytesView
      guard request.suffix(4).elementsEqual("\r\n\r\n".utf8) else { return }
      request.removeAll(keepingCapacity: true)
      context.writeAndFlush(wrapOutboundOut(Self.reply), promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
  }
}
