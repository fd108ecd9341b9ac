/// The calendar days of a site, which assign hours to days.
struct LocalDays: Sendable {
  let zone: AirTime.Zone
  let day: IndexEdition.Day
}

extension LocalDays {
  /// Creates the days of a zone, else of a named one. Throws the zone's name if its rules are missing.
  init(_ zone: AirTime.Zone?, named name: String?, _ day: IndexEdition.Day = .civil)
    throws(AQIOutcome.Unavailable.Reason)
  {
    guard let zone = zone ?? name.flatMap(AirTime.Zone.init(identifier:)) else { throw .noTimeZone(name) }
    self.init(zone: zone, day: day)
  }

  /// Returns the seconds that the days' clock is ahead of UTC.
  private func offset(at moment: Int64) -> Int64 {
    day == .civil ? zone.offset(at: moment) : zone.standardOffset(at: moment)
  }

  /// Returns the number of the day since 1970 in which an hour lies, by the hour's end.
  func day(ofHourEnding end: Int64) -> Int64 { day(containing: end - 3600) }

  /// Returns the number of the day since 1970 in which a moment lies.
  func day(containing moment: Int64) -> Int64 {
    let local = moment + offset(at: moment)
    let day = local.dividedDown(by: 86_400)
    // Clocks that go back past midnight a minute after it don't begin the day before again.
    return local.remainderDown(by: 86_400) < 72_000 || moment < start(ofDay: day + 1) ? day : day + 1
  }

  /// Returns the hour of the site's clock, 0 to 23, at which an hour begins, by the hour's end.
  func clockHour(ofHourEnding end: Int64) -> Int {
    Int((end - 3600 + offset(at: end - 3600)).remainderDown(by: 86_400) / 3600)
  }

  /// Returns the seconds past the hour in UTC at which the hours of the site's clock begin: 1800 in India.
  func hourPhase(at moment: Int64) -> Int64 { (-offset(at: moment)).remainderDown(by: 3600) }

  /// Returns the bounds of a day, [start, end). A day that the place skipped, such as 30 December 2011 in Samoa, is empty.
  func bounds(ofDay day: Int64) -> Range<Int64> {
    let start = start(ofDay: day)
    return start..<max(start, self.start(ofDay: day + 1))
  }

  /// Returns the second at which a day begins: its midnight or, if clocks skip that, the moment at which they do.
  func start(ofDay day: Int64) -> Int64 {
    let civil = day * 86_400
    // No clock is more than a day ahead of UTC or behind it.
    let (before, after) = (civil - 86_400, civil + 86_400)
    let offset = offset(at: before)
    guard self.offset(at: after) != offset else { return civil - offset }
    // Clocks change before midnight, at it, or later.
    let change = (before + 1..<after).firstPassing { self.offset(at: $0) != offset }
    if civil - offset < change { return civil - offset }
    return max(change, civil - self.offset(at: change))
  }

  /// Returns the calendar days of a site. Throws ``AQError/Code/notConfigured`` when there is no zone, or this process does
  /// not know its rules.
  static func ofPlace(_ zone: AirTime.Zone?, named name: String?) throws(AQError) -> LocalDays {
    do throws(AQIOutcome.Unavailable.Reason) {
      return try LocalDays(zone, named: name)
    } catch {
      throw AQError(
        .notConfigured,
        name.map {
          "Time zone “\($0)” isn't available on this system: pass an AirTime.Zone, such as one of a TimeZone."
        } ?? "The place's time zone isn't known: pass an AirTime.Zone, such as one of a TimeZone.")
    }
  }
}

extension AirTime.Zone {
  /// Returns the calendar day that contains a moment, from its start to the next day's, also if clocks change on it.
  package func day(of moment: AirTime) -> AirInterval {
    let days = LocalDays(zone: self, day: .civil)
    let bounds = days.bounds(ofDay: days.day(containing: moment.secondsSince1970))
    return AirInterval(seconds: bounds.lowerBound, bounds.upperBound)
  }
}
