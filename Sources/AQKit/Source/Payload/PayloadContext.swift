/// What is known about recorded bytes beside the bytes: when they arrived, and which places they answer.
public struct PayloadContext: Hashable, Sendable {
  /// When the bytes arrived. A value without a time of its own stands at this moment.
  public var receivedAt: AirTime
  /// The places that were asked about, in the order of the question. What a report's site doesn't say about itself
  /// (name, country, time zone) is filled in from here.
  public var places: [Site]
  /// Whether the first row that can't be read is an error; otherwise such rows are refused, counted and said.
  public var isStrict: Bool

  /// Makes a context.
  ///
  /// - Parameters:
  ///   - receivedAt: When the bytes arrived.
  ///   - places: The places that were asked about; empty where that isn't known.
  ///   - isStrict: Whether the first row that can't be read is an error.
  public init(receivedAt: AirTime, places: [Site] = [], isStrict: Bool = false) {
    self.receivedAt = receivedAt
    self.places = places
    self.isStrict = isStrict
  }

  /// The question that the bytes answer, as far as it is known: everything that a source has at the places.
  var query: AirQuery {
    AirQuery(
      places: places.map { site in
        if let coordinate = site.coordinate { return .near(coordinate) }
        if let id = site.id { return .site(id) }
        return .city(site.name ?? "")
      },
      window: .interval(
        AirInterval(
          uncheckedStart: AirTime(secondsSince1970: AirTime.firstSecond),
          end: AirTime(secondsSince1970: AirTime.lastSecond))))
  }

  /// Fills in what the sites of a response don't say about themselves.
  func completing(_ response: AirResponse) -> AirResponse {
    guard !places.isEmpty else { return response }
    var copy = response
    for index in copy.reports.indices {
      guard let place = copy.reports[index].places.first, places.indices.contains(place) else { continue }
      copy.reports[index].site.complete(from: places[place])
    }
    return copy
  }
}

extension Site {
  /// Takes over what another description of the same site says and this one doesn't.
  package mutating func complete(from other: Site) {
    id = id ?? other.id
    name = name ?? other.name
    coordinate = coordinate ?? other.coordinate
    elevation = elevation ?? other.elevation
    timeZone = timeZone ?? other.timeZone
    country = country ?? other.country
    isIndoor = isIndoor ?? other.isIndoor
  }
}
