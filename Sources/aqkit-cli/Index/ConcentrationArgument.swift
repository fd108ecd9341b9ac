import AQKit

/// A concentration in the command line's notation: `o3=71ppb@8h`.
struct ConcentrationArgument {
  /// The fault of a text that isn't a concentration.
  struct Fault: Error {
    let message: String
  }

  /// The text as it was written.
  let text: String
  /// The pollutant.
  let parameter: AirParameter
  /// The concentration; also NaN and the infinities, if they were written.
  let value: Double
  /// The unit; nil means the standard's own.
  let unit: AirUnit?
  /// The period over which it was averaged; nil means the standard's.
  let averaging: AveragingPeriod?

  /// Reads POLLUTANT=NUMBER[UNIT][@AVERAGING].
  init(_ text: String) throws(Fault) {
    let form = "A concentration is written POLLUTANT=NUMBER[UNIT][@AVERAGING], such as o3=71ppb@8h."
    guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
      throw Fault(message: "“\(text)” is no concentration. \(form)")
    }
    self.text = text
    parameter = AirParameter(String(text[..<equals]))
    var rest = text[text.index(after: equals)...]
    if let at = rest.lastIndex(of: "@") {
      guard let period = AveragingPeriod(rest[rest.index(after: at)...].lowercased()) else {
        throw Fault(
          message: "“\(rest[rest.index(after: at)...])” is no averaging period such as 1h, 24h or 8h-max.")
      }
      averaging = period
      rest = rest[..<at]
    } else {
      averaging = nil
    }
    guard let (number, end) = Self.number(rest) else {
      throw Fault(message: "“\(text)” has no number. \(form)")
    }
    value = number
    let spelling = rest[end...].drop { $0 == " " }
    if let plain = Self.withPoint(rest) {
      throw Fault(
        message: "“\(text)” has a comma in its number. Decimals are written after a point: \(plain).")
    }
    unit = spelling.isEmpty ? nil : AirUnit(String(spelling))
  }

  /// The text before and from the `@` on, between which a unit would be.
  var parts: (concentration: String, averaging: String) {
    let at = text.lastIndex(of: "@") ?? text.endIndex
    return (String(text[..<at]), String(text[at...]))
  }

  /// A number that was written with a comma, with a point in its place; nil for any other text. “1,000.5” has both and
  /// loses the comma.
  static func withPoint(_ text: some StringProtocol) -> String? {
    let number = String(text.prefix { $0.isASCII && $0.isNumber || ",.+-".contains($0) })
    guard let comma = number.firstIndex(of: ","), comma > number.startIndex,
      number[number.index(after: comma)...].first?.isNumber ?? false
    else { return nil }
    if number.contains(".") || number.filter({ $0 == "," }).count > 1 {
      return number.filter { $0 != "," }
    }
    return String(number.map { $0 == "," ? "." : $0 })
  }

  /// Returns the number at the beginning of a text, and its end.
  private static func number(_ text: Substring) -> (Double, Substring.Index)? {
    var end = text.startIndex
    func skip(while isTaken: (Character) -> Bool) {
      while end < text.endIndex, isTaken(text[end]) { end = text.index(after: end) }
    }
    func isDigit(_ character: Character) -> Bool { character >= "0" && character <= "9" }
    if end < text.endIndex, text[end] == "-" || text[end] == "+" { end = text.index(after: end) }
    let word = text[end...].prefix { $0.isLetter }.lowercased()
    if ["nan", "inf", "infinity"].contains(word) {
      skip { $0.isLetter }
    } else {
      skip { isDigit($0) || $0 == "." }
      // An exponent, if digits follow: 1e3 is a number.
      let mantissa = end
      if end < text.endIndex, text[end] == "e" || text[end] == "E" {
        end = text.index(after: end)
        if end < text.endIndex, text[end] == "-" || text[end] == "+" { end = text.index(after: end) }
        let power = end
        skip(while: isDigit)
        if end == power { end = mantissa }
      }
    }
    return Double(text[..<end]).map { ($0, end) }
  }
}
