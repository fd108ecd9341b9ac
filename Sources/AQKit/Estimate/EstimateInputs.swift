/// The data of an answer for an estimate of one pollutant at one place: stations and a model on a grid of hours.
final class EstimateInputs {
  /// The origin of a station's or a model's values.
  struct Part {
    var source: SourceID
    var site: AirSite
    var attribution: [AirAttribution]
    var rights: AirRights
    /// The unit in which the values were given, if it is a mixing ratio; the values are then converted as at 20 °C.
    let mixingRatio: AirUnit?

    init(_ series: AirSeries, in report: AirReport) {
      (source, site) = (report.source, report.site)
      mixingRatio = series.givenUnit.dimension == .mixingRatio ? series.givenUnit : nil
      attribution = report.attribution(of: series)
      rights = report.rights(of: series)
    }

    mutating func add(_ series: AirSeries, in report: AirReport) {
      attribution = attribution.united(with: report.attribution(of: series))
      rights = rights.combined(with: report.rights(of: series))
    }
  }

  let firstEnd: AirTime
  let count: Int
  let coordinate: Coordinate
  private(set) var stations: [PlaceEstimator.Station] = []
  private(set) var parts: [Part] = []
  private(set) var model: [Double] = []
  private(set) var modelPart: Part?
  private(set) var leftOut: [AirEstimate.LeftOut] = []

  private let parameter: AirParameter
  private let pollutant: PlaceEstimator.Constants.Pollutant
  /// The index of the hour that hadn't ended when the answer was asked for.
  private let unfinished: Int64

  init(
    _ answer: AirAnswer, of parameter: AirParameter, forPlace place: Int, endingFrom first: AirTime,
    count: Int,
    by constants: PlaceEstimator.Constants
  ) throws(AirEstimate.Unavailable) {
    guard let coordinate = answer.coordinate(ofPlace: place) else { throw .init(.noCoordinate) }
    guard let pollutant = constants.pollutants[parameter] else { throw .init(.noConstants(parameter)) }
    self.parameter = parameter
    self.pollutant = pollutant
    self.coordinate = coordinate
    firstEnd = first
    self.count = count
    unfinished = (answer.askedAt.secondsSince1970 - first.secondsSince1970).dividedDown(by: 3600) + 1
    var (sites, models): ([Found], [Found]) = ([], [])
    for outcome in answer.outcomes {
      for report in outcome.withheld where answer.isFor(report, place) && has(report) {
        leave(report, .rights)
      }
      for report in outcome.reports where answer.isFor(report, place) && has(report) {
        let distance = report.site.coordinate?.distance(to: coordinate) ?? .infinity
        let found: Found = (report, distance, outcome.descriptor.precedence)
        if report.site.kind == .modelCell {
          models.append(found)
        } else if let reason = obstacle(of: report, isNear: distance <= constants.reach) {
          leave(report, reason)
        } else {
          sites.append(found)
        }
      }
    }
    take(models: models)
    take(sites: sites, most: constants.stations, by: answer.stationMatching)
    takeModelAtStations(of: answer)
  }

  private typealias Found = (report: AirReport, distance: Double, precedence: Int)

  private func has(_ report: AirReport) -> Bool { report.series.contains { $0.parameter == parameter } }

  private func leave(_ report: AirReport, _ reason: AirEstimate.LeftOut.Reason) {
    leftOut.append(AirEstimate.LeftOut(source: report.source, site: report.site, reason: reason))
  }

  private func obstacle(of report: AirReport, isNear: Bool) -> AirEstimate.LeftOut.Reason? {
    if !report.site.kind.isPoint || report.kind != .observation { return .derived }
    if report.source == .merged || report.source == .estimated { return .derived }
    if report.site.isIndoor == true { return .indoor }
    if report.site.details.isMobile == true { return .mobile }
    return isNear ? nil : .tooFar
  }

  // MARK: Stations

  /// Takes the nearest stations that have values, twice as many as an hour may use, because some lack the hour; a station
  /// available from several services counts once, from the service nearest to the origin.
  private func take(
    sites: [Found], most: Int, by matching: AirHub.Policy.StationMatching
  ) {
    func rank(_ found: Found) -> (Double, Int, String, String) {
      let (source, site) = (found.report.source, found.report.site)
      return (found.distance, matching.remoteness(of: source), source.rawValue, site.id ?? site.name ?? "")
    }
    var known: [AirHub.Policy.StationMatching.Identity] = []
    for i in sites.indices.ordered(by: { rank(sites[$0]) < rank(sites[$1]) }) {
      let report = sites[i].report
      do throws(Obstacle) {
        guard known.count / 2 < most else { throw Obstacle(reason: .notNeeded) }
        let (station, part) = try self.station(of: report)
        let identity = AirHub.Policy.StationMatching.Identity(report.site, of: report.source)
        guard let twin = known.firstIndex(where: { matching.isSame($0, identity) }) else {
          known.append(identity)
          stations.append(station)
          parts.append(part)
          continue
        }
        let old = parts[twin]
        guard matching.remoteness(of: report.source) < matching.remoteness(of: old.source) else {
          throw Obstacle(reason: .duplicate)
        }
        leftOut.append(AirEstimate.LeftOut(source: old.source, site: old.site, reason: .duplicate))
        (stations[twin], parts[twin], known[twin]) = (station, part, identity)
      } catch {
        leave(report, error.reason)
      }
    }
  }

  private struct Obstacle: Error {
    var reason: AirEstimate.LeftOut.Reason
  }

  /// Returns a station with the hours of one of its series. It prefers a corrected one, then the one with the most hours,
  /// then one that isn't of a single channel, then the first in the report.
  private func station(
    of report: AirReport
  ) throws(Obstacle) -> (station: PlaceEstimator.Station, part: Part) {
    guard let coordinate = report.site.coordinate else { throw Obstacle(reason: .tooFar) }
    var best: (hours: [Double], series: AirSeries, quality: PlaceEstimator.Quality, rank: (Int, Int))?
    var reason: AirEstimate.LeftOut.Reason?
    for series in report.series where series.parameter == parameter {
      do throws(Obstacle) {
        let isSensor = report.site.kind == .lowCostSensor
        let isCorrected =
          series.correction != nil || series.flags?.contains { $0.contains(.corrected) } ?? false
        let quality: PlaceEstimator.Quality =
          if !isSensor { .reference } else if isCorrected { .corrected } else { .raw }
        if pollutant.deviation(of: report.site.details.setting, quality) == nil {
          throw Obstacle(reason: .unsuitableSensor)
        }
        let hours = try hours(of: series, in: report, takesShorter: isSensor)
        let rank = (
          hours.count(where: \.isFinite) + (quality == .corrected ? count + 1 : 0),
          series.origin?.instrument?.id == nil ? 1 : 0
        )
        if best.map({ $0.rank < rank }) ?? true { best = (hours, series, quality, rank) }
      } catch {
        reason = reason ?? error.reason
      }
    }
    guard let best else { throw Obstacle(reason: reason ?? .stale) }
    let station = PlaceEstimator.Station(
      at: coordinate, values: best.hours, setting: report.site.details.setting, quality: best.quality)
    return (station, Part(best.series, in: report))
  }

  /// Returns the hours of a series in µg/m³ on the grid. `takesShorter` says whether the mean of shorter values that end in
  /// an hour may represent the hour.
  private func hours(
    of series: AirSeries, in report: AirReport, takesShorter: Bool = false
  ) throws(Obstacle) -> [Double] {
    guard report.rights(of: series).modification != .forbidden else { throw Obstacle(reason: .rights) }
    let given = series.givenUnit
    guard
      let back = try? series.unit.conversion(to: given, of: parameter, under: series.conversion?.conditions),
      let convert = try? given.conversion(to: .microgramsPerCubicMetre, of: parameter, under: .eu)
    else { throw Obstacle(reason: .otherUnit) }
    var (isThere, isUsable) = (false, false)
    func isUsed(_ index: Int, _ value: Double) -> Bool {
      guard value.isFinite else { return false }
      isThere = true
      guard value >= 0, series.flags.map({ $0[index].isDisjoint(with: doubtful) }) ?? true else {
        return false
      }
      isUsable = true
      return true
    }
    var found = series.hours(endingFrom: firstEnd, count: count, where: isUsed)
    if takesShorter, series.averaging.isHourOrLess, found?.contains(where: \.isFinite) != true {
      found = shorterHours(of: series, where: isUsed)
    }
    guard let hours = found else { throw Obstacle(reason: .notHourly) }
    guard hours.contains(where: \.isFinite) else {
      throw Obstacle(reason: isThere && !isUsable ? .flagged : .stale)
    }
    return hours.map { convert(back($0)) }
  }

  /// Returns the mean per hour of the values that end in it and cover at most an hour. An hour without any that has just ended
  /// takes those of the hour in progress: a sensor that only gives its current value describes the hour before.
  private func shorterHours(of series: AirSeries, where isUsed: (Int, Double) -> Bool) -> [Double]? {
    // The last element is for the hour in progress.
    var means = [(sum: Double, count: Int)](repeating: (0, 0), count: count + 1)
    var isShort = false
    for (index, value) in series.values.enumerated() {
      let end = series.timeline.endSeconds(at: index)
      guard end - series.timeline.startSeconds(at: index) <= 3600 else { continue }
      isShort = true
      let slot = (end - firstEnd.secondsSince1970 + 3599).dividedDown(by: 3600)
      let isOver = slot >= 0 && slot < min(Int64(count), unfinished)
      guard isOver || slot == unfinished, isUsed(index, value) else { continue }
      let hour = isOver ? Int(slot) : count
      means[hour] = (means[hour].sum + value, means[hour].count + 1)
    }
    guard isShort else { return nil }
    if (1...Int64(count)).contains(unfinished), means[Int(unfinished) - 1].count == 0 {
      means[Int(unfinished) - 1] = means[count]
    }
    return means.dropLast().map { $0.count > 0 ? $0.sum / Double($0.count) : .nan }
  }

  // MARK: Models

  /// Takes the model of the source with the highest precedence that has values.
  private func take(models: [Found]) {
    let order = models.indices.ordered { i, j in
      if models[i].precedence != models[j].precedence { return models[i].precedence > models[j].precedence }
      return models[i].report.source.rawValue < models[j].report.source.rawValue
    }
    for i in order {
      let report = models[i].report
      do throws(Obstacle) {
        guard modelPart == nil || modelPart?.source == report.source else {
          throw Obstacle(reason: .duplicate)
        }
        let hours = try modelHours(of: report)
        if modelPart == nil {
          (model, modelPart) = (hours.values, Part(hours.series, in: report))
        } else {
          // An analysis and a forecast of one model are one column, and both are credited.
          for hour in model.indices where !model[hour].isFinite { model[hour] = hours.values[hour] }
          modelPart?.add(hours.series, in: report)
        }
      } catch {
        leave(report, error.reason)
      }
    }
  }

  private func modelHours(of report: AirReport) throws(Obstacle) -> (values: [Double], series: AirSeries) {
    var reason: AirEstimate.LeftOut.Reason?
    for series in report.series where series.parameter == parameter {
      do throws(Obstacle) {
        return (try hours(of: series, in: report), series)
      } catch {
        reason = reason ?? error.reason
      }
    }
    throw Obstacle(reason: reason ?? .stale)
  }

  /// Gives each station the model's values at its own coordinate, if the answer has them.
  private func takeModelAtStations(of answer: AirAnswer) {
    guard let source = modelPart?.source,
      let around = answer.outcomes.first(where: { $0.source == source })?.around
    else { return }
    var columns = [[Double]](repeating: [], count: around.coordinates.count)
    for report in around.reports where has(report) {
      guard let hours = try? modelHours(of: report).values else { continue }
      for place in report.places where columns.indices.contains(place) && columns[place].isEmpty {
        columns[place] = hours
      }
    }
    for index in stations.indices {
      guard let place = around.coordinates.firstIndex(of: stations[index].coordinate) else { continue }
      stations[index].model = columns[place]
    }
  }
}

extension AirSeries {
  /// The provider's unit, if it is known and values were converted from it under conditions, else their own.
  fileprivate var givenUnit: AirUnit {
    conversion.flatMap { $0.conditions == nil || !$0.from.fits(parameter) ? nil : $0.from } ?? unit
  }
}

/// The flags of values that the instrument didn't measure in the hour.
private let doubtful: Set<AirReading.QualityFlag> = [
  .suspect, .interpolated, .carriedForward, .beyondScale, .timeOfReceipt, .partial,
]
