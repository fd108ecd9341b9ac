extension AirSite {
  /// A site of a list and the query's places that it is for, which a follow-up call about the site remembers.
  ///
  /// ```swift
  /// query.matches(among: stations).map { match in
  ///   "\(match.site.name ?? "?") is for the places \(match.places)"
  /// }
  /// ```
  public struct Match: Hashable, Sendable {
    /// The site.
    public let site: AirSite
    /// The indices of the query's places that the site is for; empty if the query names none.
    public internal(set) var places: [Int]
    /// The site's index in the list.
    public let index: Int
    /// The attribution of the site's values, if the list states it; nil for the source's.
    public let attribution: [AirAttribution]?
    /// The rights of the site's values, if the list states them; nil for the source's.
    public let rights: AirRights?

    /// Creates a match of a site with places of the query, both by index.
    public init(
      _ site: AirSite, places: [Int], index: Int, attribution: [AirAttribution]? = nil,
      rights: AirRights? = nil
    ) {
      self.site = site
      self.places = places
      self.index = index
      self.attribution = attribution
      self.rights = rights
    }
  }
}
