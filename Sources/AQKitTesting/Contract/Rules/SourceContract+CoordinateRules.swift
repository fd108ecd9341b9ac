import AQKit

extension SourceContract {
  static let coordinateRules: [ContractRule] = [
    ContractRule(
      "place.latitude-first", "A site lies where it is said to: its latitude and longitude aren't exchanged."
    ) { contract in
      guard try await contract.samples().contains(where: { !$0.responses.isEmpty }) else {
        throw NotApplicable("there is no answer to judge")
      }
      return try await contract.exchangedCoordinates()
    }
  ]

  /// Returns evidence that latitude and longitude of sites are exchanged, as sentences.
  func exchangedCoordinates() async throws -> [String] {
    var messages: [String] = []
    for sample in try await samples() {
      let sites = sample.responses.flatMap(\.reports).filter { !$0.series.isEmpty }
      for site in sites.compactMap(\.site.coordinate) where isExchanged(site, in: sample.query) {
        messages.append(
          "A site lies at \(site.label), far from every place of the query, and \(site.exchanged?.label ?? "") is near one."
        )
      }
      guard sites.isEmpty, drive == .transport else { continue }
      // The core drops sites that are far from the places, but with exchanged coordinates they may be near.
      if let found = await siteNear(exchangedPlacesOf: sample) {
        messages.append(
          "Asked about \(found.label) the source answers with what it has at \(found.exchanged?.label ?? "")."
        )
      }
    }
    return messages
  }

  /// Returns whether a site is far from all places of a query, and near one with its coordinates exchanged.
  func isExchanged(_ site: Coordinate, in query: AirQuery) -> Bool {
    guard let exchanged = site.exchanged, site.distance(to: exchanged) > Self.nearby else { return false }
    let reach = max(Self.nearby, query.radius ?? 0)
    if query.asks(about: site, within: reach) { return false }
    if query.asks(about: exchanged, within: reach) { return true }
    // For sites that were asked about by identifier or name, the declaration knows the possible locations.
    let offers = descriptor.offers
    return !offers.isEmpty
      && offers.allSatisfy { $0.coverage.answer(for: .near(site)) == .doesNotCover }
      && offers.contains { $0.coverage.answer(for: .near(exchanged)) == .covers }
  }

  /// Returns a place with a value from the recorded payloads, if the requested point with latitude and longitude exchanged
  /// has none.
  private func siteNear(exchangedPlacesOf sample: Sample) async -> Coordinate? {
    for case .near(let asked) in sample.query.places {
      guard let exchanged = asked.exchanged, asked.distance(to: exchanged) > Self.nearby else { continue }
      var query = sample.query
      query.places = [.near(exchanged)]
      guard let answer = try? await ask(query, replaying: sample) else { return nil }
      let sites = answer.responses.flatMap(\.reports).filter { !$0.series.isEmpty }.compactMap(
        \.site.coordinate)
      if sites.contains(where: { $0.distance(to: exchanged) <= Self.nearby }) { return exchanged }
    }
    return nil
  }

  /// Throws if latitude and longitude are exchanged, which a single rule reports for all.
  func requireLatitudeFirst() async throws {
    guard try await exchangedCoordinates().isEmpty else {
      throw NotApplicable("latitude and longitude of a site are exchanged")
    }
  }

  /// The distance in metres beyond which no site answers a place.
  private static let nearby = 100_000.0
}

extension AirQuery {
  /// Returns whether a point is near one of the places, or in a box of them.
  func asks(about point: Coordinate, within metres: Double) -> Bool {
    places.contains { place in
      switch place {
      case .near(let asked): point.distance(to: asked) <= metres
      case .area(let box): box.contains(point)
      case .site, .city: false
      }
    }
  }
}

extension Coordinate {
  fileprivate var exchanged: Coordinate? { try? Coordinate(longitude, latitude) }

  fileprivate var label: String { "\(latitude.plainText)°, \(longitude.plainText)°" }
}
