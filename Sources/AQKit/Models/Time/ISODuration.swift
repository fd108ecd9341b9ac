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
    let isNegative = rest.first == "-"
    if isNegative { rest.removeFirst() }
    guard rest.first == "P" else { return nil }
    rest.removeFirst()
    var total: Int64 = 0
    var inTime = false
    /// The length of the previous unit; the next one must be shorter.
    var above: Int64 = .max
    var isComplete = false
    while let first = rest.first {
      if first == "T", !inTime {
        inTime = true
        isComplete = false
        rest.removeFirst()
        continue
      }
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      guard let number = Int64(digits), let unit = rest[digits.endIndex...].first,
        let length = Self.length(of: unit, inTime: inTime), length < above
      else { return nil }
      let (part, overflowed) = number.multipliedReportingOverflow(by: length)
      let (sum, summedOver) = total.addingReportingOverflow(part)
      guard !overflowed, !summedOver else { return nil }
      total = sum
      above = length
      isComplete = true
      rest = rest[digits.endIndex...].dropFirst()
    }
    guard isComplete else { return nil }
    seconds = isNegative ? -total : total
  }

  private static func length(of unit: Character, inTime: Bool) -> Int64? {
    switch (unit, inTime) {
    case ("W", false): 604_800
    case ("D", false): 86_400
    case ("H", true): 3600
    case ("M", true): 60
    case ("S", true): 1
    default: nil
    }
  }

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
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let value = ISODuration(text: text) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "“\(text)” is no ISO 8601 duration of days, hours, minutes and seconds.")
    }
    self = value
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
