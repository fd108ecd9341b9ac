/// A small chart in one line of text.
enum Sparkline {
  private static let blocks = Array("▁▂▃▄▅▆▇█")

  /// Values, one character each: a block between the lowest and the highest, a blank where there is none.
  static func text(of values: [Double?]) -> TerminalText {
    guard let range = range(of: values.compactMap(\.self)) else { return "" }
    return TerminalText(String(values.map { block(of: $0, in: range) }))
  }

  /// A block for a value by its place in a range, a blank for none.
  static func block(of value: Double?, in range: ClosedRange<Double>) -> Character {
    guard let value else { return " " }
    guard range.upperBound > range.lowerBound else { return blocks[3] }
    let place = (value - range.lowerBound) / (range.upperBound - range.lowerBound) * Double(blocks.count - 1)
    return blocks[min(max(0, place.isFinite ? Int(place.rounded()) : 0), blocks.count - 1)]
  }

  /// Returns the span of the blocks' heights: lowest to highest, but a tenth of the highest at least, so that what
  /// hardly changes
  /// looks like it.
  private static func range(of values: [Double]) -> ClosedRange<Double>? {
    guard let lowest = values.min(), let highest = values.max() else { return nil }
    let least = max(lowest.magnitude, highest.magnitude) / 10
    if lowest == highest || highest - lowest >= least { return lowest...highest }
    let middle = lowest + (highest - lowest) / 2
    return (middle - least / 2)...(middle + least / 2)
  }
}
