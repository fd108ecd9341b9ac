extension StandardEditions {
  /// Malaysia's air pollutant index of five pollutants, 1996 to 2017: piecewise equations with a stated
  /// slope beyond their end.
  ///
  /// Source: DOE Malaysia sub-index equations, as in Heliyon 2022 e09157, Table 1.
  static let myAPI1996 = edition(
    #"""
    {
      "identifier": "my_api_1996",
      "family": "my-api",
      "title": "Malaysia API 1996",
      "body": "Department of Environment of Malaysia",
      "document": "DOE Malaysia sub-index equations, as in Heliyon 2022 e09157, Table 1",
      "effectiveFrom": "1996",
      "effectiveUntil": "2017",
      "regions": ["MY"],
      "kind": "number",
      "confidence": "primary",
      "conditions": {"kelvin": 298.15, "kilopascal": 101.325},
      "remarks": "Gases are converted between mass and mixing ratio at 25 °C and 101.325 kPa: an assumption, the standard's own conditions were not found. PM10 from 350 to 420 µg/m³ has the slope 100/70; the copy that was read prints its 1.4286 as 14286.",
      "rules": {"rounding": "none", "beyond": "extrapolate"},
      "bands": [
        {"key": "good", "name": "Good", "index": [0, 50]},
        {"key": "moderate", "name": "Moderate", "index": [51, 100]},
        {"key": "unhealthy", "name": "Unhealthy", "index": [101, 200]},
        {"key": "very-unhealthy", "name": "Very Unhealthy", "index": [201, 300]},
        {"key": "hazardous", "name": "Hazardous", "index": [301, null]}
      ],
      "scales": [
        {"pollutant": "pm10", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean", "beyondSlope": 1, "rows": [
            [  0,   50,   0,   50],
            [ 50,  150,  50,  100],
            [150,  350, 100,  200],
            [350,  420, 200,  300],
            [420,  500, 300,  400],
            [500, null, 400, null]
          ]},
        {"pollutant": "co", "averaging": "8h", "unit": "ppm", "current": "mean 8h", "daily": "day max 8h", "beyondSlope": 10, "rows": [
            [ 0,    9,   0,  100],
            [ 9,   15, 100,  200],
            [15,   30, 200,  300],
            [30, null, 300, null]
          ]},
        {"pollutant": "o3", "averaging": "1h", "unit": "ppm", "current": "1h", "daily": "day max 1h", "beyondSlope": 1000, "rows": [
            [  0,  0.2,   0,  200],
            [0.2,  0.4, 200,  300],
            [0.4, null, 300, null]
          ]},
        {"pollutant": "no2", "averaging": "1h", "unit": "ppm", "current": "1h", "daily": "day max 1h", "beyondSlope": 250, "rows": [
            [   0, 0.17,   0,  100],
            [0.17,  0.6, 100,  200],
            [ 0.6,  1.2, 200,  300],
            [ 1.2, null, 300, null]
          ]},
        {"pollutant": "so2", "averaging": "24h", "unit": "ppm", "current": "mean 24h", "daily": "day mean", "beyondSlope": 500, "rows": [
            [   0, 0.04,   0,  100],
            [0.04,  0.3, 100,  200],
            [ 0.3,  0.6, 200,  300],
            [ 0.6, null, 300, null]
          ]}
      ]
    }
    """#)
}

extension StandardEditions {
  /// Malaysia's air pollutant index of 2017, PM2.5. Neither the US table nor Singapore's.
  ///
  /// Source: DOE Malaysia, API_Calculation.pdf.
  static let myAPI2017 = edition(
    #"""
    {
      "identifier": "my_api_2017",
      "family": "my-api",
      "title": "Malaysia API 2017",
      "body": "Department of Environment of Malaysia",
      "document": "DOE Malaysia, API_Calculation.pdf",
      "effectiveFrom": "2017",
      "regions": ["MY"],
      "kind": "number",
      "confidence": "one-impl",
      "remarks": "Only PM2.5 is covered. Above 500 the slope of the last row goes on. The table of 2017 for PM10 and the gases was not found; the equations of 1996 can be asked for by their identifier, my_api_1996.",
      "rules": {"decimals": 1, "rounding": "halfUp", "beyond": "extrapolate", "otherReadings": [
        {"source": "digits dropped", "rounding": "truncate"}
      ]},
      "bands": [
        {"key": "good", "name": "Good", "local": "Baik", "language": "ms", "index": [0, 50], "color": "#3D8AF7"},
        {"key": "moderate", "name": "Moderate", "local": "Sederhana", "language": "ms", "index": [51, 100], "color": "#7CDE6B"},
        {"key": "unhealthy", "name": "Unhealthy", "local": "Tidak Sihat", "language": "ms", "index": [101, 200], "color": "#FFFF00"},
        {"key": "very-unhealthy", "name": "Very Unhealthy", "local": "Sangat Tidak Sihat", "language": "ms", "index": [201, 300]},
        {"key": "hazardous", "name": "Hazardous", "local": "Merbahaya", "language": "ms", "index": [301, 500]},
        {"key": "emergency", "name": "Emergency", "local": "Kecemasan", "language": "ms", "index": [501, null]}
      ],
      "scales": [
        {"pollutant": "pm25", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean", "rows": [
            [    0,  12.0,   0,  50],
            [ 12.1,  50.4,  51, 100],
            [ 50.5,  55.4, 101, 150],
            [ 55.5, 150.4, 151, 200],
            [150.5, 250.4, 201, 300],
            [250.5, 350.4, 301, 400],
            [350.5, 500.4, 401, 500]
          ]}
      ]
    }
    """#)
}
