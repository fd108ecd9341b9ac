extension AnswerPolicy: Codable {
  private struct Hedge: Codable {
    var hedgeAfter: ISODuration?
  }

  /// Reads `"all"`, `{"firstSuccess": {"hedgeAfter": "PT2S"}}` or `{"merged": …}`.
  public init(from decoder: any Decoder) throws {
    let coded = try CodedCase(from: decoder)
    switch coded.name {
    case "all": self = .all
    case "firstSuccess":
      let hedge = try coded.held(Hedge.self)
      self = hedge.hedgeAfter.map { .firstSuccess(hedgeAfter: $0.duration) } ?? .firstSuccess
    case "merged": self = .merged(try coded.held())
    default: throw coded.unknown
    }
  }

  /// Writes the policy.
  ///
  /// - Throws: `EncodingError` for a rule with an order of the caller's, which is code.
  public func encode(to encoder: any Encoder) throws {
    switch strategy {
    case .all: try CodedCase.encode("all", to: encoder)
    case .firstSuccess(let patience):
      try CodedCase.encode("firstSuccess", Hedge(hedgeAfter: patience.map(ISODuration.init)), to: encoder)
    case .merged(let rule): try CodedCase.encode("merged", rule, to: encoder)
    }
  }
}

extension AnswerPolicy.MergeRule: Codable {
  private enum CodingKeys: String, CodingKey { case order, limits, ownSources, stations }

  /// Reads a rule; only the order must be there.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      order: try container.decode([Criterion].self, forKey: .order),
      limits: try container.decodeIfPresent(AnswerPolicy.DistanceLimits.self, forKey: .limits) ?? .standard,
      ownSources: try container.decodeIfPresent(Set<SourceID>.self, forKey: .ownSources) ?? [],
      stations: try container.decodeIfPresent(AnswerPolicy.StationMatching.self, forKey: .stations)
        ?? .standard)
  }

  /// Writes a rule; sets are sorted.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(order, forKey: .order)
    try container.encode(limits, forKey: .limits)
    try container.encode(ownSources.sorted { $0.rawValue < $1.rawValue }, forKey: .ownSources)
    try container.encode(stations, forKey: .stations)
  }
}

extension AnswerPolicy.MergeRule.Criterion: Codable {
  /// Reads the name of a criterion.
  public init(from decoder: any Decoder) throws {
    let coded = try CodedCase(from: decoder)
    switch coded.name {
    case "kind": self = .kind
    case "nearest": self = .nearest
    case "precedence": self = .precedence
    case "freshest": self = .freshest
    default: throw coded.unknown
    }
  }

  /// Writes the name.
  ///
  /// - Throws: `EncodingError` for a comparison of the caller's, which is code.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .kind: try CodedCase.encode("kind", to: encoder)
    case .nearest: try CodedCase.encode("nearest", to: encoder)
    case .precedence: try CodedCase.encode("precedence", to: encoder)
    case .freshest: try CodedCase.encode("freshest", to: encoder)
    case .custom(let custom):
      throw EncodingError.invalidValue(
        custom,
        .init(
          codingPath: encoder.codingPath,
          debugDescription: "The order “\(custom.name)” is code of the caller's, which can't be written."))
    }
  }
}

extension AnswerPolicy.DistanceLimits: Codable {
  private enum CodingKeys: String, CodingKey { case byParameter, others }

  /// Reads the limits in metres; `null`, or a limit that is left out, is none.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let named = try container.decodeIfPresent([String: Double?].self, forKey: .byParameter) ?? [:]
    self.init(
      Dictionary(
        named.map { (AirParameter(rawValue: $0.key), $0.value ?? .infinity) },
        uniquingKeysWith: { first, _ in first }),
      others: try container.decodeIfPresent(Double.self, forKey: .others) ?? .infinity)
  }

  /// Writes the limits in metres; none is `null`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    let named = byParameter.map { ($0.key.rawValue, $0.value.isFinite ? $0.value : nil) }
    try container.encode(Dictionary(named, uniquingKeysWith: { first, _ in first }), forKey: .byParameter)
    try container.encodeIfPresent(others.isFinite ? others : nil, forKey: .others)
  }
}
