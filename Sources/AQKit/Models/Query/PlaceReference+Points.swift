extension Array where Element == PlaceReference {
  /// Points, by latitude and longitude in degrees, for a declaration: `testPlaces: .points((50.08, 14.42))`.
  ///
  /// Pairs that are no point on Earth are left out.
  public static func points(_ points: (latitude: Double, longitude: Double)...) -> [PlaceReference] {
    points.compactMap { point in (try? Coordinate(point.latitude, point.longitude)).map(Element.near) }
  }
}
