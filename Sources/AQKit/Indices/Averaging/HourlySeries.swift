/// A series as one value for each hour, aligned to ends one hour apart; NaN is a missing hour.
package struct HourlySeries: Sendable {
  /// The end of the first hour, in seconds since 1970.
  package internal(set) var firstEnd: Int64
  package internal(set) var values: [Double]
  /// Whether the values are instants one hour apart, as models give them, rather than means.
  var isModel = false

  /// The maximum number of hours, about a thousand years.
  static let longest: Int64 = 9_000_000
}

extension HourlySeries {
  /// Forms hourly values from a series: all of them, or at least those that end in (after, through].
  ///
  /// Hourly means and instants one hour apart are taken unchanged: an instant stands for the hour that ends with it.
  /// Shorter means and more frequent instants above `floor` form the hours that they cover, as described in ``ClockHours``,
  /// which begin `phase` seconds past the hour in UTC.
  init(
    _ values: [Double], above floor: Double, over timeline: AirTimeline, as form: Form, after: Int64,
    through: Int64, phase: Int64
  ) {
    switch form {
    case .given(let regular):
      self.init(
        firstEnd: regular.start &+ regular.length, values: values, isModel: regular.length == 0)
    case .spread(let isModel, let phase):
      self.init(spreading: values, timeline, after, through, isModel: isModel, phase: phase)
    case .parts(let rhythm):
      self = ClockHours(values, above: floor, timeline, rhythm, after, through).hours(
        after: after, through: through, phase: phase)
    }
  }

  /// Forms hourly values that end in (after, through], at hours of UTC if they are formed from shorter ones; nil if no hours
  /// can be formed.
  package init?(
    _ values: [Double], above floor: Double, over timeline: AirTimeline, after: Int64, through: Int64 = .max
  ) {
    guard let form = Self.form(of: timeline, after, through) else { return nil }
    self.init(values, above: floor, over: timeline, as: form, after: after, through: through, phase: 0)
  }

  /// The role of a series' values in its hours.
  enum Form {
    /// Hours at regular times.
    case given(Regular)
    /// Hours with gaps, and the seconds after an hour of UTC at which they end.
    case spread(isModel: Bool, phase: Int64)
    /// Parts of hours, with their steps if their times are irregular.
    case parts(StepRhythm?)
  }

  /// Returns the role of a timeline's values in its hours that end in (after, through]; nil if they can't form hours.
  static func form(of timeline: AirTimeline, _ after: Int64, _ through: Int64) -> Form? {
    if let regular = timeline.regular {
      guard regular.count > 0 else { return nil }
      if areHours(regular) { return .given(regular) }
      guard regular.count > 1, regular.length <= 3600 else { return nil }
      if regular.step >= 3600 {
        if regular.step % 3600 == 0, regular.length == 3600 || regular.length == 0 {
          let phase = (regular.start &+ regular.length).remainderDown(by: 3600)
          return .spread(isModel: regular.length == 0, phase: phase)
        }
        let rhythm = StepRhythm(timeline)
        // A device that is asked every hour may be some seconds later each time.
        guard regular.length == 0, rhythm.unit(of: regular.step) == 3600 else { return nil }
        return .spread(isModel: true, phase: rhythm.hourPhase)
      }
      // Means that leave out more than a quarter of the time don't form hours.
      return regular.length == 0 || regular.length * 4 >= regular.step * 3 ? .parts(nil) : nil
    }
    var (instants, hours) = (0, 0)
    for index in 0..<timeline.count {
      switch timeline.endSeconds(at: index) - timeline.startSeconds(at: index) {
      case 0: instants += 1
      case 3600: hours += 1
      case 1..<3600: continue
      default: return nil
      }
    }
    // Values long before or after these hours have no part in them, and finding their rhythm would take long.
    if let last = timeline.last?.start.secondsSince1970, last + 10_800 < after { return .parts(nil) }
    if let first = timeline.first?.start.secondsSince1970, first - 7200 > through { return .parts(nil) }
    if instants == timeline.count {
      // A model's hourly series with gaps: all instants at the same minute, some of them one hour apart.
      let ends = (0..<instants).map(timeline.endSeconds(at:))
      if zip(ends, ends.dropFirst()).contains(where: { $1 - $0 == 3600 }),
        ends.allSatisfy({ ($0 - ends[0]) % 3600 == 0 })
      {
        return .spread(isModel: true, phase: ends[0].remainderDown(by: 3600))
      }
    }
    let rhythm = StepRhythm(timeline)
    if hours == timeline.count, rhythm.usual > 2700 || rhythm.usual == 0 {
      return .spread(isModel: false, phase: rhythm.hourPhase)
    }
    guard instants == timeline.count else { return .parts(rhythm) }
    if rhythm.unit(of: rhythm.usual) == 3600 {
      return .spread(isModel: true, phase: rhythm.hourPhase)
    }
    return rhythm.usual > 0 ? .parts(rhythm) : nil
  }

  typealias Regular = (start: Int64, step: Int64, length: Int64, count: Int)

  /// Returns whether the values of a regular timeline are hourly means, or instants one hour apart.
  static func areHours(_ regular: Regular) -> Bool {
    switch regular.length {
    case 3600: regular.step == 3600 || regular.count == 1
    case 0: regular.step == 3600 && regular.count > 1
    default: false
    }
  }

  /// Sorts hourly values by their ends, each moved to the nearest end of an hour of the series' phase. Of two values in
  /// one hour the later one counts.
  private init(
    spreading given: [Double], _ timeline: AirTimeline, _ after: Int64, _ through: Int64, isModel: Bool,
    phase: Int64
  ) {
    self.isModel = isModel
    firstEnd = 0
    values = []
    for index in given.indices {
      let end = timeline.endSeconds(at: index).rounded(to: 3600, phase: phase)
      guard end > after, end <= through else { continue }
      if values.isEmpty { firstEnd = end }
      let slot = (end - firstEnd) / 3600
      guard slot >= 0 else { continue }
      guard slot < HourlySeries.longest else { break }
      while Int64(values.count) <= slot { values.append(.nan) }
      if !given[index].isNaN { values[Int(slot)] = given[index] }
    }
  }

  var lastEnd: Int64 { firstEnd + Int64(values.count - 1) * 3600 }

  /// Returns the hours placed on a grid of hour ends, each at its own end or at the next one; NaN in gaps.
  func laid(from first: Int64, count: Int) -> [Double] {
    if first == firstEnd, count == values.count { return values }
    var result = [Double](repeating: .nan, count: count)
    let shift = -(first - firstEnd).dividedDown(by: 3600)
    let lower = max(0, -shift)
    let upper = min(Int64(values.count), Int64(count) - shift)
    guard lower < upper else { return result }
    for i in lower..<upper { result[Int(i + shift)] = values[Int(i)] }
    return result
  }
}
