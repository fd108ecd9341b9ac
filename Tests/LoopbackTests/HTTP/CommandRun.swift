import Dispatch
import Foundation

/// The built command line, run as a process of its own, and what it came to.
struct CommandRun: Sendable {
  /// Whether a signal ended it, such as that of a trap.
  let hasCrashed: Bool
  let output: String
  let errors: String
  /// The most memory that it held, as far as it was seen; nil where the system doesn't tell.
  let peakBytes: Int?

  /// Runs the command to its end, on threads of Dispatch alone.
  init(_ arguments: [String]) async throws {
    self = try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(with: Result { try CommandRun(running: arguments) })
      }
    }
  }

  private init(running arguments: [String]) throws {
    let process = Process()
    let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    process.executableURL = folder.appending(path: "aqkit-cli")
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    // A crash that is expected needs no pictures of its stack, which take seconds.
    process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    // Files, since nobody reads while the process runs.
    let files = try (CommandOutput(), CommandOutput())
    process.standardOutput = files.0.handle
    process.standardError = files.1.handle
    try process.run()
    var peak: Int?
    while process.isRunning {
      peak = Self.peakBytes(of: process.processIdentifier) ?? peak
      usleep(2000)
    }
    process.waitUntilExit()
    hasCrashed = process.terminationReason == .uncaughtSignal
    output = try files.0.text()
    errors = try files.1.text()
    peakBytes = peak
  }

  /// The most memory that a process has held so far (proc_pid_status).
  private static func peakBytes(of process: Int32) -> Int? {
    guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
    else { return nil }
    return line.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 1024 }
  }
}

/// A file that a process writes to, gone when it has been read.
private struct CommandOutput {
  let handle: FileHandle
  private let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "aqkit-\(UUID().uuidString)")
    try Data().write(to: url)
    handle = try FileHandle(forWritingTo: url)
  }

  func text() throws -> String {
    try handle.close()
    defer { try? FileManager.default.removeItem(at: url) }
    return String(decoding: try Data(contentsOf: url), as: UTF8.self)
  }
}
