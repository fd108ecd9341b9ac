import AQKit

/// A variable of Open-Meteo's air-quality service: its name on the wire, its parameter, and which of the CAMS domains
/// have it.
///
/// Source: Open-Meteo's air-quality documentation and `openapi/air-quality.yml`, and the domains' variable lists of the
/// service's source code (August 2026).
struct AirQualityVariable: Sendable {
  /// Which domains have a variable.
  enum Domains: Sendable {
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
  let domains: Domains

  init(_ name: String, _ parameter: AirParameter, _ domains: Domains) {
    self.name = name
    self.parameter = parameter
    self.domains = domains
  }

  static let all: [AirQualityVariable] =
    [
      .init("pm2_5", .pm25, .everywhere),
      .init("pm10", .pm10, .everywhere),
      .init("carbon_monoxide", .co, .everywhere),
      .init("nitrogen_dioxide", .no2, .everywhere),
      .init("sulphur_dioxide", .so2, .everywhere),
      .init("ozone", .o3, .everywhere),
      .init("dust", .dust, .everywhere),
      .init("formaldehyde", .hcho, .everywhere),
      .init("glyoxal", .glyoxal, .everywhere),
      .init("peroxyacyl_nitrates", .pans, .everywhere),
      .init("nitrogen_monoxide", .no, .everywhere),
      .init("sea_salt_aerosol", .seaSalt, .everywhere),
      .init("is_day", .isDay, .everywhere),
      .init("carbon_dioxide", .co2, .greenhouseGases),
      .init("methane", .ch4, .greenhouseGases),
      .init("aerosol_optical_depth", .aerosolOpticalDepth, .global),
      .init("uv_index", .uvIndex, .global),
      .init("uv_index_clear_sky", .uvIndexClearSky, .global),
      .init("ammonia", .nh3, .europe),
      .init("non_methane_volatile_organic_compounds", .nmvoc, .europe),
      .init("pm10_wildfires", .pm10Wildfires, .europe),
      .init("pm2_5_total_organic_matter", .pm25OrganicMatter, .europe),
      .init("residential_elementary_carbon", .residentialElementaryCarbon, .europe),
      .init("secondary_inorganic_aerosol", .secondaryInorganicAerosol, .europe),
      .init("total_elementary_carbon", .elementaryCarbon, .europe),
      .init("alder_pollen", .alderPollen, .pollen),
      .init("birch_pollen", .birchPollen, .pollen),
      .init("grass_pollen", .grassPollen, .pollen),
      .init("mugwort_pollen", .mugwortPollen, .pollen),
      .init("olive_pollen", .olivePollen, .pollen),
      .init("ragweed_pollen", .ragweedPollen, .pollen),
    ] + indices("european_aqi", scale: "european", gases: europeanGases)
    + indices("us_aqi", scale: "us-epa", gases: europeanGases + [("carbon_monoxide", .co)])

  private static let europeanGases: [(String, AirParameter)] = [
    ("pm2_5", .pm25), ("pm10", .pm10), ("nitrogen_dioxide", .no2), ("ozone", .o3), ("sulphur_dioxide", .so2),
  ]

  private static func indices(_ name: String, scale: String, gases: [(String, AirParameter)])
    -> [AirQualityVariable]
  {
    [AirQualityVariable(name, .publishedIndex(scale: scale), .index)]
      + gases.map { .init("\(name)_\($0.0)", .publishedIndex(scale: scale, pollutant: $0.1), .index) }
  }

  static let byParameter: [AirParameter: AirQualityVariable] = {
    var table: [AirParameter: AirQualityVariable] = [:]
    for variable in all { table[variable.parameter] = variable }
    return table
  }()

  /// Every name on the wire, old aliases of the sub-indices included.
  private static let byName: [String: AirQualityVariable] = {
    var table: [String: AirQualityVariable] = [:]
    for variable in all { table[variable.name] = variable }
    let shortNames = [
      ("nitrogen_dioxide", "no2"), ("ozone", "o3"), ("sulphur_dioxide", "so2"), ("carbon_monoxide", "co"),
    ]
    for index in ["european_aqi", "us_aqi"] {
      for (long, short) in shortNames { table["\(index)_\(short)"] = table["\(index)_\(long)"] }
    }
    return table
  }()

  /// The variable of a key in an answer, and the model that the key names as a suffix where several were asked.
  static func find(_ key: String) -> (variable: AirQualityVariable, model: String?)? {
    if let variable = byName[key] { return (variable, nil) }
    for model in ["cams_europe", "cams_global"] where key.hasSuffix("_\(model)") {
      if let variable = byName[String(key.dropLast(model.count + 1))] { return (variable, model) }
    }
    return nil
  }
}
