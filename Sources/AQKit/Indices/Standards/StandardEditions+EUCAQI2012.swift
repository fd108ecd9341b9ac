extension StandardEditions {
  /// The Common Air Quality Index of CITEAIR: an hourly grid and, for particles, a daily one.
  ///
  /// Source: CITEAIR, “Comparing Urban Air Quality across Borders” (2012).
  static let euCAQI2012 = edition(
    #"""
    {
      "identifier": "eu_caqi_2012",
      "family": "eu-caqi",
      "title": "CAQI 2012",
      "body": "CITEAIR",
      "document": "CITEAIR, “Comparing Urban Air Quality across Borders” (2012)",
      "effectiveFrom": "2012",
      "regions": [],
      "kind": "number",
      "confidence": "two-impl",
      "conditions": {"kelvin": 293.15, "kilopascal": 101.325},
      "remarks": "Above 100 the band is named and no number. A number on an edge belongs to the lower band.",
      "rules": {"rounding": "none", "beyond": "open"},
      "requires": {"anyOf": [["no2"], ["pm10"], ["o3"]], "anyOfAtTraffic": [["no2"], ["pm10"]]},
      "bands": [
        {"key": "very-low", "name": "Very low", "index": [0, 25]},
        {"key": "low", "name": "Low", "index": [25, 50]},
        {"key": "medium", "name": "Medium", "index": [50, 75]},
        {"key": "high", "name": "High", "index": [75, 100]},
        {"key": "very-high", "name": "Very high", "index": [100, null]}
      ],
      "scales": [
        {"pollutant": "no2", "averaging": "1h", "unit": "µg/m³", "current": "1h", "daily": "day max 1h", "rows": [
            [  0,   50,   0,   25],
            [ 50,  100,  25,   50],
            [100,  200,  50,   75],
            [200,  400,  75,  100],
            [400, null, 100, null]
          ]},
        {"pollutant": "pm10", "averaging": "1h", "unit": "µg/m³", "current": "1h", "rows": [
            [  0,   25,   0,   25],
            [ 25,   50,  25,   50],
            [ 50,   90,  50,   75],
            [ 90,  180,  75,  100],
            [180, null, 100, null]
          ]},
        {"pollutant": "pm10", "averaging": "24h", "unit": "µg/m³", "daily": "day mean", "confidence": "one-impl", "rows": [
            [  0,   15,   0,   25],
            [ 15,   30,  25,   50],
            [ 30,   50,  50,   75],
            [ 50,  100,  75,  100],
            [100, null, 100, null]
          ]},
        {"pollutant": "pm25", "averaging": "1h", "unit": "µg/m³", "current": "1h", "rows": [
            [  0,   15,   0,   25],
            [ 15,   30,  25,   50],
            [ 30,   55,  50,   75],
            [ 55,  110,  75,  100],
            [110, null, 100, null]
          ]},
        {"pollutant": "pm25", "averaging": "24h", "unit": "µg/m³", "daily": "day mean", "confidence": "one-impl", "rows": [
            [ 0,   10,   0,   25],
            [10,   20,  25,   50],
            [20,   30,  50,   75],
            [30,   60,  75,  100],
            [60, null, 100, null]
          ]},
        {"pollutant": "o3", "averaging": "1h", "unit": "µg/m³", "current": "1h", "daily": "day max 1h", "rows": [
            [  0,   60,   0,   25],
            [ 60,  120,  25,   50],
            [120,  180,  50,   75],
            [180,  240,  75,  100],
            [240, null, 100, null]
          ]},
        {"pollutant": "co", "averaging": "8h", "unit": "µg/m³", "current": "mean 8h", "daily": "day max 8h", "confidence": "one-impl", "rows": [
            [    0,  5000,   0,   25],
            [ 5000,  7500,  25,   50],
            [ 7500, 10000,  50,   75],
            [10000, 20000,  75,  100],
            [20000,  null, 100, null]
          ]},
        {"pollutant": "so2", "averaging": "1h", "unit": "µg/m³", "current": "1h", "daily": "day max 1h", "confidence": "one-impl", "rows": [
            [  0,   50,   0,   25],
            [ 50,  100,  25,   50],
            [100,  350,  50,   75],
            [350,  500,  75,  100],
            [500, null, 100, null]
          ]}
      ]
    }
    """#)
}
