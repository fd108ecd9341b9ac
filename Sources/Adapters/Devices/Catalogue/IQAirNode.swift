extension DeviceCatalog {
  /// The user's own AirVisual monitor, over its share link at IQAir, and the file that it shares on the local network.
  ///
  /// Source: replies in bachya/pyairvisual, `tests/fixtures`. `p2` is PM2.5, `p1` PM10, `co` carbon dioxide in ppm;
  /// later replies have `pm25.conc`, `pm10.conc`, `pm1`, `co2`. -1 means no reading. The shared file can only be read
  /// as a recording.
  static let iqAirNode = #"""
    {
      "id": "iqair-node", "name": "AirVisual monitor",
      "summary": "Your own AirVisual monitor, by its link at IQAir.",
      "options": [
        {"name": "node", "summary": "The identifier in the monitor's link.", "required": true}
      ],
      "request": {"baseURL": "https://www.airvisual.com", "path": "/api/v2/node/{node}"},
      "cadence": "PT5M",
      "errors": [
        {"when": {"at": "data.message", "equals": "call_limit_reached"}, "code": "rateLimited"},
        {"when": {"at": "data.message", "equals": ["incorrect_api_key", "api_key_expired", "forbidden"]},
         "code": "unauthorized", "message": {"at": "data.message"}},
        {"when": {"at": "status", "equals": "fail"}, "code": "unavailable", "message": {"at": "data.message"}}
      ],
      "expects": ["current.ts", "current.p2", "current.pm25", "measurements"],
      "rows": "current",
      "site": {
        "id": {"at": "$.serial_number"}, "name": {"at": "$.settings.node_name"},
        "indoor": {"at": "$.settings.is_indoor", "equals": true}
      },
      "time": {"at": "ts", "earliest": "2015-01-01T00:00:00Z"},
      "readings": [
        {"parameter": "pm1", "at": ["p01", "pm1.conc", "pm1"], "unit": "µg/m³", "flags": ["raw"], "sentinels": [-1]},
        {"parameter": "pm25", "at": ["p2", "pm25.conc"], "unit": "µg/m³", "flags": ["raw"], "sentinels": [-1]},
        {"parameter": "pm10", "at": ["p1", "pm10.conc"], "unit": "µg/m³", "flags": ["raw"], "sentinels": [-1]},
        {"parameter": "co2", "at": ["co", "co2"], "unit": "ppm", "sentinels": [-1]},
        {"parameter": "voc", "at": "voc", "unit": "ppb", "sentinels": [-1]},
        {"parameter": "temperature", "at": "tp", "unit": "°C"},
        {"parameter": "humidity", "at": "hm", "unit": "%"}
      ],
      "parts": [
        {
          "rows": "measurements", "time": {"at": "$.date_and_time.timestamp", "format": "unixSeconds"},
          "readings": [
            {"parameter": "pm1", "at": "pm01_ugm3", "unit": "µg/m³", "flags": ["raw"], "sentinels": [-1]},
            {"parameter": "pm25", "at": "pm25_ugm3", "unit": "µg/m³", "flags": ["raw"], "sentinels": [-1]},
            {"parameter": "pm10", "at": "pm10_ugm3", "unit": "µg/m³", "flags": ["raw"], "sentinels": [-1]},
            {"parameter": "co2", "at": "co2_ppm", "unit": "ppm", "sentinels": [-1]},
            {"parameter": "voc", "at": "voc_ppb", "unit": "ppb", "sentinels": [-1]},
            {"parameter": "temperature", "at": "temperature_C", "unit": "°C"},
            {"parameter": "humidity", "at": "humidity_RH", "unit": "%"},
            {"parameter": "aqi.us-epa.pm25", "at": "pm25_AQIUS", "sentinels": [-1]},
            {"parameter": "aqi.cn-aqi.pm25", "at": "pm25_AQICN", "sentinels": [-1]}
          ]
        }
      ]
    }
    """#
}
