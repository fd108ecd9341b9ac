extension AirQuery {
  /// The sources that a hub asks.
  public enum SourceSelection: Hashable, Sendable {
    /// All that suit the query.
    case all
    /// Only these.
    case only(Set<SourceID>)
    /// All but these.
    case allBut(Set<SourceID>)

    /// Whether a source is among them.
    public func contains(_ source: SourceID) -> Bool {
      switch self {
      case .all: true
      case .only(let sources): sources.contains(source)
      case .allBut(let sources): !sources.contains(source)
      }
    }
  }

  /// Whether a kept answer will do.
  public enum Freshness: String, Hashable, Sendable, Codable, CaseIterable {
    /// As the cache's policy says: until new values are likely.
    case usual
    /// Whatever is kept and not too old to stand in for an error, at once; it is renewed for the next caller.
    case kept
    /// What is kept only while no newer values are likely; otherwise it waits for new ones.
    case revalidated
    /// A new answer even if a kept one is fresh, as for pull-to-refresh; within the limits on requests all the same. What
    /// is kept still replaces an error.
    case reload
  }

  /// The query without what concerns only hubs.
  package var forOneSource: AirQuery {
    if sources == .all { return self }
    var copy = self
    copy.sources = .all
    return copy
  }

  /// The query without what concerns only hubs and caches: the key of a kept answer.
  package var question: AirQuery {
    guard sources != .all || freshness != .usual else { return self }
    var copy = self
    copy.sources = .all
    copy.freshness = .usual
    return copy
  }
}

extension AirQuery.SourceSelection: Codable {
  private enum CodingKeys: String, CodingKey { case only, allBut }

  /// Reads `{"only": […]}`, `{"allBut": […]}` or `"all"`.
  public init(from decoder: any Decoder) throws {
    if let word = try? decoder.singleValueContainer().decode(String.self) {
      guard word == "all" else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "“\(word)” is no selection of sources."))
      }
      self = .all
      return
    }
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let only = try container.decodeIfPresent(Set<SourceID>.self, forKey: .only) {
      self = .only(only)
    } else {
      self = .allBut(try container.decode(Set<SourceID>.self, forKey: .allBut))
    }
  }

  /// Writes the word or an object with one member, whose identifiers are sorted.
  public func encode(to encoder: any Encoder) throws {
    func sorted(_ sources: Set<SourceID>) -> [SourceID] { sources.sorted { $0.rawValue < $1.rawValue } }
    switch self {
    case .all:
      var container = encoder.singleValueContainer()
      try container.encode("all")
    case .only(let sources):
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(sorted(sources), forKey: .only)
    case .allBut(let sources):
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(sorted(sources), forKey: .allBut)
    }
  }
}
