import AQKit

extension AirTime {
  /// Noon of 1 October 2026 in UTC, the moment that a manual clock shows.
  static let noon = AirTime(secondsSince1970: 1_790_856_000)

  func hours(_ hours: Int64) -> AirTime { adding(seconds: hours * 3600) }
}

extension SourceDescriptor.Offer {
  /// Particles and gases, everywhere, for coordinates, at instants.
  static func sample(
    _ parameters: [AirParameter] = [.pm25, .pm10, .o3], places: Set<AirQuery.Place.Kind> = [.coordinate],
    coverage: SourceDescriptor.Coverage = .world, kinds: Set<AirReport.Kind> = [.observation],
    convention: SourceDescriptor.TimeConvention = .instant, averaging: AveragingPeriod = .instant,
    capabilities: Set<SourceDescriptor.Capability> = [.current, .history, .forecast]
  ) -> SourceDescriptor.Offer {
    SourceDescriptor.Offer(
      capabilities: capabilities, placeKinds: places, parameters: parameters, coverage: coverage,
      kinds: kinds,
      timeConvention: convention, averaging: averaging, cadence: .seconds(3600))
  }
}

extension SourceDescriptor {
  static func sample(
    _ id: SourceID = "sample", offers: [SourceDescriptor.Offer] = [.sample()], precedence: Int = 100,
    limits: RequestLimits = RequestLimits(),
    options: [SourceDescriptor.Option] = [], rights: AirRights = .unknown,
    endpoints: [SourceDescriptor.Endpoint] = [],
    sentinels: [Double] = []
  ) -> SourceDescriptor {
    SourceDescriptor(
      id: id, name: "Sample", offers: offers, precedence: precedence, limits: limits, options: options,
      attribution: [AirAttribution("Sample data")], rights: rights, endpoints: endpoints, sentinels: sentinels
    )
  }
}

extension AirReport {
  /// A report with one value of PM2.5.
  static func sample(
    _ source: SourceID = "sample", value: Double = 12.5, at time: AirTime = .noon, places: [Int] = [0],
    site: AirSite = AirSite(id: "s1", name: "Somewhere", kind: .referenceStation)
  ) throws -> AirReport {
    AirReport(
      source: source, site: site, kind: .observation,
      series: [
        try AirSeries(
          .pm25, value, unit: .microgramsPerCubicMetre, over: AirInterval(start: time.hours(-1), end: time))
      ],
      receivedAt: time, places: places)
  }
}

extension AirTimeline {
  /// All intervals.
  var intervals: [AirInterval] { (0..<count).compactMap { self[$0] } }
}
