extension AirTime: LosslessStringConvertible, CustomStringConvertible {
  /// Reads ISO 8601 text with an offset: `2026-10-01T22:00Z`, `2026-10-01T22:00:00.5+02:00`, `2026-10-01 22:00:00Z`.
  /// A fraction of a second is dropped. Nil for text without an offset, which is no instant.
  public init?(_ text: String) {
    guard let stamp = CivilTime(iso8601: text), let offset = stamp.offset else { return nil }
    self.init(secondsSince1970: stamp.secondsAsUTC - offset)
  }

  /// ISO 8601 in UTC, such as `2026-10-01T22:00:00Z`.
  public var description: String {
    let (year, month, day) = CivilTime.civil(fromDays: dayNumber)
    let second = secondsSince1970 - dayNumber * 86_400
    return "\(Self.pad(year, 4))-\(Self.pad(month, 2))-\(Self.pad(day, 2))T\(Self.pad(second / 3600, 2)):"
      + "\(Self.pad(second / 60 % 60, 2)):\(Self.pad(second % 60, 2))Z"
  }

  /// Days since 1970-01-01 in UTC.
  package var dayNumber: Int64 {
    secondsSince1970 >= 0 ? secondsSince1970 / 86_400 : (secondsSince1970 - 86_399) / 86_400
  }

  private static func pad(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
  }
}

extension AirTime: Codable {
  /// Reads ISO 8601 text with an offset.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let time = AirTime(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "“\(text)” is not an ISO 8601 instant with an offset.")
    }
    self = time
  }

  /// Writes ISO 8601 in UTC.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
