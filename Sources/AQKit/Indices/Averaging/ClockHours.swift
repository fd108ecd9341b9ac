/// Forms the hours of a clock from the instants and short means that cover them.
///
/// An instant stands for the step that ends with it. An hour's value is the mean over the covered time, in which each
/// moment counts once: of overlapping means, such as running ones, the one that begins last counts until its end. An hour is
/// formed if three quarters of it are covered: 45 minutes, as Directive 2008/50/EC, Annex XI, requires for hourly values.
struct ClockHours {
  private typealias Cell = (start: Int64, end: Int64, value: Double)

  /// The intervals in the order of their starts.
  private var cells: [Cell] = []

  /// Creates the intervals of some values that reach into (after, through]. An irregular timeline needs its rhythm.
  init(
    _ values: [Double], above floor: Double, _ timeline: AirTimeline, _ rhythm: StepRhythm?, _ after: Int64,
    _ through: Int64
  ) {
    // Hours begin up to an hour before they end, and the intervals are no longer than that.
    let (from, to) = (
      after < .min + 7200 ? after : after - 7200, through > .max - 7200 ? through : through + 7200
    )
    if let regular = timeline.regular {
      let length = regular.length == 0 ? regular.step : regular.length
      let lead = regular.length == 0 ? regular.step : 0
      let first = from == .min ? 0 : max(0, (from - regular.start).dividedDown(by: regular.step))
      let last = to == .max ? Int64(values.count) : (to - regular.start).dividedDown(by: regular.step) + 1
      guard first < min(Int64(values.count), last) else { return }
      for i in first..<min(Int64(values.count), last) where values[Int(i)] > floor {
        let start = regular.start + i * regular.step - lead
        cells.append((start, start + length, values[Int(i)]))
      }
      return
    }
    guard let rhythm else { return }
    for i in values.indices where values[i] > floor {
      let (start, end) = (timeline.startSeconds(at: i), timeline.endSeconds(at: i))
      if end >= from, start <= to, let meant = rhythm.interval(at: i) {
        cells.append((meant.start, meant.end, values[i]))
      }
    }
    cells = cells.ordered { $0.start < $1.start }
  }

  /// Returns the hours that begin some seconds after an hour of UTC and end in (after, through], from the first to the last
  /// that has an interval.
  func hours(after: Int64, through: Int64, phase: Int64) -> HourlySeries {
    var hours = HourlySeries(firstEnd: 0, values: [])
    guard let first = cells.first, let last = cells.map(\.end).max() else { return hours }
    // Skips hours that end by `after`, and those that end after `through`.
    var start = first.start - (first.start - phase).remainderDown(by: 3600)
    if after > start { start = after - (after - phase).remainderDown(by: 3600) }
    let end = through > last ? last : through - (through - phase).remainderDown(by: 3600)
    hours.firstEnd = start + 3600
    var next = 0
    var open: [Cell] = []
    while start < end, Int64(hours.values.count) < HourlySeries.longest {
      if through < start + 3600 { break }
      hours.values.append(value(from: start, &next, &open))
      start += 3600
    }
    return hours
  }

  /// Returns the mean of the hour that begins at a moment; NaN if too little of it is covered. `next` is the first interval
  /// that begins later; `open` are those that have begun and may reach into the hour, in the order of their starts.
  private func value(from start: Int64, _ next: inout Int, _ open: inout [Cell]) -> Double {
    var (moment, covered, sum) = (start, Int64(0), 0.0)
    var (smallest, largest) = (Double.infinity, -Double.infinity)
    while moment < start + 3600 {
      while next < cells.count, cells[next].start <= moment {
        open.append(cells[next])
        next += 1
      }
      while let newest = open.last, newest.end <= moment { open.removeLast() }
      if let newest = open.last {
        let end = min(newest.end, start + 3600)
        sum += newest.value * Double(end - moment)
        covered += end - moment
        smallest = min(smallest, newest.value)
        largest = max(largest, newest.value)
        moment = end
      } else if next < cells.count, cells[next].start < start + 3600 {
        moment = cells[next].start
      } else {
        break
      }
    }
    guard covered >= 2700 else { return .nan }
    return smallest == largest ? smallest : (sum / Double(covered)).rounded(significantDigits: 12)
  }
}
