extension AirQuery {
  /// The surroundings of a point: the number of sites from each source, and their maximum distance.
  ///
  /// A hub also asks the models that take several points per request for their values at these sites, unless its policy
  /// asks one source after another.
  ///
  /// ```swift
  /// var query = AirQuery(near: home, parameters: [.pm25])
  /// query.surroundings = .standard  // as AirQuery(around: home, parameters: [.pm25])
  /// ```
  public struct Surroundings: Hashable, Sendable, Codable {
    /// The maximum number of sites of each source, the nearest first; from 1 to 100.
    public var sites: Int {
      didSet { sites = Self.bounded(sites) }
    }
    /// The maximum distance of a site in metres. The query's radius replaces it, and a source may have a smaller maximum.
    public var reach: Double {
      didSet { reach = Self.bounded(reach) }
    }

    /// Creates surroundings with `reach` in metres; an impossible number becomes the nearest possible one.
    public init(sites: Int = 20, reach: Double = 150_000) {
      self.sites = Self.bounded(sites)
      self.reach = Self.bounded(reach)
    }

    /// The surroundings that an estimate uses: 20 sites within 150 km.
    public static var standard: Surroundings { Surroundings() }

    private static func bounded(_ sites: Int) -> Int { min(max(1, sites), 100) }
    private static func bounded(_ reach: Double) -> Double { reach >= 0 ? min(reach, 1_000_000) : 0 }

    /// Reads the numbers; each may be missing.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      try self.init(sites: container.optional(.sites) ?? 20, reach: container.optional(.reach) ?? 150_000)
    }
  }

  /// Creates a query about one point and its surroundings, for an estimate of the air there.
  public init(
    around coordinate: Coordinate, parameters: [AirParameter] = [], window: AirQuery.Window = .current
  ) {
    self.init(
      places: [.near(coordinate)], parameters: parameters, window: window, surroundings: .standard)
  }

  /// The maximum distance between a point and a site in metres: the radius, or the reach of the surroundings; nil leaves
  /// it to the source.
  package var reach: Double? { radius ?? surroundings?.reach }
}

extension AirQuery.Place {
  /// The representative point of the neighbourhood, at most 0.8 km away; the same place for other kinds of place.
  package var neighbourhood: AirQuery.Place {
    guard let coordinate else { return self }
    func rounded(_ degrees: Double) -> Double { (degrees * 100).rounded() / 100 }
    let point = try? Coordinate(rounded(coordinate.latitude), rounded(coordinate.longitude))
    return point.map(AirQuery.Place.near) ?? self
  }
}
