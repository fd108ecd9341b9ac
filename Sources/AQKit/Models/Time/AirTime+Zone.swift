#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension AirTime {
  /// The rules by which the clocks of a place are set.
  ///
  /// Local days need them: a day's mean, or the day on which clocks change. Named zones come from the system's time zone
  /// database; a zone of Foundation's, or your own rules, can be passed as well.
  ///
  /// ```swift
  /// let prague = AirTime.Zone(identifier: "Europe/Prague")
  /// let mine = AirTime.Zone(.current)
  /// let india = AirTime.Zone(secondsFromUTC: 19_800)
  /// ```
  ///
  /// Two zones are equal if their identifiers are.
  ///
  /// The core has its own type because one use of Foundation's `TimeZone` adds 7.5 MB to a static binary on Linux, where
  /// FoundationEssentials alone knows no named zone.
  public struct Zone: Sendable {
    private enum Rules: Sendable {
      case fixed(Int64)
      case changing(ZoneRules)
      case asked(@Sendable (Int64) -> Int64)
    }

    /// The content, behind one pointer, because options are copied often and hardly ever have a zone.
    private final class Body: Sendable {
      let identifier: String
      let rules: Rules

      init(_ identifier: String, _ rules: Rules) { (self.identifier, self.rules) = (identifier, rules) }
    }

    private let body: Body

    /// The identifier in the IANA time zone database, such as `Europe/Prague`; for fixed offsets `GMT` or, for example,
    /// `GMT+0530`.
    public var identifier: String { body.identifier }

    /// Coordinated universal time.
    public static let utc = AirTime.Zone(secondsFromUTC: 0)

    /// Creates a fixed offset all year.
    ///
    /// - Parameter seconds: The number of seconds by which clocks are ahead of UTC; beyond 18 hours the nearest offset
    ///   is used.
    public init(secondsFromUTC seconds: Int) {
      let bounded = min(max(seconds, -64_800), 64_800)
      let odd = bounded.magnitude % 60
      let identifier =
        bounded == 0 ? "GMT" : "GMT\(Self.offsetText(bounded))\(odd == 0 ? "" : Self.two(odd))"
      self.init(identifier: identifier, rules: .fixed(Int64(bounded)))
    }

    /// Returns an offset from UTC with its sign, hours and minutes, such as `+0530`.
    package static func offsetText(_ seconds: Int, separator: String = "") -> String {
      let minutes = seconds.magnitude / 60
      return "\(seconds < 0 ? "-" : "+")\(two(minutes / 60))\(separator)\(two(minutes % 60))"
    }

    private static func two(_ number: UInt) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// Creates a zone with rules of your own: the seconds that clocks are ahead of UTC at a moment, at most a day.
    public init(identifier: String, secondsFromUTC: @escaping @Sendable (_ moment: AirTime) -> Int) {
      self.init(
        identifier: identifier, rules: .asked { Int64(secondsFromUTC(AirTime(secondsSince1970: $0))) })
    }

    /// Creates a zone from Foundation's `TimeZone`.
    @_alwaysEmitIntoClient public init(_ zone: TimeZone) {
      self.init(identifier: zone.identifier) { zone.secondsFromGMT(for: $0.date) }
    }

    /// Creates the zone of an identifier such as `Europe/Prague`, with the rules of the system's time zone database; `nil` for
    /// an unknown name. `UTC` and `GMT` are known everywhere.
    public init?(identifier: String) {
      if ["UTC", "GMT", "Etc/UTC", "Etc/GMT", "Z"].contains(identifier) {
        self.init(identifier: identifier, rules: .fixed(0))
        return
      }
      #if canImport(Glibc) || canImport(Musl) || canImport(Bionic) || canImport(WASILibc)
        guard let rules = ZoneRules.named(identifier) else { return nil }
        self.init(identifier: identifier, rules: .changing(rules))
      #else
        guard let zone = TimeZone(identifier: identifier) else { return nil }
        self.init(zone)
      #endif
    }

    private init(identifier: String, rules: Rules) { body = Body(identifier, rules) }

    /// Returns the seconds that clocks are ahead of UTC at a moment.
    public func secondsFromUTC(at moment: AirTime) -> Int { Int(offset(at: moment.secondsSince1970)) }

    package func offset(at second: Int64) -> Int64 {
      switch body.rules {
      case .fixed(let offset): offset
      case .changing(let rules): rules.offset(at: second)
      case .asked(let offset): min(max(offset(second), -86_400), 86_400)
      }
    }

    /// Returns the seconds that standard time is ahead of UTC at a second since 1970: the clocks without daylight saving
    /// time. For rules that only have the offset, standard time is the lowest offset of the year around the second.
    package func standardOffset(at second: Int64) -> Int64 {
      switch body.rules {
      case .fixed(let offset): offset
      case .changing(let rules): rules.standardOffset(at: second)
      case .asked: (-6...6).map { (month: Int64) in offset(at: second + month * 2_629_746) }.min() ?? 0
      }
    }
  }
}

extension AirTime.Zone: Hashable, CustomStringConvertible {
  /// Compares identifiers.
  public static func == (lhs: AirTime.Zone, rhs: AirTime.Zone) -> Bool { lhs.identifier == rhs.identifier }

  /// Hashes the identifier.
  public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }

  /// The identifier.
  public var description: String { identifier }
}
