extension ReportBuilder {
  struct SiteKey: Hashable {
    let id: String?
    let name: String?
    let coordinate: Coordinate?
    let place: Int?
    let kind: AirReport.Kind
    let issuedAt: AirTime?

    init(_ site: AirSite, place: Int?, _ kind: AirReport.Kind, _ issuedAt: AirTime?) {
      let isNamed = site.id != nil
      id = site.id
      name = isNamed ? nil : site.name
      coordinate = isNamed ? nil : site.coordinate
      self.place = isNamed ? nil : place
      self.kind = kind
      self.issuedAt = issuedAt
    }
  }

  struct SiteEntry {
    let serial: Int
    var statement: SiteStatement
    let kind: AirReport.Kind
    let issuedAt: AirTime?
    /// The place with which it was registered first.
    let firstPlace: Int?
    var places: [Int]
    var columns = ColumnList()
    /// How often a further registration has said something else.
    var revision = 0
    /// The next entry of the same identifier, of another kind or issue.
    var next: Int?

    var site: AirSite { statement.site }
    var outline: GeoShape? { statement.outline }

    /// By what it is found again: name, coordinate and place of a site without an identifier never change.
    var key: SiteKey { SiteKey(statement.site, place: firstPlace, kind, issuedAt) }
  }

  /// Finds sites that were registered before: by their identifier, of which there may be several entries, else by all
  /// that is known.
  struct SiteTable {
    private var firstByID: [String: Int] = [:]
    private var byKey: [SiteKey: Int] = [:]

    mutating func reserveCapacity(_ count: Int) { firstByID.reserveCapacity(count) }

    /// The entry of a site, and the first one of its identifier; if there is none yet, it is remembered as the next one
    /// to be added.
    mutating func find(
      _ site: AirSite, place: Int?, _ kind: AirReport.Kind, _ issuedAt: AirTime?, in sites: inout [SiteEntry]
    ) -> (known: Int?, related: Int?) {
      guard let id = site.id else {
        let index = Self.value(of: &byKey[SiteKey(site, place: place, kind, issuedAt), default: sites.count])
        return (index == sites.count ? nil : index, nil)
      }
      let first = Self.value(of: &firstByID[id, default: sites.count])
      guard first < sites.count else { return (nil, nil) }
      var index = first
      while true {
        if sites[index].kind == kind, sites[index].issuedAt == issuedAt { return (index, first) }
        guard let next = sites[index].next else { break }
        index = next
      }
      sites[index].next = sites.count
      return (nil, first)
    }

    /// Read in place, a key is hashed once, whether or not it is there.
    private static func value(of slot: inout Int) -> Int { slot }

    /// Forgets the entry that was removed from the end.
    mutating func remove(_ entry: SiteEntry, from sites: inout [SiteEntry]) {
      guard let id = entry.statement.site.id else { return byKey[entry.key] = nil }
      guard var index = firstByID[id], index < sites.count else { return firstByID[id] = nil }
      while let next = sites[index].next, next < sites.count { index = next }
      sites[index].next = nil
    }

    /// Forgets all entries, when nothing more will be added.
    mutating func removeAll() { self = SiteTable() }
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
