import AQKit
import AQKitTesting
import Foundation
import LoopbackServers
import TestRuns
import Testing

@Suite(
  "The command line and a hostile HTTP server", .timeLimit(.minutes(10)), .enabled(if: TestEffort.isHeavy))
struct HostileCommandLineTests {
  /// The result of one run of `current` for some replies.
  private struct Batch: Sendable {
    var complaints: [String] = []
    var crashed: Set<String> = []
    /// The names of the replies for which a run held too much.
    var swollen: Set<String> = []

    mutating func add(_ other: Batch) {
      complaints += other.complaints
      crashed.formUnion(other.crashed)
      swollen.formUnion(other.swollen)
    }
  }

  /// The maximum memory of a run.
  private static let mostBytes = 100_000_000

  /// The number of replies that one run asks for; the transport has more connections for a host than that.
  private static let batchSize = 24

  /// The number of concurrent runs: few, because none may take so long that the standard idle time-out ends it.
  private static let runsAtOnce = 2

  @Test("shows a report or an error for every reply, crashes only on the known ones, and stays small")
  func current() async throws {
    let all = HostileReply.all
    let alone = HostileReply.endingCommandLine.union(HostileReply.swellingCommandLine)
      .union(HostileReply.outlastingCommandLine)
    let known = all.indices.filter { alone.contains(all[$0].name) }
    let silent = all.indices.filter { all[$0].keepsWaiting && !known.contains($0) }
    let others = all.indices.filter { !all[$0].keepsWaiting && !known.contains($0) }
    // Replies that keep a client waiting run together, with the patience of a person; the known ones run alone.
    let batches =
      Self.batches(of: others) + Self.batches(of: silent) + known.map { [$0] }
    try await HostileReplyServer.run { server in
      var result = Batch()
      try await withThrowingTaskGroup(of: Batch.self) { group in
        for (number, batch) in batches.enumerated() {
          if number >= Self.runsAtOnce, let done = try await group.next() { result.add(done) }
          group.addTask { try await Self.run(batch, at: server) }
        }
        for try await done in group { result.add(done) }
      }
      for complaint in result.complaints { Issue.record("\(complaint)") }
      #expect(result.crashed.subtracting(HostileReply.endingCommandLine) == [])
      // A case that passes must leave the list.
      #expect(HostileReply.endingCommandLine.subtracting(result.crashed) == [])
      #expect(
        result.swollen.subtracting(HostileReply.oftenSwellingCommandLine)
          == HostileReply.swellingCommandLine)
      #expect(await server.isLeftAlone())
    }
  }

  @Test("says what is wrong with every handshake, and with servers that reply before the request")
  func handshakes() async throws {
    let all = HostileHandshake.all + HostileHandshake.untrusted + HostileHandshake.early
    let servers = try await withThrowingTaskGroup(of: (Int, LoopbackTCPServer).self) { group in
      for (index, handshake) in all.enumerated() {
        group.addTask {
          let server = try await LoopbackTCPServer.start(
            certificate: handshake.certificate, script: handshake.steps)
          return (index, server)
        }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    for isSilent in [false, true] {
      let asked = servers.filter { all[$0.key].isSilent == isSilent }
      let run = try await Self.current(
        Dictionary(
          uniqueKeysWithValues: asked.map { ($0.key, all[$0.key].url(port: $0.value.port) + "/v1") }),
        timeout: isSilent ? "5" : "300")
      #expect(run.hasExited, "\(run.errors)")
      #expect((run.peakBytes ?? 0) < Self.mostBytes)
      for index in asked.keys {
        let (isReported, said) = try Self.result(of: index, in: run)
        #expect(isReported == said.isEmpty, "\(all[index].name)")
        #expect(!isReported || all[index].mayBeData, "\(all[index].name)")
      }
    }
    for server in servers.values { await server.stop() }
  }

  private static func batches(of indices: [Int]) -> [[Int]] {
    stride(from: 0, to: indices.count, by: batchSize).map {
      Array(indices[$0..<min($0 + batchSize, indices.count)])
    }
  }

  /// Asks for some replies in a run, each through a separate source. If the process ends or uses too much memory, halves are
  /// asked for until the responsible reply is known: two bodies of the maximum length may well be too much.
  private static func run(_ batch: [Int], at server: HostileReplyServer) async throws -> Batch {
    // Only a server that stays silent, or that asks for patience, may run into the time-out.
    let timeout = batch.allSatisfy { HostileReply.all[$0].keepsWaiting } ? "5" : "300"
    let run = try await current(
      Dictionary(uniqueKeysWithValues: batch.map { ($0, server.url(of: $0)) }), timeout: timeout)
    var result = Batch()
    let isSwollen = run.peakBytes.map { $0 >= mostBytes } ?? false
    if !run.hasExited || isSwollen, batch.count > 1 {
      for half in [batch.prefix(batch.count / 2), batch.dropFirst(batch.count / 2)] {
        result.add(try await Self.run(Array(half), at: server))
      }
      return result
    }
    if isSwollen { result.swollen.formUnion(batch.map { HostileReply.all[$0].name }) }
    if run.hasExited {
      result.complaints = try batch.compactMap { try complaint(about: $0, in: run) }
    } else {
      result.crashed.formUnion(batch.map { HostileReply.all[$0].name })
    }
    return result
  }

  /// Runs `current` once for addresses, each through a separate source.
  private static func current(_ urls: [Int: String], timeout: String) async throws -> CommandOutcome {
    let file = FileManager.default.temporaryDirectory.appending(path: "aqkit-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    let sources = urls.map { index, url in
      // A separate key gives each source a separate budget.
      #"{"id":"case\#(index)","recipe":"open-meteo","options":{"baseURL":"\#(url)","#
        + #""apiKey":"k\#(index)","limits":"none","keep":0}}"#
    }
    try Data(#"{"sources":[\#(sources.joined(separator: ","))]}"#.utf8).write(to: file)
    // A crash that is expected needs no picture of its stack, which takes seconds.
    let run = try CommandRun(
      ["current", "--json", "--at", "52.52,13.41", "--config", file.path, "--timeout", timeout]
        + urls.keys.flatMap { ["--source", "case\($0)"] }, environment: ["SWIFT_BACKTRACE": "enable=no"])
    return try await run.outcome(measuringMemory: true)
  }

  /// Returns whether a run reported for an address, and its text about it, without the remark that a service has moved. A
  /// message that several sources share is written once among the errors; the output tells which of them failed.
  private static func result(of index: Int, in run: CommandOutcome) throws -> (Bool, [String]) {
    let output = try AQJSON(parsing: Array(run.output.utf8))
    func own(_ member: String) throws -> [AQJSON] {
      try output[member].array().filter { try $0.require("source").string() == "case\(index)" }
    }
    return (
      try !own("reports").isEmpty,
      try own("failures").map { try $0.require("message").string() }
        + run.errors.split(separator: "\n").filter {
          $0.hasPrefix("aqkit-cli: case\(index): ") && !$0.contains(" has moved for good, ")
        }.map(String.init)
    )
  }

  /// Returns the fault in a run's text about a reply; nil if there is none.
  private static func complaint(about index: Int, in run: CommandOutcome) throws -> String? {
    let reply = HostileReply.all[index]
    let (isReported, said) = try result(of: index, in: run)
    let isExpected = reply.becomesReport.map { $0 == isReported || reply.isCutUnnoticed } ?? true
    if isReported == said.isEmpty, isExpected { return nil }
    return "“\(reply.name)” became \(isReported ? "a report" : "no report"): \(said.first ?? "not a word")"
  }
}
