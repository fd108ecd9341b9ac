extension DeviceCatalog {
  /// Any device with Tasmota's firmware and air sensors, read with the command `Status 8`.
  ///
  /// Source: messages from published set-ups. There is one object per sensor model, which is the instrument; units are
  /// siblings of the sensors; the time is local without a zone, so it is only used with the option `timeZone`. `ESP32`
  /// is the temperature of the chip. `VOC` is an index for SEN5x (xsns_103_sen5x.ino); for SGP40 it is the raw signal,
  /// which is left out because there is also `VOC_INDEX`. The `CF` numbers use the factory's calibration and are left
  /// out, and so is `eCO2` if there is a measured value.
  static let tasmota = #"""
    {
      "id": "tasmota", "name": "Tasmota", "summary": "A device with Tasmota's firmware on the local network.",
      "options": [
        {"name": "user", "summary": "The name at the device's web interface."},
        {"name": "password", "summary": "The password of the device's web interface.", "secret": true,
         "inAddress": true},
        {"name": "timeZone", "summary": "The zone of the device's clock, such as +02:00 or Europe/Prague."}
      ],
      "request": {
        "path": "/cm", "query": {"user": "{user}", "password": "{password}", "cmnd": "Status 8"}
      },
      "errors": [
        {"when": {"at": "WARNING", "present": true}, "code": "unauthorized", "message": {"at": "WARNING"}}
      ],
      "rows": ["StatusSNS.*", "*"], "when": {"at": "@", "differs": "ESP32"}, "instrument": {"at": "@"},
      "time": {
        "at": ["$.StatusSNS.Time", "$.Time"], "zone": "{timeZone}", "earliest": "2015-01-01T00:00:00Z"
      },
      "otherParameters": ["pm4", "voc_index", "nox_index"],
      "readings": [
        {"parameter": "pm1", "at": ["PM1", "'PM1.0'", "PM1_0"], "unit": "µg/m³", "flags": ["raw"]},
        {"parameter": "pm25", "at": ["'PM2.5'", "PM2_5"], "unit": "µg/m³", "flags": ["raw"]},
        {"parameter": "pm4", "at": ["PM4", "'PM4.0'", "PM4_0"], "unit": "µg/m³", "flags": ["raw"]},
        {"parameter": "pm10", "at": "PM10", "unit": "µg/m³", "flags": ["raw"]},
        {"parameter": "co2", "at": "CarbonDioxide", "unit": "ppm"},
        {"parameter": "co2", "at": "eCO2", "unit": "ppm", "flags": ["estimated"],
         "when": {"at": "CarbonDioxide", "present": false}},
        {"parameter": "voc", "at": "TVOC", "unit": "ppb"},
        {"parameter": "voc_index", "at": "VOC_INDEX", "unit": ""},
        {"parameter": "temperature", "at": "Temperature",
         "unit": {"at": ["$.StatusSNS.TempUnit", "$.TempUnit"]}},
        {"parameter": "humidity", "at": "Humidity", "unit": "%"},
        {"parameter": "dew_point", "at": "DewPoint",
         "unit": {"at": ["$.StatusSNS.TempUnit", "$.TempUnit"]}},
        {"parameter": "surface_pressure", "at": "Pressure",
         "unit": {"at": ["$.StatusSNS.PressureUnit", "$.PressureUnit"]}},
        {"parameter": "pressure", "at": "SeaPressure",
         "unit": {"at": ["$.StatusSNS.PressureUnit", "$.PressureUnit"]}}
      ],
      "parts": [
        {
          "rows": ["StatusSNS.SEN5X", "SEN5X"], "instrument": "SEN5X",
          "readings": [
            {"parameter": "voc_index", "at": "VOC", "unit": ""},
            {"parameter": "nox_index", "at": "NOx", "unit": ""}
          ]
        }
      ]
    }
    """#
}
