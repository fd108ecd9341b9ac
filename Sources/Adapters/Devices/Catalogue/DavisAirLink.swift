extension DeviceCatalog {
  /// Davis AirLink, over its local interface.
  ///
  /// Source: weatherlink.github.io/airlink-local-api, and replies of structure types 5 and 6. Early firmware (type 5)
  /// writes `pm_10p0`. Each mean comes with the percentage of its period for which there were data. Before its clock is
  /// set, the device counts time from its start. The device's NowCast is left out: it isn't a mean of a period.
  static let davisAirLink = #"""
    {
      "id": "davis-airlink", "name": "Davis AirLink", "summary": "A Davis AirLink on the local network.",
      "request": {"path": "/v1/current_conditions"}, "limit": {"requests": 1, "seconds": 1},
      "errors": [
        {"when": {"at": "error", "present": true}, "code": "unavailable", "message": {"at": "error.message"}}
      ],
      "expects": ["data.conditions"],
      "rows": "data.conditions", "when": {"at": "data_structure_type", "equals": [5, 6]},
      "site": {"id": {"at": "$.data.did"}, "name": {"at": "$.data.name"}},
      "time": {"at": "last_report_time", "format": "unixSeconds", "earliest": "2015-01-01T00:00:00Z"},
      "flags": ["raw"],
      "readings": [
        {"parameter": "pm1", "at": "pm_1", "unit": "µg/m³", "averaging": "1min"},
        {"parameter": "pm1", "at": "pm_1_last", "unit": "µg/m³"},
        {"parameter": "pm25", "at": "pm_2p5", "unit": "µg/m³", "averaging": "1min"},
        {"parameter": "pm25", "at": "pm_2p5_last", "unit": "µg/m³"},
        {"parameter": "pm25", "at": "pm_2p5_last_1_hour", "unit": "µg/m³", "averaging": "1h",
         "completeness": "pct_pm_data_last_1_hour"},
        {"parameter": "pm25", "at": "pm_2p5_last_3_hours", "unit": "µg/m³", "averaging": "3h",
         "completeness": "pct_pm_data_last_3_hours"},
        {"parameter": "pm25", "at": "pm_2p5_last_24_hours", "unit": "µg/m³", "averaging": "24h",
         "completeness": "pct_pm_data_last_24_hours"},
        {"parameter": "pm10", "at": ["pm_10", "pm_10p0"], "unit": "µg/m³", "averaging": "1min"},
        {"parameter": "pm10", "at": "pm_10_last", "unit": "µg/m³"},
        {"parameter": "pm10", "at": ["pm_10_last_1_hour", "pm_10p0_last_1_hour"], "unit": "µg/m³",
         "averaging": "1h", "completeness": "pct_pm_data_last_1_hour"},
        {"parameter": "pm10", "at": ["pm_10_last_3_hours", "pm_10p0_last_3_hours"], "unit": "µg/m³",
         "averaging": "3h", "completeness": "pct_pm_data_last_3_hours"},
        {"parameter": "pm10", "at": ["pm_10_last_24_hours", "pm_10p0_last_24_hours"], "unit": "µg/m³",
         "averaging": "24h", "completeness": "pct_pm_data_last_24_hours"},
        {"parameter": "temperature", "at": "temp", "unit": "°F", "flags": []},
        {"parameter": "humidity", "at": "hum", "unit": "%", "flags": []},
        {"parameter": "dew_point", "at": "dew_point", "unit": "°F", "flags": []}
      ]
    }
    """#
}
