extension SourceDescriptor {
  /// The cells of a model's grid: all points in one cell get the same values.
  ///
  /// A source with several grids declares the largest cells that lie within one cell of each grid. Points on an edge
  /// belong to the cell to the north or east.
  public struct Grid: Hashable, Sendable, Codable {
    /// The height of a cell in degrees of latitude; edges are at its multiples.
    public let latitudeStep: Double
    /// The width of a cell in degrees of longitude; edges are at its multiples.
    public let longitudeStep: Double

    /// Creates a grid, by the size of its cells in degrees; nil unless both are from 0.0001 to 90.
    public init?(latitudeStep: Double, longitudeStep: Double) {
      guard (1e-4...90).contains(latitudeStep), (1e-4...90).contains(longitudeStep) else { return nil }
      self.latitudeStep = latitudeStep
      self.longitudeStep = longitudeStep
    }

    /// Creates a grid of equal steps in degrees; nil unless they are from 0.0001 to 90.
    public init?(step: Double) { self.init(latitudeStep: step, longitudeStep: step) }

    /// Returns the centre of the cell with a point.
    public func center(of point: Coordinate) -> Coordinate {
      func center(_ degrees: Double, _ step: Double, _ bound: Double) -> Double {
        // The quotient of a multiple such as 49.2 may be slightly less than its number of steps.
        let cell = (degrees / step + 1e-9).rounded(.down)
        let exact = (cell + 0.5) * step
        return min(max((exact * 1e5).rounded() / 1e5, -bound), bound)
      }
      let latitude = center(point.latitude, latitudeStep, 90)
      let longitude = center(point.longitude, longitudeStep, 180)
      return (try? Coordinate(latitude, longitude)) ?? point
    }
  }
}
