enum Sparkline {
  private static let blocks = Array("▁▂▃▄▅▆▇█")

  /// Returns values as one block each, between the lowest and the highest, and a dot for a gap.
  static func text(of values: [Double?]) -> TerminalText {
    let known = values.compactMap(\.self)
    guard let lowest = known.min(), let highest = known.max() else { return "" }
    // The blocks span at least a tenth of the highest value, so that values that hardly change look like it.
    let least = max(lowest.magnitude, highest.magnitude) / 10
    let more = lowest == highest ? 0 : max(0, least - (highest - lowest)) / 2
    let range = (lowest - more)...(highest + more)
    return TerminalText(String(values.map { $0.map { block(of: $0, in: range) } ?? "·" }))
  }

  /// Returns the block for a value's position in a range.
  static func block(of value: Double, in range: ClosedRange<Double>) -> Character {
    guard range.upperBound > range.lowerBound else { return blocks[3] }
    let share = (value - range.lowerBound) / (range.upperBound - range.lowerBound)
    return blocks[Int((min(max(0, share), 1) * Double(blocks.count - 1)).rounded())]
  }
}
