import AQKit
import AQKitTesting
import Foundation
import Testing

/// Rules of a standard on the overall value are in its number, for a moment as for a column.
@Suite struct OverallRuleTests {
  static func table(_ identifier: String) throws -> BreakpointIndex {
    try #require(AirQualityIndexCatalog.standard.index(identifier) as? BreakpointIndex)
  }

  /// The value of concentrations, by pollutant, of an index's current inputs.
  static func value(_ index: BreakpointIndex, _ given: [AirParameter: Double]) throws -> AQIValue {
    try index.value(
      of: index.inputs.filter { $0.current != nil }.compactMap { input in
        given[input.parameter].map { IndexInput.Concentration(input, $0) }
      }
    ).get()
  }

  /// Korea's pollutants, all good but those given.
  static func korea(_ high: [AirParameter: Double]) -> [AirParameter: Double] {
    let good: [AirParameter: Double] = [.so2: 0.01, .no2: 0.01, .co: 1, .o3: 0.02, .pm10: 20, .pm25: 10]
    return good.merging(high) { $1 }
  }

  @Test(
    "two pollutants at Unhealthy or worse add 50 to the highest of Korea's sub-indices, three or more 75",
    arguments: [
      ([.pm25: 44.0], 132, 0), ([.pm25: 44, .o3: 0.092], 182, 50), ([.pm25: 44, .o3: 0.09], 132, 0),
      ([.pm25: 44, .o3: 0.092, .pm10: 90], 207, 75),
      ([.pm25: 44, .o3: 0.092, .pm10: 90, .no2: 0.07], 207, 75),
      // From Unhealthy into Very Unhealthy, but not beyond the end of the scale.
      ([.pm25: 70, .o3: 0.092], 281, 50), ([.pm25: 490, .pm10: 590, .o3: 0.5], 500, 6),
    ] as [([AirParameter: Double], Int, Int)])
  func korea(_ high: [AirParameter: Double], _ number: Int, _ added: Int) throws {
    let index = try Self.table("kr_cai_2018")
    let value = try Self.value(index, Self.korea(high))
    #expect(value.number == number && value.addition == added)
    #expect(value.band?.contains(number) == true)
    #expect(value.dominant == [high.count == 3 && number == 500 ? .pm10 : .pm25] || number == 500)
    #expect(value.description.contains("added") == (added > 0))
    let column = try index.scales.map { scale in try #require(Self.korea(high)[scale.input.parameter]) }
    #expect(column.withUnsafeBufferPointer { index.number(of: $0) } == Int32(number))
    #expect(try JSONDecoder().decode(AQIValue.self, from: JSONEncoder().encode(value)) == value)
  }

  @Test("a value of an index in code states its standard's addition")
  func inCode() throws {
    let index = try Self.table("kr_cai_2018")
    let value = AQIValue(
      edition: index.edition, number: 182, display: "182", band: index.band(of: 182), addition: 50)
    #expect(value.addition == 50 && value.description.contains("50 added"))
  }

  @Test("a column of hours has Korea's addition where the moment has it")
  func koreanHours() throws {
    let end = AirTime(secondsSince1970: 1_770_000_000 / 3600 * 3600)
    func series(_ parameter: AirParameter, _ unit: AirUnit, _ value: (Int) -> Double) throws -> AirSeries {
      try AirSeries(
        parameter, unit: unit,
        timeline: AirTimeline(
          start: end.adding(seconds: -48 * 3600), step: .seconds(3600), length: .seconds(3600), count: 48),
        values: (0..<48).map(value))
    }
    let report = AirReport(
      source: "test", site: AirSite(kind: .referenceStation), kind: .observation,
      series: [
        try series(.pm25, "µg/m³") { _ in 25 + 20 }, try series(.pm10, "µg/m³") { $0 < 30 ? 40 : 140 },
        try series(.o3, "ppm") { $0 % 5 == 0 ? 0.12 : 0.05 }, try series(.no2, "ppm") { _ in 0.02 },
      ], receivedAt: end)
    let hours = try report.indexSeries(using: "kr-cai")
    var additions: Set<Int> = []
    for i in 0..<hours.count {
      let moment = try #require(hours.timeline[i]?.end)
      let value = report.index(using: "kr-cai", at: moment).value
      #expect(hours.numbers[i] == value?.number.map { Int32($0) } ?? hours.numbers[i])
      additions.insert(value?.addition ?? -1)
    }
    #expect(additions.isSuperset(of: [0, 50, 75]))
  }

  @Test("additions are data: read from JSON, written, refused if they are invalid")
  func asData() throws {
    func json(_ additions: String) -> String {
      """
      {"identifier": "a", "title": "A", "document": "wiki", "additions": \(additions),
       "bands": [{"key": "all", "name": "All", "index": [0, null]}],
       "scales": [
         {"pollutant": "pm25", "averaging": "1h", "unit": "µg/m³", "current": "1h", "rows": [[0, 100, 0, 200]]},
         {"pollutant": "pm10", "averaging": "1h", "unit": "µg/m³", "current": "1h", "rows": [[0, 100, 0, 200]]}]}
      """
    }
    let index = try BreakpointIndex(json: json(#"[{"pollutants": 2, "above": 60, "adds": 7}]"#))
    #expect(index.additions == [.init(pollutants: 2, above: 60, adds: 7)])
    #expect(try Self.value(index, [.pm25: 40, .pm10: 31]).number == 87)
    #expect(try Self.value(index, [.pm25: 40, .pm10: 30]).number == 80)
    let again = try JSONDecoder().decode(BreakpointIndex.self, from: JSONEncoder().encode(index))
    #expect(again == index && again.additions == index.additions)
    #expect(IndexContract.violations(of: index).isEmpty)
    for wrong in [
      #"[{"pollutants": 1, "above": 60, "adds": 7}]"#, #"[{"pollutants": 2, "above": 60, "adds": -7}]"#,
      #"[{"pollutants": 2, "adds": 7}]"#, #"[{"pollutants": 2, "above": 60, "add": 7}]"#,
    ] {
      #expect(throws: BreakpointIndex.DataError.self) { try BreakpointIndex(json: json(wrong)) }
    }
  }

  @Test(
    "India's index uses the unrounded concentration: 1.24 mg/m³ of CO is 59, the spreadsheet's 62 an alternative",
    arguments: [
      (AirParameter.co, 1.24, 59, [62]), (.co, 1.0, 50, []), (.co, 1.04, 50, [52, -1]),
      (.co, 1.06, 51, [53, -1]),
      (.pb, 0.54, 50, [54, -1]), (.pm25, 30.4, 50, [51, -1]), (.pm25, 30.5, 51, [-1]), (.pm25, 31.4, 52, []),
      (.pm25, 45, 75, []), (.pm10, 430.2, 401, [400]), (.pm25, 380, 500, []), (.pm25, 900, 500, []),
    ] as [(AirParameter, Double, Int, [Int])])
  func india(_ pollutant: AirParameter, _ concentration: Double, _ number: Int, _ others: [Int]) throws {
    let sub = try Self.table("in_naqi_2014").subIndex(of: pollutant, concentration)
    #expect(sub.number == number)
    for other in others { #expect(sub.alternatives.contains { ($0.number ?? -1) == other }, "\(other)") }
    #expect(!sub.alternatives.contains { $0.number == 56 })
  }

  @Test("gaps between printed bands can be filled from their nearer ends, and are otherwise an error")
  func filledGaps() throws {
    func json(_ rules: String) -> String {
      """
      {"identifier": "a", "title": "A", "document": "wiki", "rules": {\(rules)},
       "bands": [{"key": "all", "name": "All", "index": [0, null]}],
       "scales": [{"pollutant": "pm25", "averaging": "1h", "unit": "µg/m³", "current": "1h",
                   "rows": [[0, 10, 0, 50], [12, 20, 60, 100]]}]}
      """
    }
    #expect(throws: BreakpointIndex.DataError.self) { try BreakpointIndex(json: json("")) }
    let index = try BreakpointIndex(json: json(#""fillsGaps": true"#))
    let numbers = try [10, 10.9, 11, 12, 16].map { try index.subIndex(of: .pm25, $0).number }
    #expect(numbers == [50, 50, 60, 60, 80])
    #expect(try JSONDecoder().decode(BreakpointIndex.self, from: JSONEncoder().encode(index)) == index)
    #expect(IndexContract.violations(of: index).isEmpty)
  }
}
