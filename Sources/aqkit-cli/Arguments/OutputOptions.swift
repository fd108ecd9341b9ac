import AQKit
import ArgumentParser

struct OutputOptions: ParsableArguments {
  @Flag(name: .customLong("json"), help: "Print one JSON object, with numbers in full.")
  var printsJSON = false

  @Option(name: .customLong("color"), help: "When to use colours: auto (on a terminal), always or never.")
  var colours: Terminal.ColourChoice = .auto

  var terminal: Terminal { Terminal(colours) }

  /// Prints the JSON envelope with some members, or else lines of text.
  func print(
    _ content: @autoclosure () -> Members, of answer: AirAnswer? = nil, or lines: (Terminal) -> [TerminalText]
  ) throws {
    if printsJSON {
      try StandardOutput.print(TerminalJSON.text(of: Members(enveloping: content(), of: answer)))
    } else {
      let terminal = terminal
      try terminal.print(lines(terminal))
    }
  }
}
