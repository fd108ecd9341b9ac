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

extension StandardEditions {
  /// The European air quality index in its revision of 2024: ETC HE Report 2024/17, Table 5.2. Six bands,
  /// all from hourly means. The upper end of a band belongs to it and the range is continuous: 5.5 µg/m³ of
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
