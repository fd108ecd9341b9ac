import ArgumentParser
import Foundation

extension CommandConfiguration {
  /// A command with examples at the end of its help.
  ///
  /// - Parameters:
  ///   - name: The command's name.
  ///   - abstract: The purpose, in a sentence.
  ///   - about: Further explanations, a paragraph per text; lines are broken on display.
  ///   - examples: Whole command lines.
  init(_ name: String, _ abstract: String, about: String..., examples: String...) {
    let list = "EXAMPLES:\n" + examples.map { "  \($0)" }.joined(separator: "\n")
    self.init(
      commandName: name, abstract: abstract, discussion: (about + [list]).joined(separator: "\n\n"))
  }
}

/// The commands with their arguments, as ArgumentParser describes them.
struct CommandOutline: Decodable {
  /// A command.
  struct Command: Decodable {
    let commandName: String
    let abstract: String?
    let discussion: String?
    let subcommands: [Command]?
    let arguments: [Argument]?

    /// The options' names with their dashes.
    var optionNames: [String] {
      (arguments ?? []).flatMap { ($0.names ?? []).map(\.text) }
    }
  }

  /// An option, a flag or a positional argument.
  struct Argument: Decodable {
    /// A name of an option.
    struct Name: Decodable {
      let kind: String
      let name: String

      /// The name with its dashes.
      var text: String { (kind == "long" ? "--" : "-") + name }
    }

    let kind: String
    let isOptional: Bool
    let isRepeating: Bool
    let shouldDisplay: Bool
    let names: [Name]?
    let valueName: String?
    let defaultValue: String?
    let abstract: String?
  }

  let command: Command

  /// The outline of this tool.
  static func current() throws -> CommandOutline {
    try JSONDecoder().decode(Self.self, from: Data(CommandLineTool._dumpHelp().utf8))
  }

  /// A command by its name.
  func command(_ name: String) -> Command? { command.subcommands?.first { $0.commandName == name } }

  /// Returns a complaint about the first option that a command doesn't have, with a near name; nil if all are known.
  func complaint(aboutOptionsIn arguments: [String]) -> String? {
    let words = arguments.prefix { $0 != "--" }
    guard let first = words.first, let command = command(first) ?? command("current") else { return nil }
    let known = command.optionNames
    for word in words where word.hasPrefix("--") {
      let name = String(word.prefix { $0 != "=" })
      if known.contains(name) { continue }
      let near = Suggestion.nearest(to: name, among: known).map { " Did you mean \($0)?" } ?? ""
      return "\(command.commandName) has no option \(name).\(near)"
    }
    return nil
  }
}
