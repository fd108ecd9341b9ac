extension ReportBuilder {
  /// Registers a site or finds it again.
  ///
  /// A site with an identifier is found by it; another one by its name, coordinate and place, so that two places of a query
  /// never share a report by accident. A repeated registration adds to the first: it fills gaps, attributions are combined,
  /// and the stricter rights win. A note names contradictions, for which the first registration wins. The properties of a
  /// site with an identifier also apply when it is registered for values of another kind or issue.
  ///
  /// - Parameters:
  ///   - site: The site.
  ///   - place: The index of the query's place that it is for; nil to match by its coordinate, identifier, name or
  ///     outline, as in ``HTTPSource``.
  ///   - kind: The kind of its values; by default as in the source's first offer.
  ///   - issuedAt: The time at which the provider issued them.
  ///   - attribution: The attribution of the values; by default the source's.
  ///   - rights: The rights of their licence; by default the source's.
  ///   - outline: The area that the values cover.
  public mutating func site(
    _ site: AirSite, place: Int? = nil, kind: AirReport.Kind? = nil, issuedAt: AirTime? = nil,
    attribution: [AirAttribution]? = nil, rights: AirRights? = nil, outline: GeoShape? = nil
  ) -> SiteReference {
    let kind = kind ?? firstKind
    let (known, related) = siteTable.find(site, place: place, kind, issuedAt, in: sites)
    if let index = known {
      if let place, !sites[index].places.contains(place) {
        sites[index].places.append(place)
        undoLog.record(.place(ofSite: index))
      }
      add(
        SiteStatement(site: site, attribution: attribution, rights: rights, outline: outline), toSite: index)
      return SiteReference(index: index, serial: sites[index].serial)
    }
    let serial = Self.lastSerial.withLock { last in
      last += 1
      return last
    }
    var statement = SiteStatement(site: site, attribution: attribution, rights: rights, outline: outline)
    var surplus = statement.removeSurplus()
    var contradictions: [String] = []
    // The properties of the site also apply to its values of another kind; a forecast may be for a model's cell.
    if let related {
      var first = sites[related].statement
      contradictions = first.add(statement).filter { $0 != "kind" }
      surplus += first.removeSurplus()
      first.site.kind = site.kind
      statement = first
    }
    sites.append(
      SiteEntry(
        serial: serial, statement: consume statement, kind: kind, issuedAt: issuedAt, firstPlace: place,
        places: place.map { [$0] } ?? []))
    undoLog.record(.site)
    note(contradictions: contradictions, aboutSite: sites.count - 1)
    note(surplus: surplus, ofSite: sites.count - 1)
    return SiteReference(index: sites.count - 1, serial: serial)
  }

  /// The serial number of the newest site of any builder.
  private static let lastSerial = Locked(0)

  private mutating func add(_ statement: SiteStatement, toSite index: Int) {
    guard sites[index].statement != statement else { return }
    let before = sites[index].statement
    sites[index].revision += 1
    var statement = statement
    var surplus = statement.removeSurplus()
    let contradictions = sites[index].statement.add(statement)
    surplus += sites[index].statement.removeSurplus()
    if sites[index].statement != before { undoLog.record(.statement(ofSite: index, before: before)) }
    note(contradictions: contradictions, aboutSite: index)
    note(surplus: surplus, ofSite: index)
  }

  private mutating func note(surplus: Int, ofSite index: Int) {
    guard surplus > 0 else { return }
    note(
      .remark,
      "A site states more than \(SiteStatement.most) attributions, measurements or further data; the others are left out.",
      places: sites[index].places.sorted(), count: surplus)
  }

  /// Adds a note on the members in which statements about a site differ.
  mutating func note(contradictions members: [String], aboutSite index: Int) {
    for member in members {
      note(
        .remark, "Two statements about a site differ in its \(member); the first is kept.",
        places: sites[index].places.sorted())
    }
  }

  /// Returns whether a site is registered and wasn't taken back.
  func contains(_ site: SiteReference) -> Bool {
    sites.indices.contains(site.index) && sites[site.index].serial == site.serial
  }

  /// Returns whether a site is registered, after refusing values of one that isn't.
  mutating func isKnown(_ site: SiteReference, count: Int) -> Bool {
    if contains(site) { return true }
    refuse("a value names a site that was undone or belongs to another report", count: count)
    return false
  }

  /// A site that is registered repeatedly with the same data, in any builder.
  package struct KnownSite: Sendable {
    package let site: AirSite
    fileprivate let attribution: [AirAttribution]?
    /// The last registration, if its builder then had exactly this site.
    fileprivate var last: (reference: SiteReference, revision: Int)?

    package init(_ site: AirSite, attribution: [AirAttribution]? = nil) {
      self.site = site
      self.attribution = attribution
    }
  }

  /// Registers a site, or finds it if exactly the same site is registered already.
  package mutating func site(_ known: inout KnownSite) -> SiteReference {
    if let last = known.last, contains(last.reference), sites[last.reference.index].revision == last.revision
    {
      return last.reference
    }
    let reference = site(known.site, attribution: known.attribution)
    // A contradiction of another registration, and data beyond a limit, are noted each time: such a site isn't remembered.
    known.last =
      sites[reference.index].statement.includes(known.site, known.attribution)
      ? (reference, sites[reference.index].revision) : nil
    return reference
  }

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

    /// Hashes all but the kind, of which a site has few.
    func hash(into hasher: inout Hasher) {
      hasher.combine(id)
      hasher.combine(name)
      hasher.combine(coordinate)
      hasher.combine(place)
      hasher.combine(issuedAt)
    }
  }

  struct SiteEntry {
    let serial: Int
    var statement: SiteStatement
    let kind: AirReport.Kind
    let issuedAt: AirTime?
    let firstPlace: Int?
    var places: [Int]
    var columns = ColumnList()
    /// The indices of the columns beyond the first few, by their identities.
    var furtherColumns: [Identity: Int] = [:]
    /// The number of repeated registrations that changed the site.
    var revision = 0

    var site: AirSite { statement.site }
    var outline: GeoShape? { statement.outline }

    /// The key that finds it again: name, coordinate and place of a site without an identifier never change.
    var key: SiteKey { SiteKey(statement.site, place: firstPlace, kind, issuedAt) }
  }

  /// Finds sites that were registered before: by their identifier, or by everything that is known; an identifier has
  /// further entries for other kinds and issues.
  struct SiteTable {
    private var firstByID: [String: Int] = [:]
    private var byKey: [SiteKey: Int] = [:]

    /// Finds the entry of a site, and the first one of its identifier; if there is none yet, it is remembered as the next
    /// one to be added.
    mutating func find(
      _ site: AirSite, place: Int?, _ kind: AirReport.Kind, _ issuedAt: AirTime?, in sites: [SiteEntry]
    ) -> (known: Int?, related: Int?) {
      guard let id = site.id else {
        let index = Self.value(of: &byKey[SiteKey(site, place: place, kind, issuedAt), default: sites.count])
        return (index == sites.count ? nil : index, nil)
      }
      let first = Self.value(of: &firstByID[id, default: sites.count])
      guard first < sites.count else { return (nil, nil) }
      if sites[first].kind == kind, sites[first].issuedAt == issuedAt { return (first, first) }
      let index = Self.value(of: &byKey[SiteKey(site, place: nil, kind, issuedAt), default: sites.count])
      return (index == sites.count ? nil : index, first)
    }

    /// Returns the value in a slot of a dictionary. Passing the slot in place hashes its key once, even if it is missing.
    private static func value(of slot: inout Int) -> Int { slot }

    mutating func removeAll() {
      firstByID.removeAll(keepingCapacity: true)
      byKey.removeAll(keepingCapacity: true)
    }

    /// Forgets the entry that was removed from the end.
    mutating func remove(_ entry: SiteEntry, from sites: [SiteEntry]) {
      guard let id = entry.statement.site.id, firstByID[id] == sites.count else {
        return byKey[entry.key] = nil
      }
      firstByID[id] = nil
    }
  }

  /// The combined statements of a site's registrations.
  struct SiteStatement: Equatable {
    var site: AirSite
    /// The site's own attribution; nil if the source's applies.
    var attribution: [AirAttribution]?
    /// The site's own rights; nil if the source's apply.
    var rights: AirRights?
    var outline: GeoShape?

    static let most = AirSite.mostDetails

    /// Removes attributions and details beyond the limit, and returns their number.
    mutating func removeSurplus() -> Int {
      var count = 0
      if let all = attribution, all.count > Self.most {
        count += all.count - Self.most
        attribution = Array(all.prefix(Self.most))
      }
      return count + site.removeSurplusDetails()
    }

    /// Returns whether nothing of a registration contradicts it or was left out.
    func includes(_ other: AirSite, _ others: [AirAttribution]?) -> Bool {
      site == other && (others ?? []).allSatisfy { attribution?.contains($0) ?? false }
    }

    /// Adds a repeated registration: gaps are filled, attributions combined, and the stricter rights win. Returns the names
    /// of the members in which the registrations differ.
    mutating func add(_ other: SiteStatement) -> [String] {
      let contradictions = site.fillGaps(from: other.site)
      if let others = other.attribution { attribution = attribution?.united(with: others) ?? others }
      if let others = other.rights { rights = rights?.combined(with: others) ?? others }
      outline = outline ?? other.outline
      return contradictions
    }
  }
}

/// The indices of a site's columns in order: nearly always a single run, which needs no extra memory.
struct ColumnList: RandomAccessCollection, Sendable {
  private var first = 0
  private var runCount = 0
  /// The kinds behind the run.
  private var others: [Int] = []

  var startIndex: Int { 0 }
  var endIndex: Int { runCount &+ others.count }

  subscript(position: Int) -> Int {
    position < runCount ? first &+ position : others[position &- runCount]
  }

  mutating func append(_ column: Int) {
    if runCount == 0, others.isEmpty {
      (first, runCount) = (column, 1)
    } else if others.isEmpty, column == first &+ runCount {
      runCount &+= 1
    } else {
      others.append(column)
    }
  }

  mutating func removeLast() {
    if others.popLast() == nil { runCount &-= 1 }
  }

  mutating func removeAll(where isUnwanted: (Int) -> Bool) {
    var kept = ColumnList()
    for column in self where !isUnwanted(column) { kept.append(column) }
    self = kept
  }
}
