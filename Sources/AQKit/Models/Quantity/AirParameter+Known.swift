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

  /// The known parameters. Aliases have bars between them and are lower-case; input is lower-cased before the comparison.
  ///
  /// The molar masses in g/mol are the molecular weights of the NIST Chemistry WebBook (Standard Reference Database 69).
  /// ``Bounds`` has the ranges of their values.
  static let registry: [(id: String, name: String, family: Family, molarMass: Double?, aliases: String)] = [
    ("pm25", "PM2.5", .particle, nil, "pm2_5|pm2.5|pm02|fine particulate matter"),
    ("pm10", "PM10", .particle, nil, "pm10.0"),
    ("pm1", "PM1", .particle, nil, "pm1.0|pm1_0|pm01"),
    ("no2", "Nitrogen dioxide", .gas, 46.0055, "nitrogen_dioxide"),
    ("o3", "Ozone", .gas, 47.9982, "ozone"),
    ("so2", "Sulphur dioxide", .gas, 64.064, "sulphur_dioxide|sulfur_dioxide"),
    ("co", "Carbon monoxide", .gas, 28.0101, "carbon_monoxide"),
    ("nh3", "Ammonia", .gas, 17.0305, "ammonia"),
    ("no", "Nitrogen monoxide", .gas, 30.0061, "nitrogen_monoxide|nitric_oxide"),
    ("nox", "Nitrogen oxides", .gas, 46.0055, "nitrogen_oxides"),
    ("co2", "Carbon dioxide", .gas, 44.0095, "carbon_dioxide"),
    ("ch4", "Methane", .gas, 16.0425, "methane"),
    ("h2s", "Hydrogen sulphide", .gas, 34.081, "hydrogen_sulphide"),
    ("c6h6", "Benzene", .gas, 78.1118, "benzene"),
    ("hcho", "Formaldehyde", .gas, 30.026, "formaldehyde|ch2o"),
    ("glyoxal", "Glyoxal", .gas, 58.0361, ""),
    ("pans", "Peroxyacyl nitrates", .gas, nil, "peroxyacyl_nitrates"),
    ("nmvoc", "Non-methane volatile organic compounds", .gas, nil, "non_methane_volatile_organic_compounds"),
    (
      "voc", "Volatile organic compounds", .gas, nil,
      "tvoc|volatile_organic_compounds|total_volatile_organic_compounds"
    ),
    ("bc", "Black carbon", .particle, nil, "black_carbon"),
    ("pb", "Lead", .particle, nil, "lead"),
    ("dust", "Desert dust", .particle, nil, ""),
    ("sea_salt", "Sea-salt aerosol", .particle, nil, "sea_salt_aerosol"),
    ("secondary_inorganic_aerosol", "Secondary inorganic aerosol", .particle, nil, "sia"),
    ("residential_ec", "Residential elementary carbon", .particle, nil, "residential_elementary_carbon"),
    ("ec", "Elementary carbon", .particle, nil, "total_elementary_carbon"),
    ("pm25_om", "Organic matter in PM2.5", .particle, nil, "pm2_5_total_organic_matter"),
    ("pm10_wildfires", "PM10 from wildfires", .particle, nil, ""),
    ("aod", "Aerosol optical depth at 550 nm", .radiation, nil, "aerosol_optical_depth"),
    ("uv_index", "UV index", .radiation, nil, "uvi"),
    ("uv_index_clear_sky", "UV index under a clear sky", .radiation, nil, ""),
    ("alder_pollen", "Alder pollen", .pollen, nil, ""),
    ("birch_pollen", "Birch pollen", .pollen, nil, ""),
    ("grass_pollen", "Grass pollen", .pollen, nil, ""),
    ("mugwort_pollen", "Mugwort pollen", .pollen, nil, ""),
    ("olive_pollen", "Olive pollen", .pollen, nil, ""),
    ("ragweed_pollen", "Ragweed pollen", .pollen, nil, ""),
    ("temperature", "Temperature", .weather, nil, "temperature_2m|temp"),
    ("humidity", "Relative humidity", .weather, nil, "relative_humidity|relative_humidity_2m|rh"),
    ("pressure", "Pressure at mean sea level", .weather, nil, "pressure_msl"),
    ("surface_pressure", "Pressure at the surface", .weather, nil, ""),
    ("wind_speed", "Wind speed", .weather, nil, "wind_speed_10m"),
    ("wind_direction", "Wind direction", .weather, nil, "wind_direction_10m"),
    ("precipitation", "Precipitation", .weather, nil, ""),
    ("is_day", "Daylight", .weather, nil, ""),
    ("apparent_temperature", "Apparent temperature", .weather, nil, ""),
    ("dew_point", "Dew point", .weather, nil, "dew_point_2m"),
    ("wind_gusts", "Wind gusts", .weather, nil, "wind_gusts_10m"),
    ("rain", "Rain", .weather, nil, ""),
    ("showers", "Showers", .weather, nil, ""),
    ("snowfall", "Snowfall", .weather, nil, ""),
    ("precipitation_probability", "Probability of precipitation", .weather, nil, ""),
    ("cloud_cover", "Cloud cover", .weather, nil, ""),
    ("visibility", "Visibility", .weather, nil, ""),
    ("weather_code", "Weather code (WMO 4677)", .weather, nil, ""),
    ("sunrise", "Sunrise", .weather, nil, ""),
    ("sunset", "Sunset", .weather, nil, ""),
    ("daylight_duration", "Duration of daylight", .weather, nil, ""),
    ("sunshine_duration", "Duration of sunshine", .weather, nil, ""),
    ("shortwave_radiation", "Shortwave radiation", .weather, nil, ""),
    ("soil_moisture", "Soil moisture, 0 to 10 cm", .weather, nil, ""),
    ("reference_evapotranspiration", "Reference evapotranspiration", .weather, nil, ""),
  ]
}
