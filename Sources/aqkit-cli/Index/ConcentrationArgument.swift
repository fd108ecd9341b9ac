import AQKit
import ArgumentParser

/// A concentration in the command line's notation: `o3=71ppb@8h`.
struct ConcentrationArgument {
  let text: String
  let parameter: AirParameter
  /// The concentration; NaN or infinite if that is what was written.
  let value: Double
  /// The unit; nil means the standard's own.
  let unit: AirUnit?
  /// The period over which the concentration was averaged; nil means the standard's.
  let averaging: AveragingPeriod?

  init(_ text: String) throws(ValidationError) {
    let form = "A concentration is written POLLUTANT=NUMBER[UNIT][@AVERAGING], such as o3=71ppb@8h."
    guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
      throw ValidationError("“\(text)” isn't a concentration. \(form)")
    }
    self.text = text
    parameter = AirParameter(String(text[..<equals]))
    var rest = text[text.index(after: equals)...]
    if let at = rest.lastIndex(of: "@") {
      guard let period = AveragingPeriod(rest[rest.index(after: at)...].lowercased()) else {
        throw ValidationError(
          "“\(rest[rest.index(after: at)...])” isn't an averaging period such as 1h, 24h or 8h-max.")
      }
      averaging = period
      rest = rest[..<at]
    } else {
      averaging = nil
    }
    guard let (number, end) = Self.number(rest) else {
      throw ValidationError("“\(text)” has no number. \(form)")
    }
    value = number
    let spelling = rest[end...].drop { $0 == " " }
    if let plain = Self.withPoint(rest) {
      throw ValidationError(
        "“\(text)” has a comma in its number. Decimals are written after a point: \(plain).")
    }
    unit = spelling.isEmpty ? nil : AirUnit(String(spelling))
  }

  /// Returns a number that was written with a comma, with a point in its place; nil for any other text. “1,000.5” has both and
  /// loses the comma; “1,000” may mean either.
  static func withPoint(_ text: some StringProtocol) -> String? {
    let number = String(text.prefix { $0.isASCII && $0.isNumber || ",.+-".contains($0) })
    guard let comma = number.firstIndex(of: ","), comma > number.startIndex,
      number[number.index(after: comma)...].first?.isNumber ?? false
    else { return nil }
    if number.contains(".") || number.filter({ $0 == "," }).count > 1 {
      return number.filter { $0 != "," }
    }
    let decimal = String(number.map { $0 == "," ? "." : $0 })
    let isAmbiguous = number[comma...].count == 4 && number.first != "0"
    return isAmbiguous ? "\(number.filter { $0 != "," }) or \(decimal)" : decimal
  }

  /// Returns the number at the beginning of a string, and where it ends; an exponent is part of it if digits follow.
  private static func number(_ text: Substring) -> (Double, Substring.Index)? {
    let match = text.prefixMatch(of: #/[+-]?(?i:(?:nan|infinity|inf)(?![a-z])|[0-9.]+(?:e[+-]?[0-9]+)?)/#)
    return match.flatMap { match in Double(match.output).map { ($0, match.range.upperBound) } }
  }
}
