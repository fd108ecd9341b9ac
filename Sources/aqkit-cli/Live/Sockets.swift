import AQKit
import AQKitCommands
import AQKitSocketFeed

/// The work of this executable with sockets: SwiftNIO's connector, and servers on loopback.
struct Sockets: SocketTools {
  #if NIO
    let connector: (any FeedConnector)? = NIOFeedConnector()
  #else
    let connector: (any FeedConnector)? = nil
  #endif

  var smokeChecks: [SmokeCheck] { LoopbackSmoke.checks }

  func serve(_ replay: FeedReplay, over wire: ReplayProtocol, port: Int) async throws -> any ReplayServing {
    try await ReplayServer.start(replay, over: wire, port: port)
  }
}
