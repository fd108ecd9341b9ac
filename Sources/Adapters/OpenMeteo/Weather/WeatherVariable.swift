import AQKit

/// The variables of Open-Meteo's weather and climate services, and their timing.
///
/// Source: open-meteo.com/en/docs, …/historical-weather-api and …/climate-api, and `openapi/forecast.yml`,
/// `historical-weather.yml` and `climate.yml` of open-meteo/open-meteo.
enum WeatherVariable {
  /// The variables of the forecast.
  static let forecast = ServiceVocabulary(
    hourly: VariableTable(common + onlyForecast, aliases: aliases, isModel: isModel),
    daily: VariableTable(
      commonDays + onlyForecastDays, alsoRead: daysOfPast, aliases: aliases, isModel: isModel))

  /// The variables of the reanalyses.
  static let archive = ServiceVocabulary(
    hourly: VariableTable(common, aliases: aliases, isModel: isModel),
    daily: VariableTable(commonDays + daysOfPast, aliases: aliases, isModel: isModel))

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
    .init("wind_gusts_10m", .windGusts, .precedingHour),
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

  /// The names from before November 2023, which the service still accepts and returns, and those of the old section
  /// `current_weather`.
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

  private static func isModel(_ suffix: Substring) -> Bool { modelPrefixes.contains { suffix.hasPrefix($0) } }

  /// Returns the offers of a vocabulary's variables.
  ///
  /// - Parameters:
  ///   - vocabulary: The variables.
  ///   - capabilities: The capabilities.
  ///   - kind: The kind of report.
  static func offers(
    _ vocabulary: ServiceVocabulary, _ capabilities: Set<SourceDescriptor.Capability>, _ kind: AirReport.Kind
  ) -> [SourceDescriptor.Offer] {
    func offer(_ variables: [ServiceVariable], step: Int64, only: Set<SourceDescriptor.Capability>? = nil)
      -> SourceDescriptor.Offer?
    {
      guard let first = variables.first else { return nil }
      return SourceDescriptor.Offer(
        capabilities: only ?? capabilities, placeKinds: [.coordinate], parameters: variables.map(\.parameter),
        kinds: [kind], timeConvention: first.timeConvention, averaging: first.averaging(step: step),
        cadence: .seconds(step))
    }
    let hours = vocabulary.hourly?.all ?? []
    let days = vocabulary.daily?.all ?? []
    let sums = hours.filter { $0.timing == .precedingStep }
    return [
      offer(hours.filter { $0.timing == .instant }, step: 3600),
      offer(sums + hours.filter { $0.timing == .precedingHour }, step: 3600),
      capabilities.contains(.current) ? offer(sums, step: 900, only: [.current]) : nil,
      offer(days, step: 86_400),
    ].compactMap { $0 }
  }
}
