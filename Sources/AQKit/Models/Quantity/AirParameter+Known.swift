extension AirParameter {
  /// Particles with an aerodynamic diameter of up to 2.5 µm.
  public static var pm25: AirParameter { known("pm25") }
  /// Particles with an aerodynamic diameter of up to 10 µm.
  public static var pm10: AirParameter { known("pm10") }
  /// Particles with an aerodynamic diameter of up to 1 µm.
  public static var pm1: AirParameter { known("pm1") }
  /// Nitrogen dioxide.
  public static var no2: AirParameter { known("no2") }
  /// Ozone.
  public static var o3: AirParameter { known("o3") }
  /// Sulphur dioxide.
  public static var so2: AirParameter { known("so2") }
  /// Carbon monoxide.
  public static var co: AirParameter { known("co") }
  /// Ammonia.
  public static var nh3: AirParameter { known("nh3") }
  /// Nitrogen monoxide.
  public static var no: AirParameter { known("no") }
  /// Nitrogen oxides, expressed as nitrogen dioxide.
  public static var nox: AirParameter { known("nox") }
  /// Carbon dioxide.
  public static var co2: AirParameter { known("co2") }
  /// Methane.
  public static var ch4: AirParameter { known("ch4") }
  /// Hydrogen sulphide.
  public static var h2s: AirParameter { known("h2s") }
  /// Benzene.
  public static var c6h6: AirParameter { known("c6h6") }
  /// Formaldehyde.
  public static var hcho: AirParameter { known("hcho") }
  /// Glyoxal.
  public static var glyoxal: AirParameter { known("glyoxal") }
  /// Peroxyacyl nitrates.
  public static var pans: AirParameter { known("pans") }
  /// Non-methane volatile organic compounds.
  public static var nmvoc: AirParameter { known("nmvoc") }
  /// Volatile organic compounds together, as sensors estimate them; methane hardly counts. A sensor's index of them is no
  /// concentration and has a name of its own, such as `voc_index`.
  public static var voc: AirParameter { known("voc") }
  /// Black carbon.
  public static var bc: AirParameter { known("bc") }
  /// Lead in particles.
  public static var pb: AirParameter { known("pb") }
  /// Desert dust.
  public static var dust: AirParameter { known("dust") }
  /// Sea-salt aerosol.
  public static var seaSalt: AirParameter { known("sea_salt") }
  /// Secondary inorganic aerosol.
  public static var secondaryInorganicAerosol: AirParameter { known("secondary_inorganic_aerosol") }
  /// Elementary carbon from residential combustion.
  public static var residentialElementaryCarbon: AirParameter { known("residential_ec") }
  /// Elementary carbon.
  public static var elementaryCarbon: AirParameter { known("ec") }
  /// Organic matter in PM2.5.
  public static var pm25OrganicMatter: AirParameter { known("pm25_om") }
  /// PM10 from wildfires.
  public static var pm10Wildfires: AirParameter { known("pm10_wildfires") }
  /// Aerosol optical depth of the column at 550 nm.
  public static var aerosolOpticalDepth: AirParameter { known("aod") }
  /// The UV index under the forecast clouds.
  public static var uvIndex: AirParameter { known("uv_index") }
  /// The UV index under a clear sky.
  public static var uvIndexClearSky: AirParameter { known("uv_index_clear_sky") }
  /// Alder pollen (Alnus).
  public static var alderPollen: AirParameter { known("alder_pollen") }
  /// Birch pollen (Betula).
  public static var birchPollen: AirParameter { known("birch_pollen") }
  /// Grass pollen (Poaceae).
  public static var grassPollen: AirParameter { known("grass_pollen") }
  /// Mugwort pollen (Artemisia).
  public static var mugwortPollen: AirParameter { known("mugwort_pollen") }
  /// Olive pollen (Olea).
  public static var olivePollen: AirParameter { known("olive_pollen") }
  /// Ragweed pollen (Ambrosia).
  public static var ragweedPollen: AirParameter { known("ragweed_pollen") }
  /// Air temperature at 2 m.
  public static var temperature: AirParameter { known("temperature") }
  /// Relative humidity at 2 m.
  public static var humidity: AirParameter { known("humidity") }
  /// Air pressure reduced to mean sea level.
  public static var pressure: AirParameter { known("pressure") }
  /// Air pressure at the surface.
  public static var surfacePressure: AirParameter { known("surface_pressure") }
  /// Wind speed at 10 m.
  public static var windSpeed: AirParameter { known("wind_speed") }
  /// Direction that the wind comes from, at 10 m.
  public static var windDirection: AirParameter { known("wind_direction") }
  /// Precipitation sum.
  public static var precipitation: AirParameter { known("precipitation") }
  /// Whether the sun is up: 1 or 0.
  public static var isDay: AirParameter { known("is_day") }
  /// The apparent temperature, from temperature, humidity, wind and radiation.
  public static var apparentTemperature: AirParameter { known("apparent_temperature") }
  /// Dew point at 2 m.
  public static var dewPoint: AirParameter { known("dew_point") }
  /// The strongest gust at 10 m within the value's interval.
  public static var windGusts: AirParameter { known("wind_gusts") }
  /// Rain from large weather systems, a sum.
  public static var rain: AirParameter { known("rain") }
  /// Rain from convection, a sum.
  public static var showers: AirParameter { known("showers") }
  /// Depth of new snow, a sum.
  public static var snowfall: AirParameter { known("snowfall") }
  /// The probability of precipitation.
  public static var precipitationProbability: AirParameter { known("precipitation_probability") }
  /// The share of the sky that clouds cover.
  public static var cloudCover: AirParameter { known("cloud_cover") }
  /// The distance to which objects are visible.
  public static var visibility: AirParameter { known("visibility") }
  /// The weather as a code of WMO table 4677, such as 61 for slight rain.
  public static var weatherCode: AirParameter { known("weather_code") }
  /// Sunrise, as an instant (``AirUnit/unixTime``).
  public static var sunrise: AirParameter { known("sunrise") }
  /// Sunset, as an instant (``AirUnit/unixTime``).
  public static var sunset: AirParameter { known("sunset") }
  /// The time for which the sun is above the horizon.
  public static var daylightDuration: AirParameter { known("daylight_duration") }
  /// The time for which the sun shines.
  public static var sunshineDuration: AirParameter { known("sunshine_duration") }
  /// The energy of the sun's radiation on a level surface.
  public static var shortwaveRadiation: AirParameter { known("shortwave_radiation") }
  /// The volume of water per volume of soil in the uppermost 10 cm.
  public static var soilMoisture: AirParameter { known("soil_moisture") }
  /// The evapotranspiration of well-watered grass by FAO's Penman-Monteith equation.
  public static var referenceEvapotranspiration: AirParameter { known("reference_evapotranspiration") }
}

extension AirParameter {
  struct Row {
    let id: String
    let name: String
    let family: Family
    let molarMass: Double?
    /// Other spellings, with bars between them.
    let aliases: String

    init(_ id: String, _ name: String, _ family: Family, mass: Double? = nil, aliases: String = "") {
      self.id = id
      self.name = name
      self.family = family
      self.molarMass = mass
      self.aliases = aliases
    }
  }

  /// The known parameters. Aliases are lower-case; input is lower-cased before the comparison.
  ///
  /// Molar masses from the standard atomic weights H 1.008, C 12.011, N 14.007, O 15.999, S 32.06, Na 22.990
  /// (IUPAC 2021, abridged), rounded as regulators' conversion tables print them. ``Bounds`` has
  /// the ranges of their values.
  static let registry: [Row] = [
    Row("pm25", "PM2.5", .particle, aliases: "pm2_5|pm2.5|pm02|fine particulate matter"),
    Row("pm10", "PM10", .particle, aliases: "pm10.0"),
    Row("pm1", "PM1", .particle, aliases: "pm1.0|pm1_0|pm01"),
    Row("no2", "Nitrogen dioxide", .gas, mass: 46.0055, aliases: "nitrogen_dioxide"),
    Row("o3", "Ozone", .gas, mass: 47.9982, aliases: "ozone"),
    Row("so2", "Sulphur dioxide", .gas, mass: 64.066, aliases: "sulphur_dioxide|sulfur_dioxide"),
    Row("co", "Carbon monoxide", .gas, mass: 28.01, aliases: "carbon_monoxide"),
    Row("nh3", "Ammonia", .gas, mass: 17.0305, aliases: "ammonia"),
    Row("no", "Nitrogen monoxide", .gas, mass: 30.0061, aliases: "nitrogen_monoxide|nitric_oxide"),
    Row("nox", "Nitrogen oxides", .gas, mass: 46.0055, aliases: "nitrogen_oxides"),
    Row("co2", "Carbon dioxide", .gas, mass: 44.0095, aliases: "carbon_dioxide"),
    Row("ch4", "Methane", .gas, mass: 16.0425, aliases: "methane"),
    Row("h2s", "Hydrogen sulphide", .gas, mass: 34.081, aliases: "hydrogen_sulphide"),
    Row("c6h6", "Benzene", .gas, mass: 78.1118, aliases: "benzene"),
    Row("hcho", "Formaldehyde", .gas, mass: 30.026, aliases: "formaldehyde|ch2o"),
    Row("glyoxal", "Glyoxal", .gas, mass: 58.036),
    Row("pans", "Peroxyacyl nitrates", .gas, aliases: "peroxyacyl_nitrates"),
    Row(
      "nmvoc", "Non-methane volatile organic compounds", .gas,
      aliases: "non_methane_volatile_organic_compounds"),
    Row(
      "voc", "Volatile organic compounds", .gas,
      aliases: "tvoc|volatile_organic_compounds|total_volatile_organic_compounds"),
    Row("bc", "Black carbon", .particle, aliases: "black_carbon"),
    Row("pb", "Lead", .particle, aliases: "lead"),
    Row("dust", "Desert dust", .particle),
    Row("sea_salt", "Sea-salt aerosol", .particle, aliases: "sea_salt_aerosol"),
    Row("secondary_inorganic_aerosol", "Secondary inorganic aerosol", .particle, aliases: "sia"),
    Row(
      "residential_ec", "Residential elementary carbon", .particle,
      aliases: "residential_elementary_carbon"),
    Row("ec", "Elementary carbon", .particle, aliases: "total_elementary_carbon"),
    Row("pm25_om", "Organic matter in PM2.5", .particle, aliases: "pm2_5_total_organic_matter"),
    Row("pm10_wildfires", "PM10 from wildfires", .particle),
    Row("aod", "Aerosol optical depth at 550 nm", .radiation, aliases: "aerosol_optical_depth"),
    Row("uv_index", "UV index", .radiation, aliases: "uvi"),
    Row("uv_index_clear_sky", "UV index under a clear sky", .radiation),
    Row("alder_pollen", "Alder pollen", .pollen),
    Row("birch_pollen", "Birch pollen", .pollen),
    Row("grass_pollen", "Grass pollen", .pollen),
    Row("mugwort_pollen", "Mugwort pollen", .pollen),
    Row("olive_pollen", "Olive pollen", .pollen),
    Row("ragweed_pollen", "Ragweed pollen", .pollen),
    Row("temperature", "Temperature", .weather, aliases: "temperature_2m|temp"),
    Row("humidity", "Relative humidity", .weather, aliases: "relative_humidity|relative_humidity_2m|rh"),
    Row("pressure", "Pressure at mean sea level", .weather, aliases: "pressure_msl"),
    Row("surface_pressure", "Pressure at the surface", .weather),
    Row("wind_speed", "Wind speed", .weather, aliases: "wind_speed_10m"),
    Row("wind_direction", "Wind direction", .weather, aliases: "wind_direction_10m"),
    Row("precipitation", "Precipitation", .weather),
    Row("is_day", "Daylight", .weather),
    Row("apparent_temperature", "Apparent temperature", .weather),
    Row("dew_point", "Dew point", .weather, aliases: "dew_point_2m"),
    Row("wind_gusts", "Wind gusts", .weather, aliases: "wind_gusts_10m"),
    Row("rain", "Rain", .weather),
    Row("showers", "Showers", .weather),
    Row("snowfall", "Snowfall", .weather),
    Row("precipitation_probability", "Probability of precipitation", .weather),
    Row("cloud_cover", "Cloud cover", .weather),
    Row("visibility", "Visibility", .weather),
    Row("weather_code", "Weather code (WMO 4677)", .weather),
    Row("sunrise", "Sunrise", .weather),
    Row("sunset", "Sunset", .weather),
    Row("daylight_duration", "Duration of daylight", .weather),
    Row("sunshine_duration", "Duration of sunshine", .weather),
    Row("shortwave_radiation", "Shortwave radiation", .weather),
    Row("soil_moisture", "Soil moisture, 0 to 10 cm", .weather),
    Row("reference_evapotranspiration", "Reference evapotranspiration", .weather),
  ]
}
