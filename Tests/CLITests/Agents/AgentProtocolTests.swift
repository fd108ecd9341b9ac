import AQKit
import AQKitTesting
import ArgumentParser
import Foundation
import TestRuns
import Testing

@testable import AQKitCommands

/// `serve --mcp` as the Model Context Protocol has it, and what it does with input that isn't of it.
@Suite("Serving agents: the protocol", .timeLimit(.minutes(10))) struct AgentProtocolTests {
  private typealias Conversation = AgentConversation
  private let place = #"{"latitude":50,"longitude":14}"#

  @Test(
    "the version is the one that the client asks for, else the newest that it may know",
    arguments: [
      ("2025-11-25", "2025-11-25"), ("2025-06-18", "2025-06-18"), ("2024-11-05", "2024-11-05"),
      ("2025-03-26", "2024-11-05"), ("2099-01-01", "2025-11-25"), ("1999-01-01", "2025-11-25"),
    ])
  func versions(asked: String, spoken: String) async throws {
    let line = Conversation.request(1, "initialize", #"{"protocolVersion":"\#(asked)","capabilities":{}}"#)
    let conversation = try await Conversation([line], isOpened: false, in: AgentSources.container())
    let result = try conversation.result(1)
    #expect(result["protocolVersion"].stringValue == spoken)
    #expect(
      result["serverInfo"]["name"].stringValue == "aqkit" && result["capabilities"]["tools"].kind == .object)
  }

  @Test("a ping gets a reply, but notifications and replies don't")
  func ping() async throws {
    let lines = [
      Conversation.request(1, "ping"), #"{"jsonrpc":"2.0","id":9,"result":{}}"#,
      #"{"jsonrpc":"2.0","method":"notifications/nothing"}"#, "", "  ",
      #"{"jsonrpc":"2.0","id":"x\u00e9","method":"ping"}"#,
    ]
    let conversation = try await Conversation(lines, isOpened: false, in: AgentSources.container())
    #expect(conversation.replies.count == 2)
    #expect(try conversation.result(1).members.count == 0)
    #expect(conversation.replies.last?["id"].stringValue == "xé")
  }

  @Test("each tool has schemas for its arguments and results")
  func tools() async throws {
    let conversation = try await Conversation(
      [Conversation.request(1, "tools/list")], in: AgentSources.container())
    let tools = try conversation.result(1)["tools"].array()
    #expect(
      tools.compactMap { $0["name"].stringValue } == ["current", "forecast", "estimate", "explain", "search"])
    for tool in tools {
      #expect(tool["inputSchema"]["type"].stringValue == "object")
      #expect(tool["outputSchema"]["properties"]["caveats"].kind == .object)
      #expect(tool["outputSchema"]["properties"]["credit"].kind == .object)
      #expect(tool["annotations"]["readOnlyHint"].boolValue == true)
    }
  }

  @Test("before the handshake tools can't be called, unless a request states its version")
  func handshake() async throws {
    let meta =
      #""_meta":{"io.modelcontextprotocol/protocolVersion":"VERSION","io.modelcontextprotocol/clientCapabilities":{}}"#
    func list(_ id: Int, _ version: String) -> String {
      Conversation.request(id, "tools/list", "{\(meta.replacing("VERSION", with: version))}")
    }
    let lines = [
      Conversation.request(1, "tools/list"), Conversation.request(2, "server/discover"),
      list(3, "2026-07-28"), list(4, "2030-01-01"),
      Conversation.request(
        5, "tools/list", #"{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}"#),
    ]
    let conversation = try await Conversation(lines, isOpened: false, in: AgentSources.container())
    #expect(conversation[1]?["error"]["code"].intValue == -32600)
    #expect(
      try conversation.result(2)["supportedVersions"].array().compactMap(\.stringValue).last == "2026-07-28")
    let result = try conversation.result(3)
    #expect(result["resultType"].stringValue == "complete" && result["cacheScope"].stringValue == "public")
    let refused = try #require(conversation[4])["error"]
    #expect(refused["code"].intValue == -32022 && refused["data"]["requested"].stringValue == "2030-01-01")
    #expect(conversation[5]?["error"]["code"].intValue == -32602)
  }

  @Test("a line that isn't a message gets an error, and the next line a reply")
  func hostile() async throws {
    let deep = String(repeating: "[", count: 100_000)
    let huge = #"{"jsonrpc":"2.0","id":1,"method":"\#(String(repeating: "x", count: 3 << 20))"}"#
    let lines = [
      "nonsense", "{", deep, "\u{0}", "[]", #"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, "1", #""text""#,
      "null",
      "{}", #"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, #"{"jsonrpc":"2.0","id":{},"method":"ping"}"#,
      #"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, #"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
      #"{"jsonrpc":"2.0","id":1,"method":7}"#, huge, #"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#,
      Conversation.request(1, "resources/list"), Conversation.request(1, "tools/call"),
      Conversation.request(1, "tools/call", #"{"name":"rm"}"#),
      Conversation.request(1, "tools/call", #"{"name":"current","arguments":"Brno"}"#),
      Conversation.request(1, "initialize"),
    ]
    let conversation = try await Conversation(
      lines + [Conversation.request(77, "ping")], in: AgentSources.container())
    #expect(
      conversation.errorCodes == [Int64](repeating: -32700, count: 4) + [Int64](repeating: -32600, count: 12)
        + [-32602, -32601] + [Int64](repeating: -32602, count: 4))
    #expect(conversation.replies.last?["id"].intValue == 77)
  }

  @Test("an input that can't be read ends it with an error")
  func unreadable() async throws {
    let folder = open("/", O_RDONLY)
    defer { close(folder) }
    let input = FileHandle(fileDescriptor: folder)
    let command = try ServeCommand.parse(["--mcp"])
    let container = try AgentSources.container()
    let error = await #expect(throws: AQError.self) {
      try await command.serve(container, reading: input, writing: FileHandle.nullDevice.fileDescriptor)
    }
    #expect(error?.code == .unavailable)
  }

  @Test("requests are served at the same time")
  func concurrent() async throws {
    let door = Promise<Bool>()
    let container = try AgentSources.container(
      AgentSources.station("waits") { _ = try await door.value() },
      AgentSources.station("opens") { door.finish(.success(true)) })
    let conversation = try await Conversation(
      [
        Conversation.call(1, "current", #"{"latitude":50,"longitude":14,"sources":["waits"]}"#),
        Conversation.call(2, "current", #"{"latitude":50,"longitude":14,"sources":["opens"]}"#),
      ], in: container)
    for id: Int64 in [1, 2] { #expect(try conversation.result(id)["isError"].boolValue == false) }
  }

  @Test("a cancelled request ends without a reply; one beyond the limit gets an error")
  func cancelled() async throws {
    let never = Promise<Bool>()
    let container = try AgentSources.container(
      AgentSources.station("waits") { _ = try await never.value() })
    let ids = 1...AgentServer.mostRequests
    let calls = ids.map { Conversation.call($0, "current", place) }
    let cancellations = ids.map {
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":\#($0)}}"#
    }
    let conversation = try await Conversation(
      calls + [Conversation.call(1, "current", place), Conversation.call(99, "current", place)]
        + cancellations,
      in: container)
    #expect(conversation.errorCodes == [-32600, -32000])
    #expect(conversation.replies.filter { !$0["result"].isMissing }.map { $0["id"].intValue } == [0])
  }

  @Test(
    "the process writes messages to its output and everything else to its errors, and ends with its input")
  func process() async throws {
    let input = Pipe()
    let lines = [
      Conversation.request(1, "initialize", #"{"protocolVersion":"2025-06-18","capabilities":{}}"#),
      "nonsense",
      Conversation.call(2, "current", #"{"place":"Brno","sources":["recordings"]}"#),
    ]
    try input.fileHandleForWriting.write(contentsOf: Data(lines.joined(separator: "\n").utf8))
    try input.fileHandleForWriting.close()
    let run = try CommandRun(["serve", "--mcp", "--no-config"], input: input.fileHandleForReading)
    let outcome = try await run.outcome()
    #expect(outcome.status == 0 && outcome.hasExited)
    let replies = try outcome.output.split(separator: "\n").map { try AQJSON(parsing: String($0)) }
    #expect(replies.count == 3 && replies.allSatisfy { $0["jsonrpc"].stringValue == "2.0" })
    #expect(outcome.errors.contains("Model Context Protocol"))
    #expect(try await CommandRun(["serve"]).outcome().status == 2)
  }
}
