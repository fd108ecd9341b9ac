/// A site of a list and the query's places that it answers: what a follow-up call about the site must remember.
public struct SiteMatch: Hashable, Sendable {
  /// The site.
  public var site: Site
  /// The indices of the query's places that it answers; empty where the query names none.
  public var places: [Int]
  /// The site's index in the list.
  public var index: Int

  /// A match of a site with places of the query, both by index.
  public init(_ site: Site, places: [Int], index: Int) {
    self.site = site
    self.places = places
    self.index = index
  }
}
