public import AQKit

extension AirClient {
  /// A client of AQKit's own recordings, shown as if they were made now, without network: for SwiftUI previews and first
  /// steps. It knows the recorded places only: Brno, Lahore, Karachi and Enschede.
  ///
  /// If the recordings are missing, every fetch and every search throws.
  public static var preview: AirClient { preview(clock: SystemClock()) }

  /// The client of AQKit's own recordings, on a clock.
  public static func preview(clock: any AQClock) -> AirClient {
    let folder = FixtureFolder.bundled
    let source = FixtureSource(
      folder, descriptor: .recordings, options: FixtureOptions(timing: .asIfNow()), clock: clock)
    do {
      var client = AirClient(try AirHub(sources: [source], clock: clock))
      client.places = { try folder.places(matching: $0) }
      return client
    } catch {
      return .failing(error, clock: clock)
    }
  }
}

extension FixtureFolder {
  /// The recorded places whose names begin with a text, ignoring case, each once.
  fileprivate func places(matching search: AirPlace.Search) throws -> [AirPlace] {
    let name = search.name.lowercased()
    var places: [AirPlace] = []
    for site in try manifest().recordings.flatMap(\.places) {
      guard let coordinate = site.coordinate, let known = site.name, known.lowercased().hasPrefix(name),
        search.countryCode.map({ $0 == site.country }) ?? true,
        !places.contains(where: { $0.name == known })
      else { continue }
      places.append(
        AirPlace(
          name: known, coordinate: coordinate, countryCode: site.country, elevation: site.elevation,
          timeZone: site.timeZone))
    }
    return Array(places.prefix(max(0, search.limit)))
  }
}
