import AQKit
import ArgumentParser
import CommandRuns
import Testing

@testable import AQKitCommands

@Suite("Help, completion and the manual", .timeLimit(.minutes(10))) struct HelpTests {
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

  @Test("every command has examples of itself, and each can be run as it is written")
  func examples() throws {
    for command in commands {
      let examples = examples(of: command)
      #expect(!examples.isEmpty, "\(command)")
      for example in examples {
        #expect(example.first == command.configuration.commandName, "\(example)")
        #expect(throws: Never.self, "\(example)") { _ = try CommandLineTool.parseAsRoot(example) }
      }
    }
  }

  @Test("help fits 80 columns and breaks no paragraph before that")
  func width() async throws {
    for command in commands {
      let name = try #require(command.configuration.commandName)
      let outcome = try await CommandRun([name, "--help"], environment: ["COLUMNS": "80"]).outcome()
      #expect(outcome.status == 0 && outcome.output.contains("EXAMPLES:"))
      let long = outcome.output.split(separator: "\n").filter { Text.width($0) > 80 }
      #expect(long.allSatisfy { $0.contains("://") || $0.hasPrefix("  aqkit-cli") }, "\(long)")
    }
  }

  @Test(
    "shells complete values",
    arguments: [
      (["current", "--", "--source", "2", "10", ""], "open-meteo"),
      (["forecast", "--", "--standard", "2", "0", ""], "us-epa"),
      (["history", "--", "--parameters", "3", "7", "pm25,o"], "pm25,o3"),
      (["normalize", "--", "--format", "2", "0", ""], "openaq-csv"),
      (["sources", "--", "--country", "2", "0", ""], "DE"),
      (["sources", "--", "--set", "2", "0", ""], "open-meteo.apiKey="),
    ])
  func completion(words: [String], value: String) async throws {
    let outcome = try await CommandRun(["---completion"] + words).outcome()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.split(separator: "\n").contains(Substring(value)), "\(outcome.output.prefix(200))")
  }

  @Test("completion scripts for three shells ask for these values", arguments: ["bash", "zsh", "fish"])
  func scripts(shell: String) async throws {
    let outcome = try await CommandRun(["--generate-completion-script", shell]).outcome()
    #expect(outcome.status == 0 && outcome.output.contains("---completion"))
    #expect(outcome.output.contains("always") && outcome.output.contains("forecast"))
  }

  @Test(
    "the manual has every command with its options, and no line that the formatter would take for its own")
  func manual() throws {
    let manual = Manual(outline: try CommandOutline.current(), version: "1.2.3").text
    #expect(manual.hasPrefix(".TH AQKIT\\-CLI 1"))
    for command in commands {
      let name = try #require(command.configuration.commandName).replacing("-", with: "\\-")
      #expect(manual.contains(".SS aqkit\\-cli \(name)\n"), "\(name)")
    }
    #expect(manual.contains("\\fB\\-\\-standard\\fR \\fIINDEX\\fR"))
    let macros = manual.split(separator: "\n").filter { $0.hasPrefix(".") }.compactMap {
      $0.split(separator: " ").first
    }
    #expect(Set(macros).isSubset(of: [".TH", ".SH", ".SS", ".PP", ".TP", ".nf", ".fi", ".B"]))
    let lines = manual.split(separator: "\n", omittingEmptySubsequences: false)
    var isExample = false
    for (line, next) in zip(lines, lines.dropFirst()) {
      if line == ".nf" { isExample = true }
      if line == ".fi" { isExample = false }
      #expect(!isExample || line == ".nf" || !line.hasPrefix("."), "\(line)")
      #expect(line != ".PP" || !next.hasPrefix("."), "\(next)")
    }
    #expect(manual.hasPrefix(".TH AQKIT\\-CLI 1 \"\" \"aqkit-cli 1.2.3\""))
    #expect(Manual.escaped(".x \\ -y") == "\\&.x \\e \\-y")
  }
}
