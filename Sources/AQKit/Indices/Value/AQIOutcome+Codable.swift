extension AQIOutcome: Codable, CodedByCase {
  /// `{"value": …}` or `{"unavailable": …}`.
  package static var codedCases: [CodedCase<Self>] {
    [
      .holding("value", { (value: AQIValue) in .value(value) }) { $0.value },
      .holding("unavailable", { (reason: AQIOutcome.Unavailable) in .unavailable(reason) }) { $0.reason },
    ]
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

extension AQIOutcome.Unavailable.Reason: Codable, CodedByCase {
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

  /// A number, which is a text if it isn't finite, because JSON has no other form for it.
  private struct Number: Codable {
    let value: Double

    init(_ value: Double) { self.value = value }

    init(from decoder: any Decoder) throws {
      let text = try? String(from: decoder)
      value = try text.flatMap { Double($0) } ?? Double(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
      if value.isFinite { try value.encode(to: encoder) } else { try "\(value)".encode(to: encoder) }
    }
  }

  /// The name of a reason, or an object with its content, such as
  /// `{"tooFewHours": {"have": 14, "of": 24, "need": 18}}`.
  package static var codedCases: [CodedCase<Self>] {
    [
      .named("nothingToGoOn", .nothingToGoOn),
      .holding(
        "tooFewHours", { (count: Count) in .tooFewHours(have: count.have, of: count.of, need: count.need) }
      ) {
        guard case .tooFewHours(let have, let possible, let need) = $0 else { return nil }
        return Count(have: have, of: possible, need: need)
      },
      .holding(
        "tooFewMeans", { (count: Count) in .tooFewMeans(have: count.have, of: count.of, need: count.need) }
      ) {
        guard case .tooFewMeans(let have, let possible, let need) = $0 else { return nil }
        return Count(have: have, of: possible, need: need)
      },
      .holding("tooFewPollutants", Self.tooFewPollutants) {
        if case .tooFewPollutants(let what) = $0 { what } else { nil }
      },
      .holding(
        "otherPeriod",
        { (other: OtherPeriod<AveragingPeriod>) in .otherPeriod(other.period, needed: other.needed) }
      ) {
        guard case .otherPeriod(let period, let needed) = $0 else { return nil }
        return OtherPeriod(period: period, needed: needed)
      },
      .holding(
        "otherAverage",
        { (other: OtherPeriod<AveragingMethod>) in .otherAverage(other.period, needed: other.needed) }
      ) {
        guard case .otherAverage(let period, let needed) = $0 else { return nil }
        return OtherPeriod(period: period, needed: needed)
      },
      .holding("wrongUnit", { (other: OtherUnit) in .wrongUnit(other.unit, needed: other.needed) }) {
        guard case .wrongUnit(let unit, let needed) = $0 else { return nil }
        return OtherUnit(unit: unit, needed: needed)
      },
      .holding("undefined", { (number: Number) in .undefined(number.value) }) {
        if case .undefined(let value) = $0 { Number(value) } else { nil }
      },
      .holding("invalid", { (number: Number) in .invalid(number.value) }) {
        if case .invalid(let value) = $0 { Number(value) } else { nil }
      },
      .holding("countsOnlyBeyond", Self.countsOnlyBeyond) {
        if case .countsOnlyBeyond(let period) = $0 { period } else { nil }
      },
      .holding("notCovered", Self.notCovered) {
        if case .notCovered(let parameter) = $0 { parameter } else { nil }
      },
      .holding("notPublished", Self.notPublished) {
        if case .notPublished(let parameter) = $0 { parameter } else { nil }
      },
      .holding("noSuchVariant", Self.noSuchVariant) {
        if case .noSuchVariant(let variant) = $0 { variant } else { nil }
      },
      .holding("noTimeZone", Self.noTimeZone) { if case .noTimeZone(let zone) = $0 { zone } else { nil } },
      .holding("unknownIndex", Self.unknownIndex) {
        if case .unknownIndex(let name) = $0 { name } else { nil }
      },
      .holding("stated", Self.stated) { if case .stated(let text) = $0 { text } else { nil } },
    ]
  }
}
