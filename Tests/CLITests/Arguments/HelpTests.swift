import AQKit
import ArgumentParser
import TestRuns
import Testing

@testable import AQKitCommands

@Suite("Help and completion", .timeLimit(.minutes(10))) struct HelpTests {
  private var commands: [any ParsableCommand.Type] { CommandLineTool.configuration.subcommands }

  /// The examples of a command, as words.
  private func examples(of command: any ParsableCommand.Type) -> [[String]] {
    let lines = command.configuration.discussion.split(separator: "\n").filter {
      $0.hasPrefix("  aqkit-cli ")
    }
    return lines.map { line in
      let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
      let words = parts.enumerated().flatMap { number, part in
        number % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
      }
      return Array(words.dropFirst().prefix { $0 != ">" })
    }
  }

  @Test("every command has examples, and each can be run as written")
  func examples() throws {
    #expect(commands.count > 10)
    for command in commands {
      let examples = examples(of: command)
      #expect(!examples.isEmpty, "\(command)")
      for example in examples {
        #expect(example.first == command.configuration.commandName, "\(example)")
        #expect(throws: Never.self, "\(example)") { _ = try CommandLineTool.parseAsRoot(example) }
      }
    }
  }

  @Test(
    "the usage line of a command that needs one place says so", arguments: ["compare", "explain", "stations"])
  func usage(command: String) async throws {
    let outcome = try await CommandRun([command, "--help"]).outcome()
    #expect(
      outcome.output.contains("USAGE: aqkit-cli \(command) (<PLACE> | --at <LATITUDE,LONGITUDE>) [<options>]")
    )
  }

  @Test("the usage line of serve names the protocol as required")
  func protocolUsage() {
    #expect(ServeCommand.helpMessage().contains("USAGE: aqkit-cli serve --mcp [<options>]"))
  }

  @Test("help fits 80 columns, except for addresses and examples")
  func width() async throws {
    for command in commands {
      let name = try #require(command.configuration.commandName)
      let outcome = try await CommandRun([name, "--help"], environment: ["COLUMNS": "80"]).outcome()
      #expect(outcome.status == 0 && outcome.output.contains("EXAMPLES:"))
      let long = outcome.output.split(separator: "\n").filter { Text.width($0) > 80 }
      #expect(long.allSatisfy { $0.contains("://") || $0.hasPrefix("  aqkit-cli") }, "\(long)")
    }
  }

  @Test("completion scripts for three shells have commands and options", arguments: ["bash", "zsh", "fish"])
  func scripts(shell: String) async throws {
    let outcome = try await CommandRun(["--generate-completion-script", shell]).outcome()
    #expect(outcome.status == 0 && outcome.output.contains("forecast"))
  }
}
