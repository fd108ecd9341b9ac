extension StandardEditions {
  /// The European air quality index of November 2017: five bands, particles as 24-hour running means, gases
  /// hourly. The last band ends at a printed cap; values beyond it keep the band and are marked as beyond
  /// the scale.
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
      "remarks": "A category, not a number. Above the printed caps the worst band stays, marked as beyond the scale; the agency considers such values measurement errors.",
      "rules": {"rounding": "none", "edges": "upperInclusive", "beyond": "cap", "alternatives": [
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
      "numbers": [[1, 1], [2, 2], [3, 3], [4, 4], [5, 5]],
      "scales": [
        {"pollutant": "pm25", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h",
         "bounds": [0, 10, 20, 25, 50, 800]},
        {"pollutant": "pm10", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h",
         "bounds": [0, 20, 35, 50, 100, 1200]},
        {"pollutant": "no2", "averaging": "1h", "unit": "µg/m³", "current": "1h",
         "bounds": [0, 40, 100, 200, 400, 1000]},
        {"pollutant": "o3", "averaging": "1h", "unit": "µg/m³", "current": "1h",
         "bounds": [0, 80, 120, 180, 240, 600]},
        {"pollutant": "so2", "averaging": "1h", "unit": "µg/m³", "current": "1h",
         "bounds": [0, 100, 200, 350, 500, 1250]}
      ]
    }
    """#)

  /// The European air quality index from 2019 to 2024: six bands, particles as 24-hour running means, gases
  /// hourly.
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
      "remarks": "A category, not a number. The pollutants that a station must measure are taken from the text of the 2017 edition.",
      "rules": {"rounding": "none", "edges": "upperInclusive", "alternatives": [
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
      "numbers": [[1, 1], [2, 2], [3, 3], [4, 4], [5, 5], [6, 6]],
      "scales": [
        {"pollutant": "pm25", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h",
         "bounds": [0, 10, 20, 25, 50, 75, null]},
        {"pollutant": "pm10", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h",
         "bounds": [0, 20, 40, 50, 100, 150, null]},
        {"pollutant": "no2", "averaging": "1h", "unit": "µg/m³", "current": "1h",
         "bounds": [0, 40, 90, 120, 230, 340, null]},
        {"pollutant": "o3", "averaging": "1h", "unit": "µg/m³", "current": "1h",
         "bounds": [0, 50, 100, 130, 240, 380, null]},
        {"pollutant": "so2", "averaging": "1h", "unit": "µg/m³", "current": "1h",
         "bounds": [0, 100, 200, 350, 500, 750, null]}
      ]
    }
    """#)

  /// The European air quality index in its revision of 2024: ETC HE Report 2024/17, Table 5.2. Six bands,
  /// all from hourly means. The upper end of a band belongs to it and the range is continuous: 5.5 µg/m³ of
  /// PM2.5 is Fair.
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
      "remarks": "A category, not a number. All five are hourly; until 2024 particles were 24-hour running means. The worst of the available pollutants counts: only the 2017 edition names those that a station must measure. Only the year of the report is known, not the day on which the agency changed over. The colour of Extremely poor is one implementation's; the agency's site is said to show #7D2181.",
      "rules": {"rounding": "none", "edges": "upperInclusive", "alternatives": [
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
      "numbers": [[1, 1], [2, 2], [3, 3], [4, 4], [5, 5], [6, 6]],
      "scales": [
        {"pollutant": "pm25", "averaging": "1h", "unit": "µg/m³", "current": "1h",
         "bounds": [0, 5, 15, 50, 90, 140, null]},
        {"pollutant": "pm10", "averaging": "1h", "unit": "µg/m³", "current": "1h",
         "bounds": [0, 15, 45, 120, 195, 270, null]},
        {"pollutant": "no2", "averaging": "1h", "unit": "µg/m³", "current": "1h",
         "bounds": [0, 10, 25, 60, 100, 150, null]},
        {"pollutant": "o3", "averaging": "1h", "unit": "µg/m³", "current": "1h",
         "bounds": [0, 60, 100, 120, 160, 180, null]},
        {"pollutant": "so2", "averaging": "1h", "unit": "µg/m³", "current": "1h",
         "bounds": [0, 20, 40, 125, 190, 275, null]}
      ]
    }
    """#)

  /// The Common Air Quality Index of CITEAIR: an hourly grid and, for particles, a daily one.
  static let euCAQI2012 = edition(
    #"""
    {
      "identifier": "eu_caqi_2012",
      "family": "eu-caqi",
      "title": "CAQI 2012",
      "body": "CITEAIR",
      "document": "CITEAIR, “Comparing Urban Air Quality across Borders” (2012)",
      "effectiveFrom": "2012",
      "confidence": "two-impl",
      "conditions": {"kelvin": 293.15, "kilopascal": 101.325},
      "remarks": "Above 100 the standard names the band and no number. A number on an edge belongs to the lower band.",
      "rules": {"rounding": "none", "beyond": "open"},
      "requires": {"anyOf": [["no2"], ["pm10"], ["o3"]], "anyOfAtTraffic": [["no2"], ["pm10"]]},
      "bands": [
        {"key": "very-low", "name": "Very low", "index": [0, 25]},
        {"key": "low", "name": "Low", "index": [25, 50]},
        {"key": "medium", "name": "Medium", "index": [50, 75]},
        {"key": "high", "name": "High", "index": [75, 100]},
        {"key": "very-high", "name": "Very high", "index": [100, null]}
      ],
      "numbers": [[0, 25], [25, 50], [50, 75], [75, 100], [100, null]],
      "scales": [
        {"pollutant": "no2", "averaging": "1h", "unit": "µg/m³", "current": "1h", "daily": "day max 1h",
         "bounds": [0, 50, 100, 200, 400, null]},
        {"pollutant": "pm10", "averaging": "1h", "unit": "µg/m³", "current": "1h",
         "bounds": [0, 25, 50, 90, 180, null]},
        {"pollutant": "pm10", "averaging": "24h", "unit": "µg/m³", "daily": "day mean", "confidence": "one-impl",
         "bounds": [0, 15, 30, 50, 100, null]},
        {"pollutant": "pm25", "averaging": "1h", "unit": "µg/m³", "current": "1h",
         "bounds": [0, 15, 30, 55, 110, null]},
        {"pollutant": "pm25", "averaging": "24h", "unit": "µg/m³", "daily": "day mean", "confidence": "one-impl",
         "bounds": [0, 10, 20, 30, 60, null]},
        {"pollutant": "o3", "averaging": "1h", "unit": "µg/m³", "current": "1h", "daily": "day max 1h",
         "bounds": [0, 60, 120, 180, 240, null]},
        {"pollutant": "co", "averaging": "8h", "unit": "µg/m³", "current": "mean 8h", "daily": "day max 8h", "confidence": "one-impl",
         "bounds": [0, 5000, 7500, 10000, 20000, null]},
        {"pollutant": "so2", "averaging": "1h", "unit": "µg/m³", "current": "1h", "daily": "day max 1h", "confidence": "one-impl",
         "bounds": [0, 50, 100, 350, 500, null]}
      ]
    }
    """#)
}
