import Foundation
import TestRuns
import Testing

@testable import AQKitCommands

@Suite("Handing over to the executable with sockets", .timeLimit(.minutes(10)))
struct LiveExecutableTests {
  /// A folder that is gone afterwards.
  private func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "aqkit-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder.resolvingSymlinksInPath())
  }

  /// A folder with the command, and a script in the place of the other executable.
  ///
  /// Written by another process: a file that this process had open for writing can't be executed while a child process started
  /// meanwhile still has it open, too.
  private func withCommand(beside script: String?, _ body: (URL) async throws -> Void) async throws {
    func write(_ command: String, _ arguments: String...) throws {
      let shell = try ChildProcess("/bin/sh", ["-c", command, "sh"] + arguments, output: .standardError)
      #expect(shell.wait().status == 0, "\(command)")
    }
    // The command is one folder further down: it looks for recordings in the folder above its own, which must be empty.
    try await withFolder { parent in
      let folder = parent.appending(path: "command", directoryHint: .isDirectory)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      try write(
        #"cp "$1" "$2""#, CommandRun.builds.appending(path: "aqkit-cli").path,
        folder.appending(path: "aqkit-cli").path)
      if let script {
        try write(
          #"printf '#!/bin/sh\n%s\n' "$1" >"$2" && chmod 755 "$2""#, script,
          folder.appending(path: SocketAccess.name).path)
      }
      try await body(folder)
    }
  }

  private let feed = ["--set", "city-feed.url=ws://127.0.0.1:1/feed"]

  @Test("arguments, environment and exit code are the same")
  func same() async throws {
    let script = #"for word; do printf '[%s]' "$word"; done; echo " $AQKIT_PROBE"; exit 7"#
    try await withCommand(beside: script) { folder in
      for arguments in [
        ["serve-feed", "a  file é", "--speed", "2"], ["watch", "ws://127.0.0.1:1/", "--json"], ["smoke"],
        ["current", "--at", "52.52,13.41"] + feed,
      ] {
        let run = try CommandRun(arguments, in: folder, environment: ["AQKIT_PROBE": "x y"])
        let outcome = try await run.outcome()
        let words = arguments.map { "[\($0)]" }.joined()
        #expect(outcome.output == "\(words) x y\n" && outcome.status == 7 && outcome.errors.isEmpty)
      }
    }
  }

  #if os(Linux)
    @Test("no signal is blocked, so that Ctrl-C ends it")
    func signals() async throws {
      try await withCommand(beside: "exec grep SigBlk /proc/self/status") { folder in
        let outcome = try await CommandRun(["serve-feed"], in: folder).outcome()
        #expect(outcome.output == "SigBlk:\t0000000000000000\n")
      }
    }
  #endif

  @Test("if it is missing, an error says what to do", arguments: [["serve-feed"], ["smoke", "--json"]])
  func missing(arguments: [String]) async throws {
    try await withCommand(beside: nil) { folder in
      let outcome = try await CommandRun(arguments, in: folder).outcome()
      #expect(outcome.status == 1 && outcome.output.isEmpty)
      let beginning = "aqkit-cli: This needs aqkit-cli-live, which isn't in \(folder.path)."
      #expect(outcome.errors.hasPrefix(beginning))
      #expect(outcome.errors.contains("swift run --traits default,NIO aqkit-cli-live"))
    }
  }

  @Test("what opens no socket works without it, even where a feed is configured")
  func alone() async throws {
    try await withCommand(beside: nil) { folder in
      for arguments in [
        ["sources"] + feed, ["doctor"] + feed, ["sources", "--coverage"] + feed, ["index", "pm25=35.4ug/m3"],
        ["serve-feed", "--help"],
      ] {
        let outcome = try await CommandRun(arguments, in: folder).outcome()
        #expect(outcome.status == 0 && !outcome.output.isEmpty, "\(arguments): \(outcome.errors)")
      }
      let usage = try await CommandRun(["watch", "ftp://example.org"], in: folder).outcome()
      #expect(usage.status == 2)
    }
  }

  @Test(
    "a feed that isn't asked needs no other executable",
    arguments: [["current"], ["current", "--at", "52.52,13.41", "--source", "recordings"]])
  func unasked(arguments: [String]) async throws {
    try await withCommand(beside: nil) { folder in
      let outcome = try await CommandRun(
        arguments + feed, in: folder, environment: ["PACKAGE_RESOURCE_BUNDLE_PATH": CommandRun.builds.path]
      ).outcome()
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
  }

  @Test("recordings are found where the environment of a preview names their bundle")
  func bundle() async throws {
    try await withCommand(beside: nil) { folder in
      let lost = try await CommandRun(["current", "--source", "recordings"], in: folder).outcome()
      #expect(lost.status != 0 && lost.errors.contains("keep the resource bundle"), "\(lost.errors)")
      for (name, value) in [
        ("PACKAGE_RESOURCE_BUNDLE_PATH", CommandRun.builds.path),
        ("PACKAGE_RESOURCE_BUNDLE_URL", CommandRun.builds.absoluteString),
      ] {
        let found = try await CommandRun(
          ["current", "--source", "recordings"], in: folder, environment: [name: value]
        ).outcome()
        #expect(found.status == 0, "\(name): \(found.errors)")
      }
    }
  }
}
