import AQKit

/// The variables of Open-Meteo's air-quality service.
///
/// Source: Open-Meteo's air-quality documentation and `openapi/air-quality.yml`, and the domains' variable lists of the
/// service's source code (August 2026).
enum AirQualityVariable {
  static let table = VariableTable(
    concentrations + indices("european_aqi", scale: "european", gases: europeanGases)
      + indices("us_aqi", scale: "us-epa", gases: europeanGases + [("carbon_monoxide", .co)]),
    aliases: aliases
  ) { $0 == "cams_europe" || $0 == "cams_global" }

  private static let concentrations: [ServiceVariable] = [
    .init("pm2_5", .pm25, models: .everywhere),
    .init("pm10", .pm10, models: .everywhere),
    .init("carbon_monoxide", .co, models: .everywhere),
    .init("nitrogen_dioxide", .no2, models: .everywhere),
    .init("sulphur_dioxide", .so2, models: .everywhere),
    .init("ozone", .o3, models: .everywhere),
    .init("dust", .dust, models: .everywhere),
    .init("formaldehyde", .hcho, models: .everywhere),
    .init("glyoxal", .glyoxal, models: .everywhere),
    .init("peroxyacyl_nitrates", .pans, models: .everywhere),
    .init("nitrogen_monoxide", .no, models: .everywhere),
    .init("sea_salt_aerosol", .seaSalt, models: .everywhere),
    .init("is_day", .isDay, models: .everywhere),
    .init("carbon_dioxide", .co2, models: .greenhouseGases),
    .init("methane", .ch4, models: .greenhouseGases),
    .init("aerosol_optical_depth", .aerosolOpticalDepth, models: .global),
    .init("uv_index", .uvIndex, models: .global),
    .init("uv_index_clear_sky", .uvIndexClearSky, models: .global),
    .init("ammonia", .nh3, models: .europe),
    .init("non_methane_volatile_organic_compounds", .nmvoc, models: .europe),
    .init("pm10_wildfires", .pm10Wildfires, models: .europe),
    .init("pm2_5_total_organic_matter", .pm25OrganicMatter, models: .europe),
    .init("residential_elementary_carbon", .residentialElementaryCarbon, models: .europe),
    .init("secondary_inorganic_aerosol", .secondaryInorganicAerosol, models: .europe),
    .init("total_elementary_carbon", .elementaryCarbon, models: .europe),
    .init("alder_pollen", .alderPollen, models: .pollen),
    .init("birch_pollen", .birchPollen, models: .pollen),
    .init("grass_pollen", .grassPollen, models: .pollen),
    .init("mugwort_pollen", .mugwortPollen, models: .pollen),
    .init("olive_pollen", .olivePollen, models: .pollen),
    .init("ragweed_pollen", .ragweedPollen, models: .pollen),
  ]

  private static let europeanGases: [(String, AirParameter)] = [
    ("pm2_5", .pm25), ("pm10", .pm10), ("nitrogen_dioxide", .no2), ("ozone", .o3), ("sulphur_dioxide", .so2),
  ]

  private static func indices(_ name: String, scale: String, gases: [(String, AirParameter)])
    -> [ServiceVariable]
  {
    [ServiceVariable(name, .publishedIndex(scale: scale), models: .index)]
      + gases.map {
        .init("\(name)_\($0.0)", .publishedIndex(scale: scale, pollutant: $0.1), models: .index)
      }
  }

  /// The old names of the sub-indices.
  private static let aliases: [(String, String)] = ["european_aqi", "us_aqi"].flatMap { index in
    [
      ("nitrogen_dioxide", "no2"), ("ozone", "o3"), ("sulphur_dioxide", "so2"), ("carbon_monoxide", "co"),
    ].map { long, short in ("\(index)_\(short)", "\(index)_\(long)") }
  }
}
