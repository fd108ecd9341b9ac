import AQKit

struct ServiceVariable: Sendable {
  enum Timing: Sendable {
    /// The instant of its time stamp.
    case instant
    /// The value covers the hour before its time stamp, whatever the step.
    case precedingHour
    /// The step before its time stamp: an hour, or 15 minutes in `current` and `minutely_15`.
    case precedingStep
    /// The 24 hours from its time stamp on.
    case day
    /// The time stamp is that of the day, and the value itself is an instant.
    case instantOfDay
  }

  /// The models behind a service that have a variable.
  enum Models: Sendable {
    /// The variables of the weather or the climate.
    case weather
    /// CAMS Europe and CAMS global.
    case everywhere
    /// CAMS Europe only.
    case europe
    /// CAMS Europe only, pollen.
    case pollen
    /// CAMS global only.
    case global
    /// CAMS global greenhouse gases.
    case greenhouseGases
    /// An index that the service computes from the others.
    case index
  }

  let name: String
  let parameter: AirParameter
  let timing: Timing
  let models: Models

  init(
    _ name: String, _ parameter: AirParameter, _ timing: Timing = .instant, models: Models = .weather
  ) {
    self.name = name
    self.parameter = parameter
    self.timing = timing
    self.models = models
  }

  func averaging(step: Int64) -> AveragingPeriod {
    switch timing {
    case .instant: .instant
    case .precedingHour: .oneHour
    case .precedingStep: AveragingPeriod(seconds: step)
    case .day, .instantOfDay: .day
    }
  }

  var timeConvention: SourceDescriptor.TimeConvention {
    switch timing {
    case .instant: .instant
    case .precedingHour, .precedingStep: .end
    case .day, .instantOfDay: .start
    }
  }
}

struct VariableTable: Sendable {
  /// The meaning of a key in a response: a variable and, in responses with several models, the model in the key's suffix.
  struct Match: Sendable {
    let variable: ServiceVariable
    let model: String?
  }

  let all: [ServiceVariable]
  private let byName: [String: ServiceVariable]
  private let byParameter: [AirParameter: ServiceVariable]
  private let isModel: @Sendable (Substring) -> Bool

  /// Builds the table. Variables in `alsoRead` are never requested; aliases are older names, each with the current one.
  init(
    _ all: [ServiceVariable], alsoRead: [ServiceVariable] = [], aliases: [(String, String)] = [],
    isModel: @escaping @Sendable (Substring) -> Bool = { _ in false }
  ) {
    self.all = all
    self.isModel = isModel
    byParameter = Dictionary(all.map { ($0.parameter, $0) }) { $1 }
    var byName = Dictionary((alsoRead + all).map { ($0.name, $0) }) { $1 }
    for (alias, name) in aliases { byName[alias] = byName[name] }
    self.byName = byName
  }

  /// Returns the distinct wire names of some parameters; all names if there are no parameters. No other name is ever sent:
  /// one unknown name fails a whole request, which still counts.
  func names(of parameters: [AirParameter]) -> [String] {
    parameters.isEmpty ? all.map(\.name) : parameters.compactMap { byParameter[$0]?.name }.unique
  }

  func find(_ key: String) -> Match? {
    if let variable = byName[key] { return Match(variable: variable, model: nil) }
    // No valid name is that long, and the search would try each of its parts.
    guard key.utf8.count < 200 else { return nil }
    var end = key.endIndex
    while let underscore = key[..<end].lastIndex(of: "_") {
      let suffix = key[key.index(after: underscore)...]
      if isModel(suffix), let variable = byName[String(key[..<underscore])] {
        return Match(variable: variable, model: String(suffix))
      }
      end = underscore
    }
    return nil
  }
}

struct ServiceVocabulary: Sendable {
  var hourly = VariableTable([])
  var daily = VariableTable([])
}

/// The variables of the air-quality service.
///
/// Source: Open-Meteo's air-quality documentation and `openapi/air-quality.yml`, and the domains' variable lists of the
/// service's source code (August 2026).
extension ServiceVocabulary {
  static let airQuality = ServiceVocabulary(
    hourly: VariableTable(
      concentrations + indices("european_aqi", "european", particlesAndGases)
        + indices("us_aqi", "us-epa", particlesAndGases + [("carbon_monoxide", .co)]),
      // The old names of the sub-indices.
      aliases: ["european_aqi", "us_aqi"].flatMap { index in
        [
          ("no2", "nitrogen_dioxide"), ("o3", "ozone"), ("so2", "sulphur_dioxide"), ("co", "carbon_monoxide"),
        ].map { ("\(index)_\($0)", "\(index)_\($1)") }
      }
    ) { $0 == "cams_europe" || $0 == "cams_global" })

  private static let concentrations: [ServiceVariable] =
    variables(
      .everywhere, ("pm2_5", .pm25), ("pm10", .pm10), ("carbon_monoxide", .co), ("nitrogen_dioxide", .no2),
      ("sulphur_dioxide", .so2), ("ozone", .o3), ("dust", .dust), ("formaldehyde", .hcho),
      ("glyoxal", .glyoxal), ("peroxyacyl_nitrates", .pans), ("nitrogen_monoxide", .no),
      ("sea_salt_aerosol", .seaSalt), ("is_day", .isDay))
    + variables(.greenhouseGases, ("carbon_dioxide", .co2), ("methane", .ch4))
    + variables(
      .global, ("aerosol_optical_depth", .aerosolOpticalDepth), ("uv_index", .uvIndex),
      ("uv_index_clear_sky", .uvIndexClearSky))
    + variables(
      .europe, ("ammonia", .nh3), ("non_methane_volatile_organic_compounds", .nmvoc),
      ("pm10_wildfires", .pm10Wildfires), ("pm2_5_total_organic_matter", .pm25OrganicMatter),
      ("residential_elementary_carbon", .residentialElementaryCarbon),
      ("secondary_inorganic_aerosol", .secondaryInorganicAerosol),
      ("total_elementary_carbon", .elementaryCarbon))
    + variables(
      .pollen, ("alder_pollen", .alderPollen), ("birch_pollen", .birchPollen),
      ("grass_pollen", .grassPollen), ("mugwort_pollen", .mugwortPollen), ("olive_pollen", .olivePollen),
      ("ragweed_pollen", .ragweedPollen))

  private static func variables(
    _ models: ServiceVariable.Models, _ variables: (String, AirParameter)...
  ) -> [ServiceVariable] {
    variables.map { ServiceVariable($0, $1, models: models) }
  }

  private static let particlesAndGases: [(String, AirParameter)] = [
    ("pm2_5", .pm25), ("pm10", .pm10), ("nitrogen_dioxide", .no2), ("ozone", .o3), ("sulphur_dioxide", .so2),
  ]

  private static func indices(_ name: String, _ scale: String, _ parts: [(String, AirParameter)])
    -> [ServiceVariable]
  {
    [ServiceVariable(name, .publishedIndex(scale: scale), models: .index)]
      + parts.map {
        .init("\(name)_\($0)", .publishedIndex(scale: scale, pollutant: $1), models: .index)
      }
  }
}

/// The variables of the weather and climate services.
///
/// Source: open-meteo.com/en/docs, …/historical-weather-api and …/climate-api, and `openapi/forecast.yml`,
/// `historical-weather.yml` and `climate.yml` of open-meteo/open-meteo.
extension ServiceVocabulary {
  static let forecast = ServiceVocabulary(
    hourly: VariableTable(common + onlyForecast, aliases: aliases, isModel: isWeatherModel),
    daily: VariableTable(
      commonDays + onlyForecastDays, alsoRead: daysOfPast, aliases: aliases, isModel: isWeatherModel))

  static let archive = ServiceVocabulary(
    hourly: VariableTable(common, aliases: aliases, isModel: isWeatherModel),
    daily: VariableTable(commonDays + daysOfPast, aliases: aliases, isModel: isWeatherModel))

  /// The variables of climate models, most of which the archive has, too.
  static let climate = ServiceVocabulary(
    daily: VariableTable(
      [
        "temperature_2m_max", "temperature_2m_min", "temperature_2m_mean", "relative_humidity_2m_max",
        "relative_humidity_2m_min", "relative_humidity_2m_mean", "dew_point_2m_max", "dew_point_2m_min",
        "dew_point_2m_mean", "wind_speed_10m_max", "wind_speed_10m_mean", "cloud_cover_mean",
        "pressure_msl_mean", "precipitation_sum", "rain_sum", "snowfall_sum", "shortwave_radiation_sum",
      ].compactMap { archive.daily.find($0)?.variable } + [
        .init("soil_moisture_0_to_10cm_mean", .daily(.mean, of: .soilMoisture), .day),
        .init("et0_fao_evapotranspiration_sum", .daily(.sum, of: .referenceEvapotranspiration), .day),
      ]
    ) { OpenMeteoClimate.Model(rawValue: String($0)) != nil })

  private static let common: [ServiceVariable] = [
    .init("temperature_2m", .temperature),
    .init("relative_humidity_2m", .humidity),
    .init("dew_point_2m", .dewPoint),
    .init("apparent_temperature", .apparentTemperature),
    .init("pressure_msl", .pressure),
    .init("surface_pressure", .surfacePressure),
    .init("cloud_cover", .cloudCover),
    .init("wind_speed_10m", .windSpeed),
    .init("wind_direction_10m", .windDirection),
    .init("wind_gusts_10m", .windGusts, .precedingStep),
    .init("precipitation", .precipitation, .precedingStep),
    .init("rain", .rain, .precedingStep),
    .init("snowfall", .snowfall, .precedingStep),
    .init("weather_code", .weatherCode),
    .init("is_day", .isDay),
  ]

  private static let onlyForecast: [ServiceVariable] = [
    .init("showers", .showers, .precedingStep),
    .init("precipitation_probability", .precipitationProbability, .precedingHour),
    .init("visibility", .visibility),
    .init("uv_index", .uvIndex),
    .init("uv_index_clear_sky", .uvIndexClearSky),
  ]

  private static let commonDays: [ServiceVariable] = [
    .init("temperature_2m_max", .daily(.maximum, of: .temperature), .day),
    .init("temperature_2m_min", .daily(.minimum, of: .temperature), .day),
    .init("temperature_2m_mean", .daily(.mean, of: .temperature), .day),
    .init("apparent_temperature_max", .daily(.maximum, of: .apparentTemperature), .day),
    .init("apparent_temperature_min", .daily(.minimum, of: .apparentTemperature), .day),
    .init("precipitation_sum", .daily(.sum, of: .precipitation), .day),
    .init("rain_sum", .daily(.sum, of: .rain), .day),
    .init("snowfall_sum", .daily(.sum, of: .snowfall), .day),
    .init("wind_speed_10m_max", .daily(.maximum, of: .windSpeed), .day),
    .init("wind_gusts_10m_max", .daily(.maximum, of: .windGusts), .day),
    .init("wind_direction_10m_dominant", .daily(.dominant, of: .windDirection), .day),
    // The day's most severe code.
    .init("weather_code", .daily(.maximum, of: .weatherCode), .day),
    .init("sunrise", .sunrise, .instantOfDay),
    .init("sunset", .sunset, .instantOfDay),
    .init("daylight_duration", .daylightDuration, .day),
    .init("sunshine_duration", .sunshineDuration, .day),
  ]

  private static let onlyForecastDays: [ServiceVariable] = [
    .init("showers_sum", .daily(.sum, of: .showers), .day),
    .init("precipitation_probability_max", .daily(.maximum, of: .precipitationProbability), .day),
    .init("uv_index_max", .daily(.maximum, of: .uvIndex), .day),
    .init("uv_index_clear_sky_max", .daily(.maximum, of: .uvIndexClearSky), .day),
  ]

  private static let daysOfPast: [ServiceVariable] = [
    .init("apparent_temperature_mean", .daily(.mean, of: .apparentTemperature), .day),
    .init("relative_humidity_2m_max", .daily(.maximum, of: .humidity), .day),
    .init("relative_humidity_2m_min", .daily(.minimum, of: .humidity), .day),
    .init("relative_humidity_2m_mean", .daily(.mean, of: .humidity), .day),
    .init("dew_point_2m_max", .daily(.maximum, of: .dewPoint), .day),
    .init("dew_point_2m_min", .daily(.minimum, of: .dewPoint), .day),
    .init("dew_point_2m_mean", .daily(.mean, of: .dewPoint), .day),
    .init("cloud_cover_mean", .daily(.mean, of: .cloudCover), .day),
    .init("pressure_msl_mean", .daily(.mean, of: .pressure), .day),
    .init("wind_speed_10m_mean", .daily(.mean, of: .windSpeed), .day),
    .init("shortwave_radiation_sum", .daily(.sum, of: .shortwaveRadiation), .day),
    .init("et0_fao_evapotranspiration", .daily(.sum, of: .referenceEvapotranspiration), .day),
  ]

  /// The names from before November 2023, which the service still uses, and those of `current_weather`.
  private static let aliases: [(String, String)] = [
    ("relativehumidity_2m", "relative_humidity_2m"), ("dewpoint_2m", "dew_point_2m"),
    ("cloudcover", "cloud_cover"), ("weathercode", "weather_code"), ("windspeed_10m", "wind_speed_10m"),
    ("winddirection_10m", "wind_direction_10m"), ("windgusts_10m", "wind_gusts_10m"),
    ("windspeed_10m_max", "wind_speed_10m_max"), ("windgusts_10m_max", "wind_gusts_10m_max"),
    ("winddirection_10m_dominant", "wind_direction_10m_dominant"),
    ("temperature", "temperature_2m"), ("windspeed", "wind_speed_10m"),
    ("winddirection", "wind_direction_10m"),
  ]

  /// The prefixes of weather models' names, which follow a variable in responses with several models.
  private static let modelPrefixes = [
    "best_match", "arome_", "arpae_", "arpege_", "bom_", "cerra", "cma_", "dmi_", "ecmwf_", "era5", "gem_",
    "gfs_",
    "hrrr_", "icon_", "italia_", "jma_", "kma_", "knmi_", "meteofrance_", "meteoswiss_", "metno_", "ncep_",
    "ukmo_",
  ]

  private static func isWeatherModel(_ suffix: Substring) -> Bool {
    modelPrefixes.contains { suffix.hasPrefix($0) }
  }
}
