/// A place as a query names it.
public enum PlaceReference: Hashable, Sendable {
  /// A point: the nearest site, or the model's cell.
  case near(Coordinate)
  /// A site, by the source's own identifier.
  case site(String)
  /// A city, by name.
  case city(String)
  /// Every site in a box.
  case area(BoundingBox)

  /// The kinds of place, for declarations.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// A point.
    case coordinate
    /// A site's identifier.
    case site
    /// A city's name.
    case city
    /// A box.
    case area
  }

  /// The kind of this place.
  public var kind: Kind {
    switch self {
    case .near: .coordinate
    case .site: .site
    case .city: .city
    case .area: .area
    }
  }

  /// The coordinate of a point; nil for other kinds.
  public var coordinate: Coordinate? {
    if case .near(let coordinate) = self { coordinate } else { nil }
  }
}
