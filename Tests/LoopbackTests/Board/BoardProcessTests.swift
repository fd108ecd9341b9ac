import AQKit
import CommandRuns
import LoopbackServers
import Testing

/// The built command, run as a process of its own.
@Suite("The board's command", .serialized, .timeLimit(.minutes(10)))
struct BoardProcessTests {
  #if Board
    @Test("it serves recorded places and a recorded feed until Ctrl-C, without network")
    func recordings() async throws {
      let command = try CommandRun(["board"])
      let url = try await command.firstLine()
      let port = try #require(Int(url.dropFirst("http://127.0.0.1:".count).dropLast()))
      let connection = try await LoopbackConnection.connect(toPort: port)
      try await connection.write("GET /events HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n")
      var text = ""
      while !["Brno", "Karachi", "Mumbai", "\"values\":", "These are recordings"].allSatisfy(text.contains),
        let part = await connection.read()
      {
        text += String(decoding: part, as: UTF8.self)
      }
      #expect(text.contains("Mumbai"))
      command.interrupt()
      let outcome = try await command.outcome()
      #expect(outcome.status == 0 && outcome.hasExited && outcome.errors.contains("Ctrl-C"))
      #expect(await connection.read(through: Array("0\r\n\r\n".utf8)) != nil)
    }

    @Test(
      "what can't be meant is wrong usage",
      arguments: [
        ["--port", "70000"], ["--live", "ftp://example.org"], ["--live", "open-meteo"],
        ["--standard", "none"],
        ["--source", "open-meteo"], ["--source", "nobody", "Brno"], ["--interval", "0"],
      ])
    func wrongUsage(arguments: [String]) async throws {
      let outcome = try await CommandRun(["board"] + arguments).outcome()
      #expect(outcome.status == 2 && outcome.output.isEmpty && !outcome.errors.isEmpty)
    }

    @Test("a port that is taken is an error")
    func port() async throws {
      let first = try CommandRun(["board"])
      let url = try await first.firstLine()
      let port = url.dropFirst("http://127.0.0.1:".count).dropLast()
      let second = try await CommandRun(["board", "--port", String(port)]).outcome()
      #expect(second.status == 1 && second.errors.contains("can't be had"))
      first.interrupt()
      #expect(try await first.outcome().status == 0)
    }
  #else
    @Test("a build without it says in one sentence how to have it")
    func withoutTrait() async throws {
      let outcome = try await CommandRun(["board"]).outcome()
      #expect(outcome.status == 2 && outcome.output.isEmpty)
      #expect(outcome.errors.contains("swift run --traits Board aqkit-cli board"))
    }
  #endif
}
