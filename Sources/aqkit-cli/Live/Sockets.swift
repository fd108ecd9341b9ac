import AQKit
import AQKitCommands
import AQKitSocketFeed
import LoopbackServers

/// The socket tools of this executable: SwiftNIO's connector, and servers on loopback.
struct Sockets: SocketTools {
  #if NIO
    let connector: (any FeedConnector)? = NIOFeedConnector()
  #else
    let connector: (any FeedConnector)? = nil
  #endif

  var smokeChecks: [SmokeCheck] { LoopbackSmoke.checks }

  func serve(
    _ recording: FeedRecording, speed: Double, loops: Bool, port: Int,
    during body: (String) async throws -> Void
  ) async throws -> Int {
    let server = try await FeedReplayServer.start(
      FeedReplay(recording, speed: speed, loops: loops), port: port)
    try await server.stopped { try await body($0.url) }
    return server.acceptedConnections
  }
}
