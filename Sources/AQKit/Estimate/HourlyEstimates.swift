/// The estimates of a place over a column of hours, with their inputs.
final class HourlyEstimates {
  struct Hour {
    var value: PlaceEstimator.Value
    /// The stations' excess over the model, on the transformed scale; nil without a model.
    var bias: Double?
    /// The hour of the stations used; nil for the model alone.
    var stations: Int?
  }

  let count: Int
  /// The newest hour that is estimated from its own stations; nil if there is none.
  let newest: Int?
  private let model: [Double]
  private var solver: FieldSolver
  private let hasStation: [Bool]
  /// The residual of the newest hour, computed when it is needed.
  private var last: FieldSolver.Residual?

  init(
    _ constants: PlaceEstimator.Constants, of parameter: AirParameter, at place: Coordinate,
    from stations: [PlaceEstimator.Station], model: [Double], probability: Double,
    setting: AirSite.Details.Setting
  ) throws(AirEstimate.Unavailable) {
    var solver = try FieldSolver(constants, of: parameter, probability: probability, setting: setting)
    let count = max(model.count, stations.map(\.values.count).max() ?? 0)
    let directions = StationDirections(stations) { station in
      solver.canUse(station) && station.values.indices.contains { station.values.measured(at: $0) != nil }
    }
    // Twice as many as an hour may use, because some lack the hour.
    let near = directions.nearest(2 * constants.stations, to: place, within: constants.reach)
    solver.move(near: near, of: stations)
    if near.isEmpty, !model.contains(where: \.isFinite) {
      throw AirEstimate.Unavailable(.nothingNear(reach: constants.reach))
    }
    var stationsOfHour = [Int](repeating: 0, count: count)
    for one in near {
      let values = stations[one.station].values
      for hour in values.indices where values.measured(at: hour) != nil { stationsOfHour[hour] += 1 }
    }
    // A station that fell silent hours before the newest value of all isn't waited for.
    let end = stationsOfHour.lastIndex { $0 > 0 }.map { $0 - constants.persistence.longestHold } ?? 0
    let alive = near.count { one in
      let values = stations[one.station].values
      return values.indices.contains { $0 >= end && values.measured(at: $0) != nil }
    }
    let enough = min(alive, max(4, (alive + 1) / 2))
    self.count = count
    self.model = model
    self.solver = solver
    hasStation = stationsOfHour.map { $0 > 0 }
    newest = near.isEmpty ? nil : stationsOfHour.lastIndex { $0 >= enough }
  }

  func value(of hour: Int) throws(AirEstimate.Unavailable) -> Hour? {
    let atPlace = model.finite(at: hour)
    guard let newest, hour > newest else {
      let isMeasured = hasStation.indices.contains(hour) && hasStation[hour] && newest != nil
      if !isMeasured, atPlace == nil { return nil }
      return try value(of: isMeasured ? hour : nil, modelAtPlace: atPlace)
    }
    let lead = PlaceEstimator.Lead(
      hours: hour - newest, model: atPlace, dayBefore: atPlace == nil ? nil : try dayBefore(hour, newest))
    let residual =
      if let last { last } else { try solver.residual(of: newest, modelAtPlace: model.finite(at: newest)) }
    last = residual
    if let found = solver.value(of: residual, ahead: lead) {
      return Hour(value: found.value, bias: found.bias, stations: newest)
    }
    return try atPlace == nil ? nil : value(of: nil, modelAtPlace: atPlace)
  }

  private func value(
    of stations: Int?, modelAtPlace atPlace: Double?
  ) throws(AirEstimate.Unavailable) -> Hour? {
    let residual = try solver.residual(of: stations, modelAtPlace: atPlace)
    return solver.value(of: residual, ahead: nil).map {
      Hour(value: $0.value, bias: $0.bias, stations: stations)
    }
  }

  /// Returns the bias of the model at the same hour of the last day that has values; nil if there is none.
  private func dayBefore(_ hour: Int, _ newest: Int) throws(AirEstimate.Unavailable) -> Double? {
    var earlier = hour - (hour - newest + 23) / 24 * 24
    while earlier >= 0 {
      if hasStation[earlier], let atPlace = model.finite(at: earlier) {
        return try solver.residual(of: earlier, modelAtPlace: atPlace).mean
      }
      earlier -= 24
    }
    return nil
  }

  func contributions(
    of hour: Int
  ) throws(AirEstimate.Unavailable) -> [PlaceEstimator.Estimate.Contribution] {
    _ = try solver.residual(of: hour, modelAtPlace: model.finite(at: hour))
    return solver.contributions
  }
}
