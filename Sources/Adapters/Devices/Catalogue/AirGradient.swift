extension DeviceCatalogue {
  /// AirGradient ONE and Open Air, by their local server.
  ///
  /// Source: airgradienthq/arduino, `docs/local-server.md`, and answers of firmware 3.0 to 3.1.21. `pm02` is PM2.5; the
  /// outdoor models have a channel for each particle sensor; models of indoor monitors begin with `I-`. Where the
  /// compensated humidity is 0 no compensation was computed, and the other compensated numbers are 0 as well.
  static let airGradient = #"""
    {
      "id": "airgradient", "name": "AirGradient",
      "summary": "A monitor of AirGradient on the local network.",
      "request": {"path": "/measures/current"},
      "expects": ["serialno", "serialNumber", "channels", "wifi", "rco2", "pm02"],
      "site": {
        "id": {"at": ["serialno", "serialNumber"]}, "indoor": {"at": "model", "begins": "I-"}
      },
      "flags": ["raw"],
      "otherParameters": ["voc_index", "nox_index"],
      "readings": [
        {"parameter": "pm1", "at": ["pm01", "pm1"], "unit": "µg/m³"},
        {"parameter": "pm25", "at": ["pm02", "pm25"], "unit": "µg/m³"},
        {"parameter": "pm25", "at": ["pm02Compensated", "pm25Compensated"], "unit": "µg/m³",
         "correction": "AirGradient", "when": {"at": "rhumCompensated", "differs": 0}},
        {"parameter": "pm10", "at": "pm10", "unit": "µg/m³"},
        {"parameter": "co2", "at": ["rco2", "co2"], "unit": "ppm", "flags": []},
        {"parameter": "temperature", "at": ["atmp", "temperature"], "unit": "°C"},
        {"parameter": "temperature", "at": "atmpCompensated", "unit": "°C", "correction": "AirGradient",
         "when": {"at": "rhumCompensated", "differs": 0}},
        {"parameter": "humidity", "at": ["rhum", "humidity"], "unit": "%"},
        {"parameter": "humidity", "at": "rhumCompensated", "unit": "%", "correction": "AirGradient",
         "when": {"at": "rhumCompensated", "differs": 0}},
        {"parameter": "voc_index", "at": ["tvocIndex", "tvoc_index", "vocIndex"], "unit": "", "flags": []},
        {"parameter": "nox_index", "at": ["noxIndex", "nox_index"], "unit": "", "flags": []}
      ],
      "parts": [
        {
          "rows": "channels.*", "instrument": {"at": "@"},
          "site": {
            "id": {"at": ["$.serialno", "$.serialNumber"]}, "indoor": {"at": "$.model", "begins": "I-"}
          },
          "readings": [
            {"parameter": "pm1", "at": "pm01", "unit": "µg/m³"},
            {"parameter": "pm25", "at": "pm02", "unit": "µg/m³"},
            {"parameter": "pm25", "at": "pm02Compensated", "unit": "µg/m³", "correction": "AirGradient",
             "when": {"at": "rhumCompensated", "differs": 0}},
            {"parameter": "pm10", "at": "pm10", "unit": "µg/m³"},
            {"parameter": "temperature", "at": "atmp", "unit": "°C"},
            {"parameter": "temperature", "at": "atmpCompensated", "unit": "°C", "correction": "AirGradient",
             "when": {"at": "rhumCompensated", "differs": 0}},
            {"parameter": "humidity", "at": "rhum", "unit": "%"},
            {"parameter": "humidity", "at": "rhumCompensated", "unit": "%", "correction": "AirGradient",
             "when": {"at": "rhumCompensated", "differs": 0}}
          ]
        }
      ]
    }
    """#
}
