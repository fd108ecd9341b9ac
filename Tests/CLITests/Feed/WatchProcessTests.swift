import Dispatch
import Foundation
import Testing

@testable import aqkit_cli

/// The built command, run as a process of its own. All waits are on threads of Dispatch, so that no test beside these is
/// held up.
@Suite(.serialized, .timeLimit(.minutes(2))) struct WatchProcessTests {
  /// A command that runs.
  private struct Run: @unchecked Sendable {
    // One test uses it, one step after the other; Foundation's process and pipes are safe to use from another thread.
    private let process = Process()
    private let output = Pipe()
    private let errors = Pipe()

    init(_ arguments: [String], on terminal: PseudoTerminal? = nil) throws {
      let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      process.executableURL = folder.appending(path: "aqkit-cli")
      process.arguments = arguments
      process.standardInput = FileHandle.nullDevice
      var environment = ProcessInfo.processInfo.environment
      environment["NO_COLOR"] = nil
      environment["TERM"] = "xterm"
      process.environment = environment
      process.standardOutput = terminal.map { $0.programSide as Any } ?? output
      process.standardError = errors
      try process.run()
      if let terminal {
        try terminal.programSide.close()
        try output.fileHandleForWriting.close()
      }
    }

    /// The first line of the output.
    func firstLine() async throws -> String {
      try await Self.aside {
        var line: [UInt8] = []
        while line.last != UInt8(ascii: "\n"),
          let byte = try output.fileHandleForReading.read(upToCount: 1)?.first
        {
          line.append(byte)
        }
        return String(decoding: line.dropLast(), as: UTF8.self)
      }
    }

    func interrupt() { process.interrupt() }

    /// What the command came to.
    func outcome() async throws -> Outcome {
      async let read = Self.aside { try output.fileHandleForReading.readToEnd() ?? Data() }
      async let said = Self.aside { try errors.fileHandleForReading.readToEnd() ?? Data() }
      let texts = try await (read, said)
      try await Self.aside { process.waitUntilExit() }
      return Outcome(
        status: process.terminationStatus, hasExited: process.terminationReason == .exit,
        output: String(decoding: texts.0, as: UTF8.self), errors: String(decoding: texts.1, as: UTF8.self))
    }

    static func aside<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws
      -> Result
    {
      try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(with: Swift.Result(catching: body)) }
      }
    }
  }

  /// A terminal of so many columns and rows that is none.
  private final class PseudoTerminal: @unchecked Sendable {
    // One test uses it, one step after the other.
    private let ours: FileHandle
    /// What a program has as its terminal.
    let programSide: FileHandle
    private var seen = ""

    init(columns: UInt16, rows: UInt16) throws {
      var (here, there): (Int32, Int32) = (-1, -1)
      var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
      guard openpty(&here, &there, nil, nil, &size) == 0 else { throw CocoaError(.fileNoSuchFile) }
      ours = FileHandle(fileDescriptor: here, closeOnDealloc: true)
      programSide = FileHandle(fileDescriptor: there, closeOnDealloc: true)
    }

    /// Reads until something stands there, or the program has gone; returns all that was ever read.
    func read(until isEnough: (String) -> Bool) -> String {
      var piece = [UInt8](repeating: 0, count: 4096)
      var bytes = Array(seen.utf8)
      while !isEnough(seen) {
        let count = Foundation.read(ours.fileDescriptor, &piece, piece.count)
        guard count > 0 else { break }
        bytes += piece.prefix(count)
        seen = String(decoding: bytes, as: UTF8.self)
      }
      return seen
    }
  }

  private struct Outcome: Sendable {
    let status: Int32
    let hasExited: Bool
    let output: String
    let errors: String
  }

  private func run(_ arguments: String...) async throws -> Outcome { try await Run(arguments).outcome() }

  /// Runs a body beside a feed that is served; Ctrl-C must end the server cleanly.
  private func withFeed(_ arguments: [String], _ body: (String) async throws -> Void) async throws {
    let server = try Run(["serve-feed"] + arguments)
    let url = try await server.firstLine()
    let result: Result<Void, any Error>
    do {
      result = .success(try await body(url))
    } catch {
      result = .failure(error)
    }
    server.interrupt()
    let outcome = try await server.outcome()
    #expect(outcome.status == 0 && outcome.hasExited && outcome.errors.contains("Connections served"))
    try result.get()
  }

  @Test("serve-feed and watch find each other over every protocol", arguments: ["ws", "tcp", "sse"])
  func together(wire: String) async throws {
    try await withFeed(["--protocol", wire, "--speed", "inf", "--loop"]) { url in
      let outcome = try await run("watch", url, "--json", "--count", "20", "--timeout", "30")
      #expect(outcome.status == 0 && outcome.output.split(separator: "\n").count == 20)
      #expect(outcome.output.contains(#""site":"Mumbai""#) && outcome.errors.contains("live"))
    }
  }

  @Test("a feed that ends before is exit code 1, and so is one that can't be had")
  func failures() async throws {
    var address = ""
    try await withFeed(["--speed", "inf"]) { url in
      address = url
      let outcome = try await run("watch", url, "--count", "100000", "--no-reconnect", "--timeout", "30")
      #expect(outcome.status == 1 && outcome.errors.contains("of 100000 readings"))
      let silent = try await run("watch", url, "--city", "Atlantis", "--timeout", "0.2")
      #expect(silent.status == 1)
    }
    let refused = try await run("watch", address, "--no-reconnect", "--timeout", "30")
    #expect(refused.status == 1 && refused.errors.contains("aqkit-cli:") && refused.output.isEmpty)
    #expect(!refused.errors.contains("next try"))
  }

  @Test(
    "an address that is none, and a source that isn't there or isn't live, are wrong usage, said before anything is tried",
    arguments: [
      ["city.example.org"], ["ftp://example.org"], ["ws://"], ["ws://127.0.0.1:99999/"], ["tcp://127.0.0.1"],
      ["ws://exa mple/"], ["open-meteo"], ["recordings"], ["city-feed"],
      ["recordings", "--scale", "in-naqi"],
      ["city-feed", "--format", "city"], ["city-feed", "--header", "A: b"],
      ["ws://127.0.0.1:1", "--count", "0"],
    ])
  func wrongUsage(arguments: [String]) async throws {
    let outcome = try await Run(["watch"] + arguments).outcome()
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    #expect(!outcome.errors.isEmpty && !outcome.errors.contains("connecting"))
  }

  @Test(
    "a source is watched like an address, as it is configured: recordings at a speed, a feed at its address")
  func sources() async throws {
    let played = try await run(
      "watch", "recordings", "--set", "recordings.speed=1000000", "--city", "Enschede", "--count", "5",
      "--json",
      "--timeout", "30")
    #expect(played.status == 0 && played.output.split(separator: "\n").count == 5)
    #expect(
      played.output.contains(#""site":"Enschede""#) && played.output.contains(#""source":"recordings""#))
    try await withFeed(["--speed", "inf"]) { url in
      let outcome = try await run(
        "watch", "city-feed", "--set", "city-feed.url=\(url)", "--scale", "in-naqi", "--no-reconnect",
        "--idle-timeout", "20", "--timeout", "30")
      #expect(outcome.status == 0 && outcome.errors.contains("The feed ended: 505 readings"))
      #expect(outcome.output.contains("aqi.in-naqi"))
    }
  }

  @Test("on a terminal a table is drawn in place, and Ctrl-C gives the cursor back")
  func terminal() async throws {
    try await withFeed(["--loop"]) { url in
      let terminal = try PseudoTerminal(columns: 60, rows: 12)
      let watch = try Run(["watch", url, "--scale", "in-naqi", "--timeout", "60"], on: terminal)
      _ = try await Run.aside { terminal.read { $0.contains("Bengaluru") && $0.contains("live") } }
      watch.interrupt()
      let outcome = try await watch.outcome()
      let text = try await Run.aside { terminal.read { _ in false } }
      #expect(outcome.status == 0 && outcome.hasExited && outcome.errors.contains("Interrupted"))
      #expect(text.contains("\u{1B}[?25l") && text.contains("\u{1B}[K") && text.contains("\u{1B}[48;2;"))
      #expect(text.hasSuffix("\u{1B}[?7h\u{1B}[?25h"))
      let widths = text.replacing(#/\u{1B}\[[0-9;?]*[A-Za-z]/#, with: "").split(whereSeparator: \.isNewline)
        .map { Text.width($0) }
      #expect(widths.max() ?? 0 <= 60)
    }
  }

  @Test("Ctrl-C ends a watch with exit code 0 and a last sentence")
  func interrupt() async throws {
    try await withFeed(["--loop"]) { url in
      let watch = try Run(["watch", url])
      _ = try await watch.firstLine()
      watch.interrupt()
      let outcome = try await watch.outcome()
      #expect(outcome.status == 0 && outcome.hasExited && outcome.errors.contains("Interrupted"))
    }
  }
}
