extension DeviceCatalog {
  /// AirGradient ONE, Open Air and Go, over their local server.
  ///
  /// Source: airgradienthq/arduino, `docs/local-server.md`, and replies of firmware 3.0 to 3.1.21. `pm02` is PM2.5 by
  /// the sensor's atmospheric conversion; the outdoor models have a channel for each particle sensor. Model names of
  /// indoor monitors begin with `I-`, of indoor kits with `DIY-PRO-I-` or `DIY-BASIC-I-`, of outdoor monitors with
  /// `O-`; Go is portable. Go's interface (`/api/v1/measures`, home-assistant/core, `measures_v1_full.json`) has PM2.5,
  /// temperature and humidity under separate names, already corrected by the device. If the compensated humidity is 0,
  /// no compensation was computed, and the other compensated numbers are 0 as well. A sensor that is absent or warming
  /// up reports -1, which is also a valid temperature. Firmware 3.0.10 states the model as `fwMode`.
  static let airGradient = #"""
    {
      "id": "airgradient", "name": "AirGradient",
      "summary": "A monitor of AirGradient on the local network.",
      "request": {"path": ["/measures/current", "/api/v1/measures"]},
      "expects": ["serialno", "serialNumber", "channels", "wifi", "rco2", "pm02"],
      "site": {
        "id": {"at": ["$.serialno", "$.serialNumber"]},
        "indoor": {
          "yes": {"at": ["$.model", "$.fwMode"], "begins": ["I-", "DIY-PRO-I-", "DIY-BASIC-I-"]},
          "no": {"at": ["$.model", "$.fwMode"], "begins": "O-"}
        }
      },
      "flags": ["raw"],
      "otherParameters": ["voc_index", "nox_index"],
      "readings": [\#(air),
        {"parameter": "co2", "at": ["rco2", "co2"], "unit": "ppm", "flags": [], "sentinels": [-1]},
        {"parameter": "voc_index", "at": ["tvocIndex", "tvoc_index", "vocIndex"], "unit": "", "flags": [],
         "sentinels": [-1]},
        {"parameter": "nox_index", "at": ["noxIndex", "nox_index"], "unit": "", "flags": [],
         "sentinels": [-1]}
      ],
      "parts": [
        {"rows": "channels.*", "instrument": {"at": "@"}, "readings": [\#(air)]}
      ]
    }
    """#

  /// The readings of a monitor, and of each channel of an outdoor model.
  private static let air = #"""
    {"parameter": "pm1", "at": ["pm01", "pm1"], "unit": "µg/m³", "method": "atm", "sentinels": [-1]},
    {"parameter": "pm25", "at": "pm02", "unit": "µg/m³", "method": "atm", "sentinels": [-1]},
    {"parameter": "pm25", "at": ["pm02Compensated", "pm25Compensated"], "unit": "µg/m³", "sentinels": [-1],
     "correction": "AirGradient", "when": {"at": "rhumCompensated", "differs": 0}},
    {"parameter": "pm25", "at": "pm25", "unit": "µg/m³", "sentinels": [-1], "correction": "AirGradient"},
    {"parameter": "pm10", "at": "pm10", "unit": "µg/m³", "method": "atm", "sentinels": [-1]},
    {"parameter": "temperature", "at": "atmp", "unit": "°C"},
    {"parameter": "temperature", "at": "temperature", "unit": "°C", "correction": "AirGradient"},
    {"parameter": "temperature", "at": "atmpCompensated", "unit": "°C", "correction": "AirGradient",
     "when": {"at": "rhumCompensated", "differs": 0}},
    {"parameter": "humidity", "at": "rhum", "unit": "%", "sentinels": [-1]},
    {"parameter": "humidity", "at": "humidity", "unit": "%", "sentinels": [-1], "correction": "AirGradient"},
    {"parameter": "humidity", "at": "rhumCompensated", "unit": "%", "sentinels": [-1],
     "correction": "AirGradient", "when": {"at": "rhumCompensated", "differs": 0}}
    """#
}
