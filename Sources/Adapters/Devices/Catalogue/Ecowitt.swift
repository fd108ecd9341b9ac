extension DeviceCatalog {
  /// Ecowitt gateways with their air sensors.
  ///
  /// Source: replies to `get_livedata_info`. Numbers are strings, some with their unit. `PM25_RealAQI` and `PM25_24HAQI`
  /// are indices on the US EPA's scale, the second for the 24-hour mean. A gateway has sensors in several places: each
  /// particle channel is an instrument, `wh25` and `co2` are the indoor sensors. The channels of `ch_aisle`, thermometers
  /// and hygrometers anywhere, are instruments of a separate site. The level of a particle sensor's battery is 0 to 5, or
  /// 6 on the mains; at 0 and 1 its values are unreliable (djjudas21/ecowitt-exporter, issue 17). The indices of PM1 and
  /// PM4, which the US EPA doesn't define, wind, rain and soil are left out.
  static let ecowitt = #"""
    {
      "id": "ecowitt", "name": "Ecowitt gateway",
      "summary": "An Ecowitt gateway on the local network, its air sensors.",
      "request": {"path": "/get_livedata_info"},
      "otherParameters": "pm4",
      "expects": ["common_list", "ch_pm25", "co2", "wh25", "ch_aisle"],
      "readings": [
        {"parameter": "temperature", "at": "common_list[id=0x02].val", "instrument": "outdoor",
         "unit": {"at": "common_list[id=0x02].unit"}},
        {"parameter": "humidity", "at": "common_list[id=0x07].val", "unit": "%", "instrument": "outdoor"},
        {"parameter": "dew_point", "at": "common_list[id=0x03].val", "instrument": "outdoor",
         "unit": {"at": "common_list[id=0x03].unit"}}
      ],
      "parts": [
        {
          "rows": "ch_pm25", "instrument": {"at": "channel"},
          "flags": ["raw", {"flag": "suspect", "when": {"at": "battery", "equals": [0, 1]}}],
          "readings": [
            {"parameter": "pm25", "at": ["PM25", "pm25"], "unit": "µg/m³"},
            {"parameter": "pm25", "at": ["PM25_24H", "pm25_24h", "pm25_avg_24h"], "unit": "µg/m³",
             "averaging": "24h"},
            {"parameter": "aqi.us-epa.pm25", "at": ["PM25_RealAQI", "pm25_realaqi"]},
            {"parameter": "aqi.us-epa.pm25", "at": ["PM25_24HAQI", "pm25_24haqi"], "averaging": "24h"}
          ]
        },
        {
          "rows": "co2", "site": {"id": "co2", "name": "Ecowitt air quality sensor", "indoor": true},
          "instrument": "co2",
          "flags": ["raw", {"flag": "suspect", "when": {"at": "battery", "equals": [0, 1]}}],
          "readings": [
            {"parameter": "pm1", "at": ["PM1", "pm1"], "unit": "µg/m³"},
            {"parameter": "pm25", "at": ["PM25", "pm25"], "unit": "µg/m³"},
            {"parameter": "pm4", "at": ["PM4", "pm4"], "unit": "µg/m³"},
            {"parameter": "pm10", "at": ["PM10", "pm10"], "unit": "µg/m³"},
            {"parameter": "pm1", "at": ["PM1_24H", "pm1_24h"], "unit": "µg/m³", "averaging": "24h"},
            {"parameter": "pm25", "at": ["PM25_24H", "pm25_24h"], "unit": "µg/m³", "averaging": "24h"},
            {"parameter": "pm4", "at": ["PM4_24H", "pm4_24h"], "unit": "µg/m³", "averaging": "24h"},
            {"parameter": "pm10", "at": ["PM10_24H", "pm10_24h"], "unit": "µg/m³", "averaging": "24h"},
            {"parameter": "aqi.us-epa.pm25", "at": ["PM25_RealAQI", "pm25_realaqi"]},
            {"parameter": "aqi.us-epa.pm25", "at": ["PM25_24HAQI", "pm25_24haqi"], "averaging": "24h"},
            {"parameter": "aqi.us-epa.pm10", "at": ["PM10_RealAQI", "pm10_realaqi"]},
            {"parameter": "aqi.us-epa.pm10", "at": ["PM10_24HAQI", "pm10_24haqi"], "averaging": "24h"},
            {"parameter": "co2", "at": ["CO2", "co2"], "unit": "ppm", "flags": []},
            {"parameter": "co2", "at": ["CO2_24H", "co2_24h"], "unit": "ppm", "averaging": "24h", "flags": []},
            {"parameter": "temperature", "at": "temp", "unit": {"at": "unit"}, "flags": []},
            {"parameter": "humidity", "at": "humidity", "unit": "%", "flags": []}
          ]
        },
        {
          "rows": "ch_aisle", "site": {"id": "channels", "name": "Ecowitt channels"},
          "instrument": {"at": "channel"},
          "readings": [
            {"parameter": "temperature", "at": "temp", "unit": {"at": "unit"}},
            {"parameter": "humidity", "at": "humidity", "unit": "%"}
          ]
        },
        {
          "rows": "wh25", "site": {"id": "indoor", "name": "Ecowitt indoor sensor", "indoor": true},
          "instrument": "wh25",
          "readings": [
            {"parameter": "temperature", "at": "intemp", "unit": {"at": "unit"}},
            {"parameter": "humidity", "at": "inhumi", "unit": "%"},
            {"parameter": "surface_pressure", "at": "abs", "unit": "hPa"},
            {"parameter": "pressure", "at": "rel", "unit": "hPa"}
          ]
        }
      ]
    }
    """#
}
