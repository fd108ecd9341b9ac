extension StandardEditions {
  /// The air quality index of Germany's federal environment agency from 2019 to 2025: NO2 and ozone hourly,
  /// particles as 24-hour running means.
  static let deLQI2019 = edition(
    #"""
    {
      "identifier": "de_lqi_2019",
      "family": "de-lqi",
      "title": "Germany UBA LQI 2019",
      "body": "Umweltbundesamt",
      "document": "Umweltbundesamt, “Berechnungsgrundlagen Luftqualitätsindex”, edition of 2019",
      "effectiveFrom": "2019",
      "effectiveUntil": "2025",
      "regions": ["DE"],
      "kind": "category",
      "confidence": "primary",
      "conditions": {"kelvin": 293.15, "kilopascal": 101.325},
      "day": "standardTime",
      "remarks": "The bands are printed in whole µg/m³; concentrations are rounded to them, a half upwards. Days run in Central European Time all year, in which UBA dates its values (Air Data API, version 2.0.1).",
      "rules": {"decimals": 0, "rounding": "halfUp", "alternatives": [
        {"source": "digits dropped", "rounding": "truncate"}
      ]},
      "bands": [
        {"key": "very-good", "name": "very good", "index": [1, 1]},
        {"key": "good", "name": "good", "index": [2, 2]},
        {"key": "moderate", "name": "moderate", "index": [3, 3]},
        {"key": "poor", "name": "poor", "index": [4, 4]},
        {"key": "very-poor", "name": "very poor", "index": [5, null]}
      ],
      "numbers": [[1, 1], [2, 2], [3, 3], [4, 4], [5, 5]],
      "scales": [
        {"pollutant": "no2", "averaging": "1h", "unit": "µg/m³", "current": "1h",
         "bounds": [0, 20, 40, 100, 200, null], "printedDecimals": 0},
        {"pollutant": "pm10", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean",
         "bounds": [0, 20, 35, 50, 100, null], "printedDecimals": 0},
        {"pollutant": "pm25", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean",
         "bounds": [0, 10, 20, 25, 50, null], "printedDecimals": 0},
        {"pollutant": "o3", "averaging": "1h", "unit": "µg/m³", "current": "1h",
         "bounds": [0, 60, 120, 180, 240, null], "printedDecimals": 0}
      ]
    }
    """#)

  /// The air quality index of Germany's federal environment agency since 2025: five classes, all from hourly means,
  /// with SO2.
  static let deLQI2025 = edition(
    #"""
    {
      "identifier": "de_lqi_2025",
      "family": "de-lqi",
      "title": "Germany UBA LQI 2025",
      "body": "Umweltbundesamt",
      "document": "Umweltbundesamt, “Der Luftqualitätsindex (LQI)”, edition of 2025",
      "effectiveFrom": "2025",
      "regions": ["DE"],
      "kind": "category",
      "confidence": "primary",
      "conditions": {"kelvin": 293.15, "kilopascal": 101.325},
      "day": "standardTime",
      "remarks": "The bands are printed in whole µg/m³; concentrations are rounded to them, a half upwards. Days run in Central European Time all year, in which UBA dates its values (Air Data API, version 2.0.1).",
      "rules": {"decimals": 0, "rounding": "halfUp", "alternatives": [
        {"source": "digits dropped", "rounding": "truncate"}
      ]},
      "messageSource": "UBA 2019/2025 advice",
      "bands": [
        {"key": "very-good", "name": "very good", "local": "sehr gut", "language": "de", "index": [1, 1], "messages": [
          {"group": "all", "text": "Best conditions for being outside."}
        ]},
        {"key": "good", "name": "good", "local": "gut", "language": "de", "index": [2, 2], "messages": [
          {"group": "all", "text": "No adverse effects expected."}
        ]},
        {"key": "moderate", "name": "moderate", "local": "mäßig", "language": "de", "index": [3, 3], "messages": [
          {"group": "sensitive", "text": "Short-term effects unlikely; combined exposures may matter."}
        ]},
        {"key": "poor", "name": "poor", "local": "schlecht", "language": "de", "index": [4, 4], "messages": [
          {"group": "sensitive", "text": "Avoid hard effort outdoors."}
        ]},
        {"key": "very-poor", "name": "very poor", "local": "sehr schlecht", "language": "de", "index": [5, null], "messages": [
          {"group": "sensitive", "text": "Avoid hard effort outdoors; others react too."}
        ]}
      ],
      "numbers": [[1, 1], [2, 2], [3, 3], [4, 4], [5, 5]],
      "scales": [
        {"pollutant": "pm10", "averaging": "1h", "unit": "µg/m³", "current": "1h",
         "bounds": [0, 9, 27, 54, 90, null], "printedDecimals": 0},
        {"pollutant": "pm25", "averaging": "1h", "unit": "µg/m³", "current": "1h",
         "bounds": [0, 5, 15, 30, 50, null], "printedDecimals": 0},
        {"pollutant": "o3", "averaging": "1h", "unit": "µg/m³", "current": "1h", "alternatives": [
            {"source": "digits dropped", "rounding": "truncate"},
            {"source": "the English page: good is 24-72", "rows": [[0, 23, 1, 1], [24, 72, 2, 2], [73, 144, 3, 3], [145, 240, 4, 4], [241, null, 5, 5]]}
          ], "bounds": [0, 24, 72, 144, 240, null], "printedDecimals": 0},
        {"pollutant": "no2", "averaging": "1h", "unit": "µg/m³", "current": "1h",
         "bounds": [0, 10, 30, 60, 100, null], "printedDecimals": 0},
        {"pollutant": "so2", "averaging": "1h", "unit": "µg/m³", "current": "1h",
         "bounds": [0, 10, 30, 60, 100, null], "printedDecimals": 0}
      ]
    }
    """#)

  /// France's indice ATMO since 1 January 2021: six classes of daily means of particles and daily maximum
  /// hours of gases.
  static let frATMO2021 = edition(
    #"""
    {
      "identifier": "fr_atmo_2021",
      "family": "fr-atmo",
      "title": "France indice ATMO 2021",
      "body": "Fédération Atmo France; ministry of the environment",
      "document": "Arrêté du 10 juillet 2020 (NOR TRER2017892A)",
      "effectiveFrom": "2021-01-01",
      "regions": ["FR"],
      "kind": "category",
      "confidence": "one-impl",
      "conditions": {"kelvin": 293.15, "kilopascal": 101.325},
      "remarks": "A daily index of a zone. The order prints classes in whole µg/m³: concentrations are rounded to them, a half upwards.",
      "rules": {"decimals": 0, "rounding": "halfUp", "alternatives": [
        {"source": "not rounded", "rounding": "none"}
      ]},
      "requires": {"anyOf": [["pm25"], ["pm10"], ["no2"], ["o3"], ["so2"]]},
      "bands": [
        {"key": "good", "name": "Good", "local": "Bon", "language": "fr", "table": "Bon", "index": [1, 1], "color": "#50F0E6"},
        {"key": "average", "name": "Average", "local": "Moyen", "language": "fr", "table": "Moyen", "index": [2, 2], "color": "#50CCAA"},
        {"key": "degraded", "name": "Degraded", "local": "Dégradé", "language": "fr", "table": "Degrade", "index": [3, 3], "color": "#F0E641"},
        {"key": "bad", "name": "Bad", "local": "Mauvais", "language": "fr", "table": "Mauvais", "index": [4, 4], "color": "#FF5050"},
        {"key": "very-bad", "name": "Very bad", "local": "Très mauvais", "language": "fr", "table": "Tres mauvais", "index": [5, 5], "color": "#960032"},
        {"key": "extremely-bad", "name": "Extremely bad", "local": "Extrêmement mauvais", "language": "fr", "table": "Extremement mauvais", "index": [6, null], "color": "#872181"}
      ],
      "numbers": [[1, 1], [2, 2], [3, 3], [4, 4], [5, 5], [6, 6]],
      "scales": [
        {"pollutant": "pm25", "averaging": "24h", "unit": "µg/m³", "daily": "day mean",
         "bounds": [0, 10, 20, 25, 50, 75, null]},
        {"pollutant": "pm10", "averaging": "24h", "unit": "µg/m³", "daily": "day mean",
         "bounds": [0, 20, 40, 50, 100, 150, null]},
        {"pollutant": "no2", "averaging": "1h-max", "unit": "µg/m³", "daily": "day max 1h",
         "bounds": [0, 40, 90, 120, 230, 340, null]},
        {"pollutant": "o3", "averaging": "1h-max", "unit": "µg/m³", "daily": "day max 1h",
         "bounds": [0, 50, 100, 130, 240, 380, null]},
        {"pollutant": "so2", "averaging": "1h-max", "unit": "µg/m³", "daily": "day max 1h",
         "bounds": [0, 100, 200, 350, 500, 750, null]}
      ]
    }
    """#)
}
