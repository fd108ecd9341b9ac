extension ReportBuilder {
  /// Turns a provider's time stamp into an interval, by its convention and the averaging period.
  struct Bounds: Equatable {
    private let convention: TimeConvention
    /// The length of each interval in seconds; nil for a calendar year.
    private let length: Int64?

    init(_ convention: TimeConvention, _ averaging: AveragingPeriod) {
      self.convention = convention
      // A day's maximum covers the day, whatever the length of the means of which it is the highest.
      length = averaging.isDailyMaximum ? 86_400 : averaging.seconds
    }

    /// Start and end in seconds since 1970; nil if they leave the years 1 to 9999.
    func interval(at time: Int64) -> (Int64, Int64)? {
      guard time >= AirTime.firstSecond, time <= AirTime.lastSecond else { return nil }
      let start: Int64
      let end: Int64
      switch convention {
      case .instant: return (time, time)
      case .start:
        start = time
        end = length.map { time.addingReportingOverflow($0).partialValue } ?? Self.adding(years: 1, to: time)
      case .end:
        start =
          length.map { time.subtractingReportingOverflow($0).partialValue }
          ?? Self.adding(years: -1, to: time)
        end = time
      }
      guard start <= end, start >= AirTime.firstSecond, end <= AirTime.lastSecond else { return nil }
      return (start, end)
    }

    /// The same day and time of another year, in UTC; 29 February becomes 28 February.
    private static func adding(years: Int64, to time: Int64) -> Int64 {
      let days = AirTime(secondsSince1970: time).dayNumber
      let (year, month, day) = CivilTime.civil(fromDays: days)
      let target = year + years
      let last = CivilTime.daysInMonth(year: target, month: month)
      return CivilTime.days(fromCivil: target, month, min(day, last)) * 86_400 + (time - days * 86_400)
    }
  }
}
