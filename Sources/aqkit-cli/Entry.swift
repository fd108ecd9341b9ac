import AQKit
import ArgumentParser
import Foundation

/// Runs the command line and turns errors into a sentence and an exit code.
package enum Entry {
  package static func run(with sockets: SocketAccess) async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      try checkName(arguments)
      var command = try CommandLineTool.parseAsRoot(arguments)
      try checkOrder(arguments, command)
      try await SocketAccess.current.withValue(sockets) {
        if var command = command as? any AsyncParsableCommand {
          try await command.run()
        } else {
          try command.run()
        }
      }
    } catch {
      finish(after: error, arguments)
    }
  }

  /// Checks that the first word is a command: without one, a word is a mistyped command rather than a place.
  static func checkName(_ arguments: [String]) throws {
    let words = arguments.prefix(2).drop { $0 == "help" }
    guard let name = words.first, !name.hasPrefix("-"), !names.contains(name) else { return }
    let near = nearestSpelling(to: name, among: names).map { " Did you mean \(toolName) \($0)?" } ?? ""
    let place = arguments.first == "help" ? "" : " A place by name: \(toolName) current \(name)"
    throw WrongUsage("There is no command “\(name)”.\(near)\(place)")
  }

  /// Checks that a command doesn't come after options, where it would be taken for a place.
  private static func checkOrder(_ arguments: [String], _ command: any ParsableCommand) throws {
    guard arguments.first?.hasPrefix("-") ?? false,
      let name = (command as? CurrentCommand)?.places.names.first(where: names.contains)
    else { return }
    throw WrongUsage("Options follow the command: \(toolName) \(name) …")
  }

  /// Prints the message for an error and exits: help with 0, a failure with 1, wrong usage with 2.
  private static func finish(after error: any Error, _ arguments: [String]) -> Never {
    let usage = error as? WrongUsage
    if let failure = usage?.reason ?? (error as? AQError) {
      complain(failure, failure.advice)
      exit(usage == nil ? 1 : 2)
    }
    // The reader closed the pipe.
    if error is StandardOutput.ReaderGone { exit(0) }
    let code = CommandLineTool.exitCode(for: error)
    if let status = error as? ExitCode { exit(status.rawValue) }
    if code == .success {
      let message = CommandLineTool.fullMessage(for: error)
      do {
        if arguments.contains(where: { $0.hasPrefix("---") || $0.contains("completion-script") }) {
          // The parser's own text, in which tabs matter.
          try StandardOutput.print(TerminalText(unescaped: message))
        } else {
          let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
          try Terminal().print(lines.map { TerminalText(String($0)) })
        }
      } catch {
        finish(after: error, arguments)
      }
      exit(0)
    }
    // A message of the parser may have several lines.
    let message = CommandLineTool.message(for: error).replacing(#/\s*\n\s*/#, with: " ")
    let fault = AQError(.invalidRequest, message, cause: error)
    let command = arguments.first.flatMap { names.contains($0) ? "\($0) " : nil } ?? ""
    complain(fault, "See \(toolName) \(command)--help.")
    exit(code == .validationFailure ? 2 : 1)
  }

  private static let names = CommandLineTool.configuration.subcommands.compactMap {
    $0.configuration.commandName
  }
}

extension AQError {
  /// The next step for a user at a terminal.
  var advice: String {
    switch code {
    case .unreachable: "Check the network and the address, then try again."
    case .timedOut:
      "Try again, or check whether the service is up. Commands that ask once wait longer with --timeout 30."
    case .rateLimited: waiting ?? "Try again later."
    case .unavailable: "Try again later."
    // A refusal that ends after a wait isn't about a credential.
    case .unauthorized:
      waiting
        ?? "Set the credential in the environment or by --set SOURCE.OPTION=VALUE; \(toolName) sources SOURCE names both."
    // Without a source, or with a cause, it isn't about a source's options, but about a format or a file.
    case .notConfigured where source != nil && cause == nil:
      "See \(toolName) sources for the sources and their options."
    case .unsupported: "See \(toolName) sources for what each source offers."
    case .untrusted: "Check the address, or the certificate of the server."
    default: ""
    }
  }

  private var waiting: String? {
    guard case .after(let wait) = retry else { return nil }
    return "Try again in \(max(.seconds(1), wait).words)."
  }

  /// The next step for a user at a terminal after a source was asked.
  var adviceAfterAsking: String {
    switch code {
    case .malformed where retry == .now: "Try again."
    case .malformed, .tooLarge:
      "Check that the address is the service's, and that no other page responds instead."
    case .invalidRequest: "Check the places, the options and the address."
    default: advice
    }
  }
}
