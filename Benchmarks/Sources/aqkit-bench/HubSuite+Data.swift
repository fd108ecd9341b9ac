import AQKit

extension HubSuite {
  // MARK: Merging

  /// Ten stations around a place with the same 240 hours of 20 parameters: all of them, and with a random tenth of the
  /// values missing, so that each series is combined from several.
  static func merges() throws -> [Figure] {
    let names: [AirParameter] = [.pm25, .pm10, .no2, .o3, .so2, .co, .nh3, .no, .nox, .temperature]
    let parameters = names + (10..<20).map { AirParameter(rawValue: "bench-\($0)") }
    return try [("all there", 0.0), ("a tenth missing", 0.1)].map { name, missing in
      let (query, outcomes) = try stations(parameters, missing: missing)
      let now = outcomes[0].receivedAt ?? AQSystemClock().time
      let ours = Stopwatch.best {
        keep(AirAnswer(query: query, outcomes: outcomes, askedAt: now, policy: .merged()))
      }
      let plain = Stopwatch.best { keep(plainly(outcomes)) }
      return Figure(
        workload: "10 stations × 20 parameters × 240 hours merged, \(name)", value: ours.processor * 1000,
        unit: "ms", wall: ours.wall * 1000, goal: .atMost(1),
        baselines: [
          .init(name: "dictionaries by hour, the first value counts", value: plain.processor * 1000)
        ])
    }
  }

  private static func stations(_ parameters: [AirParameter], missing: Double) throws -> (
    AirQuery, [AirAnswer.SourceOutcome]
  ) {
    let hours = 240
    let end = AirTime(secondsSince1970: 1_800_000_000)
    let timeline = try AirTimeline(
      start: end - .seconds(3600 * hours), step: .seconds(3600), length: .seconds(3600), count: hours)
    let outcomes = try (0..<10).map { number in
      var random = SeededNumbers(seed: UInt64(number))
      let series = try parameters.enumerated().map { place, parameter in
        try AirSeries(
          parameter, unit: .microgramsPerCubicMetre, timeline: timeline,
          values: SeededNumbers.smooth(hours, seed: UInt64(place * 10 + number)).map {
            random.fraction() < missing ? .nan : $0
          })
      }
      let site = AirSite(
        id: "\(number)", name: "Station \(number)",
        coordinate: try Coordinate(52.5, 13.4 + Double(number) * 0.002), kind: .referenceStation)
      let report = AirReport(
        source: descriptor(number).id, site: site, kind: .observation, series: series, receivedAt: end,
        places: [0])
      return AirAnswer.SourceOutcome(
        descriptor: descriptor(number), result: .responded(AirResponse(reports: [report])), receivedAt: end)
    }
    return (
      AirQuery(near: try Coordinate(52.5, 13.4), window: .past(.seconds(3600 * hours))), outcomes
    )
  }

  /// The same by hand, without distances, freshness, duplicates of a station, origin, and an account of the losers.
  private static func plainly(_ outcomes: [AirAnswer.SourceOutcome]) -> [AirParameter: [AirTime: Double]] {
    var merged: [AirParameter: [AirTime: Double]] = [:]
    for report in outcomes.flatMap({ $0.response?.reports ?? [] }) {
      for series in report.series {
        for reading in series.readings where merged[series.parameter]?[reading.interval.start] == nil {
          merged[series.parameter, default: [:]][reading.interval.start] = reading.value
        }
      }
    }
    return merged
  }

  // MARK: Live

  /// Ten feeds with 20 stations each and a value of seven parameters of each station, minute after minute as fast as they
  /// are consumed. Every reading is delivered, or counted as replaced by a newer one.
  static func updates() throws -> Figure {
    let (feeds, stations, minutes) = (10, 20, 500)
    let parameters: [AirParameter] = [.pm25, .pm10, .no2, .o3, .so2, .co, .nh3]
    let sources = try (0..<feeds).map { number in
      let updates = try (0..<minutes).map { minute in
        try update(of: descriptor(number).id, stations, parameters, minute)
      }
      return ClosureSource(descriptor(number, [.live, .current]), updates: { _ in AirUpdates(updates) }) {
        _ in
        AirResponse()
      }
    }
    let hub = try AirHub(sources: sources)
    let query = try query(parameters)
    let total = feeds * stations * minutes * parameters.count
    let ours = try Stopwatch.best(runs: 3) {
      var seen = 0
      for try await update in hub.updates(for: query) {
        seen += update.reports.reduce(0) { $0 + $1.series.reduce(0) { $0 + $1.count } }
        seen += update.notes.filter { $0.code == .dropped }.reduce(0) { $0 + $1.count }
      }
      if seen != total { throw AQError(.malformed, "Of \(total) readings \(seen) are accounted for.") }
    }
    let bare = try Stopwatch.best(runs: 3) {
      for source in sources {
        for try await update in source.updates(for: query) { keep(update) }
      }
    }
    let rates = (ours: ours.rate(Double(total) / 1e6), bare: bare.rate(Double(total) / 1e6))
    return Figure(
      workload: "updates of \(feeds * stations) stations of \(feeds) feeds merged, by the wall",
      value: rates.ours.wall, unit: "M readings/s", goal: .atLeast(0.5),
      baselines: [.init(name: "one feed after the other, not merged", value: rates.bare.wall)])
  }

  private static func query(_ parameters: [AirParameter]) throws -> AirQuery {
    var query = try query()
    query.parameters = parameters
    return query
  }

  private static func update(
    of source: SourceID, _ stations: Int, _ parameters: [AirParameter], _ minute: Int
  )
    throws -> AirUpdate
  {
    let start = AirTime(secondsSince1970: 1_700_000_000 + Int64(minute) * 60)
    let interval = try AirInterval(start: start, end: start + .seconds(60))
    return AirUpdate(
      reports: try (0..<stations).map { station in
        AirReport(
          source: source, site: AirSite(id: "\(station)", kind: .referenceStation), kind: .observation,
          series: try parameters.map {
            try AirSeries($0, Double(station + minute), unit: .microgramsPerCubicMetre, over: interval)
          }, receivedAt: start + .seconds(60), places: [0])
      })
  }

  // MARK: Places

  static func nearest() throws -> Figure {
    var random = SeededNumbers(seed: 11)
    let sites = try (0..<100_000).map { _ in
      AirSite(
        coordinate: try Coordinate(random.fraction() * 180 - 90, random.fraction() * 360 - 180),
        kind: .referenceStation)
    }
    let finder = AirSite.Finder(sites)
    let points = try (0..<1000).map { _ in
      try Coordinate(random.fraction() * 180 - 90, random.fraction() * 360 - 180)
    }
    let ours = Stopwatch.best { for point in points { keep(finder.nearest(10, to: point)) } }
    let plain = Stopwatch.best(forSeconds: 0.2, runs: 3) {
      let distances = sites.enumerated().compactMap { index, site in
        site.coordinate.map { (points[0].distance(to: $0), index) }
      }
      keep(distances.sorted { $0 < $1 }.prefix(10))
    }
    return Figure(
      workload: "nearest 10 of 100,000 stations", value: ours.processor * 1e6 / Double(points.count),
      unit: "µs",
      wall: ours.wall * 1e6 / Double(points.count), goal: .atMost(20),
      baselines: [.init(name: "all distances, sorted", value: plain.processor * 1e6)])
  }
}
