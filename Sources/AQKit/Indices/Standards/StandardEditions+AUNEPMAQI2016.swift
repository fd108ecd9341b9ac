extension StandardEditions {
  /// Australia's older index: one hundred times the concentration over the NEPM standard.
  ///
  /// Source: NEPM for Ambient Air Quality (2016): index = 100 × concentration / standard.
  static let auNEPMAQI2016 = edition(
    #"""
    {
      "identifier": "au_nepm_aqi_2016",
      "family": "au-nepm-aqi",
      "title": "Australia NEPM AQI",
      "body": "Australian states, under the National Environment Protection Measure",
      "document": "NEPM for Ambient Air Quality (2016): index = 100 × concentration / standard",
      "effectiveFrom": "2016",
      "regions": [],
      "kind": "number",
      "confidence": "two-impl",
      "conditions": {"kelvin": 273.15, "kilopascal": 101.325},
      "remarks": "Legacy; withdrawn in New South Wales. The number 200 is Very poor, as in two implementations. Gases are converted between mass and mixing ratio at 0 °C and 101.325 kPa: an assumption, the standard's own conditions were not found.",
      "rules": {"rounding": "none", "beyond": "extrapolate"},
      "bands": [
        {"key": "very-good", "name": "Very good", "index": [0, 33], "color": "#338CE7"},
        {"key": "good", "name": "Good", "index": [34, 66], "color": "#37B13C"},
        {"key": "fair", "name": "Fair", "index": [67, 99], "color": "#E8DD28"},
        {"key": "poor", "name": "Poor", "index": [100, 149], "color": "#F06520"},
        {"key": "very-poor", "name": "Very poor", "index": [150, 200], "color": "#8E1B66"},
        {"key": "hazardous", "name": "Hazardous", "index": [201, null], "color": "#C51515"}
      ],
      "scales": [
        {"pollutant": "co", "averaging": "8h", "unit": "ppm", "current": "mean 8h", "daily": "day max 8h", "rows": [
            [  0,  9.0,   0,  100],
            [9.0, null, 100, null]
          ]},
        {"pollutant": "no2", "averaging": "1h", "unit": "ppm", "current": "1h", "daily": "day max 1h", "rows": [
            [   0, 0.12,   0,  100],
            [0.12, null, 100, null]
          ]},
        {"pollutant": "o3", "averaging": "1h", "unit": "ppm", "current": "1h", "daily": "day max 1h", "rows": [
            [   0, 0.10,   0,  100],
            [0.10, null, 100, null]
          ]},
        {"pollutant": "o3", "averaging": "4h", "unit": "ppm", "current": "mean 4h", "rows": [
            [   0, 0.08,   0,  100],
            [0.08, null, 100, null]
          ]},
        {"pollutant": "so2", "averaging": "1h", "unit": "ppm", "current": "1h", "daily": "day max 1h", "rows": [
            [   0, 0.20,   0,  100],
            [0.20, null, 100, null]
          ]},
        {"pollutant": "pm25", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean", "rows": [
            [ 0,   25,   0,  100],
            [25, null, 100, null]
          ]},
        {"pollutant": "pm10", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean", "rows": [
            [ 0,   50,   0,  100],
            [50, null, 100, null]
          ]}
      ]
    }
    """#)
}
