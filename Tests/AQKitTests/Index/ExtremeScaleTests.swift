import AQKit
import AQKitTesting
import TestRuns
import Testing

/// Tables at the limits of a scale: the numbers at their ends are exact.
@Suite struct ExtremeScaleTests {
  static let rows: [[BreakpointIndex.Scale.Row]] = [
    [BreakpointIndex.Scale.Row(0.000000001, 999_999_999.9999999, 99_000, 100_000)],
    [
      BreakpointIndex.Scale.Row(0.123456789, 0.987654321, 0, 1000),
      BreakpointIndex.Scale.Row(0.987654321, 1e9, 1000, 1999),
    ],
    [
      BreakpointIndex.Scale.Row(0, 0.000000001, 0, 3),
      BreakpointIndex.Scale.Row(0.000000001, 123_456_789.0123456, 3, 1000),
    ],
  ]
  static let concentrationRoundings: [BreakpointIndex.Scale.ConcentrationRounding] = [
    .none, .truncate, .halfUp, .halfEven,
  ]
  static let indexRoundings: [BreakpointIndex.Scale.IndexRounding] = [.halfUp, .halfEven, .up, .down]

  static func scale(
    _ rows: [BreakpointIndex.Scale.Row], _ rounding: BreakpointIndex.Scale.ConcentrationRounding = .none,
    _ index: BreakpointIndex.Scale.IndexRounding = .halfUp
  ) throws -> BreakpointIndex.Scale {
    try BreakpointIndex.Scale(
      input: IndexInput(.pm25, .day, .microgramsPerCubicMetre), rows: rows,
      rules: .init(decimals: rounding == .none ? nil : 9, rounding: rounding, indexRounding: index))
  }

  @Test(
    "the ends of the widest and narrowest rows have the printed numbers", arguments: rows.indices)
  func ends(_ i: Int) throws {
    for rounding in TestEffort.of(Self.concentrationRoundings, debug: [.none, .truncate]) {
      for index in TestEffort.of(Self.indexRoundings, debug: [.halfUp]) {
        let scale = try Self.scale(Self.rows[i], rounding, index)
        let first = try #require(Self.rows[i].first)
        #expect(scale.number(of: first.lower) == Int32(first.lowerIndex), "\(rounding) \(index)")
        for row in Self.rows[i] {
          let (upper, upperIndex) = (try #require(row.upper), try #require(row.upperIndex))
          #expect(scale.number(of: upper) == Int32(upperIndex), "\(row) \(rounding) \(index)")
        }
      }
    }
  }

  @Test(
    "a slope beyond the table that can't be computed exactly is an error", arguments: [1e-40, 0, -1, .nan])
  func unusableSlope(_ slope: Double) {
    let error = #expect(throws: BreakpointIndex.DataError.self) {
      try BreakpointIndex.Scale(
        input: IndexInput(.pm25, .day, .microgramsPerCubicMetre), rows: [.init(0, 10, 0, 50)],
        rules: .init(beyond: .extrapolate, beyondSlope: slope))
    }
    #expect(error?.problem == .badNumber && error?.detail.contains("slope") == true)
  }

  @Test("an addition at the end of an endless table gives the largest number")
  func largestAddition() throws {
    let scales = try [AirParameter.pm25, .pm10].map { pollutant in
      try BreakpointIndex.Scale(
        input: IndexInput(pollutant, .day, .microgramsPerCubicMetre),
        rows: [.init(0, 1, 0, 100), .init(1, nil, 100, nil)], rules: .init(beyond: .extrapolate))
    }
    let index = try BreakpointIndex(
      edition: IndexEdition(
        identifier: "endless_1", family: "endless", title: "Endless", body: "tests", document: "this file"),
      bands: [AQIBand(rank: 0, key: "all", name: "All", lowerIndex: 0, upperIndex: nil)], scales: scales,
      additions: [.init(pollutants: 2, above: 100, adds: 75)])
    let value = try index.value(of: index.inputs.map { IndexInput.Concentration($0, 21_474_836) }).get()
    #expect(value.number == Int(Int32.max) && value.addition == 47)
  }

  @Test("a last row that no rounded concentration reaches caps the index at its end")
  func unreachedRow() throws {
    let scale = try BreakpointIndex.Scale(
      input: IndexInput(.pm25, .day, .microgramsPerCubicMetre),
      rows: [.init(0, 10, 0, 50), .init(10, 10.4, 50, 100)],
      rules: .init(decimals: 0, rounding: .halfUp, beyond: .cap))
    #expect(scale.number(of: 10.4) == 50 && scale.number(of: 10.5) == 100 && scale.number(of: 50) == 100)
  }

  @Test("other interpretations first used by many at once are the same for all")
  func firstComparisons() async throws {
    func index() throws -> BreakpointIndex {
      let scale = try BreakpointIndex.Scale(
        input: IndexInput(.pm25, .day, .microgramsPerCubicMetre), rows: Self.rows[1],
        rules: .init(alternatives: [
          .init(source: "rounded up", indexRounding: .up),
          .init(source: "rounded down", indexRounding: .down),
        ]))
      let edition = IndexEdition(
        identifier: "extreme_1", family: "extreme", title: "Extreme", body: "tests", document: "this file")
      return try BreakpointIndex(
        edition: edition,
        bands: [AQIBand(rank: 0, key: "all", name: "All", lowerIndex: 0, upperIndex: nil)], scales: [scale])
    }
    let (own, shared) = (try index(), try index())
    // No number of these is whole, so that one of the two readings differs.
    let concentrations = (1..<40).map { Double($0) * 25e6 }
    let expected = try concentrations.map { concentration in
      let sub = try own.subIndex(of: .pm25, concentration)
      let other = try #require(sub.alternatives.first)
      let distance = other.source == "rounded up" ? 1 : -1
      #expect(sub.alternatives.count == 1)
      #expect(other.number == sub.number.map { $0 + distance })
      return sub.alternatives
    }
    await withTaskGroup(of: [[AQIValue.SubIndex.Alternative]].self) { group in
      for _ in 0..<8 {
        group.addTask { concentrations.map { (try? shared.subIndex(of: .pm25, $0).alternatives) ?? [] } }
      }
      for await found in group { #expect(found == expected) }
    }
  }

  @Test("a table first used by many at once gives all the same numbers")
  func firstLookups() async throws {
    let scale = try Self.scale(Self.rows[1])
    let concentrations = (0..<40).map { Double($0) * 25e6 }
    let expected = try Self.scale(Self.rows[1])
    let numbers = concentrations.map { expected.number(of: $0) }
    await withTaskGroup { group in
      for _ in 0..<8 { group.addTask { concentrations.map { scale.number(of: $0) } } }
      for await found in group { #expect(found == numbers) }
    }
  }
}
