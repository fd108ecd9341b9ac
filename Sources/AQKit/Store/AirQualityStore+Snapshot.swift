@available(Systems 2023, *)
extension AirQualityStore {
  /// The contents of a store, which an application saves and shows again immediately after a restart.
  ///
  /// It is `Codable`: encode ``AirQualityStore/snapshot`` when the application leaves the screen, and give it to
  /// ``AirQualityStore/restore(_:)`` after the next start. It holds answers with reports in AQKit's own schema. It excludes
  /// data whose rights forbid caching, and a merge order that is application code.
  public struct Snapshot: Sendable {
    /// The place.
    public let place: AirPlace
    /// The identifier of the index, such as `us-epa`.
    public let index: String
    /// The answers by the identifiers of their topics.
    var parts: [String: Part]

    /// The identifiers of the topics for which the snapshot has data.
    public var topics: Set<String> { Set(parts.keys) }

    struct Part: Sendable, Codable {
      var answers: [AirAnswer]
    }
  }
}

@available(Systems 2023, *)
extension AirQualityStore.Snapshot: Codable {
  /// Reads a snapshot. A part that can't be read is left out, and so are all parts in another version of the schema: the
  /// place and the index stay.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    place = try container.value("place")
    index = try container.value("index")
    let isReadable = try container.decode(Int.self, forKey: "schema") == AirReport.schemaVersion
    let written = isReadable ? try container.decode([String: ReadablePart<Part>].self, forKey: "parts") : [:]
    parts = written.compactMapValues(\.value)
  }

  /// Writes the snapshot.
  public func encode(to encoder: any Encoder) throws {
    try encoder.write(["schema": AirReport.schemaVersion, "place": place, "index": index, "parts": parts])
  }
}

@available(Systems 2023, *)
extension AirQualityStore {
  /// The contents to save. While the place has no data, these are the last contents with data, so that a place that
  /// could not be loaded replaces nothing; if there never were any, the place alone. The index is always the chosen one. Nil
  /// without a place.
  public var snapshot: AirQualityStore.Snapshot? {
    let kept = shown ?? lastGood
    guard let place = kept?.place ?? self.place else { return nil }
    return Snapshot(place: place, index: index.description, parts: kept?.parts ?? [:])
  }

  var shown: (place: AirPlace, parts: [String: Snapshot.Part])? {
    guard let place else { return nil }
    var kept: [String: Snapshot.Part] = [:]
    for part in parts where !part.answers.isEmpty {
      let answers = part.answers.map(\.withoutUncacheable)
      if answers.contains(where: { !$0.outcomes.isEmpty }) { kept[part.id] = .init(answers: answers) }
    }
    return kept.isEmpty ? nil : (place: place, parts: kept)
  }

  /// Shows a snapshot: its place, its index if the client's catalogue has it, and the data of the store's topics that are not
  /// older than a day. They are marked as cached. Newer data that the store already has for the place stay.
  public func restore(_ snapshot: AirQualityStore.Snapshot) {
    point(at: snapshot.place)
    if !snapshot.parts.isEmpty { lastGood = (place: snapshot.place, parts: snapshot.parts) }
    let kept = IndexEdition.Reference(snapshot.index)
    if snapshot.index != index.description, kept.resolved(in: client.catalog) != nil { index = kept }
    for part in parts {
      guard let answers = snapshot.parts[part.id]?.answers else { continue }
      part.restore(answers.map { $0.restored(with: client.catalog) })
    }
  }
}

extension AirAnswer {
  /// The answer to save: without errors, and without data that must not be cached.
  fileprivate var withoutUncacheable: AirAnswer {
    let known = outcomes.compactMap { outcome -> AirAnswer.SourceOutcome? in
      guard let response = outcome.response, response.hasData, outcome.mayBeCached else { return nil }
      // Leaves out the reports whose licence forbids caching.
      return changed(outcome) { outcome in
        outcome.withheld = []
        if AirResponse(reports: outcome.around?.reports ?? []).mustNotBeCached { outcome.around = nil }
      }
    }
    // A policy without the caller's own order, which can't be written.
    var policy = policy
    if var rule = policy.rule {
      rule.order.removeAll(where: \.isCustom)
      if rule.order.isEmpty { rule.order = AirHub.Policy.MergeRule.standard.order }
      policy = .merged(rule)
    }
    return replacing(changed(query) { $0.freshness = .usual }, known, policy, catalog)
  }

  /// Returns the answer as a store shows it after a relaunch: all its data are marked as cached.
  fileprivate func restored(with catalog: AirQualityIndexCatalog) -> AirAnswer {
    let cached = outcomes.map { outcome in
      guard var response = outcome.response else { return outcome }
      let receivedAt = outcome.receivedAt ?? askedAt
      response.cached = AirResponse.Cached(since: receivedAt)
      return changed(outcome) { ($0.result, $0.receivedAt) = (.responded(response), receivedAt) }
    }
    return replacing(query, cached, policy, catalog)
  }

  private func replacing(
    _ query: AirQuery, _ outcomes: [AirAnswer.SourceOutcome], _ policy: AirHub.Policy,
    _ catalog: AirQualityIndexCatalog
  ) -> AirAnswer {
    AirAnswer(
      query: query, outcomes: outcomes, askedAt: askedAt, policy: policy, catalog: catalog,
      foundPlaces: foundPlaces, stationMatching: stationMatching)
  }

  /// Whether the rights of all its data allow them to be shown again later.
  var mayBeCached: Bool { outcomes.allSatisfy(\.mayBeCached) }
}

extension AirAnswer.SourceOutcome {
  fileprivate var mayBeCached: Bool {
    guard let response else { return true }
    return descriptor.rights.caching != .forbidden && !response.mustNotBeCached
  }
}
