extension AQIBand {
  /// Whom a standard advises: the closed set of groups that an application lets a user choose from.
  ///
  /// Standards address their advice in their own words (``HealthMessage/group``); each wording means one or several of
  /// these groups.
  public enum HealthGroup: String, Hashable, Sendable, Codable, CaseIterable, Identifiable {
    /// People in general.
    case everyone
    /// People who are sensitive or at risk, without saying why.
    case sensitive
    /// People who feel polluted air sooner than other sensitive people.
    case unusuallySensitive = "unusually sensitive"
    /// People with a heart disease.
    case heartDisease = "heart disease"
    /// People with a disease of the lungs or airways, such as asthma.
    case lungDisease = "lung disease"
    /// Children.
    case children
    /// Older people.
    case olderAdults = "older adults"

    /// The spelling.
    public var id: String { rawValue }

    /// Whether the standards' word “sensitive” includes the group.
    public var isSensitive: Bool { self != .everyone }
  }

  /// What the standard advises a group in this band, paraphrased.
  ///
  /// What is said to the group itself comes before what is said to sensitive people, and that before what is said to
  /// everyone. A person who is ``HealthGroup/sensitive`` without saying why gets what any of the sensitive groups is
  /// told.
  ///
  /// - Parameters:
  ///   - group: The group.
  ///   - dominant: The pollutants that give the index: advice that a standard gives for others is left out. Empty
  ///     where they are not known; all advice counts then.
  /// - Returns: `nil` where the standard says nothing to the group, or AQKit has no messages of it.
  public func advice(for group: HealthGroup, dominant: [AirParameter] = []) -> HealthMessage? {
    let fitting = messages.filter { $0.concerns(dominant) }
    func first(_ isMeant: ([HealthGroup]) -> Bool) -> HealthMessage? { fitting.first { isMeant($0.groups) } }
    if let own = first({ $0.contains(group) }) { return own }
    guard group != .everyone else { return nil }
    let toSensitive =
      group == .sensitive
      ? first { $0.contains { $0.isSensitive && $0 != .unusuallySensitive } }
      : first { $0.contains(.sensitive) }
    return toSensitive ?? first { $0.contains(.everyone) }
  }
}

extension AQIValue {
  /// What the standard advises a group at this value, paraphrased; of advice for certain pollutants that for the ones
  /// that give the value. `nil` where it says nothing to the group.
  public func advice(for group: AQIBand.HealthGroup) -> AQIBand.HealthMessage? {
    band?.advice(for: group, dominant: dominant)
  }
}

extension AQIBand.HealthMessage {
  /// The groups that ``group`` means; empty for a wording that AQKit does not know.
  ///
  /// An index of one's own names the groups as ``AQIBand/HealthGroup`` spells them, separated by commas.
  public var groups: [AQIBand.HealthGroup] {
    var groups: [AQIBand.HealthGroup] = []
    let wording = group.prefix { $0 != "(" }
    for part in wording.split(whereSeparator: { $0 == "," || $0 == "/" }) {
      for one in Self.meant(by: part.words.lowercased()) where !groups.contains(one) { groups.append(one) }
    }
    return groups
  }

  /// The pollutants to which the standard limits the advice, as in `sensitive (O3, PM)`; empty where it holds for all.
  public var pollutants: [AirParameter] {
    guard let open = group.firstIndex(of: "("), let close = group.lastIndex(of: ")"), open < close else {
      return []
    }
    return group[group.index(after: open)..<close].split(separator: ",").flatMap { part in
      let name = part.words
      return name == "PM" ? AirParameter.particles : [AirParameter(name)]
    }
  }

  /// Whether the advice holds where these pollutants give the index.
  fileprivate func concerns(_ dominant: [AirParameter]) -> Bool {
    guard !dominant.isEmpty else { return true }
    let pollutants = pollutants
    return pollutants.isEmpty || dominant.contains { pollutants.contains($0) }
  }

  /// The groups of one wording of the standards.
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

extension Substring {
  /// The words with one space between them and none around.
  fileprivate var words: String { split(separator: " ").joined(separator: " ") }
}
