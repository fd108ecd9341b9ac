extension PlaceReference {
  /// The box to ask a service about: a box itself, or one around a point; nil for an identifier or a name.
  ///
  /// - Parameter metres: How far the box reaches around a point.
  public func box(reaching metres: Double) -> BoundingBox? {
    switch self {
    case .area(let box): box
    case .near(let point): BoundingBox(around: point, reaching: metres)
    case .site, .city: nil
    }
  }
}
