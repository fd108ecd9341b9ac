extension StandardEditions {
  /// Singapore's Pollutant Standards Index of 2014. Ozone above 785 µg/m³ over eight hours counts by its
  /// one-hour table; NO2 has a sub-index only above 1130 µg/m³.
  ///
  /// Source: NEA, “Computation of the Pollutant Standards Index” (2014).
  static let sgPSI2014 = edition(
    #"""
    {
      "identifier": "sg_psi_2014",
      "family": "sg-psi",
      "title": "Singapore PSI 2014",
      "body": "National Environment Agency of Singapore",
      "document": "NEA, “Computation of the Pollutant Standards Index” (2014)",
      "effectiveFrom": "2014-04",
      "regions": ["SG"],
      "kind": "number",
      "confidence": "two-impl",
      "conditions": {"kelvin": 298.15, "kilopascal": 101.325},
      "remarks": "Concentrations are rounded to the printed step, a half upwards. NEA once published 59 where the table gives 58 (PM2.5 “19”). Gases are converted between mass and mixing ratio at 25 °C and 101.325 kPa: an assumption, the standard's own conditions were not found.",
      "rules": {"decimals": 0, "rounding": "halfUp", "beyond": "cap", "otherReadings": [
        {"source": "digits dropped", "rounding": "truncate"},
        {"source": "joined rows, the index rounded up, which gives the 59 that NEA once published", "rounding": "none", "indexRounding": "up", "joinsRows": true}
      ]},
      "bands": [
        {"key": "good", "name": "Good", "index": [0, 50]},
        {"key": "moderate", "name": "Moderate", "index": [51, 100]},
        {"key": "unhealthy", "name": "Unhealthy", "index": [101, 200]},
        {"key": "very-unhealthy", "name": "Very unhealthy", "index": [201, 300]},
        {"key": "hazardous", "name": "Hazardous", "index": [301, null]}
      ],
      "scales": [
        {"pollutant": "pm25", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean", "rows": [
            [  0,  12,   0,  50],
            [ 13,  55,  51, 100],
            [ 56, 150, 101, 200],
            [151, 250, 201, 300],
            [251, 350, 301, 400],
            [351, 500, 401, 500]
          ]},
        {"pollutant": "pm10", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean", "rows": [
            [  0,  50,   0,  50],
            [ 51, 150,  51, 100],
            [151, 350, 101, 200],
            [351, 420, 201, 300],
            [421, 500, 301, 400],
            [501, 600, 401, 500]
          ]},
        {"pollutant": "so2", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean", "rows": [
            [   0,   80,   0,  50],
            [  81,  365,  51, 100],
            [ 366,  800, 101, 200],
            [ 801, 1600, 201, 300],
            [1601, 2100, 301, 400],
            [2101, 2620, 401, 500]
          ]},
        {"pollutant": "co", "averaging": "8h", "unit": "mg/m³", "current": "mean 8h", "daily": "day max 8h", "decimals": 1, "rows": [
            [   0,  5.0,   0,  50],
            [ 5.1, 10.0,  51, 100],
            [10.1, 17.0, 101, 200],
            [17.1, 34.0, 201, 300],
            [34.1, 46.0, 301, 400],
            [46.1, 57.5, 401, 500]
          ]},
        {"pollutant": "o3", "averaging": "8h", "unit": "µg/m³", "current": "mean 8h", "daily": "day max 8h", "beyond": "undefined", "rows": [
            [  0, 118,   0,  50],
            [119, 157,  51, 100],
            [158, 235, 101, 200],
            [236, 785, 201, 300]
          ]},
        {"pollutant": "o3", "averaging": "1h", "unit": "µg/m³", "current": "1h", "daily": "day max 1h", "usedWhenBeyond": "8h", "rows": [
            [  0,  118,   0,  50],
            [119,  157,  51, 100],
            [158,  235, 101, 200],
            [236,  785, 201, 300],
            [786,  980, 301, 400],
            [981, 1180, 401, 500]
          ]},
        {"pollutant": "no2", "averaging": "1h", "unit": "µg/m³", "current": "1h", "daily": "day max 1h", "confidence": "one-impl", "rows": [
            [1131, 2260, 201, 300],
            [2261, 3000, 301, 400],
            [3001, 3750, 401, 500]
          ]}
      ]
    }
    """#)
}

extension StandardEditions {
  /// Singapore's bands of one-hour PM2.5 since 27 June 2016, beside the PSI.
  ///
  /// Source: NEA statement of 27 June 2016.
  static let sgPM25Hourly2016 = edition(
    #"""
    {
      "identifier": "sg_pm25_1h_2016",
      "family": "sg-pm25-1h",
      "title": "Singapore 1-hour PM2.5 bands",
      "body": "National Environment Agency of Singapore",
      "document": "NEA statement of 27 June 2016",
      "effectiveFrom": "2016-06-27",
      "regions": [],
      "kind": "category",
      "confidence": "two-impl",
      "rules": {"decimals": 0, "rounding": "halfUp", "otherReadings": [
        {"source": "digits dropped", "rounding": "truncate"}
      ]},
      "bands": [
        {"key": "normal", "name": "Normal", "index": [1, 1]},
        {"key": "elevated", "name": "Elevated", "index": [2, 2]},
        {"key": "high", "name": "High", "index": [3, 3]},
        {"key": "very-high", "name": "Very high", "index": [4, null]}
      ],
      "scales": [
        {"pollutant": "pm25", "averaging": "1h", "unit": "µg/m³", "current": "1h", "rows": [
            [  0,   55, 1, 1],
            [ 56,  150, 2, 2],
            [151,  250, 3, 3],
            [251, null, 4, 4]
          ]}
      ]
    }
    """#)
}
