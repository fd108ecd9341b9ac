extension BreakpointIndex {
  /// The pollutants that must be present before an index has an overall value.
  public struct Requirement: Hashable, Sendable, Codable {
    /// The minimum number of pollutants.
    public let pollutants: Int
    /// The groups from each of which at least one pollutant must be present.
    public let anyOf: [[AirParameter]]
    /// The groups that replace ``anyOf`` at a traffic site; `nil` if sites don't differ.
    public let anyOfAtTraffic: [[AirParameter]]?
    /// An incomplete set still gives a value if the value is above this number.
    public let waivedAbove: Int?
    /// The dominant pollutant is named only above this number.
    public let dominantAbove: Int?

    /// Creates the requirement; by default any one pollutant.
    public init(
      pollutants: Int = 1, anyOf: [[AirParameter]] = [], anyOfAtTraffic: [[AirParameter]]? = nil,
      waivedAbove: Int? = nil, dominantAbove: Int? = nil
    ) {
      self.pollutants = pollutants
      self.anyOf = anyOf
      self.anyOfAtTraffic = anyOfAtTraffic
      self.waivedAbove = waivedAbove
      self.dominantAbove = dominantAbove
    }

    /// Reads a requirement; missing members have their defaults, and an unknown member is an error.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.members(among: [
        "pollutants", "anyOf", "anyOfAtTraffic", "waivedAbove", "dominantAbove",
      ])
      pollutants = try container.wholeNumber(forKey: "pollutants") ?? 1
      anyOf = try container.optional("anyOf") ?? []
      anyOfAtTraffic = try container.optional("anyOfAtTraffic")
      waivedAbove = try container.wholeNumber(forKey: "waivedAbove")
      dominantAbove = try container.wholeNumber(forKey: "dominantAbove")
    }

    /// Explains why an index of some pollutants can never meet the requirement; `nil` if it can.
    func contradiction(with covered: [AirParameter]) -> String? {
      let covered = Set(covered)
      if pollutants < 0 { return "“pollutants” is \(pollutants)" }
      if pollutants > covered.count {
        return "\(pollutants) pollutants are required, and the scales cover \(covered.count)"
      }
      for (member, groups) in [("anyOf", anyOf), ("anyOfAtTraffic", anyOfAtTraffic ?? [])] {
        for (i, group) in groups.enumerated() {
          if group.isEmpty { return "group \(i + 1) of “\(member)” is empty" }
          if let unknown = group.first(where: { !covered.contains($0) }) {
            return "group \(i + 1) of “\(member)” has \(unknown.rawValue), which no scale covers"
          }
        }
      }
      return nil
    }

    var isAnyPollutant: Bool { pollutants <= 1 && anyOf.isEmpty && anyOfAtTraffic == nil }

    /// Describes what is missing from a set of pollutants, as a sentence; `nil` if nothing is.
    func shortfall(_ present: [AirParameter], atTraffic: Bool) -> String? {
      let groups = atTraffic ? anyOfAtTraffic ?? anyOf : anyOf
      let missing = groups.filter { group in !group.contains(where: present.contains) }
      if !missing.isEmpty {
        return missing.map { $0.map(\.rawValue).joined(separator: " or ") }.joined(separator: ", ")
          + " missing"
      }
      return present.count < pollutants ? "\(present.count) of at least \(pollutants) pollutants" : nil
    }
  }
}
