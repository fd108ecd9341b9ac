package import Foundation

/// The built command, run as a separate process. All waits are on separate threads: on Linux the threads of Dispatch also
/// run all tasks, and a wait on one blocks the servers that the command asks.
package struct CommandRun: @unchecked Sendable {
  // One test uses it, one step after the other; Foundation's pipes are safe to use from another thread.
  private let process: ChildProcess
  private let output = Pipe()
  private let errors = Pipe()

  /// The folder where the tests and the command were built.
  package static var builds: URL {
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
  }

  /// Starts the command.
  ///
  /// - Parameters:
  ///   - arguments: Its arguments.
  ///   - folder: Its working directory.
  ///   - terminal: Where its output goes; nil for a pipe.
  ///   - input: What it reads; nil for nothing.
  ///   - environment: Variables in addition to those of this process.
  package init(
    _ arguments: [String], in folder: URL = CommandRun.builds, on terminal: PseudoTerminal? = nil,
    input: FileHandle? = nil, environment: [String: String] = [:]
  ) throws {
    var variables = ProcessInfo.processInfo.environment
    variables["NO_COLOR"] = nil
    variables["TERM"] = "xterm"
    process = try ChildProcess(
      folder.appending(path: "aqkit-cli").path, arguments,
      environment: variables.merging(environment) { $1 }, input: input,
      output: terminal?.programSide ?? output.fileHandleForWriting, errors: errors.fileHandleForWriting)
    try terminal?.programSide.close()
    try output.fileHandleForWriting.close()
    try errors.fileHandleForWriting.close()
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

  /// Sends a signal, by default that of Ctrl-C.
  package func interrupt(_ signal: Int32 = SIGINT) { process.send(signal) }

  /// Runs the command and returns its outcome.
  ///
  /// - Parameter isMeasured: Whether to measure its memory while it runs.
  package func outcome(measuringMemory isMeasured: Bool = false) async throws -> CommandOutcome {
    async let read = Self.aside { try output.fileHandleForReading.readToEnd() ?? Data() }
    async let said = Self.aside { try errors.fileHandleForReading.readToEnd() ?? Data() }
    async let over = Self.aside {
      // The system keeps the figure only during the process's life, so it is read repeatedly.
      var peak: Int?
      let ending = process.wait { if isMeasured { peak = Self.peakBytes(of: process.id) ?? peak } }
      return (ending, peak)
    }
    let (texts, (ending, peakBytes)) = try await ((read, said), over)
    return CommandOutcome(
      status: ending.status, hasExited: ending.hasExited,
      output: String(decoding: texts.0, as: UTF8.self), errors: String(decoding: texts.1, as: UTF8.self),
      peakBytes: peakBytes)
  }

  /// The most memory that a process has held so far (proc_pid_status).
  private static func peakBytes(of process: Int32) -> Int? {
    guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
    else { return nil }
    return line.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 1024 }
  }

  /// Runs waiting work on a separate thread.
  package static func aside<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws
    -> Result
  {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Swift.Result(catching: body)) }
    }
  }
}

/// The outcome of a command.
package struct CommandOutcome: Sendable {
  package let status: Int32
  /// Whether it ended by itself; false if a signal ended it, such as a trap's.
  package let hasExited: Bool
  package let output: String
  package let errors: String
  /// The observed peak of its memory; nil if it wasn't measured, or the system doesn't tell.
  package let peakBytes: Int?
}
