extension StandardEditions {
  /// New South Wales' air quality categories: a category begins at its lower limit (“6.7–10.0” holds 6.7,
  /// not 10.0).
  ///
  /// Source: NSW DPE, “Understanding air quality data”, air quality categories.
  static let auNSWAQC2020 = edition(
    #"""
    {
      "identifier": "au_nsw_aqc_2020",
      "family": "au-nsw-aqc",
      "title": "New South Wales AQC",
      "body": "NSW Department of Planning and Environment",
      "document": "NSW DPE, “Understanding air quality data”, air quality categories",
      "effectiveFrom": "2020",
      "regions": ["AU", "AU-NSW"],
      "kind": "category",
      "confidence": "primary",
      "conditions": {"kelvin": 273.15, "kilopascal": 101.325},
      "remarks": "Gases in parts per hundred million. Particles are not covered: their rows could not be verified. Gases are converted between mass and mixing ratio at 0 °C and 101.325 kPa: an assumption, the standard's own conditions were not found.",
      "rules": {"rounding": "none", "edges": "lowerInclusive"},
      "bands": [
        {"key": "good", "name": "Good", "index": [1, 1]},
        {"key": "fair", "name": "Fair", "index": [2, 2]},
        {"key": "poor", "name": "Poor", "index": [3, 3]},
        {"key": "very-poor", "name": "Very Poor", "index": [4, 4]},
        {"key": "extremely-poor", "name": "Extremely Poor", "index": [5, null]}
      ],
      "scales": [
        {"pollutant": "o3", "averaging": "1h", "unit": "pphm", "current": "1h", "rows": [
            [   0,  6.7, 1, 1],
            [ 6.7, 10.0, 2, 2],
            [10.0, 15.0, 3, 3],
            [15.0, 20.0, 4, 4],
            [20.0, null, 5, 5]
          ]},
        {"pollutant": "o3", "averaging": "4h", "unit": "pphm", "current": "mean 4h", "rows": [
            [   0,  5.4, 1, 1],
            [ 5.4,  8.0, 2, 2],
            [ 8.0, 12.0, 3, 3],
            [12.0, 16.0, 4, 4],
            [16.0, null, 5, 5]
          ]},
        {"pollutant": "no2", "averaging": "1h", "unit": "pphm", "current": "1h", "rows": [
            [ 0,    8, 1, 1],
            [ 8,   12, 2, 2],
            [12,   18, 3, 3],
            [18,   24, 4, 4],
            [24, null, 5, 5]
          ]},
        {"pollutant": "neph", "averaging": "1h", "unit": "bsp", "current": "1h", "rows": [
            [   0,  1.5, 1, 1],
            [ 1.5,  3.0, 2, 2],
            [ 3.0,  6.0, 3, 3],
            [ 6.0, 18.0, 4, 4],
            [18.0, null, 5, 5]
          ]},
        {"pollutant": "co", "averaging": "8h", "unit": "ppm", "current": "mean 8h", "rows": [
            [   0,  6.0, 1, 1],
            [ 6.0,  9.0, 2, 2],
            [ 9.0, 13.5, 3, 3],
            [13.5, 18.0, 4, 4],
            [18.0, null, 5, 5]
          ]},
        {"pollutant": "so2", "averaging": "1h", "unit": "pphm", "current": "1h", "rows": [
            [   0, 13.3, 1, 1],
            [13.3, 20.0, 2, 2],
            [20.0, 30.0, 3, 3],
            [30.0, 40.0, 4, 4],
            [40.0, null, 5, 5]
          ]}
      ]
    }
    """#)
}
