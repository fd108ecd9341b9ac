extension AQIOutcome: Codable {
  /// Reads `{"value": …}` or `{"unavailable": …}`.
  public init(from decoder: any Decoder) throws {
    let coded = try CodedCase(from: decoder)
    switch coded.name {
    case "value": self = .value(try coded.held())
    case "unavailable": self = .unavailable(try coded.held())
    default: throw coded.unknown
    }
  }

  /// Writes the value or the reason.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .value(let value): try CodedCase.encode("value", value, to: encoder)
    case .unavailable(let reason): try CodedCase.encode("unavailable", reason, to: encoder)
    }
  }
}

extension AQIValue: Codable {
  /// Reads a value with its edition, band and sub-indices, without computing it again.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    try self.init(
      parts: .given(container.value("subIndices")), edition: container.value("edition"),
      variant: container.value("variant"), number: container.optional("number"),
      display: container.value("display"), band: container.optional("band"),
      isBeyondScale: container.value("isBeyondScale"), dominant: container.value("dominant"),
      problems: container.value("problems"), proxy: container.optional("proxy"),
      missing: container.value("missing"), bounds: container.optional("bounds"),
      time: container.optional("time"), unrounded: container.optional("unrounded"),
      addition: container.optional("addition") ?? 0, provenance: container.optional("provenance"))
  }

  /// Writes all of its content, so that it can be read back without its index.
  public func encode(to encoder: any Encoder) throws {
    // `isPartial` is written for other readers of the JSON; here it follows from the missing pollutants.
    try encoder.write([
      "edition": edition, "variant": variant, "number": number, "display": display, "band": band,
      "isBeyondScale": isBeyondScale, "dominant": dominant, "subIndices": subIndices, "problems": problems,
      "proxy": proxy, "missing": missing, "isPartial": isPartial, "bounds": bounds, "time": time,
      "unrounded": unrounded, "addition": addition == 0 ? nil : addition, "provenance": provenance,
    ])
  }
}

extension AQIOutcome.Unavailable.Reason: Codable {
  /// The numbers of hours that were available, possible and needed.
  private struct Count: Codable {
    var have: Int
    var of: Int
    var need: Int
  }

  private struct OtherPeriod<Needed: Codable>: Codable {
    var period: AveragingPeriod
    var needed: Needed
  }

  private struct OtherUnit: Codable {
    var unit: AirUnit
    var needed: AirUnit
  }

  /// Reads a reason: its name, or `{"tooFewHours": {"have": 14, "of": 24, "need": 18}}`.
  public init(from decoder: any Decoder) throws {
    let coded = try CodedCase(from: decoder)
    func number() throws -> Double {
      if let text = try? coded.held(String.self), let number = Double(text) { return number }
      return try coded.held()
    }
    switch coded.name {
    case "nothingToGoOn": self = .nothingToGoOn
    case "tooFewHours":
      let count = try coded.held(Count.self)
      self = .tooFewHours(have: count.have, of: count.of, need: count.need)
    case "tooFewMeans":
      let count = try coded.held(Count.self)
      self = .tooFewMeans(have: count.have, of: count.of, need: count.need)
    case "tooFewPollutants": self = .tooFewPollutants(try coded.held())
    case "otherPeriod":
      let other = try coded.held(OtherPeriod<AveragingPeriod>.self)
      self = .otherPeriod(other.period, needed: other.needed)
    case "otherAverage":
      let other = try coded.held(OtherPeriod<AveragingMethod>.self)
      self = .otherAverage(other.period, needed: other.needed)
    case "wrongUnit":
      let other = try coded.held(OtherUnit.self)
      self = .wrongUnit(other.unit, needed: other.needed)
    case "undefined": self = .undefined(try number())
    case "countsOnlyBeyond": self = .countsOnlyBeyond(try coded.held())
    case "invalid": self = .invalid(try number())
    case "notCovered": self = .notCovered(try coded.held())
    case "notPublished": self = .notPublished(try coded.held())
    case "noSuchVariant": self = .noSuchVariant(try coded.held())
    case "noTimeZone": self = .noTimeZone(try coded.held(String?.self))
    case "unknownIndex": self = .unknownIndex(try coded.held())
    case "stated": self = .stated(try coded.held())
    default: throw coded.unknown
    }
  }

  /// Writes the reason; a number that is not finite is text, because JSON has no other form for it.
  public func encode(to encoder: any Encoder) throws {
    func write(_ name: String, _ number: Double) throws {
      let held: any Encodable = number.isFinite ? number : "\(number)"
      try CodedCase.encode(name, held, to: encoder)
    }
    switch self {
    case .nothingToGoOn: try CodedCase.encode("nothingToGoOn", to: encoder)
    case .tooFewHours(let have, let possible, let need):
      try CodedCase.encode("tooFewHours", Count(have: have, of: possible, need: need), to: encoder)
    case .tooFewMeans(let have, let possible, let need):
      try CodedCase.encode("tooFewMeans", Count(have: have, of: possible, need: need), to: encoder)
    case .tooFewPollutants(let what): try CodedCase.encode("tooFewPollutants", what, to: encoder)
    case .otherPeriod(let period, let needed):
      try CodedCase.encode("otherPeriod", OtherPeriod(period: period, needed: needed), to: encoder)
    case .otherAverage(let period, let needed):
      try CodedCase.encode("otherAverage", OtherPeriod(period: period, needed: needed), to: encoder)
    case .wrongUnit(let unit, let needed):
      try CodedCase.encode("wrongUnit", OtherUnit(unit: unit, needed: needed), to: encoder)
    case .undefined(let value): try write("undefined", value)
    case .countsOnlyBeyond(let period): try CodedCase.encode("countsOnlyBeyond", period, to: encoder)
    case .invalid(let value): try write("invalid", value)
    case .notCovered(let parameter): try CodedCase.encode("notCovered", parameter, to: encoder)
    case .notPublished(let parameter): try CodedCase.encode("notPublished", parameter, to: encoder)
    case .noSuchVariant(let variant): try CodedCase.encode("noSuchVariant", variant, to: encoder)
    case .noTimeZone(let zone): try CodedCase.encode("noTimeZone", zone, to: encoder)
    case .unknownIndex(let name): try CodedCase.encode("unknownIndex", name, to: encoder)
    case .stated(let text): try CodedCase.encode("stated", text, to: encoder)
    }
  }
}
