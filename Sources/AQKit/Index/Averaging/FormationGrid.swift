/// The moments of a series of indices.
struct FormationGrid: Sendable {
  enum Shape: Sendable {
    /// Hours: the end of the first, and how many.
    case hours(first: Int64, count: Int)
    /// Days of a place, by their numbers since 1970, and where each begins and ends.
    case days([Int64], spans: [(start: Int64, end: Int64)])
    /// Intervals as a source states them.
    case stated([(start: Int64, end: Int64)])
  }

  let shape: Shape

  /// How many moments there are.
  var count: Int {
    switch shape {
    case .hours(_, let count): count
    case .days(_, let spans), .stated(let spans): spans.count
    }
  }

  /// The moment at a place, which must be in range: the end of the hour or the day.
  func moment(at place: Int) -> Int64 {
    switch shape {
    case .hours(let first, _): first + Int64(place) * 3600
    case .days(_, let spans), .stated(let spans): spans[place].end
    }
  }

  /// The intervals for which the indices hold: instants at the ends of hours, or days.
  var timeline: Timeline? {
    switch shape {
    case .hours(let first, let count): try? Timeline(start: first, step: 3600, length: 0, count: count)
    case .days(_, let spans), .stated(let spans):
      try? Timeline(
        starts: ContiguousArray(spans.map(\.start)), ends: ContiguousArray(spans.map(\.end)))
    }
  }

  /// The hours that hold all values of some series, on the phase of the first hourly one; `nil` where there are none, or
  /// more than a thousand years of them.
  static func hours(of series: [InputSeries]) -> FormationGrid? {
    let all = series.compactMap { series in series.ends.map { (series.isHourly, $0) } }
    let hourly = all.filter(\.0)
    guard let phase = (hourly.isEmpty ? all : hourly).map(\.1.first).min(),
      let earliest = all.map(\.1.first).min(), let latest = all.map(\.1.last).max()
    else { return nil }
    let first = phase - (phase - earliest).dividedDown(by: 3600) * 3600
    let last = phase - (phase - latest).dividedDown(by: 3600) * 3600
    guard first <= last, (last - first) / 3600 < HourlySeries.longest else { return nil }
    return FormationGrid(shape: .hours(first: first, count: Int((last - first) / 3600) + 1))
  }

  /// The days of which some series have values, or, where the place's days can't be told, the intervals that the
  /// source states.
  static func days(
    of series: [InputSeries], _ days: Result<LocalDays, IndexUnavailable.Reason>
  ) -> FormationGrid? {
    guard case .success(let days) = days else {
      var spans = series.flatMap(\.statedIntervals)
      spans.sort { $0 < $1 }
      var unique: [(start: Int64, end: Int64)] = []
      for span in spans where unique.last.map({ $0 != span }) ?? true { unique.append(span) }
      return unique.isEmpty ? nil : FormationGrid(shape: .stated(unique))
    }
    let numbers = series.reduce(into: Set<Int64>()) { $0.formUnion($1.days(days)) }.sorted()
    guard !numbers.isEmpty else { return nil }
    return FormationGrid(
      shape: .days(
        numbers, spans: numbers.map { (days.start(ofDay: $0), days.start(ofDay: $0 + 1)) }))
  }
}
