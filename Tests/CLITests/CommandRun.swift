import Dispatch
import Foundation

/// The built command, run as a process of its own. All waits are on threads of Dispatch, so that no test beside is held up.
struct CommandRun: @unchecked Sendable {
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
  func outcome() async throws -> CommandOutcome {
    async let read = Self.aside { try output.fileHandleForReading.readToEnd() ?? Data() }
    async let said = Self.aside { try errors.fileHandleForReading.readToEnd() ?? Data() }
    let texts = try await (read, said)
    try await Self.aside { process.waitUntilExit() }
    return CommandOutcome(
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

struct CommandOutcome: Sendable {
  let status: Int32
  let hasExited: Bool
  let output: String
  let errors: String
}

/// A terminal of so many columns and rows that is none.
final class PseudoTerminal: @unchecked Sendable {
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
