extension AirAnswer {
  /// Returns the air at one of the query's places in one hour, estimated from the stations around it and a model.
  ///
  /// Ask with ``AirQuery/init(around:parameters:window:)``, so that the answer has enough stations, and the model's values
  /// at them. Values whose licence forbids modification aren't used. ``AirEstimate/leftOut`` lists every report that wasn't
  /// used, with the reason. Values that are merged, estimated, indoors, flagged, negative or not measured at a point are
  /// never used.
  ///
  /// - Parameters:
  ///   - parameter: The pollutant: PM2.5, PM10, NO₂ or O₃ with the standard constants.
  ///   - place: The index of the query's place.
  ///   - moment: The last hour that has ended by this moment is estimated; if left out, the newest hour for which at
  ///     least half of the stations, and at least four (all, if there are fewer), have a value, unless it is older than
  ///     the last value may be held.
  ///   - probability: The probability of the interval, above 0 and below 1.
  ///   - setting: The setting of the place: `.traffic` at a busy road, else away from one.
  ///   - estimator: The method with its constants.
  /// - Throws: An ``AirEstimate/Unavailable`` that says why there is no estimate.
  public func estimate(
    of parameter: AirParameter, forPlace place: Int = 0, at moment: AirTime? = nil, probability: Double = 0.8,
    setting: AirSite.Details.Setting = .background, by estimator: PlaceEstimator = PlaceEstimator()
  ) throws(AirEstimate.Unavailable) -> AirEstimate {
    let target = (moment ?? askedAt).floored(toMultipleOf: 3600)
    let column = try EstimatedColumn(
      self, of: parameter, forPlace: place, over: target, through: target, probability: probability,
      setting: setting, by: estimator)
    let last = column.index(ofHourEndingAt: target)
    guard moment == nil, let newest = column.hours.newest, newest < last,
      last - newest <= estimator.constants.persistence.longestHold
    else { return try column.estimate(of: last) }
    return try column.estimate(of: newest)
  }

  /// Returns the hourly estimates of some pollutants at one of the query's places as a report, from which indices,
  /// hours and alerts are made as from any other.
  ///
  /// Its kind is a forecast if an hour of it ends after the query was made, else an analysis; its source is
  /// ``SourceID/estimated``. Each value has its interval as ``AirReading/Accuracy/bounds``, so that an index of the report
  /// has a ``AQIValue/bounds``. Such a report is never an input of another estimate.
  ///
  /// - Parameters:
  ///   - parameters: The pollutants; by default the query's, or all that the method supports. Those that can't be estimated
  ///     are left out.
  ///   - place: The index of the query's place.
  ///   - window: The time whose whole hours are estimated; without a whole hour, the last hour that has ended by the end of
  ///     the time. By default the query's.
  ///   - probability: The probability of the intervals, above 0 and below 1.
  ///   - setting: The setting of the place: `.traffic` at a busy road, else away from one.
  ///   - estimator: The method with its constants.
  /// - Throws: An ``AirEstimate/Unavailable`` that says why no pollutant can be estimated.
  public func estimatedReport(
    of parameters: [AirParameter]? = nil, forPlace place: Int = 0, over window: AirInterval? = nil,
    probability: Double = 0.8, setting: AirSite.Details.Setting = .background,
    by estimator: PlaceEstimator = PlaceEstimator()
  ) throws(AirEstimate.Unavailable) -> AirReport {
    let window = window ?? query.window.interval(at: askedAt)
    let last = window.end.floored(toMultipleOf: 3600)
    let first = min(window.start.raised(toMultipleOf: 3600).adding(seconds: 3600), last)
    let supported = Array(estimator.constants.pollutants.keys).ordered { $0.rawValue < $1.rawValue }
    let wanted =
      parameters ?? (query.parameters.isEmpty ? supported : query.parameters.filter(supported.contains))
    var report = AirReport(
      source: .estimated, site: AirSite(kind: .estimated), kind: .analysis, series: [], receivedAt: askedAt,
      attribution: [AirAttribution("Estimated by AQKit from the values of these sources.")], rights: .own,
      places: [place])
    var failure: AirEstimate.Unavailable?
    for parameter in wanted {
      do throws(AirEstimate.Unavailable) {
        let column = try EstimatedColumn(
          self, of: parameter, forPlace: place, over: first, through: last, probability: probability,
          setting: setting, by: estimator)
        try column.add(to: &report, from: first, through: last)
      } catch {
        failure = failure ?? error
      }
    }
    guard !report.series.isEmpty else { throw failure ?? .init(.noValue) }
    report.site.coordinate = coordinate(ofPlace: place)
    report.site.name = foundPlaces[place]?.name
    report.site.timeZone = foundPlaces[place]?.timeZone ?? report.site.timeZone
    if last > askedAt { report.kind = .forecast }
    return report
  }
}

/// The estimates of one pollutant at one of an answer's places, with all their inputs.
private final class EstimatedColumn {
  private let parameter: AirParameter
  private let probability: Double
  private let setting: AirSite.Details.Setting
  private let inputs: EstimateInputs
  let hours: HourlyEstimates

  /// The hours before the requested ones, for the residuals of the same hour on previous days.
  private static let hoursBefore: Int64 = 72
  private static let longest: Int64 = 2 * 8784

  init(
    _ answer: AirAnswer, of parameter: AirParameter, forPlace place: Int, over first: AirTime,
    through last: AirTime, probability: Double, setting: AirSite.Details.Setting, by estimator: PlaceEstimator
  ) throws(AirEstimate.Unavailable) {
    let start = first.adding(seconds: -Self.hoursBefore * 3600)
    func length(through end: AirTime) -> Int64 { (end.secondsSince1970 - start.secondsSince1970) / 3600 + 1 }
    guard length(through: last) <= Self.longest else { throw .init(.tooLong) }
    // The newest hour is searched for up to now, whatever the request, as far as a column reaches.
    let count = max(length(through: last), min(length(through: answer.askedAt), Self.longest))
    guard count > 0 else { throw .init(.noValue) }
    self.parameter = parameter
    self.probability = probability
    self.setting = setting
    inputs = try EstimateInputs(
      answer, of: parameter, forPlace: place, endingFrom: start, count: Int(count), by: estimator.constants)
    hours = try HourlyEstimates(
      estimator.constants, of: parameter, at: inputs.coordinate, from: inputs.stations, model: inputs.model,
      probability: probability, setting: setting)
  }

  func index(ofHourEndingAt end: AirTime) -> Int {
    Int((end.secondsSince1970 - inputs.firstEnd.secondsSince1970) / 3600)
  }

  private func end(of hour: Int) -> AirTime { inputs.firstEnd.adding(seconds: Int64(hour) * 3600) }

  func estimate(of hour: Int) throws(AirEstimate.Unavailable) -> AirEstimate {
    guard let found = try hours.value(of: hour) else {
      guard let newest = hours.newest, hour > newest else { throw .init(.noValue) }
      throw .init(.outOfDate(hours: hour - newest))
    }
    var used: [EstimateInputs.Part] = []
    var leftOut = inputs.leftOut
    var unused = Array(inputs.parts.indices)
    var contributions: [AirEstimate.Contribution] = []
    if let own = found.stations {
      for one in try hours.contributions(of: own) {
        let (part, station) = (inputs.parts[one.station], inputs.stations[one.station])
        used.append(part)
        unused.removeAll { $0 == one.station }
        contributions.append(
          AirEstimate.Contribution(
            source: part.source, site: part.site, distance: one.distance, value: station.values[own],
            quality: station.quality, weight: one.weight, isOutlier: one.isOutlier))
      }
    }
    var model: AirEstimate.ModelPart?
    if let bias = found.bias, let part = inputs.modelPart,
      let value = inputs.model.finite(at: hour) ?? found.stations.flatMap({ inputs.model.finite(at: $0) })
    {
      used.append(part)
      model = AirEstimate.ModelPart(source: part.source, value: value, bias: bias)
    } else if let part = inputs.modelPart {
      leftOut.append(AirEstimate.LeftOut(source: part.source, site: part.site, reason: .stale))
    }
    for station in unused {
      let part = inputs.parts[station]
      let hasValue = found.stations.map { inputs.stations[station].values[$0].isFinite } ?? false
      leftOut.append(
        AirEstimate.LeftOut(source: part.source, site: part.site, reason: hasValue ? .notNeeded : .stale))
    }
    let credit = Self.credit(of: used)
    return AirEstimate(
      parameter: parameter,
      interval: AirInterval(uncheckedStart: end(of: hour - 1), end: end(of: hour)), value: found.value.value,
      low: found.value.low, high: found.value.high, probability: probability, setting: setting,
      basis: found.bias == nil ? .stations : found.stations == nil ? .model : .stationsAndModel,
      hoursAhead: found.stations.map { hour - $0 } ?? 0, contributions: contributions, model: model,
      leftOut: leftOut.ordered {
        ($0.source.rawValue, $0.site.id ?? "") < ($1.source.rawValue, $1.site.id ?? "")
      }, attribution: credit.attribution, rights: credit.rights)
  }

  private static func credit(
    of parts: [EstimateInputs.Part]
  ) -> (attribution: [AirAttribution], rights: AirRights) {
    (
      parts.reduce([]) { $0.united(with: $1.attribution) },
      parts.reduce(.own) { $0.combined(with: $1.rights) }
    )
  }

  func add(
    to report: inout AirReport, from first: AirTime, through last: AirTime
  ) throws(AirEstimate.Unavailable) {
    var (values, accuracy): ([Double], [AirReading.Accuracy?]) = ([], [])
    var usesModel = false
    for hour in index(ofHourEndingAt: first)...index(ofHourEndingAt: last) {
      let found = try hours.value(of: hour)
      usesModel = usesModel || found?.bias != nil
      values.append(found?.value.value.rounded(significantDigits: 6) ?? .nan)
      accuracy.append(
        found.map {
          AirReading.Accuracy(
            bounds: .init(
              low: $0.value.low.rounded(significantDigits: 6),
              high: $0.value.high.rounded(significantDigits: 6), probability: probability))
        })
    }
    guard values.contains(where: \.isFinite) else { throw .init(.noValue) }
    let model = usesModel ? inputs.modelPart : nil
    let parts = inputs.parts + [model].compactMap { $0 }
    let (attribution, rights) = Self.credit(of: parts)
    let start = first.adding(seconds: -3600)
    guard
      let timeline = try? AirTimeline(
        start: start, step: .seconds(3600), length: .seconds(3600), count: values.count),
      let series = try? AirSeries(
        parameter, unit: .microgramsPerCubicMetre, timeline: timeline, values: values, accuracy: accuracy,
        origin: AirOrigin(
          source: .estimated, model: model.map { "stations and \($0.source)" } ?? "stations",
          attribution: attribution, rights: rights),
        conversion: parts.compactMap(\.mixingRatio).first.map {
          AirUnit.Conversion(from: $0, conditions: .eu)
        })
    else { throw .init(.noValue) }
    report.series.append(series)
    report.attribution = report.attribution.united(with: attribution)
    report.rights = report.rights.combined(with: rights)
    let sites = inputs.parts.map(\.site) + [inputs.modelPart?.site].compactMap { $0 }
    report.site.timeZone = report.site.timeZone ?? sites.compactMap(\.timeZone).first
    report.site.country = report.site.country ?? sites.compactMap(\.country).first
  }
}
