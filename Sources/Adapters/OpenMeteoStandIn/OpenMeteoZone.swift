import AQKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A time zone as the service uses it: one offset for a whole answer, the current one.
struct OpenMeteoZone: Hashable {
  let identifier: String
  let abbreviation: String
  /// Seconds east of GMT.
  let offset: Int64

  /// The offset to the full hour by which data are read.
  var readingOffset: Int64 { offset / 3600 * 3600 }

  static let gmt = OpenMeteoZone(identifier: "GMT", abbreviation: "GMT", offset: 0)

  /// Known zones with their standard time, for processes without zones' rules.
  private static let standardOffsets: [String: Int64] = [
    "UTC": 0, "Europe/London": 0, "Europe/Berlin": 3600, "Europe/Prague": 3600, "Europe/Amsterdam": 3600,
    "Europe/Paris": 3600, "Europe/Oslo": 3600, "Europe/Zagreb": 3600, "America/New_York": -18_000,
    "America/Chicago": -21_600, "America/Los_Angeles": -28_800, "America/St_Johns": -12_600,
    "Asia/Karachi": 18_000, "Asia/Kolkata": 19_800, "Asia/Kathmandu": 20_700, "Asia/Tokyo": 32_400,
    "Australia/Sydney": 36_000,
  ]

  /// The zone with an identifier, or of a place for `auto`.
  ///
  /// - Throws: ``OpenMeteoRefusal/timezone`` for an unknown one.
  init(_ identifier: String, at point: Coordinate, _ now: AirTime) throws {
    switch identifier {
    case "GMT": self = .gmt
    case "auto":
      let hours = Int64((point.longitude / 15).rounded())
      let name = hours == 0 ? "Etc/GMT" : "Etc/GMT\(hours > 0 ? "-" : "+")\(hours.magnitude)"
      self.init(identifier: name, abbreviation: Self.abbreviation(hours * 3600), offset: hours * 3600)
    default:
      let offset =
        TimeZone(identifier: identifier).map { Int64($0.secondsFromGMT(for: now.date)) }
        ?? Self.standardOffsets[identifier]
      guard let offset else { throw OpenMeteoRefusal.timezone }
      self.init(identifier: identifier, abbreviation: Self.abbreviation(offset), offset: offset)
    }
  }

  private init(identifier: String, abbreviation: String, offset: Int64) {
    self.identifier = identifier
    self.abbreviation = abbreviation
    self.offset = offset
  }

  private static func abbreviation(_ offset: Int64) -> String {
    if offset == 0 { return "GMT" }
    let minutes = Int(clamping: offset.magnitude / 60)
    let rest = minutes % 60 == 0 ? "" : ":\(OpenMeteoLabel.padded(minutes % 60))"
    return "GMT\(offset > 0 ? "+" : "-")\(minutes / 60)\(rest)"
  }
}
