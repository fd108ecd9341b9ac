import AQKit

/// Draws lines over the previous ones, with the cursor hidden.
struct Screen {
  private var height = 0

  /// Returns the characters that replace the previous lines.
  mutating func drawing(_ lines: [TerminalText]) -> TerminalText {
    // A line that is too long is cut instead of broken, so that the height stays the same.
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

  /// Returns the newest points, one character each: a block between the lowest and the highest value shown, a blank for a
  /// missing one. Values that were carried forward are dimmed.
  static func text(of points: [AirChart.Point], width: Int, terminal: Terminal) -> TerminalText {
    let shown = points.suffix(max(0, width))
    guard let range = range(of: shown.compactMap(\.value)) else { return "" }
    var text: TerminalText = ""
    var carried = ""
    for point in shown {
      let character = block(of: point.value, in: range)
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

  /// Returns values, one character each: a block between the lowest and the highest, a blank for a missing one.
  static func text(of values: [Double?]) -> TerminalText {
    guard let range = range(of: values.compactMap(\.self)) else { return "" }
    return TerminalText(String(values.map { block(of: $0, in: range) }))
  }

  /// Returns a block for a value by its position in a range, a blank for none.
  static func block(of value: Double?, in range: ClosedRange<Double>) -> Character {
    guard let value else { return " " }
    guard range.upperBound > range.lowerBound else { return blocks[3] }
    let place = (value - range.lowerBound) / (range.upperBound - range.lowerBound) * Double(blocks.count - 1)
    return blocks[min(max(0, place.isFinite ? Int(place.rounded()) : 0), blocks.count - 1)]
  }

  /// Returns the span of the blocks' heights: lowest to highest, but at least a tenth of the highest, so that small changes
  /// look small.
  private static func range(of values: [Double]) -> ClosedRange<Double>? {
    guard let lowest = values.min(), let highest = values.max() else { return nil }
    let least = max(lowest.magnitude, highest.magnitude) / 10
    if lowest == highest || highest - lowest >= least { return lowest...highest }
    let middle = lowest + (highest - lowest) / 2
    return (middle - least / 2)...(middle + least / 2)
  }
}
