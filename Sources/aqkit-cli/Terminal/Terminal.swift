import AQKit
import ArgumentParser
import Foundation

/// The terminal at stdout: its capabilities, and the only printer of text for users, which knows its width.
struct Terminal {
  enum Colours {
    case none
    /// The 256 colours of xterm's palette.
    case indexed
    /// 24 bits.
    case direct
  }

  enum ColourChoice: String, CaseIterable, ExpressibleByArgument {
    case auto, always, never
  }

  let colours: Colours
  let columns: Int

  /// Creates a terminal with 24-bit colours, or without colours.
  init(usesColour: Bool, columns: Int = 80) {
    (colours, self.columns) = (usesColour ? .direct : .none, columns)
  }

  /// Looks at stdout and the environment: `NO_COLOR` (no-color.org), `CLICOLOR` and `CLICOLOR_FORCE`
  /// (bixense.com/clicolors), `TERM`, and `COLORTERM` for 24-bit colours.
  init(
    _ choice: ColourChoice = .auto, environment: [String: String] = ProcessInfo.processInfo.environment,
    isTerminal: Bool = isatty(STDOUT_FILENO) == 1
  ) {
    columns = Self.columns(environment)
    func isSet(_ name: String) -> Bool { environment[name].map { !$0.isEmpty } ?? false }
    let isForced = isSet("CLICOLOR_FORCE") && environment["CLICOLOR_FORCE"] != "0"
    let isDumb = ["dumb", ""].contains(environment["TERM"] ?? "")
    let isUsed =
      switch choice {
      case .always: true
      case .never: false
      case .auto where isSet("NO_COLOR"): false
      case .auto: isForced || isTerminal && !isDumb && environment["CLICOLOR"] != "0"
      }
    let isDirect = ["truecolor", "24bit"].contains(environment["COLORTERM"]?.lowercased())
    colours = isUsed ? isDirect ? .direct : .indexed : .none
  }

  /// Returns the width of the terminal at stdout; if there is none, the value of `COLUMNS` from 20 to 1000, else 80.
  static func columns(_ environment: [String: String]) -> Int {
    var size = winsize()
    if ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
    return environment["COLUMNS"].flatMap { Int($0) }.map { min(1000, max(20, $0)) } ?? 80
  }

  var usesColour: Bool { colours != .none }

  /// Prints lines for users, each wrapped to the width with a hanging indent.
  func print(_ lines: [TerminalText]) throws {
    guard !lines.isEmpty else { return }
    let wrapped = lines.flatMap { Text.wrap($0, to: columns) }
    try StandardOutput.print(wrapped.joined(separator: "\n"))
  }

  /// Returns text on the colour of its band with a space on either side, or plain.
  func label(_ text: TerminalText, _ color: AQIBand.Color?) -> TerminalText {
    guard usesColour, !text.isEmpty, let color else { return text }
    return "\(code(color, layer: 48))\(code(color.textColor, layer: 38)) \(text) \u{1B}[0m"
  }

  func coloured(_ text: TerminalText, _ color: AQIBand.Color?) -> TerminalText {
    guard usesColour, !text.isEmpty, let color else { return text }
    return "\(code(color, layer: 38))\(text)\u{1B}[0m"
  }

  func bold(_ text: TerminalText) -> TerminalText { usesColour ? "\u{1B}[1m\(text)\u{1B}[0m" : text }

  func dim(_ text: TerminalText) -> TerminalText { usesColour ? "\u{1B}[2m\(text)\u{1B}[0m" : text }

  private func code(_ color: AQIBand.Color, layer: Int) -> TerminalText {
    colours == .direct
      ? "\u{1B}[\(layer);2;\(color.red);\(color.green);\(color.blue)m"
      : "\u{1B}[\(layer);5;\(color.paletteIndex)m"
  }
}

extension AQIBand.Color {
  /// The colours of xterm's palette from 16 on: a cube of 6 × 6 × 6, and 24 greys.
  private static let palette: [[Int]] = {
    let steps = [0, 95, 135, 175, 215, 255]
    return (0..<216).map { [steps[$0 / 36], steps[$0 / 6 % 6], steps[$0 % 6]] }
      + (0..<24).map { Array(repeating: 8 + 10 * $0, count: 3) }
  }()

  /// The nearest colour of xterm's 256-colour palette.
  var paletteIndex: Int {
    let distances = Self.palette.map { other in
      zip([red, green, blue], other).reduce(0) { $0 + (Int($1.0) - $1.1) * (Int($1.0) - $1.1) }
    }
    return 16 + (distances.indices.min { distances[$0] < distances[$1] } ?? 0)
  }
}
