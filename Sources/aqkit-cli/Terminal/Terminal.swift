import Foundation

/// What the terminal can show.
struct Terminal {
  /// Whether colours may be used: stdout is a terminal, and `NO_COLOR` is not set (no-color.org).
  let usesColour: Bool

  /// A terminal that shows colours, or doesn't.
  init(usesColour: Bool) { self.usesColour = usesColour }

  /// Looks at stdout and the environment.
  init() {
    let noColour = ProcessInfo.processInfo.environment["NO_COLOR"].map { !$0.isEmpty } ?? false
    usesColour = isatty(STDOUT_FILENO) == 1 && !noColour
  }

  /// Whether stdout is a terminal on which lines can be drawn over others; a dumb one can't.
  static var drawsInPlace: Bool {
    isatty(STDOUT_FILENO) == 1 && ProcessInfo.processInfo.environment["TERM"] != "dumb"
  }

  /// A text on a coloured ground with a blank on either side, or plain.
  func label(_ text: TerminalText, on colour: (UInt8, UInt8, UInt8)?, with textColour: (UInt8, UInt8, UInt8)?)
    -> TerminalText
  {
    guard usesColour, !text.isEmpty, let (red, green, blue) = colour else { return text }
    let front: TerminalText = textColour.map { "\u{1B}[38;2;\($0.0);\($0.1);\($0.2)m" } ?? ""
    return "\u{1B}[48;2;\(red);\(green);\(blue)m\(front) \(text) \u{1B}[0m"
  }

  /// A text in bold, or plain.
  func bold(_ text: TerminalText) -> TerminalText { usesColour ? "\u{1B}[1m\(text)\u{1B}[0m" : text }

  /// A text that stands back, or plain.
  func dim(_ text: TerminalText) -> TerminalText { usesColour ? "\u{1B}[2m\(text)\u{1B}[0m" : text }
}
