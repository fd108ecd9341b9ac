import AQKit

/// The suite `indices`: lookups, averages and series of indices, on one core, into the caller's buffers.
enum IndicesSuite {
  /// Thrown if the catalogue lacks something that the suite needs.
  struct Missing: Error { var name: String }

  /// Runs the suite; takes a few seconds and about 250 MB.
  static func figures() throws -> [Figure] {
    let us = try table("us_epa_2024")
    guard let scale = us.scale(of: .pm25) else { throw Missing(name: "PM2.5 of us_epa_2024") }
    return try columns(scale) + nowCast() + series(us, scale) + single()
  }

  private static func table(_ identifier: String) throws -> BreakpointIndex {
    guard let index = AirQualityIndexCatalog.standard.index(identifier) as? BreakpointIndex else {
      throw Missing(name: identifier)
    }
    return index
  }

  // MARK: Columns

  private static func columns(_ scale: BreakpointIndex.Scale) -> [Figure] {
    let count = 10_000_000
    var output = [Int32](repeating: 0, count: count)
    let columns = [
      ("uniform", SeededNumbers.uniform(count), 3.0), ("smooth", SeededNumbers.smooth(count), 1.3),
    ]
    return columns.flatMap { name, column, leastRatio in
      let ours = Stopwatch.best(runs: 9) { scale.write(column, to: &output) }.rate(Double(count) / 1e6)
      let taken = Allocations.of { scale.write(column, to: &output) }
      let chain = Stopwatch.best {
        column.withUnsafeBufferPointer { column in
          output.withUnsafeMutableBufferPointer { output in
            for place in column.indices { output[place] = ChainOfIfs.pm25(column[place]) }
          }
        }
      }.rate(Double(count) / 1e6)
      let speed = Figure(
        workload: "sub-index of 10 million PM2.5 values, \(name)", value: ours.processor, unit: "M values/s",
        wall: ours.wall,
        baselines: [
          .init(name: "chain of ifs with rounding", value: chain.processor, leastRatio: leastRatio)
        ])
      guard let taken else { return [speed] }
      return [
        speed,
        Figure(
          workload: "memory beyond input and output, \(name)", value: Double(taken.peak), unit: "bytes",
          goal: .atMost(4096, decides: true)),
      ]
    }
  }

  private static func nowCast() -> [Figure] {
    let year = SeededNumbers.smooth(8760)
    let hours = Double(year.count) / 1e6
    var output = [Double](repeating: 0, count: year.count)
    let ours = Stopwatch.best { keep(AveragingMethod.nowCast(.epa).values(of: year)) }.rate(hours)
    let single = Stopwatch.best {
      for place in 11..<year.count {
        output[place] = AveragingMethod.NowCast.epa.concentration(of: Array(year[place - 11...place])) ?? 0
      }
    }.rate(hours)
    return [
      Figure(
        workload: "NowCast of every hour of a year", value: ours.processor, unit: "M hours/s",
        wall: ours.wall,
        baselines: [.init(name: "NowCast, one window at a time", value: single.processor)])
    ]
  }

  // MARK: Series

  private static func series(_ us: BreakpointIndex, _ scale: BreakpointIndex.Scale) throws -> [Figure] {
    let count = 8760
    let hours = Double(count) / 1e6
    let timeline = try AirTimeline(
      start: AirTime(secondsSince1970: 1_699_999_200), step: .seconds(3600), length: .seconds(3600),
      count: count)
    let values = SeededNumbers.smooth(count)
    let report = AirReport(
      source: "bench", site: AirSite(kind: .referenceStation), kind: .observation,
      series: [try AirSeries(.pm25, unit: .microgramsPerCubicMetre, timeline: timeline, values: values)],
      receivedAt: AirTime(secondsSince1970: 1_800_000_000))
    let ours = try Stopwatch.best { keep(try report.indexSeries(using: us)) }.rate(hours)
    var numbers = [Int32](repeating: 0, count: count)
    let single = Stopwatch.best {
      for place in 11..<count {
        let mean = AveragingMethod.NowCast.epa.concentration(of: Array(values[place - 11...place])) ?? -1
        numbers[place] = ChainOfIfs.pm25(mean)
      }
    }.rate(hours)
    let means = Stopwatch.best { keep(AveragingMethod.mean(hours: 24).values(of: values)) }.rate(hours)
    let plainMeans = Stopwatch.best {
      var means = [Double](repeating: .nan, count: count)
      for place in 23..<count { means[place] = values[place - 23...place].reduce(0, +) / 24 }
      keep(means)
    }.rate(hours)
    return [
      Figure(
        workload: "US indices of a year of hourly PM2.5, with NowCast", value: ours.processor,
        unit: "M hours/s", wall: ours.wall, goal: .atLeast(3.5),
        baselines: [.init(name: "one hour at a time, chain of ifs", value: single.processor)]),
      Figure(
        workload: "24 h means of a year, exact", value: means.processor, unit: "M hours/s",
        wall: means.wall,
        baselines: [.init(name: "plain sum of each window", value: plainMeans.processor)]),
    ]
  }

  // MARK: One report

  private static func single() throws -> [Figure] {
    let naqi = try table("in_naqi_2014")
    // Lead is the one that hardly any station has: seven of India's eight pollutants.
    let values = naqi.inputs.map { $0.parameter == .pb ? Double.nan : 40 }
    let repetitions = 100_000
    var sum: Int32 = 0
    func lookups() {
      values.withUnsafeBufferPointer { values in
        for _ in 0..<repetitions { sum &+= naqi.number(of: values) }
      }
    }
    let ours = Stopwatch.best(lookups)
    let taken = Allocations.of(lookups)
    keep(sum)
    let given = zip(naqi.inputs, values).filter { !$1.isNaN }.map { IndexInput.Concentration($0, $1) }
    let stated = try report(for: naqi, hours: nil)
    let day = try report(for: naqi, hours: 24)
    let epa = try table("us_epa_2024")
    let model = try report(for: epa, hours: 24, gases: .microgramsPerCubicMetre)
    var figures = [
      Figure(
        workload: "index of one set of 7 pollutants", value: ours.processor / Double(repetitions) * 1e9,
        unit: "ns", wall: ours.wall / Double(repetitions) * 1e9),
      figure("value of one set of 7 pollutants, with band and dominant pollutant") {
        keep(naqi.value(of: given, options: .standard))
      },
      figure("the same, and each sub-index with its basis") {
        keep(naqi.value(of: given, options: .standard).value?.subIndices)
      },
      figure("index of a report of 7 pollutants, averaged by its source") { keep(stated.index(using: naqi)) },
      figure("index of a report of a day of 7 pollutants, averages included", goal: .atMost(1500)) {
        keep(day.index(using: naqi))
      },
      figure("the same, and each sub-index with its basis") {
        keep(day.index(using: naqi).value?.subIndices)
      },
      figure("US index of a report of a day of 6 pollutants, gases in µg/m³") {
        keep(model.index(using: epa))
      },
    ]
    if let taken {
      figures.insert(
        Figure(
          workload: "allocations in \(repetitions) such lookups", value: Double(taken.count),
          unit: "allocations", goal: .atMost(0, decides: true)), at: 1)
    }
    return figures
  }

  /// Measures work that is done a thousand times in each run.
  private static func figure(
    _ workload: String, goal: Figure.Goal? = nil, _ work: () -> Void
  ) -> Figure {
    let watch = Stopwatch.best { for _ in 0..<1000 { work() } }
    return Figure(
      workload: workload, value: watch.processor / 1000 * 1e9, unit: "ns", wall: watch.wall / 1000 * 1e9,
      goal: goal)
  }

  /// Makes hourly values for the inputs of an index, or one value of each with the index's averaging.
  private static func report(
    for index: BreakpointIndex, hours: Int?, gases: AirUnit? = nil
  ) throws -> AirReport {
    let end: Int64 = 1_800_000_000
    var pollutants: Set<AirParameter> = [.pb]
    let series = try index.inputs.enumerated().compactMap { place, input -> AirSeries? in
      guard pollutants.insert(input.parameter).inserted else { return nil }
      let length = hours == nil ? input.averaging.seconds ?? 3600 : 3600
      let count = hours ?? 1
      let timeline = try AirTimeline(
        start: AirTime(secondsSince1970: end - length * Int64(count)), step: .seconds(length),
        length: .seconds(length), count: count)
      return try AirSeries(
        input.parameter, unit: input.parameter.family == .gas ? gases ?? input.unit : input.unit,
        timeline: timeline,
        values: SeededNumbers.smooth(count, seed: UInt64(place)))
    }
    return AirReport(
      source: "bench", site: AirSite(kind: .referenceStation), kind: .observation, series: series,
      receivedAt: AirTime(secondsSince1970: end))
  }
}
