/// What is known about recorded bytes besides their content: their time of arrival and their places.
public struct PayloadContext: Hashable, Sendable {
  /// The time of arrival; also the time of values without one of their own.
  public var receivedAt: AirTime
  /// The places of the query, in order. They supply what a report's site lacks (name, country, time zone).
  public var places: [AirSite]
  /// Whether the first unreadable row is an error; otherwise unreadable rows are refused, counted and noted.
  public var isStrict: Bool

  /// A context; by default without places and not strict.
  ///
  /// - Parameters:
  ///   - receivedAt: The time of arrival.
  ///   - places: The places of the query; empty if unknown.
  ///   - isStrict: Whether the first unreadable row is an error.
  public init(receivedAt: AirTime, places: [AirSite] = [], isStrict: Bool = false) {
    self.receivedAt = receivedAt
    self.places = places
    self.isStrict = isStrict
  }

  /// The query that the bytes answer, as far as known: all data of the places.
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

  /// Fills in what the sites of a response lack.
  func completing(_ response: AirResponse) -> AirResponse {
    guard !places.isEmpty else { return response }
    var copy = response
    for index in copy.reports.indices {
      guard let place = copy.reports[index].places.first, places.indices.contains(place) else { continue }
      copy.reports[index].site.fillGaps(from: places[place])
    }
    return copy
  }
}
