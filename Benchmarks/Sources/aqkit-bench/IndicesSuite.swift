import AQKit

/// The suite `indices`: lookups, averages and series of indices, on one core, into the caller's buffers.
enum IndicesSuite {
  /// One measured figure, with its baseline of the same run.
  struct Figure {
    var workload: String
    var value: Double
    var unit: String
    /// The least that is promised of `value`, where something is.
    var goal: Double?
    var baseline: (name: String, value: Double)?
    /// The least that is promised of `value` over the baseline's.
    var ratioGoal: Double?
  }

  /// Runs the suite; takes a few seconds and about 250 MB.
  static func figures() throws -> [Figure] {
    guard let us = AirQualityIndexCatalog.standard.index("us_epa_2024") as? BreakpointIndex,
      let scale = us.scale(of: .pm25)
    else { return [] }
    return columns(scale) + nowCast() + (try series(us)) + report(us)
  }

  // MARK: Workloads

  /// Seeded numbers: the same in every run.
  private struct Generator {
    var state: UInt64
    mutating func unit() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 11) / 9_007_199_254_740_992
    }
  }

  /// Seeded numbers spread evenly over the table.
  private static func uniform(_ count: Int) -> [Double] {
    var generator = Generator(state: 42)
    return (0..<count).map { _ in generator.unit() * 320 }
  }

  /// A seeded walk in tenths, as hourly means wander.
  private static func smooth(_ count: Int) -> [Double] {
    var generator = Generator(state: 7)
    var level = 12.0
    return (0..<count).map { _ in
      level = max(0.5, min(300, level + (generator.unit() - 0.5) * 3))
      return (level * 10).rounded() / 10
    }
  }

  /// The best of some runs, in seconds.
  private static func best(of runs: Int, _ work: () -> Void) -> Double {
    let clock = ContinuousClock()
    var shortest = Double.infinity
    for _ in 0..<runs {
      let components = clock.measure(work).components
      shortest = min(shortest, Double(components.seconds) + Double(components.attoseconds) * 1e-18)
    }
    return shortest
  }

  // MARK: Figures

  private static func columns(_ scale: BreakpointScale) -> [Figure] {
    let count = 10_000_000
    var output = [Int32](repeating: 0, count: count)
    return [("uniform", uniform(count), 3.0), ("smooth", smooth(count), 1.3)].map { name, column, ratioGoal in
      let ours = best(of: 9) { scale.write(column, to: &output) }
      let chain = best(of: 5) {
        column.withUnsafeBufferPointer { column in
          output.withUnsafeMutableBufferPointer { output in
            for place in column.indices { output[place] = chainOfIfs(column[place]) }
          }
        }
      }
      return Figure(
        workload: "sub-index of 10 million PM2.5 values, \(name)", value: Double(count) / ours / 1e6,
        unit: "M values/s",
        goal: 500, baseline: ("chain of ifs with rounding", Double(count) / chain / 1e6), ratioGoal: ratioGoal
      )
    }
  }

  /// What one writes by hand: cut to a tenth, find the row, interpolate, round.
  @inline(never)
  private static func chainOfIfs(_ concentration: Double) -> Int32 {
    let c = (concentration * 10).rounded(.down) / 10
    func line(_ low: Double, _ high: Double, _ from: Double, _ to: Double) -> Int32 {
      Int32(((to - from) / (high - low) * (c - low) + from).rounded())
    }
    if c < 0 { return -1 }
    if c <= 9.0 { return line(0, 9.0, 0, 50) }
    if c <= 35.4 { return line(9.1, 35.4, 51, 100) }
    if c <= 55.4 { return line(35.5, 55.4, 101, 150) }
    if c <= 125.4 { return line(55.5, 125.4, 151, 200) }
    if c <= 225.4 { return line(125.5, 225.4, 201, 300) }
    if c <= 325.4 { return line(225.5, 325.4, 301, 500) }
    return -1
  }

  private static func nowCast() -> [Figure] {
    let year = smooth(8760)
    var output = [Double](repeating: 0, count: year.count)
    let ours = best(of: 300) { NowCast.epa.write(year, to: &output) }
    let single = best(of: 5) {
      for place in 11..<year.count {
        output[place] = NowCast.epa.concentration(of: Array(year[place - 11...place])) ?? 0
      }
    }
    return [
      Figure(
        workload: "NowCast of every hour of a year", value: Double(year.count) / ours / 1e6,
        unit: "M hours/s",
        goal: 40, baseline: ("one window at a time", Double(year.count) / single / 1e6))
    ]
  }

  private static func series(_ us: BreakpointIndex) throws -> [Figure] {
    let hours = 8760
    let timeline = try Timeline(
      start: AirTime(secondsSince1970: 1_700_000_000 / 3600 * 3600), step: .seconds(3600),
      length: .seconds(3600),
      count: hours)
    let values = smooth(hours)
    let report = AirReport(
      source: "bench", site: Site(kind: .referenceStation), kind: .observation,
      series: [try AirSeries(.pm25, unit: .microgramsPerCubicMetre, timeline: timeline, values: values)],
      receivedAt: AirTime(secondsSince1970: 1_800_000_000))
    let ours = best(of: 100) { _ = try? report.indexSeries(using: us) }
    let means = best(of: 100) { _ = AveragingMethod.mean(hours: 24).values(of: values) }
    return [
      Figure(
        workload: "US indices of a year of hourly PM2.5, with NowCast", value: Double(hours) / ours / 1e6,
        unit: "M hours/s", goal: 20),
      Figure(
        workload: "24 h means of a year, exact", value: Double(hours) / means / 1e6, unit: "M hours/s"),
    ]
  }

  private static func report(_ us: BreakpointIndex) -> [Figure] {
    // In the order of the table: ozone 8 h and 1 h, PM2.5, PM10, CO, SO2 1 h and 24 h, NO2.
    let values = [0.05, 0.06, 12.3, 40, 0.4, 5, 3, 20]
    var sum: Int32 = 0
    let seconds = values.withUnsafeBufferPointer { values in
      best(of: 20) { for _ in 0..<100_000 { sum &+= us.number(of: values) } }
    }
    return [
      Figure(
        workload: "index of one set of concentrations, no allocation (sum \(sum))", value: seconds * 1e4,
        unit: "ns")
    ]
  }
}
