extension StandardEditions {
  /// The US air quality index before 6 May 2024: 40 CFR 58 Appendix G with the PM2.5 table of 2013 and the
  /// ozone table of 2015. The hazardous band has two rows here, 301–400 and 401–500. Official colours are
  /// not carried over from the later edition.
  ///
  /// Source: 40 CFR 58 App. G before 6 May 2024 (PM2.5 of 2013, ozone of 2015).
  static let usEPA2012 = edition(
    #"""
    {
      "identifier": "us_epa_2012",
      "family": "us-epa",
      "title": "US EPA AQI 2012",
      "body": "US Environmental Protection Agency",
      "document": "40 CFR 58 App. G before 6 May 2024 (PM2.5 of 2013, ozone of 2015)",
      "effectiveUntil": "2024-05-06",
      "regions": ["US"],
      "kind": "number",
      "confidence": "two-impl",
      "conditions": {"kelvin": 298.15, "kilopascal": 101.325},
      "remarks": "The daily value of ozone is the largest of the 8-hour means that begin from 07:00 to 23:00 on the place's clock (40 CFR 50 App. U, as two secondary sources have it: its own text was not read, nor what App. G asks of the index), 13 of the 17 needed, which is three quarters. App. U counts in local standard time: pass a zone of fixed offset to have that in summer, too.",
      "rules": {"rounding": "truncate", "beyond": "extrapolate", "otherReadings": [
        {"source": "an exact half to the even number", "indexRounding": "halfEven"}
      ]},
      "bands": [
        {"key": "good", "name": "Good", "index": [0, 50]},
        {"key": "moderate", "name": "Moderate", "index": [51, 100]},
        {"key": "unhealthy-for-sensitive-groups", "name": "Unhealthy for Sensitive Groups", "index": [101, 150]},
        {"key": "unhealthy", "name": "Unhealthy", "index": [151, 200]},
        {"key": "very-unhealthy", "name": "Very Unhealthy", "index": [201, 300]},
        {"key": "hazardous", "name": "Hazardous", "index": [301, null]}
      ],
      "scales": [
        {"pollutant": "o3", "averaging": "8h", "unit": "ppm", "current": "mean 8h", "daily": "day max 8h from 7 to 23", "decimals": 3, "beyond": "undefined", "rows": [
            [0.000, 0.054,   0,  50],
            [0.055, 0.070,  51, 100],
            [0.071, 0.085, 101, 150],
            [0.086, 0.105, 151, 200],
            [0.106, 0.200, 201, 300]
          ]},
        {"pollutant": "o3", "averaging": "1h", "unit": "ppm", "current": "1h", "daily": "day max 1h", "decimals": 3, "rows": [
            [0.125, 0.164, 101, 150],
            [0.165, 0.204, 151, 200],
            [0.205, 0.404, 201, 300],
            [0.405, 0.504, 301, 400],
            [0.505, 0.604, 401, 500]
          ]},
        {"pollutant": "pm25", "averaging": "24h", "unit": "µg/m³", "current": "nowcast", "daily": "day mean", "decimals": 1, "otherReadings": [
            {"source": "an exact half to the even number", "indexRounding": "halfEven"},
            {"source": "small negatives, here down to -10, count as zero, as in AirMonitor", "negativeTolerance": 10}
          ], "rows": [
            [  0.0,  12.0,   0,  50],
            [ 12.1,  35.4,  51, 100],
            [ 35.5,  55.4, 101, 150],
            [ 55.5, 150.4, 151, 200],
            [150.5, 250.4, 201, 300],
            [250.5, 350.4, 301, 400],
            [350.5, 500.4, 401, 500]
          ]},
        {"pollutant": "pm10", "averaging": "24h", "unit": "µg/m³", "current": "nowcast", "daily": "day mean", "decimals": 0, "rows": [
            [  0,  54,   0,  50],
            [ 55, 154,  51, 100],
            [155, 254, 101, 150],
            [255, 354, 151, 200],
            [355, 424, 201, 300],
            [425, 504, 301, 400],
            [505, 604, 401, 500]
          ]},
        {"pollutant": "co", "averaging": "8h", "unit": "ppm", "current": "mean 8h", "daily": "day max 8h", "decimals": 1, "rows": [
            [ 0.0,  4.4,   0,  50],
            [ 4.5,  9.4,  51, 100],
            [ 9.5, 12.4, 101, 150],
            [12.5, 15.4, 151, 200],
            [15.5, 30.4, 201, 300],
            [30.5, 40.4, 301, 400],
            [40.5, 50.4, 401, 500]
          ]},
        {"pollutant": "so2", "averaging": "1h", "unit": "ppb", "current": "1h", "daily": "day max 1h", "decimals": 0, "beyond": "undefined", "rows": [
            [  0,  35,   0,  50],
            [ 36,  75,  51, 100],
            [ 76, 185, 101, 150],
            [186, 304, 151, 200]
          ]},
        {"pollutant": "so2", "averaging": "24h", "unit": "ppb", "current": "mean 24h", "daily": "day mean", "usedWhenBeyond": "1h", "decimals": 0, "rows": [
            [305,  604, 201, 300],
            [605,  804, 301, 400],
            [805, 1004, 401, 500]
          ]},
        {"pollutant": "no2", "averaging": "1h", "unit": "ppb", "current": "1h", "daily": "day max 1h", "decimals": 0, "rows": [
            [   0,   53,   0,  50],
            [  54,  100,  51, 100],
            [ 101,  360, 101, 150],
            [ 361,  649, 151, 200],
            [ 650, 1249, 201, 300],
            [1250, 1649, 301, 400],
            [1650, 2049, 401, 500]
          ]}
      ]
    }
    """#)
}
