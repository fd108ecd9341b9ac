#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension TimeStamp {
  /// The zone of times that state no offset from UTC.
  public enum Zone: Hashable, Sendable {
    /// A fixed offset all year, in seconds east of UTC; at most 18 hours.
    case fixed(secondsFromUTC: Int)
    /// The civil time of a zone, which may change twice a year. ``TimeStamp/zonedText(_:_:)`` says what its repeated
    /// and skipped hours mean.
    case civil(TimeZone)

    /// UTC.
    public static let utc = Zone.fixed(secondsFromUTC: 0)

    /// The zone of a name: `UTC`, an offset such as `+05:30`, or an identifier such as `Europe/Warsaw`.
    ///
    /// - Throws: ``AQError/Code/notConfigured`` when the process doesn't have the zone's rules; a process has those of
    ///   identifiers only if it links Foundation.
    public init(named name: String) throws(AQError) {
      if name == "UTC" || name == "GMT" {
        self = .utc
      } else if let offset = Self.offset(name) {
        self = .fixed(secondsFromUTC: offset)
      } else if let zone = TimeZone(identifier: name) {
        self = .civil(zone)
      } else {
        throw AQError(
          .notConfigured,
          "The rules of the time zone “\(name.prefix(60))” are not to be had: link Foundation, or name another zone."
        )
      }
    }

    /// The name, as ``init(named:)`` reads it.
    var name: String {
      switch self {
      case .fixed(0): return "UTC"
      case .fixed(let seconds):
        let minutes = seconds.magnitude / 60
        func two(_ number: UInt) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(seconds < 0 ? "-" : "+")\(two(minutes / 60)):\(two(minutes % 60))"
      case .civil(let zone): return zone.identifier
      }
    }

    /// Reads `+05:30`, `+0530`, `+05` or `Z`.
    private static func offset(_ name: String) -> Int? {
      var position = 0
      let bytes = Array(name.utf8)
      guard let offset = TimePattern.offset(bytes, &position), position == bytes.count else { return nil }
      return offset
    }
  }
}

extension TimeStamp.Zone {
  /// The moment of a clock time, in seconds from 1970-01-01T00:00 on the zone's clocks.
  func moment(ofClock clock: Int64) throws(TimeStamp.Fault) -> TimeStamp.Moment {
    switch self {
    case .fixed(let offset):
      guard (-64_800...64_800).contains(offset) else { throw .outOfRange }
      return try TimeStamp.Moment(clock - Int64(offset))
    case .civil(let zone):
      // The offsets on both sides of any change that may lie near.
      let before = Self.offset(of: zone, at: clock - Self.reach)
      let guess = clock - before
      let after = Self.offset(of: zone, at: guess)
      let corrected = clock - after
      let first = Self.offset(of: zone, at: corrected) == after ? corrected : guess
      let later = Self.offset(of: zone, at: clock + Self.reach)
      let second = clock - later
      let isRepeated = second > first && Self.offset(of: zone, at: second) == later
      return try TimeStamp.Moment(first, repeatsAfter: isRepeated ? second - first : 0)
    }
  }

  /// More than the largest offset from UTC.
  private static let reach: Int64 = 26 * 3600

  private static func offset(of zone: TimeZone, at seconds: Int64) -> Int64 {
    Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds))))
  }
}

extension TimeStamp.Zone: Codable {
  /// Reads a name: `UTC`, an offset such as `+05:30`, or an identifier.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      try self.init(named: try container.decode(String.self))
    } catch let error as AQError {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: error.message)
    }
  }

  /// Writes the name.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}
