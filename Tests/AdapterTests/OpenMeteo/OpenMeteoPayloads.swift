/// Replies of Open-Meteo, shortened and in a layout of our own. The figures are Open-Meteo's (CC BY 4.0).
enum OpenMeteoPayloads {
  /// Weather in Bergen, four sections with unix times (October 2026).
  static let bergen = """
    {"latitude":60.390038,"longitude":5.3183136,"generationtime_ms":0.4,"utc_offset_seconds":7200,
     "timezone":"Europe/Oslo","timezone_abbreviation":"GMT+2","elevation":14.0,
     "current_units":{"time":"unixtime","interval":"seconds","temperature_2m":"°C","relative_humidity_2m":"%",
     "apparent_temperature":"°C","is_day":"","weather_code":"wmo code","wind_speed_10m":"km/h"},
     "current":{"time":1790895600,"interval":900,"temperature_2m":13.8,"relative_humidity_2m":99,
     "apparent_temperature":13.4,"is_day":0,"weather_code":51,"wind_speed_10m":10.8},
     "minutely_15_units":{"time":"unixtime","precipitation":"mm","precipitation_probability":"%"},
     "minutely_15":{"time":[1790895600,1790896500,1790897400],"precipitation":[0.10,0.00,0.00],
     "precipitation_probability":[100,100,100]},
     "hourly_units":{"time":"unixtime","temperature_2m":"°C","weather_code":"wmo code",
     "precipitation_probability":"%"},
     "hourly":{"time":[1790892000,1790895600,1790899200],"temperature_2m":[14.0,13.8,13.8],
     "weather_code":[55,51,3],"precipitation_probability":[100,100,100]},
     "daily_units":{"time":"unixtime","weather_code":"wmo code","temperature_2m_max":"°C","temperature_2m_min":"°C",
     "precipitation_probability_max":"%","sunrise":"unixtime","sunset":"unixtime"},
     "daily":{"time":[1790892000,1790978400],"weather_code":[55,65],"temperature_2m_max":[17.0,14.4],
     "temperature_2m_min":[12.8,11.5],"precipitation_probability_max":[100,100],
     "sunrise":[1790920006,1791006552],"sunset":[1790960880,1791047096]}}
    """

  /// Weather codes in Berlin, four sections with labels (November 2023).
  static let berlin = """
    {"latitude":52.52,"longitude":13.419998,"generationtime_ms":0.09,"utc_offset_seconds":0,"timezone":"GMT",
     "timezone_abbreviation":"GMT","elevation":38.0,
     "current_units":{"time":"iso8601","interval":"seconds","weather_code":"wmo code"},
     "current":{"time":"2023-11-13T10:45","interval":900,"weather_code":3},
     "minutely_15_units":{"time":"iso8601","weather_code":"wmo code"},
     "minutely_15":{"time":["2023-11-13T00:00","2023-11-13T00:15","2023-11-13T00:30","2023-11-13T00:45"],
     "weather_code":[2,2,3,3]},
     "hourly_units":{"time":"iso8601","weather_code":"wmo code"},
     "hourly":{"time":["2023-11-13T00:00","2023-11-13T01:00"],"weather_code":[2,3]},
     "daily_units":{"time":"iso8601","weather_code":"wmo code"},
     "daily":{"time":["2023-11-13","2023-11-14"],"weather_code":[80,80]}}
    """

  /// Days in Lahore and Karachi, an array of two (October 2026).
  static let daysInTwoCities = """
    [{"latitude":31.458698,"longitude":74.4086,"generationtime_ms":0.3,"utc_offset_seconds":18000,
      "timezone":"Asia/Karachi","timezone_abbreviation":"GMT+5","elevation":219.0,
      "daily_units":{"time":"iso8601","temperature_2m_max":"°C","precipitation_sum":"mm","wind_gusts_10m_max":"km/h",
      "weather_code":"wmo code","snowfall_sum":"cm","uv_index_max":""},
      "daily":{"time":["2026-10-08","2026-10-09","2026-10-10"],"temperature_2m_max":[32.0,31.4,28.0],
      "precipitation_sum":[0.00,0.40,0.30],"wind_gusts_10m_max":[22.3,22.3,51.1],"weather_code":[0,51,51],
      "snowfall_sum":[0.00,0.00,0.00],"uv_index_max":[6.20,6.15,6.10]}},
     {"latitude":24.920912,"longitude":67.064514,"generationtime_ms":0.2,"utc_offset_seconds":18000,
      "timezone":"Asia/Karachi","timezone_abbreviation":"GMT+5","elevation":39.0,"location_id":1,
      "daily_units":{"time":"iso8601","temperature_2m_max":"°C","precipitation_sum":"mm","wind_gusts_10m_max":"km/h",
      "weather_code":"wmo code","snowfall_sum":"cm","uv_index_max":""},
      "daily":{"time":["2026-10-08","2026-10-09","2026-10-10"],"temperature_2m_max":[32.5,31.5,31.7],
      "precipitation_sum":[0.00,0.10,0.00],"wind_gusts_10m_max":[35.6,45.4,43.6],"weather_code":[1,51,3],
      "snowfall_sum":[0.00,0.00,0.00],"uv_index_max":[6.60,6.50,3.15]}}]
    """

  /// Days of one climate model in Enschede (2050).
  static let climate = """
    {"latitude":52.3125,"longitude":6.9375,"generationtime_ms":0.16,"utc_offset_seconds":0,"timezone":"GMT",
     "timezone_abbreviation":"GMT","elevation":29.0,
     "daily_units":{"time":"iso8601","temperature_2m_max":"\\u00b0C","precipitation_sum":"mm"},
     "daily":{"time":["2050-07-01","2050-07-02","2050-07-03"],"temperature_2m_max":[27.0,27.4,30.4],
     "precipitation_sum":[0.2,0.1,1.7]}}
    """

  /// Days of two climate models in Enschede, in inches (2050).
  static let climateOfTwoModels = """
    {"latitude":52.300003,"longitude":6.900009,"generationtime_ms":9.6,"utc_offset_seconds":0,"timezone":"GMT",
     "timezone_abbreviation":"GMT","elevation":29.0,
     "daily_units":{"time":"iso8601","temperature_2m_max_MRI_AGCM3_2_S":"°C","precipitation_sum_MRI_AGCM3_2_S":"inch",
     "temperature_2m_max_MPI_ESM1_2_XR":"°C","precipitation_sum_MPI_ESM1_2_XR":"inch"},
     "daily":{"time":["2050-07-01","2050-07-02","2050-07-03"],"temperature_2m_max_MRI_AGCM3_2_S":[26.9,27.2,30.2],
     "precipitation_sum_MRI_AGCM3_2_S":[0.008,0.004,0.069],"temperature_2m_max_MPI_ESM1_2_XR":[23.9,23.8,23.8],
     "precipitation_sum_MPI_ESM1_2_XR":[0.804,0.005,0.0]}}
    """

  /// The reply of ``climateOfTwoModels``, with unix times as the adapter asks for them, and moved to 2026.
  static let climateInGMT = climateOfTwoModels.replacing(
    #"["2050-07-01","2050-07-02","2050-07-03"]"#, with: "[1782864000,1782950400,1783036800]"
  ).replacing("iso8601", with: "unixtime")

  /// A reply with three of the places that are found as Brno.
  static let brno = """
    {"results":[{"id":3078610,"name":"Brno","latitude":49.19522,"longitude":16.60796,"elevation":226.0,
     "feature_code":"PPLA","country_code":"CZ","admin1_id":3339536,"admin2_id":3078609,"timezone":"Europe/Prague",
     "population":379466,"country_id":3077311,"country":"Czechia","admin1":"South Moravian","admin2":"Město Brno"},
     {"id":5064758,"name":"Bruno","latitude":41.2839,"longitude":-96.95864,"elevation":457.0,"feature_code":"PPL",
     "country_code":"US","timezone":"America/Chicago","population":96,"postcodes":["68014"],"country":"United States",
     "admin1":"Nebraska","admin2":"Butler","admin3":"Skull Creek Township"},
     {"id":3078608,"name":"Brňov","latitude":49.43726,"longitude":17.98714,"elevation":528.0,"feature_code":"PPL",
     "country_code":"CZ","timezone":"Europe/Prague","country":"Czechia","admin1":"Zlín","admin2":"Vsetín District"}],
     "generationtime_ms":0.75650215}
    """

  /// The place of an identifier.
  static let enschede = """
    {"id":2756071,"name":"Enschede","latitude":52.21833,"longitude":6.89583,"elevation":45.0,"feature_code":"PPL",
     "country_code":"NL","admin1_id":2748838,"admin2_id":2756070,"timezone":"Europe/Amsterdam","population":153655,
     "postcodes":["7511","7512"],"country_id":2750405,"country":"Nederland","admin1":"Overijssel","admin2":"Enschede"}
    """

  /// Pollen in Zagreb, other variables in `current` than in `hourly` (September 2026).
  static let zagreb = """
    {"latitude":45.6,"longitude":17.2,"generationtime_ms":0.76,"utc_offset_seconds":7200,"timezone":"Europe/Zagreb",
     "timezone_abbreviation":"GMT+2","elevation":166.0,
     "current_units":{"time":"iso8601","interval":"seconds","european_aqi":"EAQI","ragweed_pollen":"grains/m³"},
     "current":{"time":"2026-09-29T01:00","interval":3600,"european_aqi":23,"ragweed_pollen":1.4},
     "hourly_units":{"time":"iso8601","birch_pollen":"grains/m³","european_aqi":"EAQI"},
     "hourly":{"time":["2026-09-29T00:00","2026-09-29T01:00","2026-09-29T02:00"],"birch_pollen":[0.0,0.0,0.0],
     "european_aqi":[23,23,24]}}
    """

  /// US sub-indices in Clearwater, pollen outside Europe (September 2026).
  static let clearwater = """
    {
     "latitude": 28.0, "longitude": -82.799995, "generationtime_ms": 0.54, "utc_offset_seconds": -14400,
     "timezone": "America/New_York", "timezone_abbreviation": "GMT-4", "elevation": 11.0,
     "current_units": {"time": "iso8601", "interval": "seconds", "us_aqi": "USAQI", "us_aqi_ozone": "USAQI",
      "us_aqi_carbon_monoxide": "USAQI", "nitrogen_dioxide": "μg/m³", "us_aqi_nitrogen_dioxide": "USAQI",
      "sulphur_dioxide": "μg/m³", "us_aqi_sulphur_dioxide": "USAQI", "grass_pollen": "grains/m³", "birch_pollen": "grains/m³",
      "ragweed_pollen": "grains/m³"},
     "current": {"time": "2026-09-25T08:00", "interval": 3600, "us_aqi": 30, "us_aqi_ozone": 30,
      "us_aqi_carbon_monoxide": 1, "nitrogen_dioxide": 3.6, "us_aqi_nitrogen_dioxide": 2, "sulphur_dioxide": 0.8,
      "us_aqi_sulphur_dioxide": 0, "grass_pollen": null, "birch_pollen": null, "ragweed_pollen": null},
     "hourly_units": {"time": "iso8601", "us_aqi": "USAQI", "pm2_5": "μg/m³"},
     "hourly": {"time": ["2026-09-25T00:00", "2026-09-25T01:00"], "us_aqi": [41, 39], "pm2_5": [4.5, 4.4]}
    }
    """

  /// A reply with two domains in Enschede (October 2026).
  static let twoModels = """
    {"latitude":52.300003,"longitude":6.8999996,"utc_offset_seconds":7200,"timezone":"Europe/Amsterdam","elevation":29.0,
     "current_units":{"time":"iso8601","interval":"seconds","pm10":"μg/m³"},
     "current":{"time":"2026-10-04T21:00","interval":3600,"pm10":24.8},
     "hourly_units":{"time":"iso8601","pm10_cams_europe":"μg/m³","european_aqi_cams_europe":"EAQI",
     "pm10_cams_global":"μg/m³","european_aqi_cams_global":"EAQI"},
     "hourly":{"time":["2026-10-04T00:00","2026-10-04T01:00"],"pm10_cams_europe":[35.3,33.9],
     "european_aqi_cams_europe":[45,46],"pm10_cams_global":[20.5,19.1],"european_aqi_cams_global":[44,43]}}
    """
}
