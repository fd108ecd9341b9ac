/// Stations as directions from the Earth's centre, to find the nearest ones to a place.
struct StationDirections: Sendable {
  typealias Vector = (x: Double, y: Double, z: Double)

  struct Near: Sendable {
    var station: Int
    var direction: Vector
    /// The square of the chord to the place on the unit sphere, which grows with the distance.
    var square: Double
  }

  private let stations: [PlaceEstimator.Station]
  private var directions: [(vector: Vector, station: Int)] = []

  init(_ stations: [PlaceEstimator.Station], where isUsed: (PlaceEstimator.Station) -> Bool) {
    self.stations = stations
    directions.reserveCapacity(stations.count)
    for (index, station) in stations.enumerated() where isUsed(station) {
      directions.append((station.coordinate.unitVector, index))
    }
  }

  /// Returns the nearest stations to a place, nearest first. Equally near ones are sorted by their own values, so that the
  /// order of the list doesn't matter.
  func nearest(_ count: Int, to place: Coordinate, within reach: Double) -> [Near] {
    let center = place.unitVector
    var near: [Near] = []
    near.reserveCapacity(count + 1)
    var bound = Trigonometry.squaredChord(ofMetres: reach)
    for (vector, station) in directions {
      let new = Near(station: station, direction: vector, square: Self.squaredChord(vector, center))
      guard new.square <= bound else { continue }
      near.insert(new, at: near.indices.firstPassing { precedes(new, near[$0]) })
      if near.count > count { near.removeLast() }
      if near.count == count, let last = near.last { bound = min(bound, last.square) }
    }
    return near
  }

  private func precedes(_ first: Near, _ second: Near) -> Bool {
    if first.square != second.square { return first.square < second.square }
    return stations[first.station].precedes(stations[second.station])
  }

  static func squaredChord(_ first: Vector, _ second: Vector) -> Double {
    let (x, y, z) = (first.x - second.x, first.y - second.y, first.z - second.z)
    return x * x + y * y + z * z
  }

  /// Returns the distance in metres along a great circle, from the square of the chord of the unit sphere.
  static func metres(squaredChord square: Double) -> Double {
    2 * Coordinate.earthRadius * Trigonometry.arcSine(min(1, square.squareRoot() / 2))
  }
}

extension PlaceEstimator.Station {
  /// Returns whether a station comes first, in an order that depends only on the stations.
  fileprivate func precedes(_ other: Self) -> Bool {
    func first(_ own: [Double], _ others: [Double]) -> Bool? {
      guard own.count == others.count else { return own.count < others.count }
      let different = own.indices.first { own[$0].bitPattern != others[$0].bitPattern }
      return different.map { own[$0].bitPattern < others[$0].bitPattern }
    }
    let (here, there) = (coordinate, other.coordinate)
    if here.latitude != there.latitude { return here.latitude < there.latitude }
    if here.longitude != there.longitude { return here.longitude < there.longitude }
    if let isFirst = first(values, other.values) ?? first(model, other.model) { return isFirst }
    if quality != other.quality { return quality.rawValue < other.quality.rawValue }
    return (setting?.rawValue ?? "") < (other.setting?.rawValue ?? "")
  }
}
