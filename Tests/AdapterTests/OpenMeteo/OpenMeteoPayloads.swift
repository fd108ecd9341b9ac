/// Answers of Open-Meteo, shortened and in a layout of our own. The figures are Open-Meteo's (CC BY 4.0).
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
}
