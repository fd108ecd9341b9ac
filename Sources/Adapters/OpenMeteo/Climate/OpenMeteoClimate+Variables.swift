import AQKit

extension OpenMeteoClimate {
  /// The variables of the service; requests for several models append the model's name.
  static let table: VariableTable = {
    let names = Set(Model.allCases.map(\.rawValue))
    return VariableTable(variables) { names.contains(String($0)) }
  }()

  private static let variables: [ServiceVariable] = [
    .init("temperature_2m_max", .daily(.maximum, of: .temperature), .day),
    .init("temperature_2m_min", .daily(.minimum, of: .temperature), .day),
    .init("temperature_2m_mean", .daily(.mean, of: .temperature), .day),
    .init("relative_humidity_2m_max", .daily(.maximum, of: .humidity), .day),
    .init("relative_humidity_2m_min", .daily(.minimum, of: .humidity), .day),
    .init("relative_humidity_2m_mean", .daily(.mean, of: .humidity), .day),
    .init("dew_point_2m_max", .daily(.maximum, of: .dewPoint), .day),
    .init("dew_point_2m_min", .daily(.minimum, of: .dewPoint), .day),
    .init("dew_point_2m_mean", .daily(.mean, of: .dewPoint), .day),
    .init("wind_speed_10m_max", .daily(.maximum, of: .windSpeed), .day),
    .init("wind_speed_10m_mean", .daily(.mean, of: .windSpeed), .day),
    .init("cloud_cover_mean", .daily(.mean, of: .cloudCover), .day),
    .init("pressure_msl_mean", .daily(.mean, of: .pressure), .day),
    .init("precipitation_sum", .daily(.sum, of: .precipitation), .day),
    .init("rain_sum", .daily(.sum, of: .rain), .day),
    .init("snowfall_sum", .daily(.sum, of: .snowfall), .day),
    .init("shortwave_radiation_sum", .daily(.sum, of: .shortwaveRadiation), .day),
    .init("soil_moisture_0_to_10cm_mean", .daily(.mean, of: .soilMoisture), .day),
    .init("et0_fao_evapotranspiration_sum", .daily(.sum, of: .referenceEvapotranspiration), .day),
  ]
}
