extension StandardEditions {
  /// The European air quality index from 2019 to 2024: six bands, particles as 24-hour running means, gases
  /// hourly.
  ///
  /// Source: EEA European Air Quality Index, six-band edition 2019–2024.
  static let euEAQI2019 = edition(
    #"""
    {
      "identifier": "eu_eaqi_2019",
      "family": "eu-eaqi",
      "title": "European AQI 2019",
      "body": "European Environment Agency",
      "document": "EEA European Air Quality Index, six-band edition 2019–2024",
      "effectiveFrom": "2019",
      "effectiveUntil": "2024",
      "regions": ["EU"],
      "kind": "category",
      "confidence": "two-impl",
      "conditions": {"kelvin": 293.15, "kilopascal": 101.325},
      "remarks": "A level, not a number. Which pollutants a station must measure is taken over from the text of the 2017 edition.",
      "rules": {"rounding": "none", "edges": "upperInclusive", "otherReadings": [
        {"source": "whole µg/m³, digits dropped", "decimals": 0, "rounding": "truncate"},
        {"source": "half-open bands: the lower edge is included", "edges": "lowerInclusive"}
      ]},
      "requires": {"anyOf": [["no2"], ["o3"], ["pm25", "pm10"]], "anyOfAtTraffic": [["no2"], ["pm25", "pm10"]]},
      "bands": [
        {"key": "good", "name": "Good", "index": [1, 1]},
        {"key": "fair", "name": "Fair", "index": [2, 2]},
        {"key": "moderate", "name": "Moderate", "index": [3, 3]},
        {"key": "poor", "name": "Poor", "index": [4, 4]},
        {"key": "very-poor", "name": "Very poor", "index": [5, 5]},
        {"key": "extremely-poor", "name": "Extremely poor", "index": [6, null]}
      ],
      "scales": [
        {"pollutant": "pm25", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean", "rows": [
            [ 0,   10, 1, 1],
            [10,   20, 2, 2],
            [20,   25, 3, 3],
            [25,   50, 4, 4],
            [50,   75, 5, 5],
            [75, null, 6, 6]
          ]},
        {"pollutant": "pm10", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean", "rows": [
            [  0,   20, 1, 1],
            [ 20,   40, 2, 2],
            [ 40,   50, 3, 3],
            [ 50,  100, 4, 4],
            [100,  150, 5, 5],
            [150, null, 6, 6]
          ]},
        {"pollutant": "no2", "averaging": "1h", "unit": "µg/m³", "current": "1h", "rows": [
            [  0,   40, 1, 1],
            [ 40,   90, 2, 2],
            [ 90,  120, 3, 3],
            [120,  230, 4, 4],
            [230,  340, 5, 5],
            [340, null, 6, 6]
          ]},
        {"pollutant": "o3", "averaging": "1h", "unit": "µg/m³", "current": "1h", "rows": [
            [  0,   50, 1, 1],
            [ 50,  100, 2, 2],
            [100,  130, 3, 3],
            [130,  240, 4, 4],
            [240,  380, 5, 5],
            [380, null, 6, 6]
          ]},
        {"pollutant": "so2", "averaging": "1h", "unit": "µg/m³", "current": "1h", "rows": [
            [  0,  100, 1, 1],
            [100,  200, 2, 2],
            [200,  350, 3, 3],
            [350,  500, 4, 4],
            [500,  750, 5, 5],
            [750, null, 6, 6]
          ]}
      ]
    }
    """#)
}
