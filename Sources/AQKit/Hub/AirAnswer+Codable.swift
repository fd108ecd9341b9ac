extension AirAnswer: Hashable {
  /// Equal in what was asked and what came of it; the catalogue, in which names of indices are looked up, is not
  /// compared.
  public static func == (lhs: AirAnswer, rhs: AirAnswer) -> Bool {
    lhs.query == rhs.query && lhs.askedAt == rhs.askedAt && lhs.isFinal == rhs.isFinal
      && lhs.policy == rhs.policy && lhs.foundPlaces == rhs.foundPlaces && lhs.stations == rhs.stations
      && lhs.outcomes == rhs.outcomes
  }

  /// Hashes the question, its moment and the sources' outcomes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(query)
    hasher.combine(askedAt)
    hasher.combine(outcomes)
  }
}

extension AirAnswer: Codable {
  private enum CodingKeys: String, CodingKey {
    case query, outcomes, askedAt, isFinal, policy, foundPlaces, stations
  }

  private struct Found: Codable {
    var place: Int
    var found: AirPlace
  }

  /// Reads an answer; what a policy merges is merged again, and names of indices are looked up in the standard
  /// catalogue.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let found = try container.decodeIfPresent([Found].self, forKey: .foundPlaces) ?? []
    self.init(
      query: try container.decode(AirQuery.self, forKey: .query),
      outcomes: try container.decode([SourceOutcome].self, forKey: .outcomes),
      askedAt: try container.decode(AirTime.self, forKey: .askedAt),
      policy: try container.decodeIfPresent(AnswerPolicy.self, forKey: .policy) ?? .all,
      isFinal: try container.decodeIfPresent(Bool.self, forKey: .isFinal) ?? true,
      foundPlaces: Dictionary(
        found.map { ($0.place, $0.found) }, uniquingKeysWith: { first, _ in first }),
      stations: try container.decodeIfPresent(AnswerPolicy.StationMatching.self, forKey: .stations)
        ?? .standard)
  }

  /// Writes an answer. What is merged is left out, and so is the catalogue. The query has the places that were asked
  /// about: keep what is written as private as they are.
  ///
  /// - Throws: `EncodingError` for a policy that merges in an order of the caller's, which is code.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(query, forKey: .query)
    try container.encode(outcomes, forKey: .outcomes)
    try container.encode(askedAt, forKey: .askedAt)
    try container.encode(isFinal, forKey: .isFinal)
    try container.encode(policy, forKey: .policy)
    if stations != .standard { try container.encode(stations, forKey: .stations) }
    if !foundPlaces.isEmpty {
      let found = foundPlaces.sorted { $0.key < $1.key }.map { Found(place: $0.key, found: $0.value) }
      try container.encode(found, forKey: .foundPlaces)
    }
  }
}
