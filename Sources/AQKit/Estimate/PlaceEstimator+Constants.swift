extension PlaceEstimator {
  /// The constants of the method, which a region or an application can replace.
  ///
  /// For a transformed concentration z, the air at a place s, with a model's value m(s), is
  ///
  ///     z(s) = m(s₀) + b + B · (m(s) − m(s₀)) + u(s) + e
  ///
  /// b is the model's regional bias, B the trusted share of the model's spatial pattern, u a field with the covariance
  /// `fieldVariance · exp(−d/fieldLength) + localVariance · exp(−d/localLength)` over the distance d, and e the error of an
  /// instrument. All are Gaussian with mean 0; b, u and e share a scale that is updated by how well the stations of an hour
  /// agree, from an inverse gamma prior with ``freedom`` degrees, so that the result is Student's t (Gelman et al., Bayesian
  /// Data Analysis, 3rd edition, section 3.2). Without a model b is unknown, which makes it ordinary kriging (Cressie,
  /// Statistics for Spatial Data, 1993, section 3.2).
  ///
  /// The numbers of ``standard`` were fitted by AQKit on the hourly values of London in 2022 and of Friuli Venezia Giulia
  /// in 2016, one station left out at a time, and then rounded; `Docs/AtMyPlace.md` has the data, the scores on other data
  /// and the limits.
  public struct Constants: Hashable, Sendable, Codable {
    /// The constants of each pollutant; others can't be estimated.
    public var pollutants: [AirParameter: Pollutant]
    /// The maximum number of stations in one estimate.
    public var stations: Int
    /// The largest distance of a station in metres.
    public var reach: Double
    /// The correlation length of the local part of the field in metres.
    public var localLength: Double
    /// The degrees of freedom of the prior scale.
    public var freedom: Double
    /// The number of robust standard deviations beyond which a contradicted station counts less.
    public var outlierLimit: Double
    /// The fading of the residual (stations minus model) with the hours ahead.
    public var persistence: Persistence

    /// Creates constants; those left out are the standard's.
    public init(
      pollutants: [AirParameter: Pollutant], stations: Int = 20, reach: Double = 150_000,
      localLength: Double = 500, freedom: Double = 8, outlierLimit: Double = 3.5,
      persistence: Persistence = .standard
    ) {
      self.pollutants = pollutants
      self.stations = stations
      self.reach = reach
      self.localLength = localLength
      self.freedom = freedom
      self.outlierLimit = outlierLimit
      self.persistence = persistence
    }

    var isPossible: Bool {
      (1...200).contains(stations) && reach >= 0 && localLength > 0 && freedom > 0 && outlierLimit > 0
        && [reach, localLength, freedom, outlierLimit].allSatisfy(\.isFinite) && persistence.isPossible
    }
  }
}

extension PlaceEstimator.Constants {
  /// The constants of one pollutant. Variances and offsets are on the transformed scale, lengths in metres.
  public struct Pollutant: Hashable, Sendable, Codable {
    /// A function that evens out the errors of concentrations.
    public enum Transformation: String, Hashable, Sendable, Codable {
      /// The natural logarithm.
      case logarithm
      /// The square root.
      case squareRoot
    }

    /// An offset and an additional variance for one kind of station.
    public struct Deviation: Hashable, Sendable, Codable {
      /// The mean by which such stations exceed the others.
      public var offset: Double
      /// The variance around the offset.
      public var variance: Double

      /// Creates a deviation.
      public init(offset: Double, variance: Double) {
        self.offset = offset
        self.variance = variance
      }
    }

    /// The transformation.
    public var transformation: Transformation
    /// The offset added to a concentration before the transformation, in µg/m³.
    public var shift: Double
    /// The variance of the field.
    public var fieldVariance: Double
    /// The correlation length of the field in metres.
    public var fieldLength: Double
    /// The variance of the local part of the field.
    public var localVariance: Double
    /// The variance of a reference instrument's error.
    public var instrumentVariance: Double
    /// The excess of stations at a road; an industrial one has the variance without the offset.
    public var roadside: Deviation
    /// The deviation of corrected low-cost sensors; nil if they can't be used.
    public var corrected: Deviation?
    /// The deviation of uncorrected low-cost sensors; nil if they can't be used.
    public var raw: Deviation?
    /// The variance of the model's regional bias.
    public var biasVariance: Double
    /// The trusted share of the model's spatial pattern, from 0 to 1.
    public var patternShare: Double
    /// The variance added by each hour for which the last value is held without a model.
    public var hourlyVariance: Double

    /// Creates the constants of a pollutant.
    public init(
      transformation: Transformation, shift: Double, fieldVariance: Double, fieldLength: Double,
      localVariance: Double, instrumentVariance: Double, roadside: Deviation, corrected: Deviation? = nil,
      raw: Deviation? = nil, biasVariance: Double, patternShare: Double, hourlyVariance: Double
    ) {
      self.transformation = transformation
      self.shift = shift
      self.fieldVariance = fieldVariance
      self.fieldLength = fieldLength
      self.localVariance = localVariance
      self.instrumentVariance = instrumentVariance
      self.roadside = roadside
      self.corrected = corrected
      self.raw = raw
      self.biasVariance = biasVariance
      self.patternShare = patternShare
      self.hourlyVariance = hourlyVariance
    }
  }

  /// The fading of the residual (stations minus model) with the hours ahead.
  ///
  /// The last residual, h hours old, has the weight `kept + (1 − kept) · exp(−h/decayHours)`, and that of the same hour a
  /// day before `daily · (1 − exp(−h/decayHours))`; `dailyFade` multiplies both for each whole day. If the day before
  /// isn't known, `withoutDay` of its weight goes to the last residual. Fitted on Friuli Venezia Giulia's 48-hour
  /// forecasts of 2016.
  public struct Persistence: Hashable, Sendable, Codable {
    /// The hours after which the decaying part of the last residual's weight is down to 1/e.
    public var decayHours: Double
    /// The part of the last residual's weight that doesn't decay with the hours, from 0 to 1.
    public var kept: Double
    /// The weight that the residual of the day before approaches with the hours.
    public var daily: Double
    /// The fraction of both weights that is left after each whole day.
    public var dailyFade: Double
    /// The fraction of the previous day's weight that goes to the last residual if that day isn't known.
    public var withoutDay: Double
    /// The maximum number of hours for which the last value is held without a model.
    public var longestHold: Int

    /// Creates the fading of a residual.
    public init(
      decayHours: Double, kept: Double, daily: Double, dailyFade: Double, withoutDay: Double, longestHold: Int
    ) {
      self.decayHours = decayHours
      self.kept = kept
      self.daily = daily
      self.dailyFade = dailyFade
      self.withoutDay = withoutDay
      self.longestHold = longestHold
    }

    /// The fitted numbers.
    public static let standard = Persistence(
      decayHours: 4.5, kept: 0.25, daily: 0.5, dailyFade: 0.93, withoutDay: 0.57, longestHold: 3)

    var isPossible: Bool {
      decayHours > 0 && [decayHours, kept, daily, dailyFade, withoutDay].allSatisfy(\.isFinite)
        && [kept, daily, dailyFade, withoutDay].allSatisfy { (0...1).contains($0) } && kept + daily <= 1
        && longestHold >= 0
    }

    /// Returns the weights of the last residual and of the one a day before, for a number of hours ahead.
    func weights(ahead hours: Int) -> (last: Double, day: Double) {
      guard hours > 0 else { return (1, 0) }
      let left = exponential(-Double(hours) / decayHours)
      let fade = power(dailyFade, Double((hours - 1) / 24))
      return ((kept + (1 - kept) * left) * fade, daily * (1 - left) * fade)
    }
  }

  /// The constants that AQKit has fitted for NO₂, O₃, PM10 and PM2.5; gases in µg/m³ at 20 °C.
  public static let standard: PlaceEstimator.Constants = {
    let corrected = Pollutant.Deviation(offset: 0, variance: 0.11)
    let raw = Pollutant.Deviation(offset: 0.34, variance: 0.30)
    return PlaceEstimator.Constants(
      pollutants: [
        .no2: Pollutant(
          transformation: .logarithm, shift: 5, fieldVariance: 0.10, fieldLength: 40_000,
          localVariance: 0.075,
          instrumentVariance: 0.0056, roadside: .init(offset: 0.35, variance: 0.055), biasVariance: 0.20,
          patternShare: 0.2, hourlyVariance: 0.030),
        .o3: Pollutant(
          transformation: .squareRoot, shift: 5, fieldVariance: 1.45, fieldLength: 50_000,
          localVariance: 0.25,
          instrumentVariance: 0.08, roadside: .init(offset: -0.80, variance: 0.125), biasVariance: 2.50,
          patternShare: 0.5, hourlyVariance: 0.40),
        .pm10: Pollutant(
          transformation: .logarithm, shift: 2, fieldVariance: 0.20, fieldLength: 135_000,
          localVariance: 0.020, instrumentVariance: 0.0156, roadside: .init(offset: 0.12, variance: 0.03),
          corrected: corrected, raw: raw, biasVariance: 0.10, patternShare: 0.35, hourlyVariance: 0.015),
        .pm25: Pollutant(
          transformation: .logarithm, shift: 3, fieldVariance: 0.095, fieldLength: 130_000,
          localVariance: 0.021, instrumentVariance: 0.0156, roadside: .init(offset: 0.12, variance: 0.024),
          corrected: corrected, raw: raw, biasVariance: 0.15, patternShare: 0.35, hourlyVariance: 0.010),
      ])
  }()
}

extension PlaceEstimator.Constants.Pollutant {
  func covariance(at distance: Double, localLength: Double) -> Double {
    fieldVariance * exponential(-distance / fieldLength)
      + localVariance * exponential(-distance / localLength)
  }

  /// Returns a concentration on the transformed scale; a negative one counts as 0.
  func transformed(_ concentration: Double) -> Double {
    let shifted = max(concentration, 0) + shift
    switch transformation {
    case .logarithm: return logarithm(shifted)
    case .squareRoot: return shifted.squareRoot()
    }
  }

  /// Returns the concentration for a number on the transformed scale; never negative or infinite.
  func concentration(_ transformed: Double) -> Double {
    let shifted: Double
    switch transformation {
    case .logarithm: shifted = exponential(transformed)
    case .squareRoot:
      let root = max(transformed, 0)
      shifted = root * root
    }
    return min(max(shifted - shift, 0), .greatestFiniteMagnitude)
  }

  /// Returns the offset and the error variance of a station; nil if it can't be used.
  func deviation(of setting: AirSite.Details.Setting?, _ quality: PlaceEstimator.Quality) -> Deviation? {
    var sum = Deviation(offset: 0, variance: instrumentVariance)
    switch setting {
    case .traffic:
      sum.offset += roadside.offset
      sum.variance += roadside.variance
    case .industrial: sum.variance += roadside.variance
    default: break
    }
    if quality == .reference { return sum }
    guard let own = quality == .corrected ? corrected : raw else { return nil }
    sum.offset += own.offset
    sum.variance += own.variance
    return sum
  }

  var isPossible: Bool {
    let deviations = [roadside] + [corrected, raw].compactMap { $0 }
    let numbers =
      [
        shift, fieldVariance, fieldLength, localVariance, instrumentVariance, biasVariance, patternShare,
        hourlyVariance,
      ] + deviations.map(\.variance)
    return numbers.allSatisfy { $0.isFinite && $0 >= 0 } && deviations.allSatisfy(\.offset.isFinite)
      && shift > 0 && fieldVariance > 0 && fieldLength > 0 && instrumentVariance > 0 && patternShare <= 1
  }
}
