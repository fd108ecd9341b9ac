import AQKit

/// Times and numbers as the service writes them.
enum OpenMeteoLabel {
  /// `2026-10-01` of a day number.
  static func date(_ day: Int64) -> String {
    let date = CivilDate(daysSinceEpoch: Int(clamping: day))
    return "\(padded(date.year, 4))-\(padded(date.month))-\(padded(date.day))"
  }

  /// The label `2026-10-01T13:00` for seconds in local time.
  static func minute(_ seconds: Int64) -> String {
    let day = floor(seconds, 86_400)
    let rest = Int(clamping: seconds - day * 86_400)
    return "\(date(day))T\(padded(rest / 3600)):\(padded(rest / 60 % 60))"
  }

  /// `Thu, 01 Oct 2026 12:00:00 GMT`.
  static func httpDate(_ time: AirTime) -> String {
    let day = floor(time.secondsSince1970, 86_400)
    let date = CivilDate(daysSinceEpoch: Int(clamping: day))
    let rest = Int(clamping: time.secondsSince1970 - day * 86_400)
    let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let weekday = weekdays[Int(clamping: (day % 7 + 7) % 7)]
    return
      "\(weekday), \(padded(date.day)) \(months[date.month - 1]) \(padded(date.year, 4)) "
      + "\(padded(rest / 3600)):\(padded(rest / 60 % 60)):\(padded(rest % 60)) GMT"
  }

  /// Division rounded down.
  static func floor(_ number: Int64, _ divisor: Int64) -> Int64 {
    number >= 0 ? number / divisor : (number - divisor + 1) / divisor
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

  /// `12.30`; `null` for NaN.
  static func text(_ value: Double, _ decimals: Int) -> String {
    let scaled = (value * factor(decimals)).rounded()
    guard let whole = Int64(exactly: scaled) else { return "null" }
    if decimals == 0 { return String(whole) }
    let digits = OpenMeteoLabel.padded(Int(clamping: whole.magnitude), decimals + 1)
    return (whole < 0 ? "-" : "") + digits.dropLast(decimals) + "." + digits.suffix(decimals)
  }
}
