extension StandardEditions {
  /// Mexico's Índice AIRE Y SALUD of NOM-172-SEMARNAT-2019.
  static let mxNOM1722019 = edition(
    #"""
    {
      "identifier": "mx_nom172_2019",
      "family": "mx-ias",
      "title": "Mexico Índice AIRE Y SALUD 2019",
      "body": "SEMARNAT",
      "document": "NOM-172-SEMARNAT-2019",
      "effectiveFrom": "2020",
      "effectiveUntil": "2024",
      "regions": ["MX"],
      "kind": "category",
      "confidence": "one-impl",
      "conditions": {"kelvin": 298.15, "kilopascal": 101.325},
      "remarks": "Gases are converted between mass and mixing ratio at 25 °C and 101.325 kPa: an assumption, the standard's own conditions were not found. Published on 20 November 2019; the date from which it applies was not read. The weight factor of the NowCast is rounded to two decimals, as in the edition of 2023: an assumption. The names are those of its table, in Spanish; English ones were not read.",
      "rules": {"rounding": "none"},
      "bands": [
        {"key": "good", "name": "Buena", "index": [1, 1]},
        {"key": "acceptable", "name": "Aceptable", "index": [2, 2]},
        {"key": "bad", "name": "Mala", "index": [3, 3]},
        {"key": "very-bad", "name": "Muy Mala", "index": [4, 4]},
        {"key": "extremely-bad", "name": "Extremadamente Mala", "index": [5, null]}
      ],
      "numbers": [[1, 1], [2, 2], [3, 3], [4, 4], [5, 5]],
      "scales": [
        {"pollutant": "pm10", "averaging": "12h", "unit": "µg/m³", "current": "nowcast-mx 1",
         "bounds": [0, 50, 75, 155, 235, null]},
        {"pollutant": "pm25", "averaging": "12h", "unit": "µg/m³", "current": "nowcast-mx 1",
         "bounds": [0, 25, 45, 79, 147, null]},
        {"pollutant": "o3", "averaging": "8h", "unit": "ppm", "current": "mean 8h",
         "bounds": [0, 0.051, 0.070, 0.092, 0.114, null]},
        {"pollutant": "no2", "averaging": "1h", "unit": "ppm", "current": "1h",
         "bounds": [0, 0.107, 0.210, 0.230, 0.250, null]},
        {"pollutant": "so2", "averaging": "24h", "unit": "ppm", "current": "mean 24h",
         "bounds": [0, 0.008, 0.110, 0.165, 0.220, null]},
        {"pollutant": "co", "averaging": "8h", "unit": "ppm", "current": "mean 8h",
         "bounds": [0, 8.75, 11.00, 13.30, 15.50, null]}
      ]
    }
    """#)

  /// Mexico's Índice AIRE Y SALUD until December 2025: NOM-172-SEMARNAT-2023. Categories without a number;
  /// concentrations are rounded to the printed precision.
  static let mxNOM1722023Stage2024 = edition(
    #"""
    {
      "identifier": "mx_nom172_2023_stage2024",
      "family": "mx-ias",
      "title": "Mexico Índice AIRE Y SALUD, stage 2024",
      "body": "SEMARNAT",
      "document": "NOM-172-SEMARNAT-2023, Tables 4–9, limits until December 2025",
      "effectiveFrom": "2024",
      "effectiveUntil": "2026-01",
      "regions": ["MX"],
      "kind": "category",
      "confidence": "two-impl",
      "conditions": {"kelvin": 298.15, "kilopascal": 101.325},
      "remarks": "Gases are converted between mass and mixing ratio at 25 °C and 101.325 kPa: an assumption, the standard's own conditions were not found.",
      "rules": {"rounding": "halfUp"},
      "bands": [
        {"key": "good", "name": "Good", "local": "Buena", "language": "es", "table": "Buena", "index": [1, 1]},
        {"key": "acceptable", "name": "Acceptable", "local": "Aceptable", "language": "es", "table": "Aceptable", "index": [2, 2]},
        {"key": "bad", "name": "Bad", "local": "Mala", "language": "es", "table": "Mala", "index": [3, 3]},
        {"key": "very-bad", "name": "Very bad", "local": "Muy Mala", "language": "es", "table": "Muy Mala", "index": [4, 4]},
        {"key": "extremely-bad", "name": "Extremely bad", "local": "Extremadamente Mala", "language": "es", "table": "Extremadamente Mala", "index": [5, null]}
      ],
      "numbers": [[1, 1], [2, 2], [3, 3], [4, 4], [5, 5]],
      "scales": [
        {"pollutant": "pm10", "averaging": "12h", "unit": "µg/m³", "current": "nowcast-mx 0.714", "decimals": 0,
         "bounds": [0, 45, 60, 132, 213, null]},
        {"pollutant": "pm25", "averaging": "12h", "unit": "µg/m³", "current": "nowcast-mx 0.694", "decimals": 0,
         "bounds": [0, 15, 33, 79, 130, null]},
        {"pollutant": "o3", "averaging": "1h", "unit": "ppm", "current": "1h", "decimals": 3,
         "bounds": [0, 0.058, 0.090, 0.135, 0.175, null]},
        {"pollutant": "no2", "averaging": "1h", "unit": "ppm", "current": "1h", "decimals": 3,
         "bounds": [0, 0.053, 0.106, 0.160, 0.213, null]},
        {"pollutant": "so2", "averaging": "1h", "unit": "ppm", "current": "1h", "decimals": 3,
         "bounds": [0, 0.035, 0.075, 0.185, 0.304, null]},
        {"pollutant": "co", "averaging": "8h", "unit": "ppm", "current": "mean 8h", "decimals": 2,
         "bounds": [0, 5.00, 9.00, 12.00, 16.00, null]}
      ]
    }
    """#)

  /// Mexico's Índice AIRE Y SALUD since January 2026: NOM-172-SEMARNAT-2023, second stage of the particle
  /// limits.
  static let mxNOM1722023Stage2026 = edition(
    #"""
    {
      "identifier": "mx_nom172_2023_stage2026",
      "family": "mx-ias",
      "title": "Mexico Índice AIRE Y SALUD, stage 2026",
      "body": "SEMARNAT",
      "document": "NOM-172-SEMARNAT-2023, Tables 4–9, limits from January 2026",
      "effectiveFrom": "2026-01",
      "regions": ["MX"],
      "kind": "category",
      "confidence": "two-impl",
      "conditions": {"kelvin": 298.15, "kilopascal": 101.325},
      "remarks": "The limit of Aceptable steps down for particles; gases are as in stage 2024. Gases are converted between mass and mixing ratio at 25 °C and 101.325 kPa: an assumption, the standard's own conditions were not found. The names are those of its table, in Spanish; English ones were not read.",
      "rules": {"rounding": "halfUp"},
      "bands": [
        {"key": "good", "name": "Buena", "index": [1, 1]},
        {"key": "acceptable", "name": "Aceptable", "index": [2, 2]},
        {"key": "bad", "name": "Mala", "index": [3, 3]},
        {"key": "very-bad", "name": "Muy Mala", "index": [4, 4]},
        {"key": "extremely-bad", "name": "Extremadamente Mala", "index": [5, null]}
      ],
      "numbers": [[1, 1], [2, 2], [3, 3], [4, 4], [5, 5]],
      "scales": [
        {"pollutant": "pm10", "averaging": "12h", "unit": "µg/m³", "current": "nowcast-mx 0.714", "confidence": "one-impl", "decimals": 0,
         "bounds": [0, 45, 50, 132, 213, null]},
        {"pollutant": "pm25", "averaging": "12h", "unit": "µg/m³", "current": "nowcast-mx 0.694", "confidence": "one-impl", "decimals": 0,
         "bounds": [0, 15, 25, 79, 130, null]},
        {"pollutant": "o3", "averaging": "1h", "unit": "ppm", "current": "1h", "decimals": 3,
         "bounds": [0, 0.058, 0.090, 0.135, 0.175, null]},
        {"pollutant": "no2", "averaging": "1h", "unit": "ppm", "current": "1h", "decimals": 3,
         "bounds": [0, 0.053, 0.106, 0.160, 0.213, null]},
        {"pollutant": "so2", "averaging": "1h", "unit": "ppm", "current": "1h", "decimals": 3,
         "bounds": [0, 0.035, 0.075, 0.185, 0.304, null]},
        {"pollutant": "co", "averaging": "8h", "unit": "ppm", "current": "mean 8h", "decimals": 2,
         "bounds": [0, 5.00, 9.00, 12.00, 16.00, null]}
      ]
    }
    """#)
}
