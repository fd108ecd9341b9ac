/// What is published about one edition of an index: who issued it, in which document, since when it holds.
public struct IndexEdition: Hashable, Sendable {
  /// What the numbers of an index are.
  public enum Kind: String, Hashable, Sendable, Codable {
    /// A number on a scale, such as 0 to 500.
    case number
    /// One of a few numbered levels, such as 1 to 10.
    case level
    /// A named category without a published number; the number is only its place, counted from 1.
    case category
  }

  /// The edition's identifier, such as `us_epa_2024`.
  public var identifier: String
  /// The identifier of the index of which this is an edition, such as `us-epa`.
  public var family: String
  /// The English title.
  public var title: String
  /// Who issues it.
  public var body: String
  /// The primary document.
  public var document: String
  /// Since when it holds; `nil` where that is not known.
  public var effectiveFrom: AirTime?
  /// Until when it held; `nil` while it does.
  public var effectiveUntil: AirTime?
  /// Where it is the national index, as ISO 3166-1 codes (`DE`) or subdivisions of 3166-2 (`AU-NSW`).
  public var regions: [String]
  /// What the numbers are.
  public var kind: Kind
  /// How well the edition's numbers are known; single inputs may be known better or worse.
  public var confidence: IndexConfidence
  /// The conditions under which mass and mixing ratio are converted; `nil` where the standard needs no conversion.
  public var conditions: ReferenceConditions?
  /// What should be known about the edition.
  public var remarks: String?

  /// Makes an edition.
  public init(
    identifier: String, family: String, title: String, body: String, document: String,
    effectiveFrom: AirTime? = nil, effectiveUntil: AirTime? = nil, regions: [String] = [],
    kind: Kind = .number,
    confidence: IndexConfidence = .primary, conditions: ReferenceConditions? = nil, remarks: String? = nil
  ) {
    self.identifier = identifier
    self.family = family
    self.title = title
    self.body = body
    self.document = document
    self.effectiveFrom = effectiveFrom
    self.effectiveUntil = effectiveUntil
    self.regions = regions
    self.kind = kind
    self.confidence = confidence
    self.conditions = conditions
    self.remarks = remarks
  }

  /// Whether the edition is in force at a moment.
  public func isInForce(at time: AirTime) -> Bool {
    if let effectiveFrom, time < effectiveFrom { return false }
    if let effectiveUntil, time >= effectiveUntil { return false }
    return true
  }
}

extension IndexEdition: Codable {
  private enum CodingKeys: String, CodingKey {
    case identifier, family, title, body, document, effectiveFrom, effectiveUntil, regions, kind, confidence
    case conditions, remarks
  }

  /// Reads the edition; dates are `2024-05-06`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func date(_ key: CodingKeys) throws -> AirTime? {
      guard let text = try container.decodeIfPresent(String.self, forKey: key) else { return nil }
      guard let civil = CivilTime(iso8601: text) else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: container, debugDescription: "“\(text)” is no date such as 2024-05-06.")
      }
      return AirTime(secondsSince1970: civil.secondsAsUTC)
    }
    identifier = try container.decode(String.self, forKey: .identifier)
    family = try container.decodeIfPresent(String.self, forKey: .family) ?? identifier
    title = try container.decode(String.self, forKey: .title)
    body = try container.decodeIfPresent(String.self, forKey: .body) ?? ""
    document = try container.decode(String.self, forKey: .document)
    effectiveFrom = try date(.effectiveFrom)
    effectiveUntil = try date(.effectiveUntil)
    regions = try container.decodeIfPresent([String].self, forKey: .regions) ?? []
    kind = try container.decodeIfPresent(Kind.self, forKey: .kind) ?? .number
    confidence =
      try container.decodeIfPresent(IndexConfidence.self, forKey: .confidence) ?? .oneImplementation
    conditions = try container.decodeIfPresent(ReferenceConditions.self, forKey: .conditions)
    remarks = try container.decodeIfPresent(String.self, forKey: .remarks)
  }

  /// Writes the edition.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    func date(_ time: AirTime?) -> String? { time.map { String($0.description.prefix(10)) } }
    try container.encode(identifier, forKey: .identifier)
    try container.encode(family, forKey: .family)
    try container.encode(title, forKey: .title)
    try container.encode(body, forKey: .body)
    try container.encode(document, forKey: .document)
    try container.encodeIfPresent(date(effectiveFrom), forKey: .effectiveFrom)
    try container.encodeIfPresent(date(effectiveUntil), forKey: .effectiveUntil)
    try container.encode(regions, forKey: .regions)
    try container.encode(kind, forKey: .kind)
    try container.encode(confidence, forKey: .confidence)
    try container.encodeIfPresent(conditions, forKey: .conditions)
    try container.encodeIfPresent(remarks, forKey: .remarks)
  }
}
