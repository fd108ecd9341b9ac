extension AirParameter {
  /// A guideline level of the WHO Global Air Quality Guidelines of 2021. It gives a ratio, never an index.
  public struct WHOGuideline: Hashable, Sendable {
    /// The pollutant.
    public let parameter: AirParameter
    /// The averaging period; `nil` for the peak season of ozone (the mean of daily maximum 8-hour means over the six
    /// consecutive months with the highest mean).
    public let averaging: AveragingPeriod?
    /// The level, in ``unit``.
    public let level: Double
    /// The unit of the level.
    public let unit: AirUnit
    /// The edition of the guidelines.
    public static var edition: String { "who_aqg_2021" }

    private init(_ parameter: AirParameter, _ averaging: AveragingPeriod?, _ level: Double, _ unit: AirUnit) {
      self.parameter = parameter
      self.averaging = averaging
      self.level = level
      self.unit = unit
    }

    /// All levels, as printed.
    public static let all: [AirParameter.WHOGuideline] = [
      .init(.pm25, .annual, 5, .microgramsPerCubicMetre),
      .init(.pm25, .day, 15, .microgramsPerCubicMetre),
      .init(.pm10, .annual, 15, .microgramsPerCubicMetre),
      .init(.pm10, .day, 45, .microgramsPerCubicMetre),
      .init(.o3, nil, 60, .microgramsPerCubicMetre),
      .init(.o3, AveragingPeriod.eightHours.dailyMaximum, 100, .microgramsPerCubicMetre),
      .init(.no2, .annual, 10, .microgramsPerCubicMetre),
      .init(.no2, .day, 25, .microgramsPerCubicMetre),
      .init(.no2, .oneHour, 200, .microgramsPerCubicMetre),
      .init(.so2, .day, 40, .microgramsPerCubicMetre),
      .init(.so2, .minutes(10), 500, .microgramsPerCubicMetre),
      .init(.co, .day, 4, .milligramsPerCubicMetre),
      .init(.co, .eightHours, 10, .milligramsPerCubicMetre),
      .init(.co, .oneHour, 35, .milligramsPerCubicMetre),
      .init(.co, .minutes(15), 100, .milligramsPerCubicMetre),
    ]

    /// Returns the level of a pollutant and averaging period.
    public static func level(of parameter: AirParameter, averaging: AveragingPeriod?) -> WHOGuideline? {
      all.first { $0.parameter == parameter && $0.averaging == averaging }
    }

    /// Returns the concentration divided by the level; 1 is the guideline. `nil` if the argument isn't a concentration.
    ///
    /// - Parameter concentration: The mean over the guideline's period, in its ``unit``.
    public func ratio(of concentration: Double) -> Double? {
      concentration.isConcentration ? concentration / level : nil
    }
  }
}

extension AirParameter.WHOGuideline {
  /// The ratio of a report's concentration to a WHO guideline level.
  public struct Ratio: Hashable, Sendable {
    /// The guideline.
    public let guideline: AirParameter.WHOGuideline
    /// The concentration, in the guideline's unit.
    public let concentration: Double
    /// The way in which the concentration was formed.
    public let basis: AQIValue.Basis
    /// The concentration divided by the level: the guideline is met up to 1.
    public let ratio: Double
  }
}

extension AirReport {
  /// Returns the ratios to the WHO guidelines of 2021 that the report's data support at one moment: 24-hour means,
  /// the 8-hour and 1-hour means of CO, the hour of NO2, and for ozone the largest 8-hour mean of the last 24 hours
  /// and the peak season: the six months in a row with the highest mean among the twelve up to the month of the moment, if
  /// the report has three quarters of the days of each. They end at the basis' ``AQIValue/Basis/end``.
  ///
  /// - Parameters:
  ///   - moment: The moment; if left out, the end of the newest value that is not after ``receivedAt``.
  ///   - conditions: The reference conditions for gases that are given as mixing ratios; WHO names none.
  public func whoRatios(at moment: AirTime? = nil, under conditions: AirUnit.ReferenceConditions? = nil)
    -> [AirParameter.WHOGuideline.Ratio]
  {
    let formation = ConcentrationFormation(
      series, at: site,
      FormationPlan(of: AirParameter.WHOGuideline.inputs, for: .current, under: conditions),
      options: .standard)
    guard
      let end = moment?.secondsSince1970
        ?? formation.newestEnd(notAfter: receivedAt.secondsSince1970)
    else { return [] }
    let ratios = formation.plan.inputs.enumerated().compactMap { i, input in
      (try? formation.concentration(forInput: i, at: end)).flatMap {
        AirParameter.WHOGuideline.Ratio($0, averaging: input.averaging)
      }
    }
    return ratios + ozoneRatios(at: end, conditions)
  }
}

extension AirParameter.WHOGuideline.Ratio {
  /// Creates the ratio of a mean over a guideline's period; `nil` if there is no such guideline.
  init?(_ found: IndexInput.Concentration, averaging: AveragingPeriod?) {
    guard
      let guideline = AirParameter.WHOGuideline.level(of: found.input.parameter, averaging: averaging),
      let ratio = guideline.ratio(of: found.value)
    else { return nil }
    self.init(guideline: guideline, concentration: found.value, basis: found.basis, ratio: ratio)
  }
}

extension AirParameter.WHOGuideline {
  /// The averages that the engine forms for the ratios.
  fileprivate static var inputs: [IndexInput] {
    // Ozone's own levels are computed separately: its means here are for the newest moment.
    var inputs = [IndexInput(.o3, .eightHours, .microgramsPerCubicMetre, current: .mean(hours: 8))]
    for level in all {
      guard let averaging = level.averaging, let seconds = averaging.seconds, seconds >= 3600,
        !averaging.isDailyMaximum
      else { continue }
      let hours = Int(seconds / 3600)
      inputs.append(
        IndexInput(
          level.parameter, averaging, level.unit, current: hours == 1 ? .hour : .mean(hours: hours)))
    }
    return inputs
  }
}
