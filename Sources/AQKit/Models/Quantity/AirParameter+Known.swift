extension AirParameter {
  /// Particles with an aerodynamic diameter of up to 2.5 µm.
  public static let pm25 = known("pm25")
  /// Particles with an aerodynamic diameter of up to 10 µm.
  public static let pm10 = known("pm10")
  /// Particles with an aerodynamic diameter of up to 1 µm.
  public static let pm1 = known("pm1")
  /// Nitrogen dioxide.
  public static let no2 = known("no2")
  /// Ozone.
  public static let o3 = known("o3")
  /// Sulphur dioxide.
  public static let so2 = known("so2")
  /// Carbon monoxide.
  public static let co = known("co")
  /// Ammonia.
  public static let nh3 = known("nh3")
  /// Nitrogen monoxide.
  public static let no = known("no")
  /// Nitrogen oxides, expressed as nitrogen dioxide.
  public static let nox = known("nox")
  /// Carbon dioxide.
  public static let co2 = known("co2")
  /// Methane.
  public static let ch4 = known("ch4")
  /// Hydrogen sulphide.
  public static let h2s = known("h2s")
  /// Benzene.
  public static let c6h6 = known("c6h6")
  /// Formaldehyde.
  public static let hcho = known("hcho")
  /// Glyoxal.
  public static let glyoxal = known("glyoxal")
  /// Peroxyacyl nitrates.
  public static let pans = known("pans")
  /// Non-methane volatile organic compounds.
  public static let nmvoc = known("nmvoc")
  /// Volatile organic compounds together, as sensors estimate them; methane hardly counts. A sensor's index of them is no
  /// concentration and has a name of its own, such as `voc_index`.
  public static let voc = known("voc")
  /// Black carbon.
  public static let bc = known("bc")
  /// Lead in particles.
  public static let pb = known("pb")
  /// Desert dust.
  public static let dust = known("dust")
  /// Sea-salt aerosol.
  public static let seaSalt = known("sea_salt")
  /// Secondary inorganic aerosol.
  public static let secondaryInorganicAerosol = known("secondary_inorganic_aerosol")
  /// Elementary carbon from residential combustion.
  public static let residentialElementaryCarbon = known("residential_ec")
  /// Elementary carbon.
  public static let elementaryCarbon = known("ec")
  /// Organic matter in PM2.5.
  public static let pm25OrganicMatter = known("pm25_om")
  /// PM10 from wildfires.
  public static let pm10Wildfires = known("pm10_wildfires")
  /// Aerosol optical depth of the column at 550 nm.
  public static let aerosolOpticalDepth = known("aod")
  /// The UV index under the forecast clouds.
  public static let uvIndex = known("uv_index")
  /// The UV index under a clear sky.
  public static let uvIndexClearSky = known("uv_index_clear_sky")
  /// Alder pollen (Alnus).
  public static let alderPollen = known("alder_pollen")
  /// Birch pollen (Betula).
  public static let birchPollen = known("birch_pollen")
  /// Grass pollen (Poaceae).
  public static let grassPollen = known("grass_pollen")
  /// Mugwort pollen (Artemisia).
  public static let mugwortPollen = known("mugwort_pollen")
  /// Olive pollen (Olea).
  public static let olivePollen = known("olive_pollen")
  /// Ragweed pollen (Ambrosia).
  public static let ragweedPollen = known("ragweed_pollen")
  /// Air temperature at 2 m.
  public static let temperature = known("temperature")
  /// Relative humidity at 2 m.
  public static let humidity = known("humidity")
  /// Air pressure reduced to mean sea level.
  public static let pressure = known("pressure")
  /// Air pressure at the surface.
  public static let surfacePressure = known("surface_pressure")
  /// Wind speed at 10 m.
  public static let windSpeed = known("wind_speed")
  /// Direction that the wind comes from, at 10 m.
  public static let windDirection = known("wind_direction")
  /// Precipitation sum.
  public static let precipitation = known("precipitation")
  /// Whether the sun is up: 1 or 0.
  public static let isDay = known("is_day")
  /// The apparent temperature, from temperature, humidity, wind and radiation.
  public static let apparentTemperature = known("apparent_temperature")
  /// Dew point at 2 m.
  public static let dewPoint = known("dew_point")
  /// The strongest gust at 10 m within the value's interval.
  public static let windGusts = known("wind_gusts")
  /// Rain from large weather systems, a sum.
  public static let rain = known("rain")
  /// Rain from convection, a sum.
  public static let showers = known("showers")
  /// Depth of new snow, a sum.
  public static let snowfall = known("snowfall")
  /// The probability of precipitation.
  public static let precipitationProbability = known("precipitation_probability")
  /// The share of the sky that clouds cover.
  public static let cloudCover = known("cloud_cover")
  /// The distance to which objects are visible.
  public static let visibility = known("visibility")
  /// The weather as a code of WMO table 4677, such as 61 for slight rain.
  public static let weatherCode = known("weather_code")
  /// Sunrise, as an instant (``AirUnit/unixTime``).
  public static let sunrise = known("sunrise")
  /// Sunset, as an instant (``AirUnit/unixTime``).
  public static let sunset = known("sunset")
  /// The time for which the sun is above the horizon.
  public static let daylightDuration = known("daylight_duration")
  /// The time for which the sun shines.
  public static let sunshineDuration = known("sunshine_duration")
  /// The energy of the sun's radiation on a level surface.
  public static let shortwaveRadiation = known("shortwave_radiation")
  /// The volume of water per volume of soil in the uppermost 10 cm.
  public static let soilMoisture = known("soil_moisture")
  /// The evapotranspiration of well-watered grass by FAO's Penman-Monteith equation.
  public static let referenceEvapotranspiration = known("reference_evapotranspiration")
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
