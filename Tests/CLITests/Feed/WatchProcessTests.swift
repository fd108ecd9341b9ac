import Foundation
import Testing

@testable import aqkit_cli

/// The built command, run as a process of its own.
@Suite(.timeLimit(.minutes(2))) struct WatchProcessTests {
  private struct Outcome {
    let status: Int32
    let output: String
    let errors: String
  }

  private func process(_ arguments: [String]) throws -> (Process, Pipe, Pipe) {
    let process = Process()
    let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    process.executableURL = folder.appending(path: "aqkit-cli")
    process.arguments = arguments
    let (output, errors) = (Pipe(), Pipe())
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    return (process, output, errors)
  }

  @concurrent private func run(_ arguments: String...) async throws -> Outcome {
    let (process, output, errors) = try process(arguments)
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    let said = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, output: String(decoding: text, as: UTF8.self),
      errors: String(decoding: said, as: UTF8.self))
  }

  /// Runs a body beside a feed that is served; Ctrl-C must end the server cleanly.
  private func withFeed(_ arguments: [String], _ body: (String) async throws -> Void) async throws {
    let (server, output, errors) = try process(["serve-feed"] + arguments)
    var url = ""
    while !url.hasSuffix("\n"), let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty {
      url += String(decoding: byte, as: UTF8.self)
    }
    do { try await body(String(url.dropLast())) } catch {
      server.terminate()
      throw error
    }
    server.interrupt()
    server.waitUntilExit()
    #expect(server.terminationStatus == 0)
    let said = try errors.fileHandleForReading.readToEnd() ?? Data()
    #expect(String(decoding: said, as: UTF8.self).contains("connections were served"))
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
      let (watch, output, errors) = try process(["watch", url])
      _ = try output.fileHandleForReading.read(upToCount: 1)
      watch.interrupt()
      watch.waitUntilExit()
      #expect(watch.terminationStatus == 0 && watch.terminationReason == .exit)
      let said = try errors.fileHandleForReading.readToEnd() ?? Data()
      #expect(String(decoding: said, as: UTF8.self).contains("Interrupted"))
    }
  }
}
