/// A duration in whole seconds as ISO 8601 text (`PT1H`, `PT15M`, `P1DT2H`), for every `Codable` of the models.
package struct ISODuration: Hashable, Codable {
  package let seconds: Int64

  package init(seconds: Int64) { self.seconds = seconds }
  package init(_ duration: Duration) { seconds = duration.boundedSeconds }

  package var duration: Duration { .seconds(seconds) }

  /// Reads weeks, days, hours, minutes and seconds, whole numbers in this order. Years and months are refused, because
  /// their length varies.
  package init?(text: String) {
    var rest = Substring(text)
    func take(_ mark: Character) -> Bool {
      guard rest.first == mark else { return false }
      rest.removeFirst()
      return true
    }
    let isNegative = take("-")
    guard take("P"), let last = rest.last, last != "T" else { return nil }
    var total: Int64 = 0
    for (mark, length) in Self.units {
      if mark == "T" {
        guard take(mark) else { break }
        continue
      }
      var behind = rest
      guard let number = behind.takeNumber(), behind.first == mark else { continue }
      // Signed from the start: the least number has no positive counterpart.
      let (part, overflowed) = number.multipliedReportingOverflow(by: isNegative ? -length : length)
      let (sum, summedOver) = total.addingReportingOverflow(part)
      guard !overflowed, !summedOver else { return nil }
      total = sum
      rest = behind.dropFirst()
    }
    guard rest.isEmpty else { return nil }
    seconds = total
  }

  /// The units in their order, and the mark before those of the time of day.
  private static let units: [(mark: Character, seconds: Int64)] = [
    ("W", 604_800), ("D", 86_400), ("T", 0), ("H", 3600), ("M", 60), ("S", 1),
  ]

  package var text: String {
    guard seconds != 0 else { return "PT0S" }
    let total = seconds.magnitude
    var result = seconds < 0 ? "-P" : "P"
    if total >= 86_400 { result += "\(total / 86_400)D" }
    if total % 86_400 == 0 { return result }
    result += "T"
    if total / 3600 % 24 > 0 { result += "\(total / 3600 % 24)H" }
    if total / 60 % 60 > 0 { result += "\(total / 60 % 60)M" }
    if total % 60 > 0 { result += "\(total % 60)S" }
    return result
  }

  package init(from decoder: any Decoder) throws {
    self = try decoder.value(
      { ISODuration(text: $0) },
      orFault: { "“\($0)” isn't an ISO 8601 duration of days, hours, minutes and seconds." })
  }

  package func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}

extension Substring {
  /// Takes the digits at the beginning as a number; nil if there are none, or too many.
  mutating func takeNumber() -> Int64? {
    let digits = prefix { $0.isASCII && $0.isNumber }
    self = self[digits.endIndex...]
    return Int64(digits)
  }
}
