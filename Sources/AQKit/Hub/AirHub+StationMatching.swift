extension AirHub.Policy {
  /// A rule that recognises a station in the reports of several services, so that it counts once.
  ///
  /// Identifiers decide first: those by scheme of ``AirSite/Details/identifiers``, which may be another source's identifier
  /// (`["purpleair": "158009"]`), the US AQS code (9 digits, or 12 with the country 840), the European EoI code wherever it
  /// is in an identifier, and known aliases. Without a match, two reference stations of different services are the same if
  /// they are within 100 m of each other and their names share a word, or within 500 m and have the same name. If one
  /// service states that it passes on the other's station (``AirSite/Details/network`` names it), 100 m are enough. Low-cost
  /// sensors only match by identifiers, because services round their coordinates and several share a point, or if one
  /// service passes on the other's sensor and the names are equal within 500 m.
  ///
  /// The distances are those observed between different services' coordinates for one station: below 100 m between
  /// AirNow and OpenAQ, below 500 m at WAQI.
  public struct StationMatching: Hashable, Sendable, Codable {
    /// A name of a station: a source, and the source's identifier of the site.
    public struct Alias: Hashable, Sendable, Codable {
      /// The source.
      public let source: SourceID
      /// The source's identifier of the site.
      public let site: String

      /// Creates a name from a source and its identifier of the site.
      public init(_ source: SourceID, _ site: String) {
        self.source = source
        self.site = site
      }
    }

    /// Groups of names; the names of a group mean the same station.
    public var aliases: [[Alias]]
    /// Sources that pass on other networks' measurements, the one nearest to the origin first. A station is taken from a
    /// source that isn't listed if possible, else from the earliest listed.
    public var aggregators: [SourceID]

    /// Creates a rule. By default it has no aliases, and the aggregators that AQKit knows.
    public init(
      aliases: [[Alias]] = [], aggregators: [SourceID] = ["airnow", "purpleair", "openaq", "waqi"]
    ) {
      self.aliases = aliases
      self.aggregators = aggregators
    }

    /// The rule without aliases, with the aggregators that AQKit knows.
    public static let standard = AirHub.Policy.StationMatching()

    /// Returns whether two sites are one station.
    public func isSame(_ first: AirSite, of source: SourceID, _ second: AirSite, of other: SourceID) -> Bool {
      isSame(Identity(first, of: source), Identity(second, of: other))
    }

    struct Identity {
      let source: SourceID
      let site: AirSite
      let codes: ArraySlice<Code>
      let words: Set<String>
      /// The source's name, and the site's stated network, in lower-case letters and digits.
      private let name: String
      private let network: String?

      init(_ site: AirSite, of source: SourceID) {
        self.source = source
        self.site = site
        words = Set((site.name ?? "").lowercased().split { !($0.isLetter || $0.isNumber) }.map(String.init))
        name = Self.letters(of: source.rawValue)
        network = site.details.network.map(Self.letters)
        codes = site.kind == .modelCell ? [] : StationMatching.codes(of: site, source).prefix(100)
      }

      /// Returns whether one of two sources states that it passes on the other's measurements.
      func isPassedOn(by other: Identity) -> Bool { network == other.name || other.network == name }

      private static func letters(of text: String) -> String {
        text.lowercased().filter { $0.isLetter || $0.isNumber }
      }
    }

    /// Returns whether two sites, which may be compared with many, are one station, by at most 100 codes of each.
    func isSame(_ one: Identity, _ two: Identity) -> Bool {
      let (first, second) = (one.site, two.site)
      if first.kind == .modelCell || second.kind == .modelCell { return false }
      if one.source == two.source { return first.id != nil && first.id == second.id }
      if let id = first.id, let otherID = second.id,
        aliases.contains(where: {
          $0.contains(Alias(one.source, id)) && $0.contains(Alias(two.source, otherID))
        })
      {
        return true
      }
      if one.codes.contains(where: two.codes.contains) { return true }
      // Two stations with different codes of one scheme are different, however near they are.
      if one.codes.contains(where: { own in two.codes.contains { $0.scheme == own.scheme } }) { return false }
      let areReferences = first.kind == .referenceStation && second.kind == .referenceStation
      let isPassedOn = one.isPassedOn(by: two)
      guard areReferences || isPassedOn, let here = first.coordinate, let there = second.coordinate else {
        return false
      }
      let distance = here.distance(to: there)
      guard distance < 500 else { return false }
      if !one.words.isEmpty, one.words == two.words { return true }
      guard areReferences, distance < 100 else { return false }
      return isPassedOn || one.words.contains { $0.utf8.count > 3 && two.words.contains($0) }
    }

    func remoteness(of source: SourceID) -> Int { (aggregators.firstIndex(of: source) ?? -1) + 1 }

    struct Code: Hashable {
      var scheme: String
      var text: String
    }

    /// Returns the codes of a site: those that its source states by scheme, ignoring case, those of known schemes in
    /// its identifier, and that identifier as another service may state it by the source's name.
    static func codes(of site: AirSite, _ source: SourceID) -> [Code] {
      let stated = site.details.identifiers.flatMap { scheme, text in
        let (scheme, text) = (scheme.lowercased(), text.uppercased())
        // Nine digits are a number of any scheme.
        let known = codes(in: text).filter {
          $0.scheme == scheme || $0.scheme != "aqs" || text.utf8.count > 9
        }
        return known.isEmpty ? [Code(scheme: scheme, text: text)] : known
      }
      guard let id = site.id else { return stated }
      return stated + codes(in: id) + [Code(scheme: source.rawValue.lowercased(), text: id.uppercased())]
    }

    static func codes(in id: String) -> [Code] {
      let digits = id.utf8.filter { $0 != UInt8(ascii: "-") }
      if digits.allSatisfy(\.isDigit) {
        if digits.count == 9 { return [Code(scheme: "aqs", text: String(decoding: digits, as: UTF8.self))] }
        if digits.count == 12, digits.starts(with: "840".utf8) {
          return [Code(scheme: "aqs", text: String(decoding: digits.dropFirst(3), as: UTF8.self))]
        }
        return []
      }
      // An EoI code: the country's two letters and five more characters, most of them digits.
      let tokens = id.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
      return tokens.filter { token in
        let bytes = Array(token.utf8)
        return bytes.count == 7 && bytes.allSatisfy { $0.isDigit || (65...90).contains($0) }
          && bytes.prefix(2).allSatisfy { $0 >= 65 } && bytes.count { $0 < 65 } >= 3
      }.map { Code(scheme: "eoi", text: String($0)) }
    }
  }
}

extension AQContainer.ServiceKey {
  /// The rule that recognises the same station in several services, such as by aliases of your own; by default
  /// ``AirHub/Policy/StationMatching/standard``.
  public static var stationMatching: AQContainer.ServiceKey<AirHub.Policy.StationMatching> {
    .init("stationMatching", default: { .standard })
  }
}

extension AirHub.Policy: Codable {
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
  /// - Throws: `EncodingError` for a rule with the caller's own order, which is code.
  public func encode(to encoder: any Encoder) throws {
    switch strategy {
    case .all: try CodedCase.encode("all", to: encoder)
    case .firstSuccess(let patience):
      // Whole seconds: less than one would ask all sources at once.
      let hedge = patience.map { $0 > .zero ? max($0, .seconds(1)) : $0 }
      try CodedCase.encode("firstSuccess", Hedge(hedgeAfter: hedge.map(ISODuration.init)), to: encoder)
    case .merged(let rule): try CodedCase.encode("merged", rule, to: encoder)
    }
  }
}

extension AirHub.Policy.MergeRule: Codable {
  /// Reads a rule; only the order is required.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    try self.init(
      order: container.value("order"), limits: container.optional("limits") ?? .standard,
      ownSources: container.optional("ownSources") ?? [],
      stationMatching: container.optional("stations") ?? .standard)
  }

  /// Writes a rule; sets are sorted.
  public func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "order": order, "limits": limits, "ownSources": ownSources.spellings, "stations": stationMatching,
    ])
  }
}

extension AirHub.Policy.MergeRule.Criterion: Codable {
  private static let named: [(name: String, criterion: Self)] = [
    ("kind", .kind), ("nearest", .nearest), ("precedence", .precedence), ("freshest", .freshest),
  ]

  /// Reads the name of a criterion.
  public init(from decoder: any Decoder) throws {
    let coded = try CodedCase(from: decoder)
    guard let known = Self.named.first(where: { $0.name == coded.name }) else { throw coded.unknown }
    self = known.criterion
  }

  /// Writes the name.
  ///
  /// - Throws: `EncodingError` for the caller's own comparison, which is code.
  public func encode(to encoder: any Encoder) throws {
    if case .custom(let custom) = self {
      throw EncodingError.invalidValue(
        custom,
        .init(
          codingPath: encoder.codingPath,
          debugDescription: "The order “\(custom.name)” is the caller's code, which can't be encoded."))
    }
    for known in Self.named where known.criterion == self {
      try CodedCase.encode(known.name, to: encoder)
    }
  }
}

extension AirHub.Policy.DistanceLimits: Codable {
  /// Reads the limits in metres; `null` and a limit that is left out mean no limit.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.init(others: try container.optional("others") ?? .infinity)
    let named: [AirParameter: Double?] = try container.optional("byParameter") ?? [:]
    byParameter = named.mapValues { $0 ?? .infinity }
  }

  /// Writes the limits in metres; an unlimited distance is `null`.
  public func encode(to encoder: any Encoder) throws {
    let named = byParameter.mapValues { $0.isFinite ? $0 : nil }
    try encoder.write(["byParameter": named, "others": others.isFinite ? others : nil])
  }
}
