extension AirAnswer {
  /// The difference between two sites on a parameter, over the hours for which both have a value.
  public struct Disagreement: Sendable {
    /// A site of the comparison.
    public struct Side: Sendable {
      /// The source.
      public let source: SourceID
      /// The site.
      public let site: AirSite
      /// Measured, analysed or forecast.
      public let kind: AirReport.Kind
      /// The distance from the place in metres; nil unless both have a coordinate.
      public let distance: Double?
    }

    /// The parameter.
    public let parameter: AirParameter
    /// The unit of the differences: the first side's.
    public let unit: AirUnit
    /// The side from which the differences are counted.
    public let first: Side
    /// The side that differs from the first.
    public let second: Side
    /// The number of hours for which both have a value; at least 1.
    public let hours: Int
    /// The mean of the second values minus the first, in ``unit``; for directions, the shorter way round.
    public let meanDifference: Double
    /// The mean of the absolute differences, in ``unit``.
    public let meanAbsoluteDifference: Double
  }

  /// Returns the differences between each pair of the nearest sites to one of the query's places, in the order of the
  /// answer; a station available from two services counts once.
  ///
  /// Means of an hour or less count for the hour in which they begin, instants for the hour that begins with them. Longer
  /// means are not compared, nor are values whose conversion needs unknown conditions. Sums, as of rain or sunshine, count as
  /// those of a whole hour; those of an unknown time are left out. The strongest gust of an hour counts.
  ///
  /// - Parameters:
  ///   - parameter: The parameter.
  ///   - place: The index of the query's place.
  ///   - count: The maximum number of sites to compare: the nearest ones, models first, since their cells contain the
  ///     place. For an area, which has no nearest sites, the first ones of the answer.
  ///   - span: The time before the query was made. One day by default.
  ///   - conditions: For the conversion between mass concentration and mixing ratio; never assumed.
  public func disagreements(
    of parameter: AirParameter, forPlace place: Int = 0, among count: Int = 12,
    over span: Duration = .seconds(86_400), under conditions: AirUnit.ReferenceConditions? = nil
  ) -> [Disagreement] {
    disagreements(ofEach: [parameter], forPlace: place, among: count, over: span, under: conditions)
  }

  /// Returns what ``disagreements(of:forPlace:among:over:under:)`` returns for several parameters, one after the other.
  package func disagreements(
    ofEach parameters: [AirParameter], forPlace place: Int = 0, among count: Int = 12,
    over span: Duration = .seconds(86_400), under conditions: AirUnit.ReferenceConditions? = nil
  ) -> [Disagreement] {
    let heard = Heard(self, parameters, place)
    var found: [Disagreement] = []
    for parameter in parameters {
      let voices = voices(of: parameter, in: heard, place, span)
      let order = voices.indices.ordered { voices[$0].remoteness < voices[$1].remoteness }
      let nearest = Array(order.prefix(max(0, count))).ordered(by: <).map { voices[$0] }
      for (index, first) in nearest.enumerated() {
        for second in nearest.dropFirst(index + 1) {
          if let figure = first.compared(with: second, parameter, conditions) { found.append(figure) }
        }
      }
    }
    return found
  }

  /// Returns the difference between a model and the nearest station: the forecast or analysis that comes first in the
  /// answer, compared with the nearest site that measures; nil if they have no common hour with values.
  ///
  /// - Parameters: As for ``disagreements(of:forPlace:among:over:under:)``.
  public func modelDisagreement(
    of parameter: AirParameter, forPlace place: Int = 0, over span: Duration = .seconds(86_400),
    under conditions: AirUnit.ReferenceConditions? = nil
  ) -> Disagreement? {
    let voices = voices(of: parameter, in: Heard(self, [parameter], place), place, span)
    let stations = voices.filter { $0.side.kind == .observation }
      .ordered { ($0.side.distance ?? .infinity) < ($1.side.distance ?? .infinity) }
    for model in voices where model.side.kind != .observation {
      for station in stations {
        if let figure = station.compared(with: model, parameter, conditions) { return figure }
      }
    }
    return nil
  }

  private struct Voice {
    var side: Disagreement.Side
    var unit: AirUnit
    /// Metres from the place to a site that is a point, infinite if unknown; 0 for other sites, and for all in an area.
    var remoteness: Double
    /// Means, or the strongest gusts, by the start of the hour, in hours since 1970.
    var hours: [Int64: Double]

    func compared(with other: Voice, _ parameter: AirParameter, _ conditions: AirUnit.ReferenceConditions?)
      -> Disagreement?
    {
      guard let convert = try? other.unit.conversion(to: unit, of: parameter, under: conditions) else {
        return nil
      }
      let isAngle = unit.dimension == .angle
      // In order of time, so that the sums are the same in every run.
      let differences = Array(hours).ordered { $0.key < $1.key }.compactMap { hour, mine in
        other.hours[hour].map { convert($0).minus(mine, isAngle: isAngle) }
      }.filter(\.isFinite)
      if differences.isEmpty { return nil }
      let count = Double(differences.count)
      return Disagreement(
        parameter: parameter, unit: unit, first: side, second: other.side, hours: differences.count,
        meanDifference: (differences.reduce(0, +) / count).rounded(significantDigits: 9),
        meanAbsoluteDifference: (differences.reduce(0) { $0 + $1.magnitude } / count)
          .rounded(significantDigits: 9))
    }
  }

  /// The reports for a place, and the suitable series of each parameter in them.
  private struct Heard {
    let reports: [AirReport]
    private(set) var index: StationIndex
    private(set) var series: [AirParameter: [(report: Int, series: AirSeries)]] = [:]

    init(_ answer: AirAnswer, _ parameters: [AirParameter], _ place: Int) {
      reports = answer.reports(forPlace: place).filter { answer.query.takes($0.site, forPlace: place) }
      index = StationIndex(answer.stationMatching)
      let wanted = Set(parameters)
      for (number, report) in reports.enumerated() {
        index.add(report.site, of: report.source)
        for series in report.series
        where wanted.contains(series.parameter) && series.averaging.isHourOrLess && !series.hasNoValue {
          self.series[series.parameter, default: []].append((number, series.withoutMissingSigns))
        }
      }
    }
  }

  private func voices(of parameter: AirParameter, in heard: Heard, _ place: Int, _ span: Duration) -> [Voice]
  {
    let window = (askedAt - max(.zero, span)).secondsSince1970..<receivedAt.secondsSince1970.advanced(by: 1)
    let statistic = parameter.statistic
    var voices: [Voice] = []
    // The reports whose values were already counted.
    var counted: Set<Int> = []
    for (number, series) in heard.series[parameter] ?? [] {
      guard !counted.contains(number), !heard.index.twins(of: number).contains(where: counted.contains) else {
        continue
      }
      let report = heard.reports[number]
      var sums: [Int64: (sum: Double, count: Int)] = [:]
      let isAngle = series.unit.dimension == .angle
      for index in series.values.indices
      where !series.values[index].isNaN && series.flags?[index].contains(.suspect) != true {
        let (start, end) = (series.timeline.startSeconds(at: index), series.timeline.endSeconds(at: index))
        guard window.contains(start), end < window.upperBound, statistic != .sum || start < end
        else { continue }
        let hour = start.dividedDown(by: 3600)
        let known = sums[hour] ?? (0, 0)
        var value = series.values[index]
        if statistic == .sum { value *= 3600 / Double(end - start) }
        if isAngle, known.count > 0 {
          let mean = known.sum / Double(known.count)
          value = mean + value.minus(mean, isAngle: true)
        }
        sums[hour] =
          statistic == .maximum ? (max(known.sum, value), 1) : (known.sum + value, known.count + 1)
      }
      // An instrument or a copy of a station without values in these hours doesn't replace one that has them.
      if sums.isEmpty { continue }
      counted.insert(number)
      let distance = distance(of: report.site, fromPlace: place)
      let isRanked = report.site.kind.isPoint && coordinate(ofPlace: place) != nil
      voices.append(
        Voice(
          side: Disagreement.Side(
            source: report.source, site: report.site, kind: report.kind, distance: distance),
          unit: series.unit, remoteness: isRanked ? distance ?? .infinity : 0,
          hours: sums.mapValues { $0.sum / Double($0.count) }))
    }
    return voices
  }
}

extension AirAnswer.Disagreement: CustomStringConvertible {
  /// The difference on one line, such as
  /// `open-meteo differs from airnow on pm25 by -3.2 µg/m³ (4.1 absolute) over 24 common hours`.
  public var description: String {
    "\(second.source) differs from \(first.source) on \(parameter) by \(meanDifference.plainText) \(unit) "
      + "(\(meanAbsoluteDifference.plainText) absolute) over \(hours) common hour\(hours == 1 ? "" : "s")"
  }
}

extension Double {
  /// Returns the difference from another number; between directions the shorter way round.
  fileprivate func minus(_ other: Double, isAngle: Bool) -> Double {
    isAngle ? (self - other).remainder(dividingBy: 360) : self - other
  }
}
