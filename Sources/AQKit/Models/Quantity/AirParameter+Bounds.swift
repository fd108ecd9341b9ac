extension AirParameter {
  /// The range of a parameter's values in the world, or of the values that an instrument can give.
  ///
  /// `ReportBuilder` checks each value, from any adapter: a value beyond ``possible`` is refused and counted, one beyond
  /// ``plausible`` is kept and flagged as suspect.
  public struct Bounds: Hashable, Sendable, Codable {
    /// The unit of both ranges; for a gas mostly ppb.
    public let unit: AirUnit
    /// The values that occur.
    public let plausible: ClosedRange<Double>
    /// The values that can be measured at all.
    public let possible: ClosedRange<Double>
    /// The document that gives the ends of the ranges.
    public let source: String

    /// Creates the range of a parameter's values that occur, and of those that can be measured at all: by default the same.
    public init(
      _ plausible: ClosedRange<Double>, possible: ClosedRange<Double>? = nil, unit: AirUnit, source: String
    ) {
      self.unit = unit
      self.plausible = plausible
      self.possible = possible ?? plausible
      self.source = source
    }
  }

  /// The range of the parameter in the world; nil if AQKit only knows the range of its unit.
  ///
  /// A daily statistic other than a sum has the bounds of its parameter.
  public var bounds: Bounds? {
    if let bounds = Bounds.ofKnown(rawValue) { return bounds }
    if isPublishedIndex { return .publishedIndex }
    guard let (statistic, parameter) = dayStatistic, statistic != .sum else { return nil }
    return parameter.bounds
  }
}

extension AirParameter.Bounds {
  /// Returns the range of a known parameter by its canonical spelling; nil for other parameters, and for those of which
  /// only the range of the unit is known.
  fileprivate static func ofKnown(_ parameter: String) -> Self? {
    let extremes = "World Meteorological Organization, archive of weather and climate extremes"
    return switch parameter {
    // −15 µg/m³ is the lowest output of the beta attenuation monitor that most networks have (Met One Instruments, BAM 1020
    // operation manual, offset of −0.015 mg/m³); three times that isn't noise. The highest hourly mean of a reference
    // station that we found is 1,799 µg/m³ (Wagga Wagga, bushfire smoke of 5 January 2020: New South Wales Government,
    // special statement on spring–summer 2019–20).
    case "pm25", "pm1", "bc", "pb", "secondary_inorganic_aerosol", "residential_ec", "ec", "pm25_om":
      Self(
        -15...5000, possible: -45...1e9, unit: .microgramsPerCubicMetre,
        source: "hourly mean of 1,799 µg/m³ in bushfire smoke, NSW Government, 2020; BAM 1020 manual")
    // The highest hourly mean that we found is 15,366 µg/m³ (Bringelly, dust storm of 23 September 2009: Leys et al.,
    // Aeolian Research 3 (2011) 327).
    case "pm10", "dust", "sea_salt", "pm10_wildfires":
      Self(
        -15...30_000, possible: -45...1e9, unit: .microgramsPerCubicMetre,
        source:
          "hourly mean of 15,366 µg/m³ in a dust storm, Leys et al., Aeolian Research 3 (2011) 327; BAM 1020 manual"
      )
    case "no2": .gas(upTo: 13)
    case "o3": .gas(upTo: 5)
    case "so2", "no", "h2s": .gas(upTo: 100)
    case "co": .gas(upTo: 1200, noise: 500)
    case "nh3": .gas(upTo: 300)
    case "nox": .gas(upTo: 113)
    case "c6h6": .gas(upTo: 500)
    case "hcho": .gas(upTo: 20)
    // From the minimum of the last 800,000 years, 172 ppm (Lüthi et al., Nature 453 (2008) 379), to the concentration that
    // is immediately dangerous to life or health (NIOSH).
    case "co2":
      Self(
        172...40_000, possible: 0...1e6, unit: .ppm,
        source:
          "Lüthi et al., Nature 453 (2008) 379; NIOSH Pocket Guide, immediately dangerous to life or health")
    // From the minimum of the last 800,000 years, about 350 ppb (Loulergue et al., Nature 453 (2008) 383), to the explosive
    // concentration, 5 % (NIOSH International Chemical Safety Card 0291).
    case "ch4":
      Self(
        350...5e7, possible: 0...1e9, unit: .ppb,
        source: "Loulergue et al., Nature 453 (2008) 383; ICSC 0291")
    // The extremes are −89.2 °C and 56.7 °C.
    case "temperature": Self(-90...60, possible: -273.15...1e4, unit: .celsius, source: extremes)
    // The highest is 35 °C; there is hardly a lower limit, because air can be very dry.
    case "dew_point": Self(-110...40, possible: -273.15...1e4, unit: .celsius, source: extremes)
    // At sea level, the extremes are 870 hPa and 1,089.4 hPa.
    case "pressure": Self(860...1100, possible: 100...2000, unit: .hectopascal, source: extremes)
    // From the summit of Mount Everest, 309 hPa in 1979–2019 (Matthews et al., iScience 23 (2020) 101718), to the shore of
    // the Dead Sea.
    case "surface_pressure":
      Self(
        300...1100, possible: 100...2000, unit: .hectopascal,
        source:
          "309 hPa on Mount Everest, Matthews et al., iScience 23 (2020) 101718; WMO archive of extremes")
    // The strongest gust is 113.2 m/s.
    case "wind_speed", "wind_gusts":
      Self(0...115, possible: 0...1000, unit: .metresPerSecond, source: extremes)
    // Of up to a day: the record is 1,825 mm.
    case "precipitation", "rain", "showers":
      Self(0...1825, possible: 0...1e5, unit: .millimetres, source: extremes)
    // Stations' hygrometers measure to 3 %; more than 110 % doesn't occur near the ground.
    case "humidity":
      Self(
        0...103, possible: -3...110, unit: .percent,
        source:
          "WMO-No. 8, Guide to Instruments and Methods of Observation, Annex 1.A: achievable uncertainty")
    // The highest is 43.3 (Cabrol et al., Frontiers in Environmental Science 2 (2014) 19).
    case "uv_index", "uv_index_clear_sky":
      Self(
        0...45, possible: -1...1000, unit: .one,
        source: "43.3 on Licancabur, Cabrol et al., Frontiers in Environmental Science 2 (2014) 19")
    case "cloud_cover", "precipitation_probability":
      Self(0...100, possible: -1...101, unit: .percent, source: "a share of the whole")
    case "wind_direction":
      Self(0...360, possible: -360...360, unit: .degrees, source: "a circle has 360°")
    case "daylight_duration", "sunshine_duration":
      Self(0...90_000, possible: 0...1e6, unit: .seconds, source: "a day has 25 hours at most")
    default: nil
    }
  }

  /// Returns the range of a gas: up to the concentration that is immediately dangerous to life or health (NIOSH, Pocket
  /// Guide to Chemical Hazards, IDLH), which doesn't occur where people live; down to three times the drift of analysers
  /// below zero, in ppb: 40 CFR 53.20, Table B-1, zero drift, where that of nitrogen dioxide is the largest.
  private static func gas(upTo ppm: Double, noise: Double = 20) -> Self {
    Self(
      -noise...ppm * 1000, possible: -3 * noise...1e9, unit: .ppb,
      source: "NIOSH Pocket Guide, immediately dangerous to life or health; 40 CFR 53, Table B-1")
  }

  /// A published index. The lowest is zero; New South Wales published 4,056 in the dust storm of 23 September 2009.
  fileprivate static let publishedIndex = Self(
    0...10_000, possible: 0...1e9, unit: .one, source: "4,056 in New South Wales, 23 September 2009")
}
