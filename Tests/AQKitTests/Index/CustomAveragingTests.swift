import AQKit
import AQKitTesting
import Foundation
import Testing

/// An averaging that AQKit doesn't have, as a third party states it: through the public API alone.
@Suite struct CustomAveragingTests {
  /// The median of the latest six hours, four of which must be present.
  static let median = AveragingMethod.custom("median-6h", name: "median of 6 h", hours: 6, atLeast: 4) {
    hours in
    let present = hours.filter { !$0.isNaN }.sorted()
    return (present[present.count / 2] + present[(present.count - 1) / 2]) / 2
  }

  /// The second highest hour of the day.
  static let secondHighest = AveragingMethod.customDay("second-highest", name: "second highest hour") {
    hours in
    hours.filter { !$0.isNaN }.sorted().dropLast().last
  }

  /// A town's table for the two, as its JSON.
  static let json = """
    {
      "identifier": "town_dust_1", "title": "Town dust rule", "document": "Town council, minutes of 2026",
      "bands": [
        {"key": "fine", "name": "Fine", "index": [0, 49]}, {"key": "bad", "name": "Bad", "index": [50, null]}
      ],
      "scales": [
        {"pollutant": "pm10", "averaging": "6h", "unit": "µg/m³", "current": "custom median-6h",
         "daily": "custom second-highest", "rows": [[0, 100, 0, 100]]}
      ]
    }
    """

  static func index() throws -> BreakpointIndex {
    try BreakpointIndex(json: json, averagings: [median, secondHighest])
  }

  /// Hourly means of PM10 from midnight UTC on.
  static func report(_ hours: [Double]) throws -> AirReport {
    let start = AirTime(secondsSince1970: 1_770_000_000 / 86_400 * 86_400)
    let series = try AirSeries(
      .pm10, unit: "µg/m³",
      timeline: AirTimeline(start: start, step: .seconds(3600), length: .seconds(3600), count: hours.count),
      values: hours)
    return AirReport(
      source: "test", site: AirSite(timeZone: "UTC", kind: .referenceStation), kind: .observation,
      series: [series], receivedAt: start.adding(seconds: Int64(hours.count) * 3600))
  }

  @Test("a custom averaging gives an index its concentration, with its basis")
  func value() throws {
    let report = try Self.report([90, 10, 80, .nan, -999, 20, 60])
    let sub = try #require(try report.index(using: Self.index()).get().subIndices.first)
    // The latest six hours but the two that are missing.
    #expect(sub.concentration == 40 && sub.number == 40)
    #expect(sub.basis.method == Self.median)
    #expect(sub.basis.hours == 4 && sub.basis.hoursPossible == 6)
    #expect(sub.basis.description == "median of 6 h of 4 of 6 hourly means")
  }

  @Test("with too few hours there is a reason, or a labelled proxy")
  func tooFewHours() throws {
    let report = try Self.report([90, .nan, .nan, .nan, 20, 60])
    #expect(try report.index(using: Self.index()).reason?.reason == .tooFewHours(have: 3, of: 6, need: 4))
    let proxy = try report.index(using: Self.index(), options: IndexOptions(proxy: .allowed)).get()
    #expect(proxy.isProxy && proxy.number == 60)
    #expect(
      proxy.subIndices.first?.basis.description
        == "median of 6 h of 3 of 6 hourly means, PROXY: too few hours for the median of 6 h")
  }

  @Test("a column of hours equals the moment at each hour", arguments: [false, true])
  func columns(isDaily: Bool) throws {
    let hours = (0..<100).map { (hour: Int) -> Double in
      if hour * 7 % 11 < 3 { return .nan }
      return Double(hour * 37 % 97)
    }
    let options = IndexOptions(variant: isDaily ? .daily : .current, proxy: .allowed)
    let (report, index) = (try Self.report(hours), try Self.index())
    let series = try report.indexSeries(using: index, options: options)
    #expect(series.count == (isDaily ? 5 : 100) && series.formations.count == 1)
    for i in 0..<series.count {
      let moment = try #require(series.timeline[i]).end
      let single = report.index(using: index, at: moment, options: options)
      #expect(series.outcome(at: i) == single && series[i]?.number == single.value?.number)
      #expect(series[i]?.basis == single.value?.subIndices.first?.basis)
    }
    guard !isDaily else {
      #expect(try #require(series[1]?.basis).description.hasPrefix("second highest hour of "))
      return
    }
    for (i, plain) in Self.median.values(of: hours).enumerated() where !plain.isNaN {
      #expect(series.outcome(at: i)?.value?.subIndices.first?.concentration == plain)
    }
  }

  @Test("hours alone have an average with its basis")
  func plainHours() {
    let average = Self.median.average(of: [5, 1, 2, .nan, 4])
    #expect(average.value == 3 && average.hours == 4 && average.possible == 6 && average.needed == 4)
    #expect(average.isComplete && Self.median.value(of: [1, 2, 3]) == nil)
    #expect(Self.secondHighest.value(of: (0..<24).map(Double.init)) == 22 && Self.secondHighest.isDaily)
    #expect(Self.median.values(of: []) == [] && Self.median.average(of: []).value.isNaN)
  }

  @Test("a published mean isn't a median")
  func published() throws {
    let series = try AirSeries(
      .pm10, 30, unit: "µg/m³",
      over: AirInterval(
        start: AirTime(secondsSince1970: 1_770_000_000), end: AirTime(secondsSince1970: 1_770_021_600)))
    let report = AirReport(
      source: "test", site: AirSite(kind: .referenceStation), kind: .observation, series: [series],
      receivedAt: AirTime(secondsSince1970: 1_770_021_600))
    #expect(
      try report.index(using: Self.index()).reason?.reason == .otherAverage(.hours(6), needed: Self.median))
  }

  @Test("it is stored by its name, and read where the method is passed")
  func stored() throws {
    let index = try Self.index()
    #expect(index.inputs.first?.current?.description == "custom median-6h")
    #expect(IndexContract.violations(of: index).isEmpty)
    let value = try Self.report([10, 20, 30, 40]).index(using: index).get()
    let json = try JSONEncoder().encode(value)
    let decoder = JSONDecoder()
    decoder.userInfo[.airAveragings] = [Self.median, Self.secondHighest]
    #expect(try decoder.decode(AQIValue.self, from: json) == value)
  }

  @Test("the name of a custom method that isn't passed is refused, with advice")
  func unknown() throws {
    let error = #expect(throws: BreakpointIndex.DataError.self) {
      try BreakpointIndex(json: Self.json, averagings: [Self.secondHighest])
    }
    #expect(
      error?.description.contains("“custom median-6h” isn't known here: pass it in `averagings`") == true)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([AveragingMethod].self, from: Data(#"["custom median-6h"]"#.utf8))
    }
    #expect(AveragingMethod("custom median-6h") == nil)
  }

  @Test("numbers of hours out of range don't trap", arguments: [Int.min, -1, 0, .max])
  func extremes(_ number: Int) {
    let method = AveragingMethod.custom("x", name: "x", hours: number, atLeast: number) { $0.last }
    #expect(method.hours >= 1)
    let day = AveragingMethod.customDay("x", name: "x", atLeast: number) { $0.last }
    #expect(day.value(of: [1]) == (number == .max ? nil : 1))
  }
}

/// An index whose columns are its author's own affair.
private struct OwnIndex: AirQualityIndex {
  let edition = IndexEdition(
    identifier: "own_1", family: "own", title: "Own", body: "tests", document: "this file")
  let bands = [AQIBand(rank: 0, key: "all", name: "All", lowerIndex: 0, upperIndex: 100)]
  let inputs = [IndexInput(.pm10, .oneHour, .microgramsPerCubicMetre, current: .hour)]
  let number: Int
  /// Makes the column of a number of rows.
  let column: @Sendable (Int) -> AQIValue.Column

  func value(of concentrations: [IndexInput.Concentration], options: IndexOptions) -> AQIOutcome {
    .value(AQIValue(edition: edition, number: number, display: "\(number)", band: bands[0]))
  }

  func numbers(of columns: IndexInput.Columns) -> AQIValue.Column { column(columns.count) }

  /// An index that names a second row alone, and marks one that isn't there.
  static let short = OwnIndex(number: 1) { _ in
    var result = AQIValue.Column(count: 2)
    result.numbers[1] = 7
    result.mark(.beyondScale, at: 99)
    return result
  }

  /// An index that appends one row after the other, each beyond the scale except the first, which has none.
  static let appending = OwnIndex(number: 7) { count in
    var result = AQIValue.Column(count: 0)
    for i in 0..<count {
      result.numbers.append(i == 0 ? AQIValue.Code.undefined : 7)
      result.leading.append(i == 0 ? -1 : 0)
      if i > 0 { result.mark(.beyondScale, at: i) }
    }
    return result
  }
}

extension CustomAveragingTests {
  @Test("rows that a custom index appends keep their marks, alone and joined with others")
  func appendedRows() throws {
    for options in [IndexOptions.standard, .shown] {
      let series = try Self.report([1, 2, 3, 4]).indexSeries(using: OwnIndex.appending, options: options)
      #expect((0..<4).map { series[$0]?.isBeyondScale } == [nil, true, true, true])
    }
  }

  @Test("a custom index computes its columns itself; rows that it leaves out have no index")
  func ownColumns() throws {
    let series = try Self.report([1, 2, 3, 4]).indexSeries(using: OwnIndex.short)
    #expect(series.count == 4 && series.topNumber == 100)
    #expect((0..<4).map { series[$0]?.number } == [nil, 7, nil, nil])
  }
}
