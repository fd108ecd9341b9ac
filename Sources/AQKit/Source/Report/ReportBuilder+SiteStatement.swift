extension ReportBuilder {
  struct SiteKey: Hashable {
    let id: String?
    let name: String?
    let coordinate: Coordinate?
    let place: Int?
    let kind: AirReport.Kind
    let issuedAt: AirTime?
  }

  struct SiteEntry {
    let key: SiteKey
    let serial: Int
    var statement: SiteStatement
    let kind: AirReport.Kind
    let issuedAt: AirTime?
    var places: [Int]
    var columns: [Int] = []
    /// How often a further registration has said something else.
    var revision = 0

    var site: AirSite { statement.site }
    var outline: GeoShape? { statement.outline }
  }

  /// What the registrations of a site said of it together.
  struct SiteStatement: Hashable {
    var site: AirSite
    /// Nil for the source's.
    var attribution: [AirAttribution]?
    /// Nil for the source's.
    var rights: AirRights?
    var outline: GeoShape?

    /// Adds what a further registration says: gaps are filled, attributions united, of rights the stricter are kept.
    ///
    /// - Returns: The names of the members in which the registrations differ.
    @discardableResult
    mutating func add(_ other: SiteStatement) -> [String] {
      let contradictions = site.fillGaps(from: other.site)
      if let others = other.attribution { attribution = attribution?.united(with: others) ?? others }
      if let others = other.rights { rights = rights?.combined(with: others) ?? others }
      outline = outline ?? other.outline
      return contradictions
    }
  }
}

extension ReportBuilder {
  /// The coordinate of a site whose degrees may be missing or wrong.
  ///
  /// Degrees that are no point on Earth are refused and counted: the site keeps its values and has no coordinate.
  ///
  /// ```swift
  /// let point = report.coordinate(50.14, 14.1)
  /// let beyond = report.coordinate(501.4, 14.1)  // nil, and a note
  /// ```
  ///
  /// - Parameters:
  ///   - latitude: Degrees north; nil if the service says none.
  ///   - longitude: Degrees east; nil if the service says none.
  public mutating func coordinate(_ latitude: Double?, _ longitude: Double?) -> Coordinate? {
    guard let latitude, let longitude else { return nil }
    if let coordinate = try? Coordinate(latitude, longitude) { return coordinate }
    refuse("the coordinate of a station is no point on Earth")
    return nil
  }

  /// The coordinate in two members of an object, which are numbers or texts of numbers, as ``coordinate(_:_:)`` takes it;
  /// nil if one of them is missing or something else.
  ///
  /// ``AQJSON/coordinate(_:_:acceptingText:)`` throws instead, so that the whole row is refused.
  ///
  /// - Parameters:
  ///   - row: The object.
  ///   - latitude: The name of the member with the latitude.
  ///   - longitude: The name of the member with the longitude.
  public mutating func coordinate(
    of row: AQJSON, _ latitude: String = "latitude", _ longitude: String = "longitude"
  ) -> Coordinate? {
    coordinate(
      try? row[latitude].double(acceptingText: true), try? row[longitude].double(acceptingText: true))
  }
}
