import AQKit
import AQKitStorage
import AQKitTesting
import Foundation
import TestRuns
import Testing

@Suite("A process that is killed while it stores responses", .timeLimit(.minutes(10)))
struct KilledWriterTests {
  private let folder = StoredFolder()

  /// Starts writers, and kills them at a random moment. Returns the last number that each one printed.
  private func run(from first: Int, writers: Int = 1) async throws -> [Int] {
    try await withCheckedThrowingContinuation { continuation in
      // Threads of their own: those of tasks mustn't wait.
      Thread.detachNewThread { [folder] in
        continuation.resume(
          with: Result {
            let processes = try (0..<writers).map { _ in
              try WriterProcess(folder: folder.url, first: first)
            }
            let lines = Int.random(in: 1...10)
            for process in processes { process.read(lines: lines) }
            // The moment is meant to be random: a store takes some milliseconds.
            usleep(UInt32.random(in: 0..<10_000))
            return processes.map { $0.kill() }
          })
      }
    }
  }

  /// Checks each response as a new start finds it: complete, and not older than what was reported as stored.
  private func check(_ said: Int) {
    let storage = AirStorage(folder: folder.url)
    for site in 0..<8 {
      let found = storage.response(
        to: AirQuery(places: [.site("\(site)")], parameters: [.pm25]), from: "sample")
      let newest = said - ((said - site) % 8 + 8) % 8
      guard let found else {
        #expect(newest < 1, "The response about \(site) is lost.")
        continue
      }
      let values = found.response.reports.first?.series.first?.values ?? []
      let number = Int(values.first ?? -1)
      let isWhole =
        values.count == 1000 && values.allSatisfy { $0 == Double(number) } && number % 8 == site
      #expect(isWhole)
      #expect(number >= newest)
    }
    #expect(storage.problems.isEmpty)
  }

  @Test("every start finds each response whole, and none that was stored is lost")
  func killed() async throws {
    var said = 0
    var drafts = 0
    for _ in 0..<TestEffort.of(20, heavy: 500) {
      said = max(said, try await run(from: said + 1).max() ?? 0)
      check(said)
      drafts = max(drafts, folder.files.count { $0.hasSuffix(".writing") })
    }
    // Some must have been killed in the middle of a file, or the test is pointless.
    if TestEffort.isHeavy { #expect(drafts > 0) }
  }

  @Test("two processes that write the same responses, both killed, leave whole ones")
  func killedTogether() async throws {
    var said = 0
    for _ in 0..<TestEffort.of(3, heavy: 50) {
      let both = try await run(from: said + 1, writers: 2)
      // Which of two is the last to rename its file is open; each file is whole.
      check(0)
      #expect(folder.files.contains { !$0.hasSuffix(".writing") })
      said = both.max() ?? said
    }
  }
}

/// The executable StorageWriter as a process. It is used on one thread.
private final class WriterProcess {
  private let process: ChildProcess
  private let output = Pipe()
  private var text: [UInt8] = []

  init(folder: URL, first: Int) throws {
    let program = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "StorageWriter")
    process = try ChildProcess(
      program.path, [folder.path, "\(first)"], output: output.fileHandleForWriting)
    try output.fileHandleForWriting.close()
  }

  /// Waits for this many lines.
  func read(lines: Int) {
    while text.count(where: { $0 == 10 }) < lines {
      let piece = output.fileHandleForReading.availableData
      if piece.isEmpty { return }
      text += piece
    }
  }

  /// Kills the process; returns the last number that it printed.
  func kill() -> Int {
    process.send(SIGKILL)
    while true {
      let piece = output.fileHandleForReading.availableData
      if piece.isEmpty { break }
      text += piece
    }
    _ = process.wait()
    // A number without its line end doesn't count.
    let lines = text.split(separator: 10, omittingEmptySubsequences: false).dropLast()
    return lines.last.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
  }
}
