import AQKit
import Foundation
import LoopbackServers
import TestRuns
import Testing

@testable import AQKitCommands

/// A terminal only gets readable text from servers, files and arguments.
@Suite("Hostile text", .serialized, .timeLimit(.minutes(10)))
struct HostileTextTests {
  /// A hostile text, as an argument can hold it: it clears the screen, begins a new line, turns the text around.
  private static let hostile = "X\u{1B}[2J\u{1B}]0;t\u{7}\u{9B}31m\u{202E}\r\nevil: \u{7F}\u{2028}"
  /// The same, and NUL, in a string of JSON.
  private static let inJSON =
    #"X\u001b[2J\u001b]0;t\u0007\u009b31m\u202e\r\nevil: \u007f\u2028\u0000"#

  /// Checks that neither stdout nor stderr steers the terminal, and that one of them shows the text.
  private func expectTame(_ outcome: CommandOutcome, status: Int32, shows: String = #"X\u{1B}[2J"#) {
    #expect(outcome.hasExited && outcome.status == status, "\(outcome.errors)")
    for text in [outcome.output, outcome.errors] {
      #expect(!text.unicodeScalars.contains { $0.steers && $0 != "\n" }, "\(text.debugDescription)")
      #expect(!text.split(separator: "\n").contains { $0.hasPrefix("evil") }, "\(text)")
    }
    #expect((outcome.output + outcome.errors).contains(shows), "\(outcome.output)\(outcome.errors)")
  }

  /// For a command that asks a server of this process, which may be busy for longer than a person waits.
  private static let patient = ["--timeout", "600"]

  private func run(_ arguments: [String]) async throws -> CommandOutcome {
    try await CommandRun(arguments).outcome()
  }

  private func withServer(_ reply: LoopbackReply, _ body: (LoopbackHTTPServer) async throws -> Void)
    async throws
  {
    try await LoopbackHTTPServer.withServer(reply: reply, body: body)
  }

  private func withFile(_ text: String, _ body: (String) async throws -> Void) async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "hostile-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(text.utf8).write(to: URL(filePath: path))
    try await body(path)
  }

  @Test(
    "in arguments is repeated in a harmless form",
    arguments: [
      ["current", "--set", hostile], ["current", "--standard", hostile], ["current", "--source", hostile],
      ["current", "--at", "1,1", hostile], ["current", "--\(hostile)"], [hostile],
      ["search", "--config", hostile, "x"], ["sources", "--set", "\(hostile).a=1"],
      ["index", "\(hostile)=1"],
      ["index", "--standard", hostile, "pm25=1"], ["index", "--batch", hostile], ["check", hostile],
      ["check", "--live", "--recordings", hostile, hostile], ["normalize", "--format", hostile],
      ["normalize", "--format", "city", hostile], ["record", hostile, "--into", "/nowhere"],
      ["record", "open-meteo", "--at", "1,1", "--into", "/nowhere", "--window", "current", hostile],
      ["watch", hostile], ["watch", "ws://\(hostile)"], ["smoke", "--set", "\(hostile).a=1"],
      ["serve-feed", hostile], ["serve-feed", "--speed", hostile], ["new-adapter", hostile],
      ["new-adapter", "Foo", "--aqkit", "https://x/\r\n\(hostile)"], ["help", hostile],
    ])
  func arguments(arguments: [String]) async throws {
    let outcome = try await run(arguments)
    // Help about an unknown command is help, and not a failure.
    #expect(outcome.hasExited && (outcome.status != 0 || arguments.first == "help"))
    for text in [outcome.output, outcome.errors] {
      #expect(!text.unicodeScalars.contains { $0.steers && $0 != "\n" }, "\(text.debugDescription)")
      #expect(!text.split(separator: "\n").contains { $0.hasPrefix("evil") }, "\(text)")
    }
  }

  @Test("in a place's name, area and zone is shown by search, and its columns stand below each other")
  func names() async throws {
    let places = #"""
      {"results":[{"id":1,"name":"\#(Self.inJSON)","latitude":1,"longitude":2,"country_code":"CZ",
      "timezone":"\#(Self.inJSON)","admin1":"\#(Self.inJSON)"},
      {"id":2,"name":"東京","latitude":35.6,"longitude":139.6,"country_code":"JP","timezone":"Asia/Tokyo"}]}
      """#
    try await withServer(.text(places)) { server in
      let search = ["search", "Xyz", "--set", "open-meteo.baseURL=\(server.origin)"] + Self.patient
      let outcome = try await run(search)
      expectTame(outcome, status: 0)
      #expect(outcome.output.contains("東京, JP "))
      let json = try await run(search + ["--json"])
      expectTame(json, status: 0, shows: #"X\u001b[2J"#)
    }
  }

  @Test(
    "in a service's reason is shown on stderr, by every command that asks",
    arguments: [
      ["current", "--source", "open-meteo", "--at", "1,1"] + patient, ["search", "Xyz"] + patient,
      ["record", "open-meteo", "--at", "1,1", "--into", "/nowhere"],
    ])
  func reasons(command: [String]) async throws {
    let reply = LoopbackReply.response(
      TransportResponse(status: 400, text: #"{"error":true,"reason":"\#(Self.inJSON)"}"#))
    try await withServer(reply) { server in
      let outcome = try await run(command + ["--set", "open-meteo.baseURL=\(server.origin)"])
      expectTame(outcome, status: 1)
      #expect(outcome.output.isEmpty)
    }
  }

  @Test("in a service's reason is shown by smoke")
  func smoke() async throws {
    let reply = LoopbackReply.response(
      TransportResponse(status: 400, text: #"{"error":true,"reason":"\#(Self.inJSON)"}"#))
    try await withServer(reply) { server in
      let sources = ["open-meteo", "open-meteo-weather", "open-meteo-archive", "open-meteo-climate"]
      let settings = sources.map { #"{"id": "\#($0)", "options": {"baseURL": "\#(server.origin)"}}"# }
      let file = FileManager.default.temporaryDirectory.appending(path: "smoke-\(UUID().uuidString).json")
      let configuration = #"{"sources": [\#(settings.joined(separator: ", "))], "others": "disable"}"#
      try Data(configuration.utf8).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      expectTame(try await run(["smoke", "--live", "--config", file.path]), status: 1)
    }
  }

  @Test("in the units of a reply is a note on stderr, and a completely refused answer says so")
  func units() async throws {
    let body = #"""
      {"latitude":1,"longitude":1,"elevation":38,"timezone":"GMT","utc_offset_seconds":0,
      "hourly_units":{"time":"unixtime","pm2_5":"\#(Self.inJSON)"},
      "hourly":{"time":[1790805600,1790809200],"pm2_5":[8.8,9.25]},
      "current_units":{"time":"unixtime","pm2_5":"\#(Self.inJSON)"},
      "current":{"time":1790809200,"interval":3600,"pm2_5":9.25}}
      """#
    try await withServer(.text(body)) { server in
      for form in [[], ["--json"]] {
        let outcome = try await run(
          [
            "current", "--source", "open-meteo", "--at", "1,1", "--set",
            "open-meteo.baseURL=\(server.origin)",
          ] + form + Self.patient)
        expectTame(outcome, status: 1)
        #expect(outcome.errors.contains("The answer has no values; "), "\(outcome.errors)")
      }
    }
  }

  @Test(
    "in the target of a redirect can't begin a line",
    arguments: ["http://a%0D%0Aevil%1B%5B2J%00/", "http://evil%9B.example/"])
  func redirects(target: String) async throws {
    let reply = LoopbackReply.response(
      TransportResponse(status: 302, headers: [TransportRequest.Header("Location", target)]))
    try await withServer(reply) { server in
      for command in [["search", "Xyz"], ["current", "--source", "open-meteo", "--at", "1,1"]] {
        let setting = ["--set", "open-meteo.baseURL=\(server.origin)"]
        let outcome = try await run(command + setting + Self.patient)
        expectTame(outcome, status: 1, shows: "aqkit-cli:")
      }
    }
  }

  @Test("in a feed is shown by watch, and normalize says what it refused", .withConnector)
  func feeds() async throws {
    let messages = #"""
      [{"city":"\#(Self.inJSON)","aqi":5},{"city":"\#(Self.inJSON)","aqi":"\#(Self.inJSON)"}]

      """#
    try await withFile(messages) { file in
      let normalized = try await run(["normalize", "--format", "city", file])
      expectTame(normalized, status: 0, shows: #"X\u001b[2J"#)
      #expect(normalized.errors.contains("Refused: "), "\(normalized.errors)")
      let server = try CommandRun(["serve-feed", file, "--speed", "inf"])
      let url = try await server.firstLine()
      let watch = ["watch", url, "--no-reconnect", "--set", "city-feed.handshakeTimeout=300"]
      expectTame(try await run(watch + ["--timeout", "300"]), status: 0)
      server.interrupt()
      expectTame(try await server.outcome(), status: 0, shows: "Connections served: 1.")
    }
  }

  @Test("in a configuration's unknown names is shown by sources")
  func configuration() async throws {
    try await withFile(#"{"sources":[{"id":"\#(Self.inJSON)","options":{}}]}"#) { file in
      let outcome = try await run(["sources", "--config", file])
      expectTame(outcome, status: 2, shows: "aqkit-cli:")
    }
  }

  @Test("in a folder of recordings is shown by current and check --live")
  func recordings() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "hostile-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let manifest = #"""
      {"schema":1,"recordings":[{"file":"\#(Self.inJSON)","format":"aqkit","recordedAt":"2026-10-01T12:00:00Z",
      "constructed":false}]}
      """#
    try Data(manifest.utf8).write(to: URL(filePath: folder + "/manifest.json"))
    let outcome = try await run(["current", "--set", "recordings.folder=\(folder)"])
    expectTame(outcome, status: 1)
    let check = try await run(["check", "--live", "--recordings", folder])
    expectTame(check, status: 1, shows: "aqkit-cli:")
  }

  @Test("in a table is written to a file unchanged, and to a terminal in a harmless form")
  func batch() async throws {
    let rows = "standard,pollutant,averaging,unit,concentration\nus-epa,pm25,24h,µg/m³,\u{1B}[2J\n"
    try await withFile(rows) { file in
      let outcome = try await run(["index", "--batch", file])
      #expect(outcome.status == 0 && outcome.output.contains("\u{1B}[2J"))
      let terminal = try PseudoTerminal(columns: 80, rows: 20)
      let shown = try CommandRun(["index", "--batch", file], on: terminal)
      let end = try await shown.outcome()
      let text = try await CommandRun.aside { terminal.read { _ in false } }
      #expect(end.status == 0 && !text.contains("\u{1B}") && text.contains(#"µg/m³,\u{1B}[2J"#), "\(text)")
    }
  }
}
