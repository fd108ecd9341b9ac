import AQKit
import Testing

/// Tests of the start of the next band, as a sub-index states it.
@Suite struct NextBandTests {
  @Test("the start of the next band is its printed edge")
  func text() throws {
    let europe = try #require(AirQualityIndexCatalog.standard.index("eu-eaqi") as? BreakpointIndex)
    let above = try europe.subIndex(of: .pm25, 40)
    #expect(above.nextBandText == "above 50 µg/m³" && above.nextBandAbove == 50)
    #expect(above.nextBandFrom == 50.0.nextUp)
    let usa = try #require(AirQualityIndexCatalog.standard.index("us-epa") as? BreakpointIndex)
    let from = try usa.subIndex(of: .pm25, 40)
    #expect(from.nextBandText == "from 55.5 µg/m³" && from.nextBandAbove == nil && from.nextBandFrom == 55.5)
    #expect(try usa.subIndex(of: .pm25, 400).nextBandText == nil)
    for index in AirQualityIndexCatalog.standard.indices.compactMap({ $0 as? BreakpointIndex }) {
      for scale in index.scales {
        for row in scale.rows {
          guard let sub = try? index.subIndex(of: row.lower, on: scale), let text = sub.nextBandText else {
            continue
          }
          let isPlain = text.split(separator: " ").count > 1 && text.count < 28
          #expect(isPlain, "\(index.edition.identifier) \(scale.input): \(text)")
        }
      }
    }
  }

  @Test("the table decides which of two neighbours is the edge")
  func neighbours() throws {
    var edges = 0
    for index in AirQualityIndexCatalog.standard.indices.compactMap({ $0 as? BreakpointIndex }) {
      for scale in index.scales {
        for row in scale.rows {
          guard let sub = try? index.subIndex(of: row.lower, on: scale), let from = sub.nextBandFrom,
            let band = sub.band
          else { continue }
          edges += 1
          let place: Comment = "\(index.edition.identifier) \(scale.input) from \(from)"
          #expect((try? index.subIndex(of: from, on: scale))?.band?.rank ?? -1 > band.rank, place)
          #expect((try? index.subIndex(of: from.nextDown, on: scale))?.band?.rank ?? -1 <= band.rank, place)
          if let above = sub.nextBandAbove { #expect(above == from.nextDown, place) }
        }
      }
    }
    #expect(edges > 100)
  }

  @Test("an edge with many digits is exact, and inclusive as the rules say")
  func longEdge() throws {
    let json = #"""
      {"schema": 1, "identifier": "house_1", "title": "House", "document": "wiki", "kind": "level",
       "rules": {"edges": "EDGES"},
       "bands": [{"key": "a", "name": "A", "index": [1, 1]}, {"key": "b", "name": "B", "index": [2, null]}],
       "scales": [{"pollutant": "pm25", "averaging": "1h", "unit": "µg/m³", "current": "1h",
                   "rows": [[0, 123456.789012, 1, 1], [123456.789012, null, 2, 2]]}]}
      """#
    for (edges, above, text) in [
      ("upperInclusive", 123456.789012, "above 123456.789012 µg/m³"),
      ("lowerInclusive", nil, "from 123456.789012 µg/m³"),
    ] as [(String, Double?, String)] {
      let index = try BreakpointIndex(json: json.replacing("EDGES", with: edges))
      let sub = try index.subIndex(of: .pm25, 1)
      #expect(sub.nextBandAbove == above && sub.nextBandText == text)
    }
  }

  @Test("an exact half rounded down to an even number is an edge, but one rounded up isn't")
  func halves() throws {
    let china = try #require(AirQualityIndexCatalog.standard.index("cn_hj633_2026") as? BreakpointIndex)
    #expect(try china.subIndex(of: .so2, 400, averaging: .oneHour).nextBandText == "above 500.5 µg/m³")
    #expect(try china.subIndex(of: .so2, 500.5, averaging: .oneHour).band?.key == "good")
    let germany = try #require(AirQualityIndexCatalog.standard.index("de_lqi_2025") as? BreakpointIndex)
    let sub = try germany.subIndex(of: .pm25, 1)
    #expect(sub.nextBandAbove == nil && (sub.nextBandFrom ?? 0) > 1)
  }
}
