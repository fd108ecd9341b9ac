import AQKit
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

/// A small chart in one line of text.
enum Sparkline {
  private static let blocks = Array("▁▂▃▄▅▆▇█")

  /// The newest points, one character each: a block between the lowest and the highest value shown, a blank where
  /// there is none. Values that were carried forward stand back.
  static func text(of points: [AirChart.Point], width: Int, terminal: Terminal) -> TerminalText {
    let shown = points.suffix(max(0, width))
    let values = shown.compactMap(\.value)
    guard let lowest = values.min(), let highest = values.max() else { return "" }
    var text: TerminalText = ""
    var carried = ""
    for point in shown {
      let character = point.value.map { block(of: $0, lowest, highest) } ?? " "
      if point.status == .carriedForward {
        carried.append(character)
      } else {
        if !carried.isEmpty { text += terminal.dim("\(carried)") }
        carried = ""
        text += "\(character)"
      }
    }
    return text + (carried.isEmpty ? "" : terminal.dim("\(carried)"))
  }

  private static func block(of value: Double, _ lowest: Double, _ highest: Double) -> Character {
    guard highest > lowest else { return blocks[3] }
    let place = (value - lowest) / (highest - lowest) * Double(blocks.count - 1)
    return blocks[min(max(0, place.isFinite ? Int(place.rounded()) : 0), blocks.count - 1)]
  }
}
