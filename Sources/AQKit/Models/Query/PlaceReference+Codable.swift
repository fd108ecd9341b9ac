extension PlaceReference: Codable {
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
      self = .area(try container.decode(BoundingBox.self, forKey: .area))
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
