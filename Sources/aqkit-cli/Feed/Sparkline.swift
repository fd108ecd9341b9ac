import AQKit

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
