/// The published facts about an edition of an index: its issuer, document and dates.
public struct IndexEdition: Hashable, Sendable, Identifiable {
  /// The meaning of an index's numbers.
  public enum Kind: String, Hashable, Sendable, Codable {
    /// A number on a scale, such as 0 to 500.
    case number
    /// A numbered level, such as 1 to 10.
    case level
    /// A named category without a published number; the number is only its rank, counted from 1.
    case category
  }

  /// The precision with which a document states a date.
  public enum DatePrecision: String, Hashable, Sendable {
    /// Only the year is known; its first moment is used.
    case year
    /// Only the month is known; its first moment is used.
    case month
    /// The day is known.
    case day
  }

  struct Fields: Hashable, Sendable {
    var identifier: String
    var family: String
    var title: String
    var body: String
    var document: String
    var effectiveFrom: AirTime?
    var effectiveFromPrecision: DatePrecision
    var effectiveUntil: AirTime?
    var effectiveUntilPrecision: DatePrecision
    var regions: [String]
    var kind: Kind
    var confidence: IndexEdition.Confidence
    var conditions: AirUnit.ReferenceConditions?
    var day: Day
    var unprovenFrom: AirTime?
    var remarks: String?
  }

  private let shared: SharedFields<Fields>

  /// The edition's identifier, such as `us_epa_2024`.
  public var identifier: String { shared.fields.identifier }
  /// The identifier of the index of which this is an edition, such as `us-epa`.
  public var family: String { shared.fields.family }
  /// The English title.
  public var title: String { shared.fields.title }
  /// The issuing body.
  public var body: String { shared.fields.body }
  /// The primary document.
  public var document: String { shared.fields.document }
  /// The start of its validity; `nil` if that is not known. See ``effectiveFromPrecision``.
  public var effectiveFrom: AirTime? { shared.fields.effectiveFrom }
  /// The precision of ``effectiveFrom``.
  public var effectiveFromPrecision: DatePrecision { shared.fields.effectiveFromPrecision }
  /// The end of its validity; `nil` if none is known. See ``effectiveUntilPrecision``.
  public var effectiveUntil: AirTime? { shared.fields.effectiveUntil }
  /// The precision of ``effectiveUntil``.
  public var effectiveUntilPrecision: DatePrecision { shared.fields.effectiveUntilPrecision }
  /// The countries and regions whose national index it is, as ISO 3166-1 codes (`DE`) or ISO 3166-2 subdivisions (`AU-NSW`).
  public var regions: [String] { shared.fields.regions }
  /// The meaning of the numbers.
  public var kind: Kind { shared.fields.kind }
  /// The confidence in the edition's numbers; single inputs may differ.
  public var confidence: IndexEdition.Confidence { shared.fields.confidence }
  /// The conditions under which mass and mixing ratio are converted; `nil` if data that need this conversion are rejected.
  public var conditions: AirUnit.ReferenceConditions? { shared.fields.conditions }
  /// The clock by which the days of a daily value run.
  public var day: Day { shared.fields.day }
  /// The time from which it isn't known to apply, because its document was changed then and AQKit's authors haven't
  /// read the change. `nil` without a known change.
  public var unprovenFrom: AirTime? { shared.fields.unprovenFrom }
  /// Remarks that users of the edition should know.
  public var remarks: String? { shared.fields.remarks }

  /// Creates an edition; identifier, family, title, body and document are required.
  public init(
    identifier: String, family: String, title: String, body: String, document: String,
    effectiveFrom: AirTime? = nil, effectiveFromPrecision: DatePrecision = .day,
    effectiveUntil: AirTime? = nil, effectiveUntilPrecision: DatePrecision = .day, regions: [String] = [],
    kind: Kind = .number,
    confidence: IndexEdition.Confidence = .primary, conditions: AirUnit.ReferenceConditions? = nil,
    day: Day = .civil, unprovenFrom: AirTime? = nil, remarks: String? = nil
  ) {
    shared = SharedFields(
      Fields(
        identifier: identifier, family: family, title: title, body: body, document: document,
        effectiveFrom: effectiveFrom, effectiveFromPrecision: effectiveFromPrecision,
        effectiveUntil: effectiveUntil, effectiveUntilPrecision: effectiveUntilPrecision, regions: regions,
        kind: kind, confidence: confidence, conditions: conditions, day: day, unprovenFrom: unprovenFrom,
        remarks: remarks))
  }

  /// The start of its validity, as precisely as it is known: `2019`, `2022-11` or `2024-05-06`.
  public var effectiveFromText: String? { effectiveFrom.map { effectiveFromPrecision.text(of: $0) } }

  /// The end of its validity, as precisely as it is known.
  public var effectiveUntilText: String? { effectiveUntil.map { effectiveUntilPrecision.text(of: $0) } }

  /// Returns whether the edition is in force at a moment, by dates in UTC, as an edition doesn't know the places that use it;
  /// ``AirReport/index(using:at:options:catalog:)`` uses the place's own days. Where only the year or month of a date is known,
  /// its first moment is used.
  public func isInForce(at time: AirTime) -> Bool {
    if let effectiveFrom, time < effectiveFrom { return false }
    if let effectiveUntil, time >= effectiveUntil { return false }
    return true
  }

  /// The day of ``unprovenFrom``; empty if there is none.
  var unprovenText: String { unprovenFrom.map { DatePrecision.day.text(of: $0) } ?? "" }

  /// Returns whether its document has no known change by a moment.
  public func isProven(at time: AirTime) -> Bool { unprovenFrom.map { time < $0 } ?? true }

  /// The ``identifier``.
  public var id: String { identifier }

  /// The clock by which days run from midnight to midnight.
  public enum Day: String, Hashable, Sendable, Codable {
    /// The clocks of the place, which daylight saving time moves.
    case civil
    /// Local standard time all year, as 40 CFR 50 Appendix N requires for PM2.5. The United Kingdom, Germany and
    /// Australia date their values so; the editions' remarks name the documents.
    case standardTime
  }
}

extension IndexEdition.DatePrecision {
  /// The number of characters of a date of this precision.
  private var length: Int { self == .year ? 4 : self == .month ? 7 : 10 }

  /// Returns the date of a moment's day in UTC, truncated to the precision.
  fileprivate func text(of time: AirTime) -> String { String(time.description.prefix(length)) }

  /// Creates the precision from the length of a date's text.
  fileprivate init(of text: String) {
    self = [Self.year, .month].first { $0.length == text.utf8.count } ?? .day
  }

  /// The text that completes a date of this precision to a day.
  fileprivate var rest: String { String("-01-01".suffix(10 - length)) }
}

extension IndexEdition: Codable {
  static let memberNames = [
    "identifier", "family", "title", "body", "document", "effectiveFrom", "effectiveUntil", "regions", "kind",
    "confidence", "conditions", "day", "unprovenFrom", "remarks",
  ]

  /// Reads the edition; dates are `2024-05-06`, or `2022-11` or `2019` if no more is known. An unknown member is an error,
  /// because a misspelt one would otherwise be ignored.
  public init(from decoder: any Decoder) throws {
    try decoder.members(among: Self.memberNames)
    try self.init(among: decoder)
  }

  /// Reads the edition from an object that has other members, too.
  init(among decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    func date(_ key: MemberName) throws -> (time: AirTime, precision: DatePrecision)? {
      guard let text = try container.decodeIfPresent(String.self, forKey: key) else { return nil }
      let precision = DatePrecision(of: text)
      guard let time = AirTime(utc: text + precision.rest) else {
        throw container.fault(at: key, "“\(text)” isn't a date such as 2024-05-06, 2022-11 or 2019.")
      }
      return (time, precision)
    }
    let (from, until) = (try date("effectiveFrom"), try date("effectiveUntil"))
    let unprovenFrom = try date("unprovenFrom")?.time
    let identifier = try container.decode(String.self, forKey: "identifier")
    try self.init(
      identifier: identifier, family: container.optional("family") ?? identifier,
      title: container.value("title"), body: container.optional("body") ?? "",
      document: container.value("document"), effectiveFrom: from?.time,
      effectiveFromPrecision: from?.precision ?? .day,
      effectiveUntil: until?.time, effectiveUntilPrecision: until?.precision ?? .day,
      regions: container.optional("regions") ?? [], kind: container.optional("kind") ?? .number,
      confidence: container.optional("confidence") ?? .oneImplementation,
      conditions: container.optional("conditions"), day: container.optional("day") ?? .civil,
      unprovenFrom: unprovenFrom, remarks: container.optional("remarks"))
  }

  /// Writes the edition.
  public func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "identifier": identifier, "family": family, "title": title, "body": body, "document": document,
      "effectiveFrom": effectiveFromText, "effectiveUntil": effectiveUntilText, "regions": regions,
      "kind": kind, "confidence": confidence, "conditions": conditions, "day": day == .civil ? nil : day,
      "unprovenFrom": unprovenFrom.map { _ in unprovenText }, "remarks": remarks,
    ])
  }
}

extension IndexEdition {
  /// The confidence with which a table's numbers are known to be the standard's.
  public enum Confidence: String, Hashable, Sendable, Codable, Comparable, CaseIterable {
    /// Read in one document or one implementation.
    case oneImplementation = "one-impl"
    /// The original wasn't read, but at least two independent implementations or documents have the same numbers.
    case twoImplementations = "two-impl"
    /// The numbers were read in the regulator's own document or page, or in a full transcription of it.
    case primary

    /// Compares by trust.
    public static func < (lhs: IndexEdition.Confidence, rhs: IndexEdition.Confidence) -> Bool {
      lhs.rank < rhs.rank
    }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }
}
