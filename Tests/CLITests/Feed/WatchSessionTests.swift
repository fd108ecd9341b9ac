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
    _ updates: AirUpdates, _ style: WatchSession.Style, limit: Int? = nil, timeout: Duration? = nil,
    interruption: @escaping @Sendable () async -> Void = { try? await Task.sleep(for: .seconds(600)) }
  ) -> WatchSession {
    WatchSession(
      name: "Feed", updates: updates, style: style, limit: limit, timeout: timeout, history: AirHistory(),
      interruption: interruption, write: { [out] in out.append($0) }, complain: { [err] in err.append($0) })
  }

  /// The sources, with the connector of the executable that has one.
  private func container() throws -> AQContainer {
    try ContainerOptions.parse([]).container().setting(
      .feedConnector, to: #require(Sockets().connector))
  }

  /// Runs against a replay over a real socket.
  private func watch(
    _ texts: [String], over wire: ReplayProtocol, style: WatchSession.Style = .json, limit: Int? = nil,
    loops: Bool = false
  ) async throws -> (end: WatchEnd, progress: WatchProgress) {
    let replay = try FeedReplay(recording(texts), speed: .infinity, loops: loops)
    let server = try await ReplayServer.start(replay, over: wire)
    defer { Task { await server.stop() } }
    let source = try FeedFormat.city.source(
      at: FeedEndpoint(url: server.url, handshakeTimeout: .hangGuard), scale: "in-naqi", reconnects: false,
      in: container())
    return try await session(source.updates(for: AirQuery(places: [])), style, limit: limit).run()
  }

  private let cities = [
    #"[{"city":"Mumbai","aqi":179.5},{"city":"Pune","aqi":222.4}]"#,
    #"[{"city":"Mumbai","aqi":181.25},{"city":null,"aqi":1}]"#, "no JSON",
    #"[{"city":"Delhi","aqi":303.25}]"#,
  ]

  @Test(
    "a feed is shown over every protocol, and what was refused is said", arguments: ReplayProtocol.allCases
  )
  func protocols(wire: ReplayProtocol) async throws {
    let (end, progress) = try await watch(cities, over: wire, style: .lines)
    #expect(end == .feedEnded && progress.readings == 4 && progress.refused == 2)
    let lines = out.text.split(separator: "\n")
    #expect(lines.count == 4 && lines[0].contains("Mumbai") && lines[3].contains("Delhi"))
    #expect(err.lines.contains { $0.contains("live") } && err.lines.contains { $0.contains("Refused") })
  }

  @Test("a number of readings ends it, as JSON lines, even if the feed goes on forever")
  func count() async throws {
    let (end, progress) = try await watch(cities, over: .ws, limit: 10, loops: true)
    #expect(end == .complete && progress.readings == 10 && end.exitCode(progress) == 0)
    let rows = out.text.split(separator: "\n").map { Data($0.utf8) }
    #expect(rows.count == 10)
    for row in rows {
      let object = try #require(try JSONSerialization.jsonObject(with: row) as? [String: Any])
      for member in ["site", "parameter", "value", "unit", "interval"] { #expect(object[member] != nil) }
    }
  }

  @Test("a feed that can't be reached fails with its reason")
  func unreachable() async throws {
    // Not the port of a server that was stopped, which may be another test's by now.
    let source = try FeedFormat.aqkit.source(
      at: FeedEndpoint(url: "tcp://127.0.0.1:\(LoopbackTCPServer.refusingPort)"), scale: nil,
      reconnects: false, in: container())
    let error = await #expect(throws: AQError.self) {
      _ = try await session(source.updates(for: AirQuery(places: [])), .lines).run()
    }
    #expect(error?.code == .unreachable)
  }

  @Test("a feed that falls silent is dead after the idle time-out")
  func idle() async throws {
    let slow = recording([cities[0], cities[0]], every: 600_000)
    let server = try await ReplayServer.start(FeedReplay(slow, speed: 1, loops: false), over: .ws)
    let source = try FeedFormat.city.source(
      at: FeedEndpoint(url: server.url, idleTimeout: .milliseconds(200)), scale: nil, reconnects: false,
      in: container())
    let error = await #expect(throws: AQError.self) {
      _ = try await session(source.updates(for: AirQuery(places: [])), .lines).run()
    }
    #expect(error?.code == .timedOut)
    await server.stop()
  }

  @Test("the time that it was given, and the person at the terminal, end it")
  func ends() async throws {
    let silent = AirUpdates { _ in try await Task.sleep(for: .seconds(600)) }
    let timed = try await session(silent, .lines, timeout: .milliseconds(20)).run()
    #expect(timed.end == .timeIsUp && timed.end.exitCode(timed.progress) == 1)
    let stopped = try await session(silent, .lines, interruption: {}).run()
    #expect(stopped.end == .interrupted && stopped.end.exitCode(stopped.progress) == 0)
  }

  @Test("a table is drawn once more at the end, and the cursor comes back, also after a failure")
  func table() async throws {
    let style = WatchSession.Style.table(
      Terminal(usesColour: false), size: { TerminalSize(columns: 100, rows: 20) })
    let update = try cityUpdate(["Pune": 161], at: SystemClock().time, state: .live)
    _ = try await session(AirUpdates([update]), style).run()
    #expect(out.text.contains("Pune") && out.text.contains("[live]"))
    #expect(out.text.hasSuffix("\u{1B}[?7h\u{1B}[?25h") && err.lines.isEmpty)
    let failing = AirUpdates { send in
      try await send(update)
      try await Task.sleep(for: .milliseconds(20))
      throw AQError(.unreachable, "Gone.")
    }
    var loud = session(failing, style)
    loud.tableTakesNotes = false
    await #expect(throws: AQError.self) { _ = try await loud.run() }
    #expect(out.text.hasSuffix("\u{1B}[?7h\u{1B}[?25h") && err.lines == ["aqkit-cli: live"])
  }

  @Test("the last table says why it is the last")
  func lastTable() async throws {
    let style = WatchSession.Style.table(
      Terminal(usesColour: false), size: { TerminalSize(columns: 100, rows: 20) })
    let failing = AirUpdates { send in
      try await send(AirUpdate(state: .live))
      try await send(AirUpdate(state: .failed(.unreachable)))
      throw AQError(.unreachable, "Gone.")
    }
    await #expect(throws: AQError.self) { _ = try await session(failing, style).run() }
    #expect(out.lines.dropLast().last?.contains("[failed: unreachable]") == true)
  }

  @Test("a reader that goes away ends it quietly")
  func readerGone() async throws {
    let update = try cityUpdate(["Pune": 161], at: SystemClock().time)
    let session = WatchSession(
      name: "Feed", updates: AirUpdates([update, update]), style: .json, history: AirHistory(),
      interruption: { try? await Task.sleep(for: .seconds(600)) },
      write: { _ in throw StandardOutput.ReaderGone() }, complain: { _ in })
    let (end, progress) = try await session.run()
    #expect(end == .readerGone && end.exitCode(progress) == 0)
  }
}
