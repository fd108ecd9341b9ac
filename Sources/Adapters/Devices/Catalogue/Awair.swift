extension DeviceCatalog {
  /// Awair monitors, over their local interface; replies of Awair's cloud are read as well.
  ///
  /// Source: replies in home-assistant/core, `tests/components/awair/fixtures`. The score is Awair's own; 100 is the
  /// best. `pm10_est` is an estimate from PM2.5; `co2_est`, an estimate from the VOC sensor, is left out.
  static let awair = #"""
    {
      "id": "awair", "name": "Awair", "summary": "An Awair monitor on the local network.",
      "request": {"path": "/air-data/latest"},
      "expects": ["data", "timestamp", "score"],
      "rows": ["data", "$"], "site": {"indoor": true},
      "time": {"at": "timestamp", "earliest": "2015-01-01T00:00:00Z"},
      "readings": [
        {"parameter": "pm25", "at": ["pm25", "sensors[comp=pm25].value"], "unit": "µg/m³", "flags": ["raw"]},
        {"parameter": "pm10", "at": ["pm10_est", "sensors[comp=pm10_est].value"], "unit": "µg/m³",
         "flags": ["raw", "estimated"]},
        {"parameter": "co2", "at": ["co2", "sensors[comp=co2].value"], "unit": "ppm"},
        {"parameter": "voc", "at": ["voc", "sensors[comp=voc].value"], "unit": "ppb"},
        {"parameter": "temperature", "at": ["temp", "sensors[comp=temp].value"], "unit": "°C"},
        {"parameter": "humidity", "at": ["humid", "sensors[comp=humid].value"], "unit": "%"},
        {"parameter": "dew_point", "at": ["dew_point", "sensors[comp=dew_point].value"], "unit": "°C"},
        {"parameter": "aqi.awair", "at": "score"}
      ]
    }
    """#
}
