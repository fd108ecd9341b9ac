extension AirHub {
  /// A policy by which a hub asks its sources.
  public struct Policy: Hashable, Sendable {
    enum Strategy: Hashable, Sendable {
      case all
      case firstSuccess(hedgeAfter: Duration?)
      case merged(MergeRule)
    }

    let strategy: Strategy

    /// Every source at once.
    public static var all: AirHub.Policy { AirHub.Policy(strategy: .all) }

    /// Asks sources one after another, the highest ``SourceDescriptor/precedence`` first and equal ones in order of
    /// registration, until one returns a requested value. If a source stays silent for its share of the remaining
    /// time, the next one is asked as well.
    public static var firstSuccess: AirHub.Policy { AirHub.Policy(strategy: .firstSuccess(hedgeAfter: nil)) }

    /// Asks like ``firstSuccess``, but also asks the next source while a slow one is still working: the first response
    /// counts, and the others are cancelled.
    ///
    /// - Parameter patience: The time to wait for a source before the next one is asked.
    public static func firstSuccess(hedgeAfter patience: Duration) -> AirHub.Policy {
      AirHub.Policy(strategy: .firstSuccess(hedgeAfter: patience))
    }

    /// Asks every source at once, and merges the reports into one series per parameter: from the best site that is near
    /// enough, with gaps filled by the next best, the past from observations and the future from forecasts.
    ///
    /// ``AirAnswer/merged(forPlace:)`` has the result with the provenance of every part,
    /// ``AirAnswer/candidates(forPlace:)`` explains why the other sites were not used, and the original reports stay in
    /// ``AirAnswer/reports``.
    public static func merged(_ rule: MergeRule = .standard) -> AirHub.Policy {
      AirHub.Policy(strategy: .merged(rule))
    }

    var rule: MergeRule? { if case .merged(let rule) = strategy { rule } else { nil } }
  }
}

extension AirHub.Policy {
  /// A rule that merges several sources into one series per parameter.
  ///
  /// For each parameter the sites that may be used — near enough, each station once, and not silent unless the query's window
  /// is past — are sorted. The first one gives its intervals, and the next ones fill the gaps. Forecasts continue where
  /// observations end, whatever the order, unless the caller compares them (``custom(_:_:)``). Nothing is averaged.
  public struct MergeRule: Hashable, Sendable {
    /// The criteria by which sites are compared, one after another until two sites differ.
    public var order: [Criterion]
    /// The maximum distance of a site from the place, for each parameter.
    public var limits: DistanceLimits
    /// Sources with the user's own sensors, which precede reference stations.
    public var ownSources: Set<SourceID>
    /// The rule that recognises the same station in several services; ``AirHub/Policy/StationMatching/standard`` to use the
    /// hub's container's.
    public var stationMatching: AirHub.Policy.StationMatching

    /// Creates a rule.
    public init(
      order: [Criterion], limits: DistanceLimits = .standard, ownSources: Set<SourceID> = [],
      stationMatching: AirHub.Policy.StationMatching = .standard
    ) {
      self.order = order
      self.limits = limits
      self.ownSources = ownSources
      self.stationMatching = stationMatching
    }

    /// Own sensor, reference station, low-cost network, analysis, forecast; then by distance, then by precedence.
    public static var standard: MergeRule { MergeRule(order: [.kind, .nearest, .precedence]) }
    /// The nearest site of any kind; models come after sites with a distance.
    public static var nearestSite: MergeRule { MergeRule(order: [.nearest, .kind, .precedence]) }
    /// By the sources' ``SourceDescriptor/precedence``, then by distance; forecasts after observations.
    public static var precedence: MergeRule { MergeRule(order: [.precedence, .nearest, .kind]) }
    /// The newest value of any source.
    public static var freshest: MergeRule { MergeRule(order: [.freshest, .kind, .nearest]) }

    /// Uses an order that the caller defines.
    ///
    /// - Parameters:
    ///   - name: The name that identifies this order: rules with the same name count as equal.
    ///   - precedes: Whether the first is to be used before the second: a strict order.
    public static func custom(
      _ name: String, _ precedes: @escaping @Sendable (_ first: Contender, _ second: Contender) -> Bool
    ) -> MergeRule {
      MergeRule(order: [.custom(Criterion.Custom(name: name, precedes: precedes))])
    }
  }
}

extension AirHub.Policy.MergeRule {
  /// A property by which two sites are compared.
  public enum Criterion: Hashable, Sendable {
    /// Own sensor, reference station, low-cost network, analysis, forecast.
    case kind
    /// The distance from the place.
    case nearest
    /// The source's precedence, the higher first.
    case precedence
    /// The end of the newest value, the newer first.
    case freshest
    /// A comparison that the caller defines.
    case custom(Custom)

    var isCustom: Bool { if case .custom = self { true } else { false } }

    /// A comparison that the caller defines, known by its name.
    public struct Custom: Hashable, Sendable {
      /// The name of the rule.
      public let name: String
      let precedes: @Sendable (AirHub.Policy.Contender, AirHub.Policy.Contender) -> Bool

      /// Compares names.
      public static func == (lhs: Custom, rhs: Custom) -> Bool { lhs.name == rhs.name }
      /// Hashes the name.
      public func hash(into hasher: inout Hasher) { hasher.combine(name) }
    }
  }
}

extension AirHub.Policy {
  /// A series of one site that may be used for a parameter at a place.
  public struct Contender: Sendable {
    /// The source.
    public let source: SourceID
    /// The source's precedence.
    public let precedence: Int
    /// The site.
    public let site: AirSite
    /// Measured, analysed or forecast.
    public let kind: AirReport.Kind
    /// The series.
    public let series: AirSeries
    /// The attribution that must be shown with the series.
    public var attribution: [AirAttribution] { terms.attribution }
    /// The rights that the licence of the series grants.
    public var rights: AirRights { terms.rights }
    /// Metres from the place to the site; nil if one of them has no coordinate, or the site is an area or a model's
    /// cell, which contains the place.
    public let distance: Double?
    /// The freshness of the series.
    public let freshness: AirReport.Freshness
    /// The end of the newest past value.
    public let newestEnd: AirTime?
    /// Whether the sensor is the user's own.
    public let isOwn: Bool
    /// Shared with the parts of a merged series, of which there can be one for each hour.
    let terms: Terms
    var report: Int
    /// The source that gives the same station, nearer to the origin; this one gives only the hours that it lacks.
    var original: SourceID?

    /// The attribution to show with values, and the rights that their licence gives.
    final class Terms: Sendable {
      let attribution: [AirAttribution]
      let rights: AirRights

      init(of series: AirSeries, in report: AirReport) {
        attribution = report.attribution(of: series)
        rights = report.rights(of: series)
      }
    }
  }

  /// The maximum distance of a site from a place, by parameter, in metres.
  ///
  /// The defaults are the upper ends of the spatial scales of 40 CFR Part 58, Appendix D, §1.2(b): a site of
  /// neighbourhood scale represents up to 4 km, one of urban scale up to 50 km. AQKit follows §4 of that appendix in
  /// choosing a parameter's scale: neighbourhood for emissions of traffic and single stacks (NO₂, NO, NOₓ, CO, SO₂,
  /// black carbon, PM10), urban for pollutants that form or spread downwind (PM2.5, ozone). For all other
  /// parameters the limit is AQKit's own: 25 km. Cells of models, areas and cities have no limit, since they contain
  /// the place.
  public struct DistanceLimits: Hashable, Sendable {
    /// The limits of single parameters in metres.
    public var byParameter: [AirParameter: Double]
    /// The limit of all other parameters in metres.
    public var others: Double

    /// Creates limits in metres.
    public init(_ byParameter: [AirParameter: Double] = [:], others: Double) {
      self.byParameter = byParameter
      self.others = others
    }

    /// The limit of a parameter in metres.
    public subscript(parameter: AirParameter) -> Double {
      get { byParameter[parameter] ?? others }
      set { byParameter[parameter] = newValue }
    }

    /// The documented limits.
    public static let standard: DistanceLimits = {
      let (neighbourhood, urban) = (4_000.0, 50_000.0)
      return DistanceLimits(
        [
          .no2: neighbourhood, .no: neighbourhood, .nox: neighbourhood, .co: neighbourhood,
          .so2: neighbourhood,
          "bc": neighbourhood, .pm10: neighbourhood, .pm25: urban, .o3: urban,
        ], others: 25_000)
    }()
  }
}

extension AirHub.Policy.MergeRule {
  /// Whether observations and analyses come before every forecast: always, unless the caller defines a comparison.
  var putsForecastsLast: Bool { !order.contains(where: \.isCustom) }

  /// Returns whether the first contender is used before the second. A forecast comes after observations and analyses,
  /// so that the past is observed whatever the order; only the caller's own comparison may change that.
  func precedes(_ first: AirHub.Policy.Contender, _ second: AirHub.Policy.Contender) -> Bool {
    let isForecast = first.kind == .forecast
    if isForecast != (second.kind == .forecast), putsForecastsLast { return !isForecast }
    for criterion in order {
      switch criterion {
      case .kind:
        if first.kindRank != second.kindRank { return first.kindRank < second.kindRank }
      case .nearest:
        let (one, other) = (first.distance ?? .infinity, second.distance ?? .infinity)
        if one != other { return one < other }
      case .precedence:
        if first.precedence != second.precedence { return first.precedence > second.precedence }
      case .freshest:
        let (one, other) = (
          first.newestEnd?.secondsSince1970 ?? .min, second.newestEnd?.secondsSince1970 ?? .min
        )
        if one != other { return one > other }
      case .custom(let custom):
        if custom.precedes(first, second) { return true }
        if custom.precedes(second, first) { return false }
      }
    }
    // A corrected series replaces the raw one of the same site.
    let isCorrected = first.series.correction != nil
    if isCorrected != (second.series.correction != nil) { return isCorrected }
    if first.precedence != second.precedence { return first.precedence > second.precedence }
    return first.report < second.report
  }
}

extension AirHub.Policy.Contender {
  fileprivate var kindRank: Int {
    if isOwn { return 0 }
    switch kind {
    case .observation: return site.kind == .lowCostSensor ? 2 : 1
    case .analysis: return 3
    case .forecast: return 4
    }
  }
}
