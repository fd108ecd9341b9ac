import AQKit

extension SourceContract {
  static let placeRules: [ContractRule] = [
    ContractRule(
      "place.indices", "Reports, notes and notices name places of the query by indices that it has."
    ) { contract in
      try await contract.samplesWithResponse().flatMap { sample in
        let places = sample.query.places
        return sample.responses.flatMap(\.namedPlaces).filter { !places.indices.contains($0) }
          .map { "Place \($0) of \(places.count) is named." }
      }
    },
    eachReport("place.stated", "Where places are asked about, a report says which of them it is for.") {
      _, report, sample in
      !sample.query.places.isEmpty && report.places.isEmpty
        ? ["The report of “\(report.site.name ?? report.site.id ?? "a site")” is for no place."] : []
    },
    ContractRule(
      "place.accounted", "Every place that is asked about has a report or a notice, or a note says why not."
    ) { contract in
      try await contract.samplesWithResponse().flatMap { sample -> [String] in
        if sample.responses.contains(where: { $0.notes.contains { $0.places.isEmpty } }) { return [] }
        let named = Set(sample.responses.flatMap(\.namedPlaces))
        return sample.query.places.indices.filter { !named.contains($0) }
          .map { "The response says nothing about place \($0)." }
      }
    },
    eachReport(
      "place.nearest", "A report is for the place that its site lies at, not another one of the query."
    ) { _, report, sample in
      guard let site = report.site.coordinate else { return [] }
      let points = sample.query.places.map(\.coordinate)
      return report.places.compactMap { index in
        guard points.indices.contains(index), let asked = points[index] else { return nil }
        let distance = site.distance(to: asked)
        // A site may lie between two places; a site at another place altogether is a mix-up.
        return points.indices.contains { other in
          guard !report.places.contains(other), let point = points[other] else { return false }
          return site.distance(to: point) * 4 < distance && distance > 20_000
        } ? "A report for place \(index) is of a site that lies at another place of the query." : nil
      }
    },
    ContractRule("place.repeated", "A place that is asked about twice gets its reports twice, by position.") {
      contract in
      guard contract.drive == .none else { throw NotApplicable("needs a source that takes any query") }
      let reported = try await contract.samplesWithResponse().flatMap { sample in
        sample.query.places.enumerated().filter { index, _ in
          sample.responses.contains { !$0.reports(forPlace: index).isEmpty }
        }.map { (place: $0.element, query: sample.query) }
      }
      let (place, asked) = try reported.first.orNotApplicable("no place has a report")
      let query = changed(asked) { $0.places = [place, place] }
      guard let response = await (try contract.subjectUnderTest()).fetch(query).value else {
        return ["A query that names a place twice gets no response."]
      }
      return [0, 1].filter { response.reports(forPlace: $0).isEmpty }.map {
        "Place \($0) of 2 equal ones has no report."
      }
    },
    ContractRule(
      "place.order", "The same places in another order get the same reports, under their new positions."
    ) { contract in
      guard contract.drive == .none, !contract.isChanging else {
        throw NotApplicable("needs a source that takes any query")
      }
      let sample = try await contract.samplesWithResponse().first { $0.query.places.count > 1 }
        .orNotApplicable("no query has several places")
      let query = changed(sample.query) { $0.places.reverse() }
      guard let response = await (try contract.subjectUnderTest()).fetch(query).value else {
        return ["The places in another order get no response."]
      }
      let last = query.places.count - 1
      return query.places.indices.compactMap { index in
        let before = sample.responses.flatMap { $0.reports(forPlace: last - index) }.map {
          ($0.site.identity, $0.kind)
        }
        let after = response.reports(forPlace: index).map { ($0.site.identity, $0.kind) }
        return before.count == after.count && zip(before, after).allSatisfy(==)
          ? nil : "Place \(last - index), asked about as place \(index), gets other reports."
      }
    },
    eachSeries("place.covered", "A site lies where the source covers the parameters that it has there.") {
      contract, series, report, sample in
      guard let point = report.site.coordinate, !contract.isExchanged(point, in: sample.query) else {
        return []
      }
      let offers = contract.descriptor.offers.filter {
        $0.parameters.isEmpty || $0.parameters.contains(series.parameter)
      }
      return !offers.isEmpty && offers.allSatisfy { $0.coverage.covers(.near(point)) == false }
        ? ["A site has \(series.parameter) outside the declared coverage."] : []
    },
    eachReport("place.no-null-island", "A site without a known coordinate has none, rather than 0°, 0°.") {
      _, report, sample in
      guard let point = report.site.coordinate, point.latitude == 0, point.longitude == 0,
        !sample.query.asks(about: point, within: 200_000)
      else { return [] }
      return ["A site is at 0°, 0°, which wasn't asked about."]
    },
    ContractRule("place.zero-degrees", "A point at zero degrees is asked about like any other.") { contract in
      let offers = contract.descriptor.offers.filter { $0.placeKinds.contains(.coordinate) }
      let zeros = [(0, 36.82), (51.48, 0), (0, 0)].compactMap { try? Coordinate($0, $1) }
        .filter { zero in offers.contains { $0.coverage.covers(.near(zero)) == true } }
      if zeros.isEmpty { throw NotApplicable("needs an offer that covers a point at zero degrees") }
      try await contract.requireSomething()
      return try await zeros.asyncFlatMap { zero in
        let subjectUnderTest = try contract.subjectUnderTest()
        let outcome = await subjectUnderTest.fetch(
          AirQuery(near: zero, window: contract.queries.first?.window ?? .current))
        if let transport = subjectUnderTest.transport {
          // There is hardly a recording for it, so only the request counts.
          return transport.requests.isEmpty
            ? ["No request is made for the point \(zero.label): it gets \(outcome.summary)."] : []
        }
        if let error = outcome.error as? AQError, [.invalidRequest, .unsupported].contains(error.code) {
          return ["The point \(zero.label) is refused."]
        }
        return contract.drive == .none && outcome.value == nil
          ? ["The point \(zero.label) gets \(outcome.summary)."] : []
      }
    },
    ContractRule(
      "place.latitude-first", "A site lies where it is said to: its latitude and longitude aren't exchanged."
    ) { contract in
      _ = try await contract.samplesWithResponse()
      return try await contract.exchangedCoordinates()
    },
  ]

  func exchangedCoordinates() async throws -> [String] {
    try await samples().asyncFlatMap { sample in
      let sites = sample.responses.flatMap(\.reports).filter { !$0.series.isEmpty }
      // The core drops sites that are far from the places, but with exchanged coordinates they may be near.
      if sites.isEmpty, drive == .transport, let found = await siteNear(exchangedPlacesOf: sample) {
        return [
          "Asked about \(found.label) the source returns what it has at \(found.exchanged?.label ?? "")."
        ]
      }
      return sites.compactMap(\.site.coordinate).filter { isExchanged($0, in: sample.query) }.map {
        "A site lies at \($0.label), far from every place of the query, and \($0.exchanged?.label ?? "") is near one."
      }
    }
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
      && offers.allSatisfy { $0.coverage.covers(.near(site)) == false }
      && offers.contains { $0.coverage.covers(.near(exchanged)) == true }
  }

  /// Returns a recorded place with a value if the requested point has none with its coordinates exchanged.
  private func siteNear(exchangedPlacesOf sample: Sample) async -> Coordinate? {
    for case .near(let asked) in sample.query.places {
      guard let exchanged = asked.exchanged, asked.distance(to: exchanged) > Self.nearby else { continue }
      let query = changed(sample.query) { $0.places = [.near(exchanged)] }
      guard let found = try? await ask(query, replaying: sample) else { return nil }
      let sites = found.responses.flatMap(\.reports).filter { !$0.series.isEmpty }.compactMap(
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

  /// The distance in metres beyond which a site isn't near a place.
  private static let nearby = 100_000.0
}

extension AirQuery {
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

extension AirResponse {
  fileprivate var namedPlaces: [Int] {
    reports.flatMap(\.places) + notes.flatMap(\.places) + notices.flatMap(\.places)
  }
}

extension Coordinate {
  fileprivate var exchanged: Coordinate? { try? Coordinate(longitude, latitude) }

  fileprivate var label: String { "\(latitude.plainText)°, \(longitude.plainText)°" }
}
