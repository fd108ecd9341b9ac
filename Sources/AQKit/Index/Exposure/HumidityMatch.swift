/// The relative humidity that belongs to a value of another series.
///
/// For a mean: the humidity over the same interval; else the shortest one that covers it and is no longer than the value's
/// interval or an hour; else the mean of those that lie within it, its two ends included; else the one that has at
/// least half of it in common. For an instant: the humidity of that instant; else the shortest mean of at most an hour
/// that holds it; else the nearest instant, no farther than half an hour.
struct HumidityMatch {
  private let humidity: StatedValues

  init(_ series: AirSeries) { humidity = StatedValues(series.values, over: series.timeline) }

  /// The humidity for an interval in seconds since 1970, NaN where there is none.
  func value(from start: Int64, to end: Int64) -> Double {
    let isInstant = start == end
    let reach: Int64 = isInstant ? 1800 : 0
    var covering: (length: Int64, value: Double)?
    var within = (sum: 0.0, count: 0)
    var best: (measure: Int64, value: Double)?
    for place in humidity.places(beginningBy: end + reach, endingAfter: start - reach - 1)
    where !humidity.values[place].isNaN {
      let (from, to) = (
        humidity.timeline.startSeconds(at: place), humidity.timeline.endSeconds(at: place)
      )
      let value = humidity.values[place]
      if from == start, to == end { return value }
      let length = to - from
      if from <= start, to >= end, length > 0, length <= max(end - start, 3600),
        length < covering?.length ?? .max
      {
        covering = (length, value)
      }
      if isInstant {
        // The nearest instant: the smallest distance, counted downwards.
        if length == 0, (from - start).magnitude <= 1800 {
          keep(-Int64((from - start).magnitude), value, &best)
        }
        continue
      }
      if from >= start, to <= end { within = (within.sum + value, within.count + 1) }
      let common = min(to, end) - max(from, start)
      if common > 0, common * 2 >= end - start, length <= max(end - start, 3600) {
        keep(common, value, &best)
      }
    }
    if let covering { return covering.value }
    if within.count > 0 { return within.sum / Double(within.count) }
    return best?.value ?? .nan
  }

  private func keep(_ measure: Int64, _ value: Double, _ best: inout (measure: Int64, value: Double)?) {
    if measure > best?.measure ?? .min { best = (measure, value) }
  }
}
