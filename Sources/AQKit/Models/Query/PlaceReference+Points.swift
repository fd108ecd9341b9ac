extension Array where Element == PlaceReference {
  /// Points, by latitude and longitude in degrees, for a declaration: `testPlaces: .points((50.08, 14.42))`.
  ///
  /// A pair that is no point on Earth is left out.
  public static func points(_ points: (latitude: Double, longitude: Double)...) -> [PlaceReference] {
    points.compactMap { point in (try? Coordinate(point.latitude, point.longitude)).map(Element.near) }
  }
}
