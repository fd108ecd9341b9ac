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
