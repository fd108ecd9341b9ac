import AQKit

extension Coordinate {
  /// The coordinate rounded to 0.1°, about 11 km.
  var rounded: Coordinate {
    let (north, east) = ((latitude * 10).rounded() / 10, (longitude * 10).rounded() / 10)
    return (try? Coordinate(north == 0 ? 0 : north, east == 0 ? 0 : east)) ?? self
  }
}

extension AirQuery {
  /// The query with its coordinates rounded to 0.1°; a box grows to the next tenths.
  var rounded: AirQuery {
    var copy = self
    copy.places = places.map { place in
      switch place {
      case .near(let coordinate): return .near(coordinate.rounded)
      case .area(let box):
        let grown = try? GeoBoundingBox(
          south: max(-90, (box.south * 10).rounded(.down) / 10), west: (box.west * 10).rounded(.down) / 10,
          north: min(90, (box.north * 10).rounded(.up) / 10), east: (box.east * 10).rounded(.up) / 10)
        return .area(grown ?? box)
      case .site, .city: return place
      }
    }
    return copy
  }

  /// A site without the query's exact coordinate: if it repeats one, it is rounded.
  func roundingEcho(in site: AirSite) -> AirSite {
    guard let coordinate = site.coordinate else { return site }
    let isEcho = places.contains { place in
      guard let point = place.coordinate else { return false }
      return abs(point.latitude - coordinate.latitude) < 0.001
        && abs(point.longitude - coordinate.longitude) < 0.001
    }
    guard isEcho else { return site }
    var copy = site
    copy.coordinate = coordinate.rounded
    return copy
  }
}
