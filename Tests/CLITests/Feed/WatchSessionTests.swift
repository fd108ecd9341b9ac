import AQKit
import ArgumentParser
import Foundation
import LoopbackServers
import Testing

@testable import AQKitCommands
@testable import aqkit_cli_live

@Suite(.timeLimit(.minutes(10))) struct WatchSessionTests {
  private let out = Written()
  private let err = Written()

  private func session(
    _ updates: AirUpdates, json: Bool = false, limit: Int? = nil, timeout: Duration? = nil,
    interruption: @escaping @Sendable () async -> Void = { try? await Task.sleep(for: .seconds(600)) }
  ) -> WatchSession {
    WatchSession(
      updates: updates, printsJSON: json, limit: limit, timeout: timeout, interruption: interruption,
      write: { [out] in out.append($0 + "\n") }, complain: { [err] in err.append($0) })
  }

  /// The updates that `watch` follows, with the connector of the executable that has one.
  private func updates(_ arguments: String..., settings: [String] = []) throws -> AirUpdates {
    let settings = settings + ["city-feed.handshakeTimeout=600"]
    let command = try WatchCommand.parse(arguments + ["--no-reconnect"] + settings.flatMap { ["--set", $0] })
    let container = try command.options.container().setting(.feedConnector, to: #require(Sockets().connector))
    return try command.source(in: container).updates(for: AirQuery(places: []))
  }

  /// Runs against a replay over a real socket.
  private func watch(
    _ texts: [String], json: Bool = false, limit: Int? = nil, loops: Bool = false
  ) async throws -> (end: WatchEnd, progress: WatchProgress) {
    let replay = try FeedReplay(recording(texts), speed: .infinity, loops: loops)
    let server = try await FeedReplayServer.start(replay)
    defer { Task { await server.stop() } }
    return try await session(updates(server.url, "--scale", "in-naqi"), json: json, limit: limit).run()
  }

  private let cities = [
    #"[{"city":"Mumbai","aqi":179.5},{"city":"Pune","aqi":222.4}]"#,
    #"[{"city":"Mumbai","aqi":181.25},{"city":null,"aqi":1}]"#, "no JSON",
    #"[{"city":"Delhi","aqi":303.25}]"#,
  ]

  @Test("a feed is shown, with what was refused", .withConnector)
  func shown() async throws {
    let (end, progress) = try await watch(cities)
    #expect(end == .feedEnded && progress.readings == 4 && progress.refused == 2)
    let lines = out.text.split(separator: "\n")
    #expect(lines.count == 4 && lines[0].contains("Mumbai") && lines[3].contains("Delhi"))
    #expect(err.lines.contains { $0.contains("live") } && err.lines.contains { $0.contains("Refused") })
  }

  @Test("a number of readings ends it, as JSON lines, even if the feed goes on forever", .withConnector)
  func count() async throws {
    let (end, progress) = try await watch(cities, json: true, limit: 10, loops: true)
    #expect(end == .complete && progress.readings == 10 && end.exitCode(progress) == 0)
    let rows = out.text.split(separator: "\n").map { Data($0.utf8) }
    #expect(rows.count == 10)
    for row in rows {
      let object = try #require(try JSONSerialization.jsonObject(with: row) as? [String: Any])
      for member in ["site", "parameter", "value", "unit", "interval"] { #expect(object[member] != nil) }
    }
  }

  @Test("a feed that can't be reached fails with its reason", .withConnector)
  func unreachable() async throws {
    // Not the port of a server that was stopped, which may be another test's by now.
    let updates = try updates("tcp://127.0.0.1:\(LoopbackTCPServer.refusingPort)", "--format", "aqkit")
    let error = await #expect(throws: AQError.self) { _ = try await session(updates).run() }
    #expect(error?.code == .unreachable)
  }

  @Test("a feed that falls silent is dead after the idle time-out", .withConnector)
  func idle() async throws {
    let slow = recording([cities[0], cities[0]], every: 600_000)
    let server = try await FeedReplayServer.start(FeedReplay(slow, speed: 1, loops: false))
    let updates = try updates(server.url, settings: ["city-feed.idleTimeout=0.2"])
    let error = await #expect(throws: AQError.self) { _ = try await session(updates).run() }
    #expect(error?.code == .timedOut)
    await server.stop()
  }

  @Test("its time limit and the person at the terminal end it")
  func ends() async throws {
    let silent = AirUpdates { _ in try await Task.sleep(for: .seconds(600)) }
    let timed = try await session(silent, timeout: .milliseconds(20)).run()
    #expect(timed.end == .timeIsUp && timed.end.exitCode(timed.progress) == 1)
    let stopped = try await session(silent, interruption: {}).run()
    #expect(stopped.end == .interrupted && stopped.end.exitCode(stopped.progress) == 1)
  }

  @Test("a reader that goes away ends it quietly")
  func readerGone() async throws {
    let update = try cityUpdate(["Pune": 161], at: AQSystemClock().time)
    let session = WatchSession(
      updates: AirUpdates([update, update]), printsJSON: true,
      interruption: { try? await Task.sleep(for: .seconds(600)) },
      write: { _ in throw StandardOutput.ReaderGone() }, complain: { _ in })
    let (end, progress) = try await session.run()
    #expect(end == .readerGone && end.exitCode(progress) == 0)
  }
}
