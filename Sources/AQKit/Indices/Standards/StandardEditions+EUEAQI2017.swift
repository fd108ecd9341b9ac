extension StandardEditions {
  /// The European air quality index of November 2017: five bands, particles as 24-hour running means, gases
  /// hourly. The last band ends at a printed cap; values beyond it keep the band and are marked as beyond
  /// the scale.
  ///
  /// Source: EEA, discomap.eea.europa.eu/map/AQI/Viewer, five-band edition of November 2017.
  static let euEAQI2017 = edition(
    #"""
    {
      "identifier": "eu_eaqi_2017",
      "family": "eu-eaqi",
      "title": "European AQI 2017",
      "body": "European Environment Agency",
      "document": "EEA, discomap.eea.europa.eu/map/AQI/Viewer, five-band edition of November 2017",
      "effectiveFrom": "2017-11-16",
      "effectiveUntil": "2019",
      "regions": ["EU"],
      "kind": "category",
      "confidence": "primary",
      "conditions": {"kelvin": 293.15, "kilopascal": 101.325},
      "remarks": "A level, not a number. Above the printed caps the worst band stays, marked as beyond the scale; the agency takes such values for errors of measurement.",
      "rules": {"rounding": "none", "edges": "upperInclusive", "beyond": "cap", "otherReadings": [
        {"source": "whole µg/m³, digits dropped", "decimals": 0, "rounding": "truncate"},
        {"source": "half-open bands: the lower edge is included", "edges": "lowerInclusive"}
      ]},
      "requires": {"anyOf": [["no2"], ["o3"], ["pm25", "pm10"]], "anyOfAtTraffic": [["no2"], ["pm25", "pm10"]]},
      "bands": [
        {"key": "good", "name": "Good", "index": [1, 1]},
        {"key": "fair", "name": "Fair", "index": [2, 2]},
        {"key": "moderate", "name": "Moderate", "index": [3, 3]},
        {"key": "poor", "name": "Poor", "index": [4, 4]},
        {"key": "very-poor", "name": "Very poor", "index": [5, null]}
      ],
      "scales": [
        {"pollutant": "pm25", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean", "rows": [
            [ 0,  10, 1, 1],
            [10,  20, 2, 2],
            [20,  25, 3, 3],
            [25,  50, 4, 4],
            [50, 800, 5, 5]
          ]},
        {"pollutant": "pm10", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean", "rows": [
            [  0,   20, 1, 1],
            [ 20,   35, 2, 2],
            [ 35,   50, 3, 3],
            [ 50,  100, 4, 4],
            [100, 1200, 5, 5]
          ]},
        {"pollutant": "no2", "averaging": "1h", "unit": "µg/m³", "current": "1h", "rows": [
            [  0,   40, 1, 1],
            [ 40,  100, 2, 2],
            [100,  200, 3, 3],
            [200,  400, 4, 4],
            [400, 1000, 5, 5]
          ]},
        {"pollutant": "o3", "averaging": "1h", "unit": "µg/m³", "current": "1h", "rows": [
            [  0,  80, 1, 1],
            [ 80, 120, 2, 2],
            [120, 180, 3, 3],
            [180, 240, 4, 4],
            [240, 600, 5, 5]
          ]},
        {"pollutant": "so2", "averaging": "1h", "unit": "µg/m³", "current": "1h", "rows": [
            [  0,  100, 1, 1],
            [100,  200, 2, 2],
            [200,  350, 3, 3],
            [350,  500, 4, 4],
            [500, 1250, 5, 5]
          ]}
      ]
    }
    """#)
}
