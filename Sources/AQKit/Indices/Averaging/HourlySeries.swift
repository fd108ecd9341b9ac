/// A series as one value for each hour, aligned to ends one hour apart; NaN is a missing hour.
package struct HourlySeries: Sendable {
  /// The end of the first hour, in seconds since 1970.
  package var firstEnd: Int64
  /// The values.
  package var values: [Double]
  /// Whether the values are instants one hour apart, as models give them, and not means.
  var isModel: Bool

  /// Why a series has no hourly values.
  package enum Obstacle: Error { case otherPeriod }

  /// No more hours than a thousand years have.
  static let longest: Int64 = 9_000_000

  /// Hours that are given as they are.
  init(firstEnd: Int64, values: [Double], isModel: Bool = false) {
    self.firstEnd = firstEnd
    self.values = values
    self.isModel = isModel
  }

  /// Hourly values made of a series: all of them, or at least those that end in (after, through].
  ///
  /// Hourly means and instants one hour apart are taken as they are: an instant is the sample of the hour that ends
  /// with it. Shorter intervals are averaged over clock hours of which they cover three quarters. Anything else is
  /// no hourly series.
  package init(
    _ values: [Double], over timeline: AirTimeline, after: Int64 = .min, through: Int64 = .max
  ) throws(Obstacle) {
    if let regular = timeline.regular, regular.count > 0 {
      if HourlySeries.areHours(regular) {
        self.init(values, at: regular)
        return
      }
      let isInstant = regular.length == 0
      if regular.step < 3600, regular.count > 1, isInstant || regular.length == regular.step {
        self.init(binning: values, timeline, after, through) { _ in regular.step }
        return
      }
      if regular.step > 3600, regular.length == 3600 || isInstant, regular.step % 3600 == 0, regular.count > 1
      {
        self.init(spreading: values, timeline, after, through, isModel: isInstant)
        return
      }
      throw .otherPeriod
    }
    guard !values.isEmpty else { throw .otherPeriod }
    var allHours = true
    var allShorter = true
    for index in values.indices {
      let length = timeline.endSeconds(at: index) - timeline.startSeconds(at: index)
      if length != 3600 { allHours = false }
      if length == 0 || length > 3600 { allShorter = false }
    }
    if allHours {
      self.init(spreading: values, timeline, after, through, isModel: false)
    } else if allShorter {
      self.init(binning: values, timeline, after, through) { index in
        timeline.endSeconds(at: index) - timeline.startSeconds(at: index)
      }
    } else if HourlySeries.areHourlyInstants(timeline) {
      self.init(spreading: values, timeline, after, through, isModel: true)
    } else {
      throw .otherPeriod
    }
  }

  /// The numbers of a regular timeline.
  typealias Regular = (start: Int64, step: Int64, length: Int64, count: Int)

  /// Whether the values of a regular timeline are hourly means, or instants one hour apart.
  static func areHours(_ regular: Regular) -> Bool {
    switch regular.length {
    case 3600: regular.step == 3600 || regular.count == 1
    case 0: regular.step == 3600 && regular.count > 1
    default: false
    }
  }

  /// Such values.
  init(_ values: [Double], at regular: Regular) {
    self.init(firstEnd: regular.start &+ regular.length, values: values, isModel: regular.length == 0)
  }

  /// Whether all values are instants at the same minute, some of them one hour apart: an hourly model series with gaps.
  private static func areHourlyInstants(_ timeline: AirTimeline) -> Bool {
    guard timeline.count > 1 else { return false }
    var hasNeighbours = false
    let phase = timeline.endSeconds(at: 0)
    for index in 0..<timeline.count {
      let end = timeline.endSeconds(at: index)
      guard timeline.startSeconds(at: index) == end, (end - phase) % 3600 == 0 else { return false }
      if index > 0, end - timeline.endSeconds(at: index - 1) == 3600 { hasNeighbours = true }
    }
    return hasNeighbours
  }

  /// Sorts hourly values by their ends, rounded up to the phase of the first of the series, whichever of its hours are
  /// asked for. Of two in one hour the later counts.
  private init(
    spreading given: [Double], _ timeline: AirTimeline, _ after: Int64, _ through: Int64, isModel: Bool
  ) {
    self.isModel = isModel
    firstEnd = 0
    values = []
    let phase = timeline.endSeconds(at: 0)
    for index in given.indices {
      let end = phase - (phase - timeline.endSeconds(at: index)).dividedDown(by: 3600) * 3600
      guard end > after, end <= through else { continue }
      if values.isEmpty { firstEnd = end }
      let slot = (end - firstEnd) / 3600
      guard slot >= 0 else { continue }
      guard slot < HourlySeries.longest else { break }
      while Int64(values.count) <= slot { values.append(.nan) }
      if !given[index].isNaN { values[Int(slot)] = given[index] }
    }
  }

  /// Averages shorter intervals over clock hours.
  private init(
    binning given: [Double], _ timeline: AirTimeline, _ after: Int64, _ through: Int64, length: (Int) -> Int64
  ) {
    isModel = false
    firstEnd = 0
    values = []
    var bins: [(sum: Double, seconds: Int64, smallest: Double, largest: Double)] = []
    for index in given.indices where given[index] > MissingSign.largest {
      let end = timeline.endSeconds(at: index)
      let hour = -((-end).dividedDown(by: 3600)) * 3600
      guard hour > after, hour <= through else { continue }
      if bins.isEmpty { firstEnd = hour }
      let slot = (hour - firstEnd) / 3600
      guard slot < HourlySeries.longest else { break }
      while Int64(bins.count) <= slot { bins.append((0, 0, .infinity, -.infinity)) }
      let seconds = length(index)
      let value = given[index]
      bins[Int(slot)].sum += value * Double(seconds)
      bins[Int(slot)].seconds += seconds
      bins[Int(slot)].smallest = min(bins[Int(slot)].smallest, value)
      bins[Int(slot)].largest = max(bins[Int(slot)].largest, value)
    }
    values = bins.map { bin in
      guard bin.seconds >= 2700 else { return .nan }
      if bin.smallest == bin.largest { return bin.smallest }
      return (bin.sum / Double(bin.seconds)).rounded(significantDigits: 12)
    }
  }

  /// The end of the last hour.
  var lastEnd: Int64 { firstEnd + Int64(values.count - 1) * 3600 }

  /// The hours on the ends of a grid of hours, each at its own end or less than an hour later; NaN in gaps.
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

  /// The index of the hour that ends at a moment or less than an hour before it; may be out of range.
  func index(endingBy moment: Int64) -> Int { HourlySeries.index(endingBy: moment, firstEnd: firstEnd) }

  /// The same among hours whose first one ends at `firstEnd`.
  static func index(endingBy moment: Int64, firstEnd: Int64) -> Int {
    Int((moment - firstEnd).dividedDown(by: 3600))
  }
}

/// The numbers that feeds write for a missing hour: −99, −999, −9999.
///
/// No instrument's noise about zero comes near them. Averaged as it is, one of them would make a wrong number of a
/// whole day; a small negative hour counts as it is, since leaving it out would bias a mean.
enum MissingSign {
  /// From here down a number isn't an hour's concentration.
  static let largest = -99.0

  /// Whether any of some hours is such a number.
  static func isAmong(_ hours: UnsafeBufferPointer<Double>) -> Bool {
    // Hardly any hour is negative, which the signs of all together say sooner than a comparison of each.
    var bits: UInt64 = 0
    for hour in hours { bits |= hour.bitPattern }
    return bits >> 63 == 1 && hours.contains { $0 <= largest }
  }

  /// Whether any of some hours is such a number.
  static func isAmong(_ hours: [Double]) -> Bool { hours.withUnsafeBufferPointer(isAmong) }

  /// The hours with NaN in place of such numbers.
  static func removed(from hours: some Sequence<Double>) -> [Double] {
    hours.map { $0 <= largest ? .nan : $0 }
  }
}
