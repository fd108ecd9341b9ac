@available(Systems 2023, *)
extension LiveAirStore {
  /// A site of a live list with the newest value of each of its series.
  public struct Site: Identifiable, Hashable, Sendable {
    /// The identity of a site: its source with its identifier or, without one, its name and coordinate.
    public struct ID: Hashable, Sendable {
      let key: HistorySiteKey

      /// The source.
      public var source: SourceID { key.source }
    }

    /// The identity, which stays the same as long as the site is known.
    public let id: ID
    /// The site, as the newest report describes it.
    public let site: AirSite
    /// The newest values: published indices first, then by parameter.
    public let values: [LiveAirStore.Value]
    /// The attribution that must be shown with the values.
    public let attribution: [AirAttribution]
    /// The rights that the licence gives.
    public let rights: AirRights

    /// The display name: the site's name, else its identifier, else its coordinate; empty without any of them.
    public let name: String

    /// The source.
    public var source: SourceID { id.source }

    /// The value that represents the site: a published overall index, else the value in the worst band, else the first.
    public var value: LiveAirStore.Value? {
      if let first = values.first, first.isOverallIndex || values.count == 1 { return first }
      let worst = values.indices.max { (values[$0].band?.rank ?? -1) < (values[$1].band?.rank ?? -1) }
      return worst.map { values[$0] }
    }

    /// The band of the value that represents the site.
    public var band: AQIBand? { value?.band }

    /// The end of the newest reading's interval.
    public var updatedAt: AirTime? { values.map(\.reading.interval.end).max() }
  }

  /// The newest value of a live series, with its band.
  public struct Value: Identifiable, Hashable, Sendable {
    /// The identity of the series, for the store's `chart(of:)`.
    public let id: AirChart.ID
    /// The reading.
    public let reading: AirReading
    /// The time at which the value was received or last repeated.
    public let receivedAt: AirTime
    /// The band; beyond the end of a scale the worst one. Nil without a scale, and for a value flagged as suspect.
    public let band: AQIBand?
    /// Whether the value lies beyond the end of the index; the band is then the worst one.
    public let isBeyondScale: Bool
    /// The reason why the band is only a proxy, such as an hourly value on an index of daily means; nil if it is exact.
    public let bandProxy: AQIValue.Basis.Proxy?

    /// The parameter.
    public var parameter: AirParameter { id.parameter }

    /// The number of a published index, rounded as indices are printed; nil for any other parameter.
    public var number: Int? {
      parameter.isPublishedIndex
        ? Int(exactly: reading.value.rounded(.toNearestOrAwayFromZero)) : nil
    }

    /// The number of an index, or the value with its unit: to one decimal, below 1 to three significant digits.
    public var display: String {
      if let number { return "\(number)" }
      let rounded =
        reading.value.magnitude < 1
        ? reading.value.rounded(significantDigits: 3)
        : (reading.value * 10).rounded(.toNearestOrAwayFromZero) / 10
      return reading.unit == .one ? "\(rounded)" : "\(rounded) \(reading.unit)"
    }

    var isOverallIndex: Bool { parameter.isPublishedIndex && parameter.indexPollutant == nil }
  }

  /// The order of the sites.
  public enum Order: Hashable, Sendable {
    /// By name, without regard to case.
    case name
    /// The worst air first, by band and value; sites without a band last.
    case worst
    /// The newest reading first.
    case newest
    /// The nearest first; sites without a coordinate last.
    case nearest(to: Coordinate)
  }
}

@available(Systems 2023, *)
extension LiveAirStore.Site {
  static func all(
    of history: AirHistory, _ banding: AirChart.Banding, in order: LiveAirStore.Order
  ) -> [LiveAirStore.Site] {
    let series = history.bareSeries
    let bySite = Dictionary(grouping: series) { $0.id.site }
    return order.sorted(series.map(\.id.site).unique.map { LiveAirStore.Site($0, bySite[$0] ?? [], banding) })
  }

  private init(_ key: HistorySiteKey, _ series: [HistorySeries], _ banding: AirChart.Banding) {
    // The newest report describes the site best.
    let latest = series.indices.max { series[$0].latestReceivedAt < series[$1].latestReceivedAt }
    id = ID(key: key)
    site = latest.map { series[$0].site } ?? AirSite(kind: .area)
    let values = series.map { LiveAirStore.Value($0, banding) }
    // Sorting numbers takes less code than sorting whole values.
    let order = values.indices.ordered { values[$0].sortKey < values[$1].sortKey }
    self.values = order.map { values[$0] }
    attribution = series.flatMap(\.attribution).unique
    rights = series.map(\.rights).combined
    name = site.name ?? site.id ?? site.coordinate.map { "\($0)" } ?? ""
  }
}

@available(Systems 2023, *)
extension LiveAirStore.Value {
  fileprivate init(_ series: HistorySeries, _ banding: AirChart.Banding) {
    id = series.id
    reading = series.latest
    receivedAt = series.latestReceivedAt
    let end = series.latest.interval.end
    let bands = banding.bands(
      of: series.id.parameter, unit: series.id.unit, averaging: series.id.averaging, from: end, through: end,
      in: series.site.timeZone)?.bands(ofValueEnding: end)
    let found = bands?.lookUp(series.latest)
    band = found?.band
    isBeyondScale = series.latest.flags.contains(.beyondScale) || found?.isBeyondScale ?? false
    bandProxy = bands?.proxy
  }

  fileprivate var sortKey: (Int, String, String) {
    (isOverallIndex ? 0 : parameter.isPublishedIndex ? 1 : 2, parameter.rawValue, id.unit.rawValue)
  }
}

@available(Systems 2023, *)
extension LiveAirStore.Order {
  fileprivate func sorted(_ sites: [LiveAirStore.Site]) -> [LiveAirStore.Site] {
    let keys = sites.map { site in
      let (first, second) = rank(of: site)
      return (first, second, site.name.lowercased(), site.name, site.source.rawValue)
    }
    return sites.indices.ordered { keys[$0] < keys[$1] }.map { sites[$0] }
  }

  private func rank(of site: LiveAirStore.Site) -> (Double, Double) {
    switch self {
    case .name: return (0, 0)
    case .worst:
      guard let value = site.value, let band = value.band else { return (.infinity, 0) }
      return (-Double(band.rank), -value.reading.value)
    case .newest: return (site.updatedAt.map { -Double($0.secondsSince1970) } ?? .infinity, 0)
    case .nearest(let point): return (site.site.coordinate.map { point.distance(to: $0) } ?? .infinity, 0)
    }
  }
}
