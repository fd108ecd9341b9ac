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
  /// The temperature that is felt, from temperature, humidity, wind and radiation.
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
  /// How far one can see.
  public static let visibility = known("visibility")
  /// The weather as a code of WMO table 4677, such as 61 for slight rain.
  public static let weatherCode = known("weather_code")
  /// When the sun rises, as an instant (``AirUnit/unixTime``).
  public static let sunrise = known("sunrise")
  /// When the sun sets, as an instant (``AirUnit/unixTime``).
  public static let sunset = known("sunset")
  /// How long the sun is above the horizon.
  public static let daylightDuration = known("daylight_duration")
  /// How long the sun shines.
  public static let sunshineDuration = known("sunshine_duration")
  /// The energy of the sun's radiation on a level surface.
  public static let shortwaveRadiation = known("shortwave_radiation")
  /// The volume of water in the uppermost 10 cm of the soil.
  public static let soilMoisture = known("soil_moisture")
  /// The evapotranspiration of well-watered grass by FAO's Penman-Monteith equation.
  public static let referenceEvapotranspiration = known("reference_evapotranspiration")
}
