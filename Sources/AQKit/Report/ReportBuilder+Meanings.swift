extension ReportBuilder {
  /// The meaning that the declaration gives to values of a parameter in a unit.
  struct Meaning {
    let kind: SeriesKinds.Number
    let averaging: AveragingPeriod
    let bounds: Bounds
  }

  /// The meanings of the values so far.
  struct Meanings {
    private struct Entry {
      let parameter: AirParameter
      let unit: AirUnit
      let averaging: AveragingPeriod?
      let convention: SourceDescriptor.TimeConvention?
      let correction: AirOrigin.Correction?
      let siteKind: AirReport.Kind
      let meaning: Meaning
    }

    private var entries: [Entry] = []
    /// The entry that follows the last one that was found: rows have the same values in the same order.
    private var next = 0
    private static let most = 32

    mutating func meaning(
      of parameter: AirParameter, _ unit: AirUnit, _ details: Details, at siteKind: AirReport.Kind
    ) -> Meaning? {
      for step in entries.indices {
        let index = next + step < entries.count ? next + step : next + step - entries.count
        // Member by member: a copy of the entry would take longer than the rest.
        if entries[index].parameter == parameter, entries[index].unit == unit,
          entries[index].averaging == details.averaging, entries[index].convention == details.timeConvention,
          entries[index].correction == details.correction, entries[index].siteKind == siteKind
        {
          next = index + 1
          return entries[index].meaning
        }
      }
      return nil
    }

    mutating func remember(
      _ meaning: Meaning, of parameter: AirParameter, _ unit: AirUnit, _ details: Details,
      at siteKind: AirReport.Kind
    ) {
      guard entries.count < Self.most else { return }
      entries.append(
        Entry(
          parameter: parameter, unit: unit, averaging: details.averaging, convention: details.timeConvention,
          correction: details.correction, siteKind: siteKind, meaning: meaning))
    }
  }

  /// Returns the meaning of values of a site; nil after refusing them.
  mutating func meaning(
    of parameter: AirParameter, _ unit: AirUnit, _ details: Details, _ site: SiteReference, count: Int
  ) -> Meaning? {
    guard isKnown(site, count: count) else { return nil }
    let siteKind = sites[site.index].kind
    if let known = meanings.meaning(of: parameter, unit, details, at: siteKind) { return known }
    let (declared, declaredUnit) = named(parameter, unit)
    guard declaredUnit.isKnown else {
      refuse(
        Self.isNotKnown(declaredUnit), count: max(1, count), at: nil,
        message: "Refused: \(Self.isNotKnown(declaredUnit))\(Self.remedy(for: declaredUnit)).")
      return nil
    }
    guard let offer = descriptor.offer(of: declared, averaging: details.averaging, kind: siteKind) else {
      refuse(unknownParameter: declared.rawValue, count: count)
      return nil
    }
    let averaging = details.averaging ?? (details.timeConvention == .instant ? .instant : offer.averaging)
    let kind = SeriesKinds.Kind(
      parameter: declared, unit: declaredUnit, averaging: averaging, correction: details.correction)
    let meaning = Meaning(
      kind: seriesKinds.number(kind), averaging: averaging,
      bounds: Bounds(details.timeConvention ?? offer.timeConvention, averaging))
    meanings.remember(meaning, of: parameter, unit, details, at: siteKind)
    return meaning
  }

  private func named(_ parameter: AirParameter, _ unit: AirUnit) -> (AirParameter, AirUnit) {
    (
      descriptor.parameterNames.isEmpty || parameter.family != .other
        ? parameter : descriptor.parameterNames.named(parameter.rawValue) ?? parameter,
      unit.isKnown ? unit : descriptor.unitNames.named(unit.rawValue) ?? unit
    )
  }
}

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

/// The kinds of series in a report, whatever their sites and origins: each kind once, with a number.
struct SeriesKinds: Sendable {
  typealias Number = Int

  struct Kind: Hashable, Sendable {
    let parameter: AirParameter
    let unit: AirUnit
    var averaging: AveragingPeriod
    var correction: AirOrigin.Correction?
    var conversion: AirUnit.Conversion?
  }

  private(set) var kinds: [Kind] = []
  private var numbers: [Kind: Number] = [:]

  subscript(number: Number) -> Kind { kinds[number] }

  /// Returns the number of a kind, and adds the kind if it is new.
  mutating func number(_ kind: Kind) -> Number {
    if let known = numbers[kind] { return known }
    numbers[kind] = kinds.count
    kinds.append(kind)
    return kinds.count - 1
  }
}

extension SeriesKinds.Kind {
  init(of series: AirSeries) {
    self.init(
      parameter: series.parameter, unit: series.unit, averaging: series.averaging,
      correction: series.correction, conversion: series.conversion)
  }
}
