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
    let code = CommandLineTool.exitCode(for: error)
    if let failure = error as? AQError {
      complain("aqkit-cli: \(failure.message) \(failure.advice)")
      exit(1)
    }
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
        "Try again in \(wait.components.seconds) s."
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
}
