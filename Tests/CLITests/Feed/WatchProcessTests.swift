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

    init(_ arguments: [String]) throws {
      let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      process.executableURL = folder.appending(path: "aqkit-cli")
      process.arguments = arguments
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = output
      process.standardError = errors
      try process.run()
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

    private static func aside<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws
      -> Result
    {
      try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(with: Swift.Result(catching: body)) }
      }
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
    #expect(outcome.status == 0 && outcome.hasExited && outcome.errors.contains("connections were served"))
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
    let wrong = try await run("watch", "city.example.org")
    #expect(wrong.status == 2)
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
