extension AirQuery {
  /// A place as a query names it.
  ///
  /// ```swift
  /// let places: [AirQuery.Place] = [
  ///   .near(centre),  // the nearest site, or the model's cell
  ///   .site("DEBE010"), .city("Berlin"), .area(GeoShape.BoundingBox(around: centre, reaching: 10_000)),
  /// ]
  /// let query = AirQuery(places: places)
  /// ```
  public enum Place: Hashable, Sendable {
    /// A point: the nearest site, or the model's cell.
    case near(Coordinate)
    /// A site, by the source's own identifier.
    case site(String)
    /// A city, by name.
    case city(String)
    /// Every site in a box.
    case area(GeoShape.BoundingBox)

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
}

extension AirQuery.Place {
  /// The box to request from a service: the box itself, or one around a point; nil for an identifier or a name.
  ///
  /// - Parameter metres: The distance from the point to the box's edges.
  public func box(reaching metres: Double) -> GeoShape.BoundingBox? {
    switch self {
    case .area(let box): box
    case .near(let point): GeoShape.BoundingBox(around: point, reaching: metres)
    case .site, .city: nil
    }
  }
}

extension Array where Element == AirQuery.Place {
  /// Points, by latitude and longitude in degrees, for a declaration: `testPlaces: .points((50.08, 14.42))`.
  ///
  /// Pairs that are no point on Earth are left out.
  public static func points(_ points: (latitude: Double, longitude: Double)...) -> [AirQuery.Place] {
    points.compactMap { point in (try? Coordinate(point.latitude, point.longitude)).map(Element.near) }
  }
}

extension AirQuery.Place: Codable {
  private enum CodingKeys: String, CodingKey { case near, site, city, area }

  /// Reads an object with one member: `near`, `site`, `city` or `area`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let coordinate = try container.decodeIfPresent(Coordinate.self, forKey: .near) {
      self = .near(coordinate)
    } else if let id = try container.decodeIfPresent(String.self, forKey: .site) {
      self = .site(id)
    } else if let name = try container.decodeIfPresent(String.self, forKey: .city) {
      self = .city(name)
    } else {
      self = .area(try container.decode(GeoShape.BoundingBox.self, forKey: .area))
    }
  }

  /// Writes an object with one member.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .near(let coordinate): try container.encode(coordinate, forKey: .near)
    case .site(let id): try container.encode(id, forKey: .site)
    case .city(let name): try container.encode(name, forKey: .city)
    case .area(let box): try container.encode(box, forKey: .area)
    }
  }
}
