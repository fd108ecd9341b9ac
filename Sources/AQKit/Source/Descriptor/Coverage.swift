/// The area of an offer.
public enum Coverage: Hashable, Sendable {
  /// Everywhere.
  case world
  /// In these countries, by ISO 3166-1 alpha-2 code in capitals.
  case countries([String])
  /// In these boxes.
  case boxes([BoundingBox])
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
