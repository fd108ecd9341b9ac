extension StandardEditions {
  /// The European air quality index in its revision of 2024: ETC HE Report 2024/17, Table 5.2. Six bands,
  /// all of hourly means. The upper end of a band belongs to it and the range is continuous: 5.5 µg/m³ of
  /// PM2.5 is Fair.
  ///
  /// Source: ETC HE Report 2024/17, Table 5.2.
  static let euEAQI2024 = edition(
    #"""
    {
      "identifier": "eu_eaqi_2024",
      "family": "eu-eaqi",
      "title": "European AQI 2024",
      "body": "European Environment Agency",
      "document": "ETC HE Report 2024/17, Table 5.2",
      "effectiveFrom": "2024",
      "regions": ["EU"],
      "kind": "category",
      "confidence": "two-impl",
      "conditions": {"kelvin": 293.15, "kilopascal": 101.325},
      "remarks": "A level, not a number. All five are hourly; until 2024 particles were 24-hour running means. The worst of the pollutants that are there: which pollutants a station must measure stands in the text of the 2017 edition only. Only the year of the report is known, not the day on which the agency changed over. The colour of Extremely poor is one implementation's; the agency's site is said to show #7D2181.",
      "rules": {"rounding": "none", "edges": "upperInclusive", "otherReadings": [
        {"source": "whole µg/m³, digits dropped", "decimals": 0, "rounding": "truncate"},
        {"source": "half-open bands: the lower edge is included", "edges": "lowerInclusive"}
      ]},
      "bands": [
        {"key": "good", "name": "Good", "index": [1, 1], "color": "#50F0E6"},
        {"key": "fair", "name": "Fair", "index": [2, 2], "color": "#50CCAA"},
        {"key": "moderate", "name": "Moderate", "index": [3, 3], "color": "#F0E641"},
        {"key": "poor", "name": "Poor", "index": [4, 4], "color": "#FF5050"},
        {"key": "very-poor", "name": "Very poor", "index": [5, 5], "color": "#960032"},
        {"key": "extremely-poor", "name": "Extremely poor", "index": [6, null], "color": "#872181"}
      ],
      "scales": [
        {"pollutant": "pm25", "averaging": "1h", "unit": "µg/m³", "current": "1h", "rows": [
            [  0,    5, 1, 1],
            [  5,   15, 2, 2],
            [ 15,   50, 3, 3],
            [ 50,   90, 4, 4],
            [ 90,  140, 5, 5],
            [140, null, 6, 6]
          ]},
        {"pollutant": "pm10", "averaging": "1h", "unit": "µg/m³", "current": "1h", "rows": [
            [  0,   15, 1, 1],
            [ 15,   45, 2, 2],
            [ 45,  120, 3, 3],
            [120,  195, 4, 4],
            [195,  270, 5, 5],
            [270, null, 6, 6]
          ]},
        {"pollutant": "no2", "averaging": "1h", "unit": "µg/m³", "current": "1h", "rows": [
            [  0,   10, 1, 1],
            [ 10,   25, 2, 2],
            [ 25,   60, 3, 3],
            [ 60,  100, 4, 4],
            [100,  150, 5, 5],
            [150, null, 6, 6]
          ]},
        {"pollutant": "o3", "averaging": "1h", "unit": "µg/m³", "current": "1h", "rows": [
            [  0,   60, 1, 1],
            [ 60,  100, 2, 2],
            [100,  120, 3, 3],
            [120,  160, 4, 4],
            [160,  180, 5, 5],
            [180, null, 6, 6]
          ]},
        {"pollutant": "so2", "averaging": "1h", "unit": "µg/m³", "current": "1h", "rows": [
            [  0,   20, 1, 1],
            [ 20,   40, 2, 2],
            [ 40,  125, 3, 3],
            [125,  190, 4, 4],
            [190,  275, 5, 5],
            [275, null, 6, 6]
          ]}
      ]
    }
    """#)
}
