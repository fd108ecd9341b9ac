/// Estimates the concentration of a pollutant at any place from stations around it and a model's values, with an
/// interval.
///
/// ```swift
/// let estimator = PlaceEstimator()
/// let stations = [
///   PlaceEstimator.Station(at: park, values: [12.4]), PlaceEstimator.Station(at: school, values: [9.8]),
/// ]
/// let estimate = try estimator.estimate(of: .pm25, at: home, from: stations, model: [10.5])
/// print(estimate.value.value, estimate.value.low, estimate.value.high)  // µg/m³
/// ```
///
/// On a transformed scale the concentration is the model's value, plus a regional bias of the model, plus a Gaussian field
/// around the stations; see ``Constants``. The same input gives the same output: there is no clock, no network
/// and no random number, and the order of the stations doesn't matter. Applications usually call
/// ``AirAnswer/estimate(of:forPlace:at:probability:setting:by:)``.
public struct PlaceEstimator: Hashable, Sendable {
  /// The constants of the method.
  public var constants: Constants

  /// Creates an estimator; by default with the constants that AQKit has fitted.
  public init(_ constants: Constants = .standard) { self.constants = constants }

  /// The accuracy of a station's instrument.
  public enum Quality: String, Hashable, Sendable, Codable, CaseIterable {
    /// A reference method or an equivalent one.
    case reference
    /// A low-cost sensor whose values are corrected.
    case corrected
    /// An uncorrected low-cost sensor.
    case raw
  }

  /// The values of one station, hour by hour, in µg/m³.
  public struct Station: Hashable, Sendable {
    /// The station's coordinate.
    public var coordinate: Coordinate
    /// The values, one for each hour; NaN and negative numbers are gaps.
    public var values: [Double]
    /// The model's value at the station for each hour; empty, or NaN, if only the model's value at the place is known.
    public var model: [Double]
    /// The surroundings; a station at a road or at an industrial plant counts less, and its usual excess is taken off.
    public var setting: AirSite.Details.Setting?
    /// The accuracy of its instrument.
    public var quality: Quality

    /// Creates a station with its values, in µg/m³.
    public init(
      at coordinate: Coordinate, values: [Double], model: [Double] = [],
      setting: AirSite.Details.Setting? = nil, quality: Quality = .reference
    ) {
      self.coordinate = coordinate
      self.values = values
      self.model = model
      self.setting = setting
      self.quality = quality
    }
  }

  /// The distance of an hour from the stations' last values, and the data known for it.
  public struct Lead: Hashable, Sendable {
    /// The hours from the stations' values to the estimated hour; at least 1.
    public var hours: Int
    /// The model's value at the place for the estimated hour, in µg/m³; nil without a model.
    public var model: Double?
    /// The ``Estimate/modelBias`` at the same hour of the last day that has values; nil if unknown.
    public var dayBefore: Double?

    /// Creates a lead in hours.
    public init(hours: Int, model: Double? = nil, dayBefore: Double? = nil) {
      self.hours = hours
      self.model = model
      self.dayBefore = dayBefore
    }
  }

  /// An estimated concentration in µg/m³: the median and the ends of its interval.
  public struct Value: Hashable, Sendable {
    /// The median.
    public let value: Double
    /// The lower end of the interval; from 0 to ``value``.
    public let low: Double
    /// The upper end of the interval; at least ``value``.
    public let high: Double

    static let missing = Value(value: .nan, low: .nan, high: .nan)
  }

  /// An estimate of an hour, with its inputs.
  public struct Estimate: Hashable, Sendable {
    /// The contribution of one station.
    public struct Contribution: Hashable, Sendable {
      /// The station's index in the list that was given.
      public let station: Int
      /// The weight of its residual; the weights of all stations add up to at most about 1.
      public let weight: Double
      /// The distance to the place in metres.
      public let distance: Double
      /// Whether it counts less because the other stations contradict it.
      public let isOutlier: Bool
    }

    /// The median and the interval in µg/m³.
    public let value: Value
    /// The stations that were used, nearest first.
    public let contributions: [Contribution]
    /// The stations' excess over the model at the place, on the transformed scale; nil without a model.
    public let modelBias: Double?
    /// The factor on all variances: above 1 if the stations of this hour disagree more than usual, below 1 if less.
    public let scale: Double
  }

  /// Estimates one place over a column of hours.
  public struct Hours: Hashable, Sendable {
    /// The estimate of each hour; NaN if it can't be estimated.
    public let values: [Value]
    /// The index of the newest hour that is estimated from its own stations; later hours carry it forward. Nil if no
    /// hour has enough stations.
    public let newest: Int?
  }

  /// Estimates one hour at a place.
  ///
  /// - Parameters:
  ///   - parameter: The pollutant: one that ``constants`` includes.
  ///   - place: The place.
  ///   - stations: The stations; the nearest ones within reach that have a value are used.
  ///   - column: The model's values at the place in µg/m³, hour by hour; empty without a model.
  ///   - hour: The index of the hour in all columns.
  ///   - lead: The distance from that hour to a later one that is estimated; nil to estimate the hour itself.
  ///   - probability: The probability of the interval, above 0 and below 1.
  ///   - setting: The kind of place: `.traffic` at a busy road, else away from one.
  /// - Throws: The reason why no estimate is possible.
  public func estimate(
    of parameter: AirParameter, at place: Coordinate, from stations: [Station], model column: [Double] = [],
    hour: Int = 0, ahead lead: Lead? = nil, probability: Double = 0.8,
    setting: AirSite.Details.Setting = .background
  ) throws(AirEstimate.Unavailable) -> Estimate {
    var solver = try FieldSolver(constants, of: parameter, probability: probability, setting: setting)
    let directions = StationDirections(stations) { solver.canUse($0) && $0.values.measured(at: hour) != nil }
    let near = directions.nearest(constants.stations, to: place, within: constants.reach)
    solver.move(near: near, of: stations)
    let atPlace = column.finite(at: hour)
    if near.isEmpty, atPlace == nil { throw AirEstimate.Unavailable(.nothingNear(reach: constants.reach)) }
    let residual = try solver.residual(of: hour, modelAtPlace: atPlace)
    guard let value = solver.value(of: residual, ahead: lead) else {
      throw AirEstimate.Unavailable(.outOfDate(hours: lead?.hours ?? 0))
    }
    return Estimate(
      value: value.value, contributions: solver.contributions, modelBias: value.bias, scale: residual.scale)
  }

  /// Estimates all hours at a place: those with stations' values from their own, later ones from the newest such hour.
  ///
  /// The newest hour is the last one for which at least half of the stations, and at least four (all, if there are fewer),
  /// have a value. Hours after it carry the residual of stations and model forward, or hold the last value without a model; see
  /// ``Constants``.
  ///
  /// - Parameters: As for ``estimate(of:at:from:model:hour:ahead:probability:setting:)``.
  /// - Throws: The reason why no estimate is possible at any hour.
  public func hours(
    of parameter: AirParameter, at place: Coordinate, from stations: [Station], model column: [Double] = [],
    probability: Double = 0.8, setting: AirSite.Details.Setting = .background
  ) throws(AirEstimate.Unavailable) -> Hours {
    let estimator = try HourlyEstimates(
      constants, of: parameter, at: place, from: stations, model: column, probability: probability,
      setting: setting)
    var values: [Value] = []
    values.reserveCapacity(estimator.count)
    for hour in 0..<estimator.count { values.append(try estimator.value(of: hour)?.value ?? .missing) }
    return Hours(values: values, newest: estimator.newest)
  }

  /// Estimates one hour at many places, from the stations' first values and the model's value at each place in µg/m³.
  ///
  /// - Parameters: As for ``estimate(of:at:from:model:hour:ahead:probability:setting:)``.
  /// - Returns: An estimate for each place; NaN if it can't be estimated.
  /// - Throws: The reason why no estimate is possible at any place.
  public func estimates(
    of parameter: AirParameter, at places: [Coordinate], from stations: [Station],
    model column: [Double] = [],
    probability: Double = 0.8, setting: AirSite.Details.Setting = .background
  ) throws(AirEstimate.Unavailable) -> [Value] {
    var solver = try FieldSolver(constants, of: parameter, probability: probability, setting: setting)
    let directions = StationDirections(stations) { solver.canUse($0) && $0.values.measured(at: 0) != nil }
    var values: [Value] = []
    values.reserveCapacity(places.count)
    for (index, place) in places.enumerated() {
      let near = directions.nearest(constants.stations, to: place, within: constants.reach)
      solver.move(near: near, of: stations)
      let atPlace = column.finite(at: index)
      if near.isEmpty, atPlace == nil {
        values.append(.missing)
        continue
      }
      let residual = try solver.residual(of: 0, modelAtPlace: atPlace)
      values.append(solver.value(of: residual, ahead: nil)?.value ?? .missing)
    }
    return values
  }
}

extension [Double] {
  /// Returns a number of a column; nil if the column has none, or it isn't finite.
  func finite(at index: Int) -> Double? {
    guard indices.contains(index), self[index].isFinite else { return nil }
    return self[index]
  }

  func measured(at hour: Int) -> Double? { finite(at: hour).flatMap { $0 >= 0 ? $0 : nil } }
}
