extension ReportBuilder {
  /// Turns a provider's time stamp into an interval, by its convention and the averaging period.
  struct Bounds: Equatable {
    private let convention: SourceDescriptor.TimeConvention
    /// The length of each interval in seconds; nil for a calendar year.
    private let length: Int64?

    var stampsStart: Bool { convention == .start }

    init(_ convention: SourceDescriptor.TimeConvention, _ averaging: AveragingPeriod) {
      self.convention = convention
      // A day's maximum covers the day, whatever the length of the underlying means.
      length = averaging.isDailyMaximum ? 86_400 : averaging.seconds
    }

    /// Returns start and end in seconds since 1970; nil if they are outside the years 1 to 9999.
    func interval(at time: Int64) -> (Int64, Int64)? {
      guard time >= AirTime.firstSecond, time <= AirTime.lastSecond else { return nil }
      let start: Int64
      let end: Int64
      switch convention {
      case .instant: return (time, time)
      case .start:
        start = time
        end = length.map { time &+ $0 } ?? Self.adding(years: 1, to: time)
      case .end:
        start = length.map { time &- $0 } ?? Self.adding(years: -1, to: time)
        end = time
      }
      guard start <= end, start >= AirTime.firstSecond, end <= AirTime.lastSecond else { return nil }
      return (start, end)
    }

    /// Returns the same day and time of another year, in UTC; 29 February becomes 28 February.
    private static func adding(years: Int, to time: Int64) -> Int64 {
      let days = AirTime(secondsSince1970: time).dayNumber
      let date = CivilDate(daysSinceEpoch: Int(days))
      let year = date.year + years
      let day = min(date.day, CivilDate.days(inMonth: date.month, of: year))
      return Int64(CivilDate.days(year, date.month, day)) * 86_400 + (time - days * 86_400)
    }
  }
}

extension ReportBuilder.Meaning {
  /// Returns the interval of a stamp.
  func ends(of stamp: TimeStamp, receivedAt: AirTime) throws(TimeStamp.Fault) -> TimeStamp.Ends {
    if let ends = try stamp.ends(receivedAt: receivedAt, averaging: averaging) { return ends }
    let moment = try stamp.moment(receivedAt: receivedAt)
    guard let interval = bounds.interval(at: moment.seconds) else { throw .outOfRange }
    return TimeStamp.Ends(interval: interval, repeatsAfter: moment.repeatsAfter)
  }
}

extension AveragingPeriod {
  /// Returns whether an interval of this length can be one of the period. A local day has 23 to 25 hours, a year 365
  /// or 366 days.
  func mayLast(seconds length: Int64) -> Bool {
    guard let seconds else { return (31_536_000 - 3600...31_622_400 + 3600).contains(length) }
    return isDailyMaximum || seconds == 86_400 ? (82_800...90_000).contains(length) : seconds == length
  }
}

extension ReportBuilder {
  /// The timeline of the last time stamps, because the columns of a site share them.
  struct StampedTimelines {
    private var stamps: [Int64] = []
    private var bounds: Bounds?
    private var timeline: AirTimeline?

    /// Returns the intervals of ascending, readable time stamps; nil for others.
    mutating func timeline(of newStamps: [Int64], _ newBounds: Bounds) -> AirTimeline? {
      // An adapter passes the same array with each column, which compares equal in constant time.
      if bounds == newBounds, stamps == newStamps { return timeline }
      stamps = newStamps
      bounds = newBounds
      timeline = Self.timeline(of: newStamps, newBounds)
      return timeline
    }

    private static func timeline(of stamps: [Int64], _ bounds: Bounds) -> AirTimeline? {
      var starts = ContiguousArray<Int64>()
      var ends = ContiguousArray<Int64>()
      starts.reserveCapacity(stamps.count)
      ends.reserveCapacity(stamps.count)
      for stamp in stamps {
        guard let (start, end) = bounds.interval(at: stamp) else { return nil }
        starts.append(start)
        ends.append(end)
      }
      return try? AirTimeline(starts: starts, ends: ends)
    }
  }
}
