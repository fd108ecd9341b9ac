import AQKit

extension AQJSON {
  /// The text of a string or a number without surrounding white space; nil if there is none, or it is blank.
  var filledText: String? {
    guard let text = try? string(acceptingNumber: true).trimmed, !text.isEmpty else { return nil }
    return text
  }

  /// The rows of a list, or a single object in its place; nil for anything else.
  var rows: [AQJSON]? { kind == .object ? [self] : try? array() }
}

extension AirTime {
  /// The day in UTC, such as `2026-10-01`.
  var day: String { String("\(self)".prefix(10)) }

  /// Returns the day, and the number of the hour that contains it, from 1 to 24, at an offset in hours from UTC.
  func hour(at offset: Int64) -> (day: String, number: Int) {
    let text = "\(adding(seconds: offset * 3600))"
    return (String(text.prefix(10)), (Int(text.dropFirst(11).prefix(2)) ?? 0) + 1)
  }
}

extension Character {
  /// Whether it can be used in a path without encoding.
  var isPlain: Bool { isASCII && (isLetter || isNumber) }
}

extension [Double] {
  /// Degrees as addresses have them, separated by commas.
  var degrees: String { map { Coordinate.text(degrees: $0) }.joined(separator: ",") }
}

extension [UInt8] {
  /// The first character of a text except white space and a byte order mark, which distinguishes JSON, XML and tables.
  var opening: Character? {
    first { $0 > 0x20 && $0 < 0x80 }.map { Character(Unicode.Scalar($0)) }
  }
}

extension TransportResponse {
  /// Whether a file store (Amazon S3) reports a missing file, for which it uses 403 if it doesn't list files.
  var isMissingFile: Bool {
    [403, 404].contains(status) && String(decoding: body.prefix(400), as: UTF8.self).contains("<Error>")
  }
}
