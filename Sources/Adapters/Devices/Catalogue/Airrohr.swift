extension DeviceCatalog {
  /// Devices with Sensor.Community's firmware (airrohr), and Nettigo Air Monitors, which use the same format.
  ///
  /// Source: replies of the firmware versions NRZ-2024-135 and NAMF-2020-36. P0 is PM1, P1 PM10, P2 PM2.5 and P4 PM4; the
  /// pressure is in pascal; the only time is the age in seconds. The values are means of the interval, by default of 145
  /// seconds, between two messages. From a Plantower sensor the firmware reads the atmospheric values. SEN5x is a
  /// Sensirion SEN50, SEN54 or SEN55, whose VOC and NOx are indices. HECA is the heated inlet of a particle sensor, whose
  /// temperature and humidity are not those of the air outside.
  static let airrohr = #"""
    {
      "id": "airrohr", "name": "Sensor.Community device",
      "summary": "A device with Sensor.Community's firmware, or a Nettigo Air Monitor, on the local network.",
      "request": {"path": "/data.json"}, "cadence": "PT145S",
      "expects": ["sensordatavalues"],
      "site": {
        "latitude": "sensordatavalues[value_type=GPS_lat].value",
        "longitude": "sensordatavalues[value_type=GPS_lon].value"
      },
      "time": {"at": "age", "format": "age"},
      "averaging": "145s", "flags": ["raw"], "otherParameters": ["pm4", "voc_index", "nox_index"],
      "readings": [
        \#(readings("SDS011", "SDS_", "P1 P2")),
        \#(readings("PMSx003", "PMS_", "P0 P1 P2", #", "method": "atm""#)),
        \#(readings("HPM", "HPM_", "P0 P1 P2")),
        \#(readings("NPM", "NPM_", "P0 P1 P2")),
        \#(readings("IPS-7100", "IPS_", "P0 P1 P2")),
        \#(readings("SPS30", "SPS30_", "P0 P1 P2 P4")),
        \#(readings("SEN5x", "SEN5X_", "P0 P1 P2 P4 temperature humidity")),
        \#(readings("SEN5x", "SEN5X_", "voc nox", #", "flags": []"#)),
        {"parameter": "co2", "at": ["sensordatavalues[value_type=conc_co2_ppm].value", "sensordatavalues[value_type=SCD30_co2_ppm].value"],
         "unit": "ppm", "flags": []},
        \#(readings("BME280", "BME280_", "temperature humidity pressure")),
        \#(readings("BMP280", "BMP280_", "temperature pressure")),
        \#(readings("BMP180", "BMP_", "temperature pressure")),
        \#(readings("SHT3x", "SHT3X_", "temperature humidity")),
        \#(readings("HTU21D", "HTU21D_", "temperature humidity")),
        \#(readings("SCD30", "SCD30_", "temperature humidity")),
        \#(readings("DS18B20", "DS18B20_", "temperature")),
        \#(readings("HECA", "HECA_", "temperature humidity", #", "flags": ["raw", "inside the housing"]"#)),
        \#(readings("DHT22", "", "temperature humidity"))
      ]
    }
    """#

  /// Returns the readings of a sensor with the names of its values, such as `P1`, and further members.
  private static func readings(
    _ instrument: String, _ prefix: String, _ values: String, _ members: String = ""
  ) -> String {
    values.split(separator: " ").map { value in
      let quantity = quantities[String(value)] ?? ""
      let path = "sensordatavalues[value_type=\(prefix)\(value)].value"
      return #"{"at": "\#(path)", \#(quantity), "instrument": "\#(instrument)"\#(members)}"#
    }.joined(separator: ", ")
  }

  private static let quantities = [
    "P0": #""parameter": "pm1", "unit": "µg/m³""#, "P1": #""parameter": "pm10", "unit": "µg/m³""#,
    "P2": #""parameter": "pm25", "unit": "µg/m³""#, "P4": #""parameter": "pm4", "unit": "µg/m³""#,
    "temperature": #""parameter": "temperature", "unit": "°C""#,
    "humidity": #""parameter": "humidity", "unit": "%""#,
    "pressure": #""parameter": "surface_pressure", "unit": "Pa""#,
    "voc": #""parameter": "voc_index", "unit": """#, "nox": #""parameter": "nox_index", "unit": """#,
  ]
}
