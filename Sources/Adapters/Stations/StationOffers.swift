public import AQKit

extension SourceDescriptor {
  /// The declaration of a network with a station near a point. Options change its addresses, which are their defaults.
  static func network(
    _ id: SourceID, _ name: String, _ summary: String, at address: String, _ offers: [Offer],
    precedence: Int = 300, siteKinds: [AirSite.Kind] = [.referenceStation],
    limits: RequestLimits = RequestLimits(placesPerRequest: 100), options: [Option] = [],
    and further: [Option] = [], credit: AirAttribution, rights: AirRights, sentinels: [Double] = [],
    near point: (Double, Double)
  ) -> SourceDescriptor {
    let own = Option("baseURL", summary: "Another address of the service.", defaultValue: address)
    return SourceDescriptor(
      id: id, name: name, summary: summary, offers: offers, precedence: precedence, siteKinds: siteKinds,
      limits: limits, options: options + [own] + further, attribution: [credit], rights: rights,
      endpoints: [Endpoint(address)] + further.compactMap(\.defaultValue).map { Endpoint($0) },
      sentinels: sentinels, testPlaces: .points(point))
  }
}

extension SourceDescriptor.Option {
  static func key(_ summary: String, name: String = "apiKey", isRequired: Bool = true) -> Self {
    Self(name, summary: summary, isRequired: isRequired, isSecret: true)
  }
}

typealias Offers = [SourceDescriptor.Offer]

extension Offers {
  /// The offers of a network, by default with new values each hour, for points, sites and boxes, by parameters that share the
  /// meaning of the time stamp and the averaging period. The latency is the usual seconds from the end of an hour to its
  /// publication.
  static func hourly(
    in coverage: SourceDescriptor.Coverage, latency: Int64?, every cadence: Int64 = 3600,
    at placeKinds: Set<AirQuery.Place.Kind> = [.coordinate, .site, .area],
    for capabilities: Set<SourceDescriptor.Capability> = [.current, .stations],
    of kind: AirReport.Kind = .observation,
    _ values: [([AirParameter], SourceDescriptor.TimeConvention, AveragingPeriod)]
  ) -> [SourceDescriptor.Offer] {
    values.map { parameters, convention, averaging in
      SourceDescriptor.Offer(
        capabilities: capabilities, placeKinds: placeKinds, parameters: parameters, coverage: coverage,
        kinds: [kind], timeConvention: convention, averaging: averaging, cadence: .seconds(cadence),
        latency: latency.map { Duration.seconds($0) })
    }
  }

  /// Returns the offers of a network whose hourly means are also available later, but its indices only while they are new.
  static func hourly(
    in coverage: SourceDescriptor.Coverage, latency: Int64, history: [AirParameter], current: [AirParameter]
  ) -> [SourceDescriptor.Offer] {
    hourly(
      in: coverage, latency: latency, for: [.current, .history, .stations], [(history, .end, .oneHour)])
      + hourly(in: coverage, latency: latency, for: [.current], [(current, .end, .oneHour)])
  }

  /// The offers of a network with columns: by default a value is the mean of the hour before, an index instantaneous.
  static func hourly(
    in coverage: SourceDescriptor.Coverage, latency: Int64, _ columns: [ReportColumn]
  ) -> [SourceDescriptor.Offer] {
    func averaging(_ column: ReportColumn) -> AveragingPeriod {
      column.details.averaging ?? (column.parameter.isPublishedIndex ? .instant : .oneHour)
    }
    return hourly(
      in: coverage, latency: latency,
      columns.map(averaging).unique.map { period in
        let parameters = columns.filter { averaging($0) == period }.map(\.parameter)
        return (parameters, period == .instant ? .instant : .end, period)
      })
  }
}

extension SourceDescriptor.Coverage {
  /// Returns the territory of a country.
  public static func country(_ country: StationCountry) -> Self { .boxes(country.boxes) }

  /// Returns a box in degrees; empty if the numbers don't describe a box.
  public static func box(south: Double, west: Double, north: Double, east: Double) -> Self {
    .boxes([try? GeoShape.BoundingBox(south: south, west: west, north: north, east: east)].compactMap(\.self))
  }
}

extension AirRights {
  static func open(_ terms: String, shareAlike: Bool = false) -> AirRights {
    AirRights(
      commercialUse: .allowed, redistribution: .allowed, caching: .allowed, modification: .allowed,
      shareAlike: shareAlike, terms: terms)
  }
}
