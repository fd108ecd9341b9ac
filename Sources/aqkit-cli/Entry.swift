import AQKit
import ArgumentParser
import Foundation

/// Runs the command line and turns what was thrown into one sentence and an exit code.
@main
enum Entry {
  static func main() async {
    do {
      var command = try CommandLineTool.parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      finish(after: error)
    }
  }

  /// Prints what is to be said about an error and exits: help with 0, a failure with 1, wrong usage with 2.
  private static func finish(after error: any Error) -> Never {
    if let usage = error as? WrongUsage {
      complain(usage.reason, usage.reason.advice)
      exit(2)
    }
    if let failure = error as? AQError {
      complain(failure, failure.advice)
      exit(1)
    }
    let code = CommandLineTool.exitCode(for: error)
    if let status = error as? ExitCode { exit(status.rawValue) }
    let message = CommandLineTool.fullMessage(for: error)
    if code == .success {
      print(message)
      exit(0)
    }
    complain(message)
    exit(code == .validationFailure ? 2 : 1)
  }
}

/// What the command line asks for can't be meant: a source, option or format that isn't there. No source was asked.
struct WrongUsage: Error {
  let reason: AQError

  /// Looks at the arguments; an `AQError` from that is wrong usage.
  static func checked<Value>(_ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let error as AQError { throw WrongUsage(reason: error) }
  }
}

/// Writes what went wrong and what to do next to stderr, as sentences on one line.
func complain(_ error: AQError, of source: SourceID? = nil, _ advice: String) {
  let end = error.message.last.map { ".!?".contains($0) } ?? true ? "" : "."
  complain("aqkit-cli: \(source.map { "\($0): " } ?? "")\(error.message)\(end) \(advice)")
}

/// Writes a line to stderr.
func complain(_ text: String) {
  FileHandle.standardError.write(Data((text.trimmingCharacters(in: .whitespaces) + "\n").utf8))
}

extension AQError {
  /// What a person at a terminal can do next.
  var advice: String {
    switch code {
    case .unreachable: "Check the network and the address, then try again."
    case .timedOut: "Try again, or check whether the service is up."
    case .rateLimited:
      if case .after(let wait) = retry {
        "Try again in \(Text.wait(wait))."
      } else {
        "Try again later."
      }
    case .unavailable: "Try again later."
    case .unauthorized: "Set the credential with --set SOURCE.OPTION=VALUE."
    case .notConfigured: "See aqkit-cli sources for what there is and which options it takes."
    case .unsupported: "See aqkit-cli sources for what each source offers."
    case .untrusted: "Check the address, or the certificate of the server."
    default: ""
    }
  }

  /// What a person at a terminal can do next after a source was asked.
  var adviceAfterAsking: String {
    switch code {
    case .malformed where retry == .now: "Try again."
    case .malformed, .tooLarge:
      "Check that the address is the service's, and that no other page answers in its place."
    case .invalidRequest: "Check the places, the options and the address."
    default: advice
    }
  }
}
