/// The hours of a merged parameter that are lost if the series of several sites can't be joined, such as means with
/// instants, quarter-hours with hours, or units that need conditions to convert.
enum FilledHours {
  /// Returns series with hours that the joined one lacks, given the contenders and whether each has given values to it;
  /// empty if the joined one lacks none.
  static func series(
    lackedBy joined: AirSeries?, _ contenders: [AirHub.Policy.Contender], _ gives: [Bool]
  ) -> [AirSeries] {
    let owners = contenders.indices.filter { gives[$0] }
    // Whole hours either coincide or don't overlap, so joining them loses none.
    if joined != nil, owners.allSatisfy({ contenders[$0].series.timeline.isOfWholeHours }) { return [] }
    let givers = owners.map { contenders[$0] }
    guard givers.count > 1, let lead = givers.first?.series else { return [] }
    let known = joined.map { Self.hours(of: $0).count } ?? 0
    var (hours, joinable): ([Int64: Double], Int) = ([:], 0)
    var whole: [(series: AirSeries, hours: Int)] = []
    for giver in givers {
      guard let same = try? giver.series.converted(to: lead.unit),
        same.conversion?.conditions == lead.conversion?.conditions
      else {
        whole.append((giver.namedSeries, Self.hours(of: giver.series).count))
        continue
      }
      hours.merge(Self.hours(of: same)) { own, _ in own }
      joinable += 1
    }
    let filled = joinable > 1 && hours.count > known ? Self.series(of: hours, like: lead) : nil
    let most = max(known, hours.count)
    return [filled].compactMap { $0 } + whole.filter { $0.hours > most }.map(\.series)
  }

  /// Returns the hourly values of a series that aren't suspect, by the number of the hour since 1970 with which they end.
  private static func hours(of series: AirSeries) -> [Int64: Double] {
    let series = series.withoutSuspectValues
    guard series.count > 0 else { return [:] }
    let last = series.timeline.endSeconds(at: series.count - 1)
    // If values are scattered over centuries, only the last ones are considered.
    let (start, overflow) = last.subtractingReportingOverflow((Int64(series.count) + 24) * 4 * 3600)
    let after = overflow ? .min : start
    guard
      let hourly = HourlySeries(
        series.values, above: series.missingSign, over: series.timeline, after: after)
    else { return [:] }
    var hours: [Int64: Double] = [:]
    for (index, value) in hourly.values.enumerated() where !value.isNaN {
      let end = hourly.firstEnd + Int64(index) * 3600
      hours[end >= 0 ? (end + 3599) / 3600 : end / 3600] = value
    }
    return hours
  }

  private static func series(of hours: [Int64: Double], like lead: AirSeries) -> AirSeries? {
    let hours = Array(hours).ordered { $0.key < $1.key }
    return try? AirSeries(
      lead.parameter, unit: lead.unit, averaging: .oneHour,
      timeline: AirTimeline(
        starts: ContiguousArray(hours.map { ($0.key - 1) * 3600 }),
        ends: ContiguousArray(hours.map { $0.key * 3600 })),
      values: hours.map(\.value), origin: AirOrigin(model: "mixed"), conversion: lead.conversion)
  }
}

extension AirTimeline {
  /// Whether each interval is an hour that begins on the hour in UTC.
  fileprivate var isOfWholeHours: Bool {
    guard let (start, step, length, _) = regular else {
      return (0..<count).allSatisfy {
        startSeconds(at: $0) % 3600 == 0 && endSeconds(at: $0) - startSeconds(at: $0) == 3600
      }
    }
    return length == 3600 && start % 3600 == 0 && step % 3600 == 0
  }
}
