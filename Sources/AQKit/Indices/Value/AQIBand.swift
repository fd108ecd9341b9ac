/// A band of an index: a range of the number with one name and one meaning.
public struct AQIBand: Hashable, Sendable, Identifiable, CustomStringConvertible {
  struct Fields: Hashable, Sendable, Codable {
    var rank: Int
    var key: String
    var name: String
    var localName: String?
    var localLanguage: String?
    var tableName: String?
    var label: String?
    var lowerIndex: Int
    var upperIndex: Int?
    var colors: [AQIBand.Color]
    var messages: [AQIBand.HealthMessage]
  }

  private let shared: SharedFields<Fields>

  /// The rank among the bands; 0 is the best air.
  public var rank: Int { shared.fields.rank }
  /// The key, which never changes within the edition and is the same in every language, such as
  /// `unhealthy-for-sensitive-groups`: for translations and an application's own palette.
  public var key: String { shared.fields.key }
  /// The name in English.
  public var name: String { shared.fields.name }
  /// The name in the local language, if the standard has one.
  public var localName: String? { shared.fields.localName }
  /// The language of the local name, as a BCP 47 tag.
  public var localLanguage: String? { shared.fields.localLanguage }
  /// The name in the spelling of the edition's table, if it differs from ``name``.
  public var tableName: String? { shared.fields.tableName }
  /// The text instead of the number, such as `10+`; `nil` if the number is shown.
  public var label: String? { shared.fields.label }
  /// The lowest number in the band.
  public var lowerIndex: Int { shared.fields.lowerIndex }
  /// The highest number in the band; `nil` if the band is open.
  public var upperIndex: Int? { shared.fields.upperIndex }
  /// The official colours, one for the whole band or one for each number in it; empty if the standard's are not
  /// known.
  public var colors: [AQIBand.Color] { shared.fields.colors }
  /// The advice of the standard, paraphrased.
  public var messages: [AQIBand.HealthMessage] { shared.fields.messages }

  /// Creates a band; rank, key, name and range are required.
  public init(
    rank: Int, key: String, name: String, localName: String? = nil, localLanguage: String? = nil,
    tableName: String? = nil, label: String? = nil, lowerIndex: Int, upperIndex: Int?,
    colors: [AQIBand.Color] = [],
    messages: [AQIBand.HealthMessage] = []
  ) {
    shared = SharedFields(
      Fields(
        rank: rank, key: key, name: name, localName: localName, localLanguage: localLanguage,
        tableName: tableName, label: label, lowerIndex: lowerIndex, upperIndex: upperIndex, colors: colors,
        messages: messages))
  }

  /// The official colour; that of the first number in the band if each has its own.
  public var color: AQIBand.Color? { colors.first }

  /// The colour of text on ``color``: black or white, whichever has more contrast.
  public var textColor: AQIBand.Color? { color?.textColor }

  /// Returns the official colour of a number in the band.
  public func color(for number: Int?) -> AQIBand.Color? {
    guard colors.count > 1, let number, number >= lowerIndex else { return colors.first }
    let (place, isTooFar) = number.subtractingReportingOverflow(lowerIndex)
    return isTooFar ? colors.last : colors[min(place, colors.count - 1)]
  }

  /// The name in the edition's own table: ``tableName`` or, without one, ``name``.
  public var nameInTable: String { tableName ?? name }

  /// The number after the highest in the band; `nil` if the band is open.
  var following: Int? { upperIndex.flatMap { $0 == .max ? nil : $0 + 1 } }

  /// Returns the text of an index: the band's name in an index of categories, else the band's label or the number; without
  /// both, that it is above the top of its tables or, where these have no end, the band's name.
  static func display(_ number: Int?, _ band: AQIBand?, of kind: IndexEdition.Kind, top: Int) -> String {
    if kind == .category { return band?.name ?? "" }
    return band?.label ?? number.map(String.init) ?? (top == .max ? band?.name ?? "" : ">\(top)")
  }

  /// Returns the text of an index together with its band's name; only the name for an index of categories.
  package static func title(_ display: String, _ band: AQIBand?) -> String {
    guard let name = band?.name, name != display else { return display }
    return display.isEmpty ? name : "\(display) \(name)"
  }

  /// Returns whether a number lies in the band.
  public func contains(_ number: Int) -> Bool { number >= lowerIndex && number <= upperIndex ?? .max }

  /// The ``key``, unique within an index.
  public var id: String { key }

  /// The English name.
  public var description: String { name }
}

extension AQIBand: Codable {
  /// Reads a band with all of its members.
  public init(from decoder: any Decoder) throws { shared = try SharedFields(from: decoder) }

  /// Writes all members that it has, so that a stored band is shown without its index.
  public func encode(to encoder: any Encoder) throws { try shared.encode(to: encoder) }
}

extension AQIBand {
  /// The advice of a standard in a band, in AQKit's own words.
  ///
  /// This paraphrase is unofficial; ``source`` names the document with the regulator's official text.
  public struct HealthMessage: Hashable, Sendable, Codable {
    /// The group that the message addresses, such as `sensitive` or `everyone`.
    public let group: String
    /// The advice, paraphrased in English.
    public let text: String
    /// The document that holds the official text.
    public let source: String

    /// Creates a paraphrase of a regulator's text.
    public init(group: String, text: String, source: String) {
      self.group = group
      self.text = text
      self.source = source
    }
  }

  /// The groups that a standard advises: a closed set from which an application can let a user choose.
  ///
  /// Standards address their advice in their own words (``HealthMessage/group``); each wording means one or several of
  /// these groups.
  public enum HealthGroup: String, Hashable, Sendable, Codable, CaseIterable, Identifiable {
    /// The general population.
    case everyone
    /// People who are sensitive or at risk, without a stated reason.
    case sensitive
    /// People who notice polluted air sooner than other sensitive people.
    case unusuallySensitive = "unusually sensitive"
    /// People with heart disease.
    case heartDisease = "heart disease"
    /// People with a disease of the lungs or airways, such as asthma.
    case lungDisease = "lung disease"
    /// Children.
    case children
    /// Older people.
    case olderAdults = "older adults"

    /// The spelling.
    public var id: String { rawValue }
  }

  /// Returns the advice of the standard to a group in this band, paraphrased.
  ///
  /// Advice to the group itself comes first, then advice to sensitive people, then advice to everyone. The group
  /// ``HealthGroup/sensitive`` gets the advice to any of the sensitive groups.
  ///
  /// - Parameters:
  ///   - group: The group.
  ///   - dominant: The pollutants that give the index: advice for other pollutants is left out. If it is empty, all advice
  ///     counts.
  /// - Returns: `nil` if the standard has no advice for the group, or AQKit has none of its messages.
  public func advice(for group: HealthGroup, dominant: [AirParameter] = []) -> HealthMessage? {
    let fitting = messages.filter { $0.concerns(dominant) }
    func first(_ isMeant: ([HealthGroup]) -> Bool) -> HealthMessage? { fitting.first { isMeant($0.groups) } }
    if let own = first({ $0.contains(group) }) { return own }
    guard group != .everyone else { return nil }
    let toSensitive =
      group == .sensitive
      ? first { $0.contains { $0 != .everyone && $0 != .unusuallySensitive } }
      : first { $0.contains(.sensitive) }
    return toSensitive ?? first { $0.contains(.everyone) }
  }
}

extension AQIValue {
  /// Returns the standard's advice to a group at this value, paraphrased; if advice depends on the pollutant, it is
  /// that for the dominant ones. `nil` if there is none.
  public func advice(for group: AQIBand.HealthGroup) -> AQIBand.HealthMessage? {
    band?.advice(for: group, dominant: dominant)
  }
}

extension AQIBand.HealthMessage {
  /// The groups that ``group`` means; empty for a wording that AQKit does not know.
  ///
  /// An index of your own names the groups as ``AQIBand/HealthGroup`` spells them, separated by commas.
  public var groups: [AQIBand.HealthGroup] {
    group.prefix { $0 != "(" }.split { $0 == "," || $0 == "/" }
      .flatMap { Self.meant(by: $0.trimmed.lowercased()) }.unique
  }

  /// The pollutants to which the standard limits the advice, as in `sensitive (O3, PM)`; empty if it applies to all.
  public var pollutants: [AirParameter] {
    guard let open = group.firstIndex(of: "("), let close = group.lastIndex(of: ")"), open < close else {
      return []
    }
    return group[group.index(after: open)..<close].split(separator: ",").flatMap { part in
      let name = part.trimmed
      return name == "PM" ? AirParameter.particles : [AirParameter(name)]
    }
  }

  fileprivate func concerns(_ dominant: [AirParameter]) -> Bool {
    guard !dominant.isEmpty else { return true }
    let pollutants = pollutants
    return pollutants.isEmpty || dominant.contains { pollutants.contains($0) }
  }

  private static func meant(by wording: String) -> [AQIBand.HealthGroup] {
    switch wording {
    case "all", "everyone else", "general": [.everyone]
    case "at risk": [.sensitive]
    case "very sensitive": [.unusuallySensitive]
    case "patients", "heart or lung patients", "heart or lung patients with symptoms":
      [.heartDisease, .lungDisease]
    case "respiratory patients": [.lungDisease]
    case "elderly": [.olderAdults]
    default: AQIBand.HealthGroup(rawValue: wording).map { [$0] } ?? []
    }
  }
}
