extension Coverage: Codable {
  private enum CodingKeys: String, CodingKey { case countries, boxes }

  /// Reads `"world"`, `"unknown"`, `{"countries": […]}` or `{"boxes": […]}`.
  public init(from decoder: any Decoder) throws {
    if let word = try? decoder.singleValueContainer().decode(String.self) {
      switch word {
      case "world": self = .world
      case "unknown": self = .unknown
      default:
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "“\(word)” is no coverage."))
      }
      return
    }
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let countries = try container.decodeIfPresent([String].self, forKey: .countries) {
      self = .countries(countries)
    } else {
      self = .boxes(try container.decode([BoundingBox].self, forKey: .boxes))
    }
  }

  /// Writes the word or an object with one member.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .world, .unknown:
      var container = encoder.singleValueContainer()
      try container.encode(self == .world ? "world" : "unknown")
    case .countries(let countries):
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(countries, forKey: .countries)
    case .boxes(let boxes):
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(boxes, forKey: .boxes)
    }
  }
}
