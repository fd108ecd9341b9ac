import AQKit
import AQKitTesting
import TestRuns
import Testing

/// The steps of every table, and the two doubles next to each, against decimal arithmetic: all of them, or the edges of the
/// rows and a part of the rest.
@Suite(.computing) struct ExhaustiveGridTests {
  static let editions = AirQualityIndexCatalog.standard.identifiers.filter { !$0.contains("aqhi_20") }

  @Test("representable steps and their neighbours give what decimal arithmetic gives", arguments: editions)
  func grid(_ identifier: String) throws {
    let index = try #require(AirQualityIndexCatalog.standard.index(identifier) as? BreakpointIndex)
    for scale in index.scales {
      let reference = DecimalReference(scale)
      let top = (scale.rows.last?.upper ?? (scale.rows.last?.lower ?? 0) * 1.1) * 1.2
      var decimals = scale.rules.decimals ?? Self.printedDecimals(scale)
      // Without rounding, a step finer than the print as long as the table stays of moderate size.
      if scale.rules.rounding == .none, top * Self.power(decimals + 1) <= 4000 { decimals += 1 }
      let perUnit = Self.power(decimals)
      let steps = Int((top * perUnit).rounded(.up))
      var column: [Double] = []
      var expected: [Int32] = []
      let edges = scale.rows.flatMap { [$0.lower, $0.upper ?? $0.lower] }
        .map { Int(($0 * perUnit).rounded()) }
      let atEdges = Set(edges.flatMap { [$0 - 1, $0, $0 + 1] })
      let stride = TestEffort.of(17, debug: 102, heavy: 1)
      for step in 0...steps where step % stride == 0 || atEdges.contains(step) {
        let value = Double(step) / perUnit
        for number in [value.nextDown, value, value.nextUp] where number >= 0 {
          column.append(number)
          expected.append(reference.number(number))
        }
      }
      var written = [Int32](repeating: 0, count: column.count)
      scale.write(column, to: &written)
      var wrong = 0
      for place in column.indices
      where written[place] != expected[place] || scale.number(of: column[place]) != expected[place] {
        wrong += 1
        if wrong < 4 {
          Issue.record(
            "\(identifier) \(scale.input): \(column[place]) gives \(written[place]), decimal \(expected[place])"
          )
        }
      }
      #expect(wrong == 0 && column.count > 10)
    }
  }

  private static func power(_ exponent: Int) -> Double { (0..<exponent).reduce(1) { power, _ in power * 10 } }

  private static func printedDecimals(_ scale: BreakpointIndex.Scale) -> Int {
    scale.rows.flatMap { [$0.lower, $0.upper ?? $0.lower] }.map { edge in
      let text = "\(edge)"
      guard !text.hasSuffix(".0"), let point = text.firstIndex(of: ".") else { return 0 }
      return text.distance(from: point, to: text.endIndex) - 1
    }.max() ?? 0
  }
}
