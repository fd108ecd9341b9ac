import AQKit
import AQKitTesting
import TestRuns
import Testing

/// A column is looked up several values at a time: an invalid concentration must not affect its neighbours.
@Suite(.computing) struct ColumnLookupTests {
  static let odd: [Double] = [
    .nan, -.nan, .infinity, -.infinity, -0.0, -1e-300, -1, 325.4, 325.5.nextDown, 325.5, 1e9, 1e9.nextUp,
    1e300,
    .greatestFiniteMagnitude, .leastNonzeroMagnitude, 9, 9.1.nextDown, 9.1,
  ]

  @Test("every odd value at every position of a column gives the same as alone, for every scale")
  func places() {
    let tables = AirQualityIndexCatalog.standard.indices.compactMap { $0 as? BreakpointIndex }
    #expect(tables.count > 30)
    for index in TestEffort.some(of: tables, debug: 4) {
      for scale in index.scales {
        var wrong = 0
        for odd in Self.odd {
          for count in TestEffort.of([1, 3, 9], heavy: Array(1...9)) {
            for place in 0..<count {
              var column = (0..<count).map { Double($0) * 3.7 }
              column[place] = odd
              var written = [Int32](repeating: 77, count: count)
              scale.write(column, to: &written)
              if written != column.map({ scale.number(of: $0) }) { wrong += 1 }
            }
          }
        }
        #expect(wrong == 0, "\(index.edition.identifier) \(scale.input)")
      }
    }
  }

  @Test("nothing is written beyond the available room")
  func room() throws {
    let index = try #require(AirQualityIndexCatalog.standard.index("us_epa_2024") as? BreakpointIndex)
    let scale = try #require(index.scale(of: .pm25))
    for room in 0...9 {
      var written = [Int32](repeating: 77, count: room)
      scale.write([Double](repeating: 9, count: 7), to: &written)
      #expect(written.prefix(7).allSatisfy { $0 == 50 } && written.dropFirst(7).allSatisfy { $0 == 77 })
    }
  }
}
