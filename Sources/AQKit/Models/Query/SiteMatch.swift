/// A site of a list, and the places of a query that it answers: what a follow-up call about the site has to remember.
public struct SiteMatch: Hashable, Sendable {
  /// The site.
  public var site: Site
  /// The places of the query that it answers, by index; empty where the query names none.
  public var places: [Int]
  /// Where the site stands in the list.
  public var index: Int

  /// Makes a match.
  public init(_ site: Site, places: [Int], index: Int) {
    self.site = site
    self.places = places
    self.index = index
  }
}
