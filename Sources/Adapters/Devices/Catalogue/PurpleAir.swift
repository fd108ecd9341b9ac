extension DeviceCatalog {
  /// PurpleAir sensors, over the JSON of their own web page.
  ///
  /// Source: community.purpleair.com, "Local JSON Documentation", and replies of firmware 7.02. The values are
  /// two-minute means. A sensor with two lasers has channels A and B, each with two conversions from light to mass,
  /// `atm` and `cf_1`; temperature, humidity and dew point are those inside the housing. `pm2.5_aqi` follows the table
  /// of 2012. `gas_680` is Bosch's index for volatile compounds, and NaN while it warms up.
  static let purpleAir = #"""
    {
      "id": "purpleair-device", "name": "PurpleAir sensor",
      "summary": "A PurpleAir sensor on the local network, both channels.",
      "request": {"path": "/json"}, "cadence": "PT2M",
      "expects": ["SensorId", "pm2_5_atm", "pm2_5_cf_1"],
      "site": {
        "id": {"at": "SensorId"}, "name": {"at": "Geo"}, "latitude": "lat", "longitude": "lon",
        "indoor": {"yes": {"at": "place", "equals": "inside"}, "no": {"at": "place", "equals": "outside"}}
      },
      "time": {"at": "DateTime", "format": "yyyy/MM/dd'T'HH:mm:ssZ", "earliest": "2015-01-01T00:00:00Z"},
      "averaging": "2min", "flags": ["raw"], "range": ["PMS5003", "BME280"],
      "readings": [
        {"parameter": "pm1", "at": "pm1_0_atm", "unit": "µg/m³", "instrument": "A atm", "method": "atm"},
        {"parameter": "pm25", "at": "pm2_5_atm", "unit": "µg/m³", "instrument": "A atm", "method": "atm"},
        {"parameter": "pm10", "at": "pm10_0_atm", "unit": "µg/m³", "instrument": "A atm", "method": "atm"},
        {"parameter": "pm1", "at": "pm1_0_cf_1", "unit": "µg/m³", "instrument": "A cf_1", "method": "cf_1"},
        {"parameter": "pm25", "at": "pm2_5_cf_1", "unit": "µg/m³", "instrument": "A cf_1", "method": "cf_1"},
        {"parameter": "pm10", "at": "pm10_0_cf_1", "unit": "µg/m³", "instrument": "A cf_1", "method": "cf_1"},
        {"parameter": "aqi.us-epa.pm25", "at": "'pm2.5_aqi'", "instrument": "A", "edition": "2012"},
        {"parameter": "pm1", "at": "pm1_0_atm_b", "unit": "µg/m³", "instrument": "B atm", "method": "atm"},
        {"parameter": "pm25", "at": "pm2_5_atm_b", "unit": "µg/m³", "instrument": "B atm", "method": "atm"},
        {"parameter": "pm10", "at": "pm10_0_atm_b", "unit": "µg/m³", "instrument": "B atm", "method": "atm"},
        {"parameter": "pm1", "at": "pm1_0_cf_1_b", "unit": "µg/m³", "instrument": "B cf_1", "method": "cf_1"},
        {"parameter": "pm25", "at": "pm2_5_cf_1_b", "unit": "µg/m³", "instrument": "B cf_1", "method": "cf_1"},
        {"parameter": "pm10", "at": "pm10_0_cf_1_b", "unit": "µg/m³", "instrument": "B cf_1", "method": "cf_1"},
        {"parameter": "aqi.us-epa.pm25", "at": "'pm2.5_aqi_b'", "instrument": "B", "edition": "2012"},
        {"parameter": "temperature", "at": "current_temp_f", "unit": "°F", "flags": ["raw", "inside the housing"]},
        {"parameter": "humidity", "at": "current_humidity", "unit": "%", "flags": ["raw", "inside the housing"]},
        {"parameter": "dew_point", "at": "current_dewpoint_f", "unit": "°F", "flags": ["raw", "inside the housing"]},
        {"parameter": "surface_pressure", "at": "pressure", "unit": "hPa"},
        {"parameter": "temperature", "at": "current_temp_f_680", "unit": "°F", "instrument": "BME680",
         "flags": ["raw", "inside the housing"]},
        {"parameter": "humidity", "at": "current_humidity_680", "unit": "%", "instrument": "BME680",
         "flags": ["raw", "inside the housing"]},
        {"parameter": "dew_point", "at": "current_dewpoint_f_680", "unit": "°F", "instrument": "BME680",
         "flags": ["raw", "inside the housing"]},
        {"parameter": "surface_pressure", "at": "pressure_680", "unit": "hPa", "instrument": "BME680"},
        {"parameter": "aqi.bosch-iaq", "at": "gas_680", "instrument": "BME680"}
      ]
    }
    """#
}
