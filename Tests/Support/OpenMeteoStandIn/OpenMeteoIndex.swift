import AQKit

/// The indices that the service computes from its own concentrations: interpolated without truncation, unbounded above,
/// rounded to a whole number, with means over the hours *before* the stamp.
///
/// Source: `AirQuality.swift` and `CamsReader.swift` of the service's source code (August 2026).
struct OpenMeteoIndex {
  let model: OpenMeteoModel
  let point: Coordinate
  let second: Int64
  let source: String

  /// Returns the value of an index or a sub-index; NaN if it has none.
  func value(of name: String) -> Double {
    if name.hasPrefix("european_aqi") { return european(String(name.dropFirst("european_aqi".utf8.count))) }
    return american(String(name.dropFirst("us_aqi".utf8.count)))
  }

  // MARK: Europe

  private static let europeanParts = ["_pm2_5", "_pm10", "_nitrogen_dioxide", "_ozone", "_sulphur_dioxide"]
  private static let europeanEdges: [String: [Double]] = [
    "_pm2_5": [0, 5, 15, 50, 90, 140], "_pm10": [0, 15, 45, 120, 195, 270],
    "_nitrogen_dioxide": [0, 10, 25, 60, 100, 150], "_ozone": [0, 60, 100, 120, 160, 180],
    "_sulphur_dioxide": [0, 20, 40, 125, 190, 275],
  ]

  private func european(_ part: String) -> Double {
    guard part.isEmpty else {
      guard let edges = Self.europeanEdges[part] else { return .nan }
      return position(of: concentration(part, second), edges, [0, 20, 40, 60, 80, 100]).rounded()
    }
    let parts = Self.europeanParts.map(european)
    // Without particles the index is absent; other missing inputs are left out.
    guard let first = parts.first, !first.isNaN else { return .nan }
    return parts.filter { !$0.isNaN }.max() ?? .nan
  }

  // MARK: The United States

  private static let americanScale: [Double] = [0, 50, 100, 150, 200, 300, 400, 500]
  private static let americanParts = [
    "_pm2_5", "_pm10", "_nitrogen_dioxide", "_ozone", "_sulphur_dioxide", "_carbon_monoxide",
  ]

  private func american(_ part: String) -> Double {
    let scale = Self.americanScale
    switch part {
    case "":
      let parts = Self.americanParts.map(american)
      guard let first = parts.first, !first.isNaN else { return .nan }
      return parts.filter { !$0.isNaN }.max() ?? .nan
    case "_pm2_5":
      return position(of: mean(part, 24), [0, 9, 35.5, 55.5, 125.5, 225.5, 325.5, 500], scale).rounded()
    case "_pm10":
      return position(of: mean(part, 24), [0, 55, 155, 255, 355, 425, 505, 605], scale).rounded()
    case "_nitrogen_dioxide":
      return position(
        of: concentration(part, second) / 1.88, [0, 54, 100, 360, 650, 1250, 1650, 2050], scale
      ).rounded()
    case "_carbon_monoxide":
      return position(of: mean(part, 8) / 1150, [0, 4.5, 9.5, 12.5, 15.5, 30.5, 40.5, 50.5], scale).rounded()
    case "_ozone":
      let eight = position(of: mean(part, 8) / 1.96, [0, 55, 70, 85, 105, 200], Array(scale.prefix(6)))
      let one = concentration(part, second) / 1.96
      let hour = one < 125 ? 0 : position(of: one, [125, 165, 205, 405, 505, 605], Array(scale.dropFirst(2)))
      return max(eight, hour).rounded()
    case "_sulphur_dioxide":
      let hour = concentration(part, second) / 2.62
      let day = mean(part, 24) / 2.62
      let low = position(of: min(hour, 305), [0, 35, 75, 185, 305], Array(scale.prefix(5)))
      let high = day < 305 ? 0 : position(of: day, [305, 605, 805, 1005], Array(scale.dropFirst(4)))
      return max(low, high).rounded()
    default: return .nan
    }
  }

  // MARK: Numbers

  private func concentration(_ part: String, _ second: Int64) -> Double {
    guard let variable = OpenMeteoVariable.known(String(part.dropFirst())) else { return .nan }
    return model.value(of: variable, at: point, second: second, from: source)
  }

  private func mean(_ part: String, _ hours: Int64) -> Double {
    (1...hours).reduce(0) { $0 + concentration(part, second - $1 * 3600) } / Double(hours)
  }

  /// Returns the position of a concentration on a scale, linear between the edges and extrapolated beyond the last one.
  private func position(of value: Double, _ edges: [Double], _ scale: [Double]) -> Double {
    guard value >= 0, edges.count > 1, scale.count >= edges.count else { return .nan }
    let above = edges.firstIndex { $0 > value } ?? edges.count - 1
    let index = max(1, above)
    let (low, high) = (edges[index - 1], edges[index])
    return scale[index - 1] + (value - low) / (high - low) * (scale[index] - scale[index - 1])
  }
}

/// Times and numbers as the service writes them.
enum OpenMeteoLabel {
  /// Writes a day's number as a date, such as `2026-10-01`.
  static func date(_ day: Int64) -> String { String(minute(day * 86_400).prefix(10)) }

  /// Returns the label `2026-10-01T13:00` for seconds in local time.
  static func minute(_ seconds: Int64) -> String {
    String("\(AirTime(secondsSince1970: seconds))".prefix(16))
  }

  /// Writes an instant as HTTP does: `Thu, 01 Oct 2026 12:00:00 GMT`.
  static func httpDate(_ time: AirTime) -> String {
    let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let weekday = weekdays[Int(clamping: (time.dayNumber % 7 + 7) % 7)]
    let month = months[CivilDate(daysSinceEpoch: Int(clamping: time.dayNumber)).month - 1]
    let text = "\(time)"
    let (day, clock) = (text.dropFirst(8).prefix(2), text.dropFirst(11).prefix(8))
    return "\(weekday), \(day) \(month) \(text.prefix(4)) \(clock) GMT"
  }

  static func padded(_ number: Int, _ width: Int = 2) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }
}

/// Numbers with a fixed number of decimals.
enum OpenMeteoNumber {
  private static func factor(_ decimals: Int) -> Double {
    var factor = 1.0
    for _ in 0..<decimals { factor *= 10 }
    return factor
  }

  static func rounded(_ value: Double, _ decimals: Int) -> Double {
    let factor = factor(decimals)
    return (value * factor).rounded() / factor
  }

  /// Writes a number with a fixed number of decimals, such as `12.30`; `null` for NaN.
  static func text(_ value: Double, _ decimals: Int) -> String {
    let scaled = (value * factor(decimals)).rounded()
    guard let whole = Int64(exactly: scaled) else { return "null" }
    if decimals == 0 { return String(whole) }
    let digits = OpenMeteoLabel.padded(Int(clamping: whole.magnitude), decimals + 1)
    return (whole < 0 ? "-" : "") + digits.dropLast(decimals) + "." + digits.suffix(decimals)
  }
}
