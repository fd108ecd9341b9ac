extension DeviceCatalogue {
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
        {"parameter": "pm10", "at": "sensordatavalues[value_type=SDS_P1].value", "unit": "µg/m³", "instrument": "SDS011"},
        {"parameter": "pm25", "at": "sensordatavalues[value_type=SDS_P2].value", "unit": "µg/m³", "instrument": "SDS011"},
        {"parameter": "pm1", "at": "sensordatavalues[value_type=PMS_P0].value", "unit": "µg/m³", "instrument": "PMSx003", "method": "atm"},
        {"parameter": "pm10", "at": "sensordatavalues[value_type=PMS_P1].value", "unit": "µg/m³", "instrument": "PMSx003", "method": "atm"},
        {"parameter": "pm25", "at": "sensordatavalues[value_type=PMS_P2].value", "unit": "µg/m³", "instrument": "PMSx003", "method": "atm"},
        {"parameter": "pm1", "at": "sensordatavalues[value_type=HPM_P0].value", "unit": "µg/m³", "instrument": "HPM"},
        {"parameter": "pm10", "at": "sensordatavalues[value_type=HPM_P1].value", "unit": "µg/m³", "instrument": "HPM"},
        {"parameter": "pm25", "at": "sensordatavalues[value_type=HPM_P2].value", "unit": "µg/m³", "instrument": "HPM"},
        {"parameter": "pm1", "at": "sensordatavalues[value_type=NPM_P0].value", "unit": "µg/m³", "instrument": "NPM"},
        {"parameter": "pm10", "at": "sensordatavalues[value_type=NPM_P1].value", "unit": "µg/m³", "instrument": "NPM"},
        {"parameter": "pm25", "at": "sensordatavalues[value_type=NPM_P2].value", "unit": "µg/m³", "instrument": "NPM"},
        {"parameter": "pm1", "at": "sensordatavalues[value_type=IPS_P0].value", "unit": "µg/m³", "instrument": "IPS-7100"},
        {"parameter": "pm10", "at": "sensordatavalues[value_type=IPS_P1].value", "unit": "µg/m³", "instrument": "IPS-7100"},
        {"parameter": "pm25", "at": "sensordatavalues[value_type=IPS_P2].value", "unit": "µg/m³", "instrument": "IPS-7100"},
        {"parameter": "pm1", "at": "sensordatavalues[value_type=SPS30_P0].value", "unit": "µg/m³", "instrument": "SPS30"},
        {"parameter": "pm10", "at": "sensordatavalues[value_type=SPS30_P1].value", "unit": "µg/m³", "instrument": "SPS30"},
        {"parameter": "pm25", "at": "sensordatavalues[value_type=SPS30_P2].value", "unit": "µg/m³", "instrument": "SPS30"},
        {"parameter": "pm1", "at": "sensordatavalues[value_type=SEN5X_P0].value", "unit": "µg/m³", "instrument": "SEN5x"},
        {"parameter": "pm10", "at": "sensordatavalues[value_type=SEN5X_P1].value", "unit": "µg/m³", "instrument": "SEN5x"},
        {"parameter": "pm25", "at": "sensordatavalues[value_type=SEN5X_P2].value", "unit": "µg/m³", "instrument": "SEN5x"},
        {"parameter": "pm4", "at": "sensordatavalues[value_type=SEN5X_P4].value", "unit": "µg/m³", "instrument": "SEN5x"},
        {"parameter": "pm4", "at": "sensordatavalues[value_type=SPS30_P4].value", "unit": "µg/m³", "instrument": "SPS30"},
        {"parameter": "temperature", "at": "sensordatavalues[value_type=SEN5X_temperature].value", "unit": "°C", "instrument": "SEN5x"},
        {"parameter": "humidity", "at": "sensordatavalues[value_type=SEN5X_humidity].value", "unit": "%", "instrument": "SEN5x"},
        {"parameter": "voc_index", "at": "sensordatavalues[value_type=SEN5X_voc].value", "unit": "", "instrument": "SEN5x", "flags": []},
        {"parameter": "nox_index", "at": "sensordatavalues[value_type=SEN5X_nox].value", "unit": "", "instrument": "SEN5x", "flags": []},
        {"parameter": "co2", "at": ["sensordatavalues[value_type=conc_co2_ppm].value", "sensordatavalues[value_type=SCD30_co2_ppm].value"],
         "unit": "ppm", "flags": []},
        {"parameter": "temperature", "at": "sensordatavalues[value_type=BME280_temperature].value", "unit": "°C", "instrument": "BME280"},
        {"parameter": "humidity", "at": "sensordatavalues[value_type=BME280_humidity].value", "unit": "%", "instrument": "BME280"},
        {"parameter": "surface_pressure", "at": "sensordatavalues[value_type=BME280_pressure].value", "unit": "Pa", "instrument": "BME280"},
        {"parameter": "temperature", "at": "sensordatavalues[value_type=BMP280_temperature].value", "unit": "°C", "instrument": "BMP280"},
        {"parameter": "surface_pressure", "at": "sensordatavalues[value_type=BMP280_pressure].value", "unit": "Pa", "instrument": "BMP280"},
        {"parameter": "temperature", "at": "sensordatavalues[value_type=BMP_temperature].value", "unit": "°C", "instrument": "BMP180"},
        {"parameter": "surface_pressure", "at": "sensordatavalues[value_type=BMP_pressure].value", "unit": "Pa", "instrument": "BMP180"},
        {"parameter": "temperature", "at": "sensordatavalues[value_type=SHT3X_temperature].value", "unit": "°C", "instrument": "SHT3x"},
        {"parameter": "humidity", "at": "sensordatavalues[value_type=SHT3X_humidity].value", "unit": "%", "instrument": "SHT3x"},
        {"parameter": "temperature", "at": "sensordatavalues[value_type=HTU21D_temperature].value", "unit": "°C", "instrument": "HTU21D"},
        {"parameter": "humidity", "at": "sensordatavalues[value_type=HTU21D_humidity].value", "unit": "%", "instrument": "HTU21D"},
        {"parameter": "temperature", "at": "sensordatavalues[value_type=SCD30_temperature].value", "unit": "°C", "instrument": "SCD30"},
        {"parameter": "humidity", "at": "sensordatavalues[value_type=SCD30_humidity].value", "unit": "%", "instrument": "SCD30"},
        {"parameter": "temperature", "at": "sensordatavalues[value_type=DS18B20_temperature].value", "unit": "°C", "instrument": "DS18B20"},
        {"parameter": "temperature", "at": "sensordatavalues[value_type=HECA_temperature].value", "unit": "°C", "instrument": "HECA",
         "flags": ["raw", "inside the housing"]},
        {"parameter": "humidity", "at": "sensordatavalues[value_type=HECA_humidity].value", "unit": "%", "instrument": "HECA",
         "flags": ["raw", "inside the housing"]},
        {"parameter": "temperature", "at": "sensordatavalues[value_type=temperature].value", "unit": "°C", "instrument": "DHT22"},
        {"parameter": "humidity", "at": "sensordatavalues[value_type=humidity].value", "unit": "%", "instrument": "DHT22"}
      ]
    }
    """#
}
