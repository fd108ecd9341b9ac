import Foundation

/// How many characters a terminal shows.
struct TerminalSize: Equatable {
  var columns: Int
  var rows: Int

  /// The size of the terminal at stdout; 100 by 30 where there is none.
  static var current: TerminalSize {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return TerminalSize(columns: 100, rows: 30)
    }
    return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }
}

/// Draws lines over those that were drawn before, with the cursor hidden.
struct Screen {
  private var height = 0

  /// The characters that put lines in place of the ones before.
  mutating func drawing(_ lines: [TerminalText]) -> TerminalText {
    // A line that is too long is cut rather than broken, so that the height stays what it is.
    var text: TerminalText = height == 0 ? "\u{1B}[?25l\u{1B}[?7l" : "\u{1B}[\(height)A"
    for line in lines { text += "\r\(line)\u{1B}[K\n" }
    height = lines.count
    return text + "\u{1B}[J"
  }

  /// The characters that give the terminal back.
  mutating func ending() -> TerminalText {
    defer { height = 0 }
    return height == 0 ? "" : "\u{1B}[?7h\u{1B}[?25h"
  }
}
