import Dispatch
import Foundation

/// The built command, run as a process of its own. All waits are on threads of their own: on Linux those of Dispatch are
/// the threads of all tasks, too, and who waits on one takes it from the servers that the command asks.
package struct CommandRun: @unchecked Sendable {
  // One test uses it, one step after the other; Foundation's process and pipes are safe to use from another thread.
  private let process = Process()
  private let output = Pipe()
  private let errors = Pipe()
  private let isOver = DispatchSemaphore(value: 0)

  /// Starts the command.
  ///
  /// - Parameters:
  ///   - arguments: Its arguments.
  ///   - terminal: Where its output goes; nil for a pipe.
  ///   - environment: Variables beside those of this process.
  package init(
    _ arguments: [String], on terminal: PseudoTerminal? = nil, environment: [String: String] = [:]
  ) throws {
    let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    process.executableURL = folder.appending(path: "aqkit-cli")
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    var variables = ProcessInfo.processInfo.environment
    variables["NO_COLOR"] = nil
    variables["TERM"] = "xterm"
    process.environment = variables.merging(environment) { $1 }
    process.standardOutput = terminal.map { $0.programSide as Any } ?? output
    process.standardError = errors
    // Not by `waitUntilExit`, which on Linux turns in circles on any thread but that which has started the process.
    process.terminationHandler = { [isOver] _ in isOver.signal() }
    try process.run()
    if let terminal {
      try terminal.programSide.close()
      try output.fileHandleForWriting.close()
    }
  }

  /// The first line of the output.
  package func firstLine() async throws -> String {
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

  /// Sends what Ctrl-C sends.
  package func interrupt() { process.interrupt() }

  /// What the command came to.
  ///
  /// - Parameter isMeasured: Whether to look after its memory while it runs.
  package func outcome(measuringMemory isMeasured: Bool = false) async throws -> CommandOutcome {
    async let read = Self.aside { try output.fileHandleForReading.readToEnd() ?? Data() }
    async let said = Self.aside { try errors.fileHandleForReading.readToEnd() ?? Data() }
    async let peak = Self.aside { waitUntilOver(measuringMemory: isMeasured) }
    let (texts, peakBytes) = try await ((read, said), peak)
    return CommandOutcome(
      status: process.terminationStatus, hasExited: process.terminationReason == .exit,
      output: String(decoding: texts.0, as: UTF8.self), errors: String(decoding: texts.1, as: UTF8.self),
      peakBytes: peakBytes)
  }

  /// Waits until the process is over; returns the most memory that it was seen to hold. The system keeps the figure, but
  /// only for as long as the process lives, so that it is looked up again and again.
  private func waitUntilOver(measuringMemory isMeasured: Bool) -> Int? {
    var peak: Int?
    let pause = DispatchTimeInterval.milliseconds(isMeasured ? 5 : 1000)
    while isOver.wait(timeout: .now() + pause) == .timedOut {
      if isMeasured { peak = Self.peakBytes(of: process.processIdentifier) ?? peak }
    }
    // For whoever asks once more.
    isOver.signal()
    return peak
  }

  /// The most memory that a process has held so far (proc_pid_status).
  private static func peakBytes(of process: Int32) -> Int? {
    guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
    else { return nil }
    return line.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 1024 }
  }

  /// Runs what waits on a thread of its own.
  package static func aside<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws
    -> Result
  {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Swift.Result(catching: body)) }
    }
  }
}

/// What a command came to.
package struct CommandOutcome: Sendable {
  package let status: Int32
  /// Whether it ended by itself; false where a signal ended it, such as that of a trap.
  package let hasExited: Bool
  package let output: String
  package let errors: String
  /// The most memory that it held, as far as it was seen; nil if nobody looked, or the system doesn't tell.
  package let peakBytes: Int?
}
