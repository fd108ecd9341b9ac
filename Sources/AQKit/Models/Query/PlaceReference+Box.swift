extension PlaceReference {
  /// The box to request from a service: the box itself, or one around a point; nil for an identifier or a name.
  ///
  /// - Parameter metres: The distance from the point to the box's edges.
  public func box(reaching metres: Double) -> BoundingBox? {
    switch self {
    case .area(let box): box
    case .near(let point): BoundingBox(around: point, reaching: metres)
    case .site, .city: nil
    }
  }
}
