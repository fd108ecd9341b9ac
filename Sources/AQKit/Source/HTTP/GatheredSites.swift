/// A site of a list, with the places of the query's part that it is for.
final class SiteListing: Sendable {
  let entry: ReportBuilder.SiteEntry
  let places: [Int]

  init(_ entry: ReportBuilder.SiteEntry, places: [Int] = []) { (self.entry, self.places) = (entry, places) }
}

/// The sites that the pages of a list name, each with the calls about it, until the last page has arrived.
struct GatheredSites<Step: Sendable>: Sendable {
  private struct Station: Sendable {
    var listing: SiteListing
    var calls: [HTTPCall<Step>]
    /// The places that its list was about; nil for all.
    var scope: Set<Int>?
    /// The members on which pages disagree about the site.
    var contradictions: [String] = []
  }

  private var stations: [Station] = []
  /// The maximum number of remembered sites: no more could be asked about.
  private var most = Int.max

  init() {}

  /// Moves the calls about sites out of a reply's follow-ups, and those sites out of its report unless they have values.
  init(
    from followUps: inout [HTTPCall<Step>], in builder: inout ReportBuilder, places: [Int]?, atMost most: Int
  ) {
    self.most = max(1, most)
    guard followUps.contains(where: { $0.site != nil }) else { return }
    var indexBySite = [Int: Int]()
    var others: [HTTPCall<Step>] = []
    for call in followUps {
      guard let site = call.site else {
        others.append(call)
        continue
      }
      guard let entry = builder.entry(of: site) else {
        builder.refuse("a call is about a site that was undone or belongs to another reply")
        continue
      }
      if let index = indexBySite[site.index] {
        // There can be no more calls than this, and a note counts the rest.
        if stations[index].calls.count < self.most { stations[index].calls.append(call) }
      } else {
        indexBySite[site.index] = stations.count
        stations.append(
          Station(
            listing: SiteListing(entry), calls: [call], scope: (call.places ?? places).map(Set.init)))
      }
    }
    followUps = others
    builder.removeEmptySites(among: indexBySite)
  }

  var isEmpty: Bool { stations.isEmpty }

  /// Returns the sites of both, each once, with the calls about it.
  static func + (lhs: GatheredSites, rhs: GatheredSites) -> GatheredSites {
    guard !rhs.isEmpty else { return lhs }
    guard !lhs.isEmpty else { return rhs }
    var sum = lhs
    sum.most = min(lhs.most, rhs.most)
    var indexByKey = [ReportBuilder.SiteKey: Int]()
    for index in lhs.stations.indices.reversed() {
      indexByKey[lhs.stations[index].listing.entry.key] = index
    }
    for station in rhs.stations {
      if let index = indexByKey[station.listing.entry.key] {
        if let scope = sum.stations[index].scope {
          sum.stations[index].scope = station.scope.map(scope.union)
        }
        let known = sum.stations[index].listing
        var entry = known.entry
        sum.stations[index].contradictions +=
          entry.statement.add(station.listing.entry.statement) + station.contradictions
        sum.stations[index].listing = SiteListing(entry, places: known.places)
        for call in station.calls where sum.stations[index].calls.count < sum.most {
          let isKnown = sum.stations[index].calls.contains { $0.request == call.request }
          if !isKnown { sum.stations[index].calls.append(call) }
        }
      } else {
        indexByKey[station.listing.entry.key] = sum.stations.count
        sum.stations.append(station)
      }
    }
    return sum
  }

  /// Keeps the sites that match the query, in the order of its places, and by distance for a point.
  mutating func choose(for query: AirQuery, nearest count: Int) {
    guard !stations.isEmpty else { return }
    let described = stations.map {
      (site: $0.listing.entry.site, outline: $0.listing.entry.outline)
    }
    let matches = query.matches(among: described, nearest: count) { site, place in
      stations[site].scope?.contains(place) ?? true
    }
    stations = matches.prefix(most).map { match in
      changed(stations[match.index]) { $0.listing = SiteListing($0.listing.entry, places: match.places) }
    }
  }

  /// The calls about the sites, each about the places that its site is for.
  var calls: [HTTPCall<Step>] {
    stations.flatMap { station in
      station.calls.map { call in
        var call = call
        call.site = nil
        call.listing = station.listing
        call.places = station.listing.places.isEmpty ? call.places : station.listing.places
        return call
      }
    }
  }

  /// Returns a report of the sites alone, so that one without values is accounted for.
  func registered(_ descriptor: SourceDescriptor, at now: AirTime) -> ReportBuilder {
    var builder = ReportBuilder(descriptor, receivedAt: now)
    for station in stations {
      builder.note(contradictions: station.contradictions, aboutSite: builder.site(station.listing).index)
    }
    return builder
  }
}

extension ReportBuilder {
  /// Returns the site that a reply is about: the one that its call names (``HTTPCall/site``), with the licence of its
  /// list and the places that it is for.
  ///
  /// A reply to a call about no site, such as recorded bytes in a test, is about a site without a name.
  public mutating func site<Step>(of reply: HTTPReply<Step>) -> SiteReference {
    site(reply.call?.listing, orPlace: reply.query.places.count == 1 ? 0 : nil)
  }

  mutating func site(_ listing: SiteListing?, orPlace place: Int? = nil) -> SiteReference {
    guard let listing else {
      return site(AirSite(kind: descriptor.siteKinds.first ?? .referenceStation), place: place)
    }
    let entry = listing.entry
    return site(
      entry.site, places: listing.places, kind: entry.kind, issuedAt: entry.issuedAt,
      attribution: entry.statement.attribution, rights: entry.statement.rights, outline: entry.outline)
  }

  /// Returns the registered site of a reference; nil if it was taken back.
  func entry(of site: SiteReference) -> SiteEntry? {
    contains(site) ? sites[site.index] : nil
  }

  /// Removes the sites with calls of their own that got no value; no values can be added afterwards.
  fileprivate mutating func removeEmptySites(among stations: [Int: Int]) {
    let kept = sites.indices.filter { stations[$0] == nil || !sites[$0].columns.isEmpty }
    sites = kept.map { sites[$0] }
    siteTable = SiteTable()
  }
}
