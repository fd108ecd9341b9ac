import AQKit
import AQKitCommands
import AQKitSocketFeed

#if Board
  import AQKitBoard
#endif

/// The work of this executable with sockets: SwiftNIO's connector, servers on loopback, the board.
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

  #if Board
    func serve(_ contents: BoardContents, port: Int, while body: (String) async throws -> Void) async throws {
      let board = Board(
        standard: contents.index.edition.title, remark: contents.remark, clock: contents.clock)
      let server = try await BoardServer.start(board, port: port)
      let result: Result<Void, any Error> = await withTaskGroup(of: Void.self) { group in
        group.addTask {
          await BoardPlaces(on: board, from: contents.client, judgedBy: contents.index)
            .follow(contents.places)
        }
        group.addTask {
          await BoardSites(
            on: board, judgedBy: contents.reference, in: contents.catalog, sampledEvery: contents.interval,
            clock: contents.clock
          ).follow(contents.feeds)
        }
        defer { group.cancelAll() }
        do {
          return .success(try await body(server.url))
        } catch {
          return .failure(error)
        }
      }
      await server.stop()
      try result.get()
    }
  #endif
}
