import NIOCore

/// Stands next to the socket, so that a connection can be cut below TLS.
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
