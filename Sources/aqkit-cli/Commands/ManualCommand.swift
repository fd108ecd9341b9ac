import ArgumentParser

/// Prints the manual page.
struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "manual", "Print the manual page, for man(1).",
    about: "The folder man1 of any folder in MANPATH is where man(1) looks for it.",
    examples: "aqkit-cli manual > aqkit-cli.1")

  mutating func run() throws {
    let manual = Manual(outline: try CommandOutline.current(), version: Build.version)
    try StandardOutput.print(TerminalText(unescaped: manual.text), terminator: "")
  }
}
