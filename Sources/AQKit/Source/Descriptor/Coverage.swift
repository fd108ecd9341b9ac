extension SourceDescriptor {
  /// The area of an offer.
  public enum Coverage: Hashable, Sendable {
    /// Everywhere.
    case world
    /// In these countries, by ISO 3166-1 alpha-2 code in capitals.
    case countries([String])
    /// In these boxes.
    case boxes([GeoBoundingBox])
    /// Unknown without asking.
    case unknown

    /// Whether a place is covered.
    public enum Answer: Hashable, Sendable {
      /// It is.
      case covers
      /// It isn't.
      case doesNotCover
      /// Unknown without asking.
      case unknown
    }

    /// Whether a place is covered, judged by its coordinate.
    public func answer(for place: PlaceReference) -> Answer {
      switch (self, place) {
      case (.world, _): return .covers
      case (.boxes(let boxes), .near(let coordinate)):
        return boxes.contains { $0.contains(coordinate) } ? .covers : .doesNotCover
      case (.boxes(let boxes), .area(let area)):
        return boxes.contains { $0.overlaps(area) } ? .covers : .doesNotCover
      default: return .unknown
      }
    }
  }
}

extension SourceDescriptor.Coverage: Codable {
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
      self = .boxes(try container.decode([GeoBoundingBox].self, forKey: .boxes))
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
