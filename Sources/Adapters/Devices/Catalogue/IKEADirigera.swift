extension DeviceCatalog {
  /// The air sensors of an IKEA DIRIGERA hub.
  ///
  /// Source: a recorded VINDSTYRKA. The hub uses https with its own certificate, and requires the token of a pairing.
  /// It lists all of its devices, of which only sensors and air purifiers measure; `maxMeasuredPM25` is the range of
  /// the sensor rather than a value, and 65535 in PM2.5, the largest number of two bytes, means a missing value.
  static let ikeaDirigera = #"""
    {
      "id": "ikea-dirigera", "name": "IKEA DIRIGERA",
      "summary": "The air sensors of an IKEA DIRIGERA hub on the local network.",
      "options": [
        {"name": "token", "summary": "The token that the hub gave when it was paired.", "required": true,
         "secret": true}
      ],
      "request": {
        "path": "/v1/devices", "headers": {"Authorization": "Bearer {token}"}, "privateCertificate": true
      },
      "expects": ["deviceType", "*.deviceType"],
      "when": {"at": "deviceType", "equals": ["environmentSensor", "airPurifier"]},
      "site": {"id": {"at": "id"}, "name": {"at": "attributes.customName"}, "indoor": true},
      "time": {"at": "lastSeen"},
      "otherParameters": ["voc_index"],
      "readings": [
        {"parameter": "pm25", "at": "attributes.currentPM25", "unit": "µg/m³", "flags": ["raw"],
         "sentinels": [65535]},
        {"parameter": "co2", "at": "attributes.currentCO2", "unit": "ppm"},
        {"parameter": "voc_index", "at": "attributes.vocIndex", "unit": ""},
        {"parameter": "temperature", "at": "attributes.currentTemperature", "unit": "°C"},
        {"parameter": "humidity", "at": "attributes.currentRH", "unit": "%"}
      ]
    }
    """#
}
