import Dispatch
import Foundation
import TestRuns
import Testing

@testable import AQKitCommands

/// The built command, run as a separate process. All waits are on threads of Dispatch, so that no other test is held up.
@Suite(.serialized, .timeLimit(.minutes(10))) struct WatchProcessTests {
  /// Runs a command; the handshake of a feed may take as long as a busy machine needs.
  private func run(_ arguments: String...) async throws -> CommandOutcome {
    try await CommandRun(arguments + ["--set", "city-feed.handshakeTimeout=300"]).outcome()
  }

  /// Runs a body while a feed is served; Ctrl-C must end the server cleanly.
  private func withFeed(_ arguments: [String], _ body: (String) async throws -> Void) async throws {
    let server = try CommandRun(["serve-feed"] + arguments)
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

  @Test("serve-feed and watch find each other", .withConnector)
  func together() async throws {
    try await withFeed(["--speed", "inf", "--loop"]) { url in
      let outcome = try await run("watch", url, "--json", "--count", "20", "--timeout", "300")
      #expect(outcome.status == 0 && outcome.output.split(separator: "\n").count == 20)
      #expect(outcome.output.contains(#""site":"Mumbai""#) && outcome.errors.contains("live"))
    }
  }

  @Test("--help that can't be written is a failure; a reader that has left isn't")
  func fullDisk() async throws {
    for (target, status) in [("/dev/full", Int32(1)), ("/dev/null", 0)] {
      let process = Process()
      process.executableURL = CommandRun.builds.appending(path: "aqkit-cli")
      process.arguments = ["--help"]
      process.standardOutput = FileHandle(forWritingAtPath: target)
      process.standardError = FileHandle.nullDevice
      let (ends, end) = AsyncStream.makeStream(of: Int32.self)
      process.terminationHandler = { end.yield($0.terminationStatus) }
      try process.run()
      let found = await ends.first { _ in true }
      #expect(found == status, "\(target)")
    }
  }

  @Test("a feed that ends early exits with code 1, and so does one that can't be reached", .withConnector)
  func failures() async throws {
    var address = ""
    try await withFeed(["--speed", "inf"]) { url in
      address = url
      let outcome = try await run("watch", url, "--count", "100000", "--no-reconnect", "--timeout", "300")
      #expect(outcome.status == 1 && outcome.errors.contains("of 100000 readings"))
      let silent = try await run("watch", url, "--city", "Atlantis", "--timeout", "0.2")
      #expect(silent.status == 1)
    }
    let refused = try await run("watch", address, "--no-reconnect", "--timeout", "300")
    #expect(refused.status == 1 && refused.errors.contains("aqkit-cli:") && refused.output.isEmpty)
    #expect(!refused.errors.contains("next try"))
  }

  @Test(
    "an invalid address, and a source that doesn't exist or isn't live, are wrong usage, reported before anything is tried",
    arguments: [
      ["city.example.org"], ["ftp://example.org"], ["ws://"], ["ws://127.0.0.1:99999/"], ["tcp://127.0.0.1"],
      ["ws://exa mple/"], ["open-meteo"], ["recordings"], ["city-feed"],
      ["recordings", "--scale", "in-naqi"],
      ["city-feed", "--format", "city"],
      ["ws://127.0.0.1:1", "--count", "0"],
    ])
  func wrongUsage(arguments: [String]) async throws {
    let outcome = try await CommandRun(["watch"] + arguments).outcome()
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    #expect(!outcome.errors.isEmpty && !outcome.errors.contains("connecting"))
  }

  @Test(
    "a source is watched like an address, as it is configured: recordings at a speed, a feed at its address",
    .withConnector)
  func sources() async throws {
    let played = try await run(
      "watch", "recordings", "--set", "recordings.speed=1000000", "--city", "Enschede", "--count", "5",
      "--json",
      "--timeout", "300")
    #expect(played.status == 0 && played.output.split(separator: "\n").count == 5)
    #expect(
      played.output.contains(#""site":"Enschede""#) && played.output.contains(#""source":"recordings""#))
    try await withFeed(["--speed", "inf"]) { url in
      let outcome = try await run(
        "watch", "city-feed", "--set", "city-feed.url=\(url)", "--scale", "in-naqi", "--no-reconnect",
        "--timeout", "300")
      #expect(outcome.status == 0 && outcome.errors.contains("The feed ended: 505 readings"))
      #expect(outcome.output.contains("aqi.in-naqi"))
    }
  }

  @Test(
    "Ctrl-C, or a terminal that closes, ends a watch with exit code 0 and a last sentence", .withConnector,
    arguments: [SIGINT, SIGHUP])
  func interrupt(signal: Int32) async throws {
    try await withFeed(["--loop"]) { url in
      let watch = try CommandRun(["watch", url])
      _ = try await watch.firstLine()
      watch.interrupt(signal)
      let outcome = try await watch.outcome()
      #expect(outcome.status == 0 && outcome.hasExited && outcome.errors.contains("Interrupted"))
    }
  }
}
