extension StandardEditions {
  /// Belgium's BelAQI from August 2017 to November 2022. The current value takes the running 24-hour mean of
  /// particles and the latest hour of gases on the daily table.
  static let beBelAQI2017 = edition(
    #"""
    {
      "identifier": "be_belaqi_2017",
      "family": "be-belaqi",
      "title": "Belgium BelAQI 2017",
      "body": "IRCEL-CELINE",
      "document": "VMM, “Luchtkwaliteitsindex per regio”; IRCEL-CELINE map legends of August 2017",
      "effectiveFrom": "2017-08-01",
      "effectiveUntil": "2022-11",
      "regions": ["BE"],
      "kind": "level",
      "confidence": "primary",
      "conditions": {"kelvin": 293.15, "kilopascal": 101.325},
      "remarks": "All four pollutants are required: the index is defined as the highest of the four; what applies if one is missing is not stated, and open_irceline refuses it, too.",
      "rules": {"rounding": "none", "edges": "upperInclusive"},
      "requires": {"anyOf": [["pm10"], ["pm25"], ["o3"], ["no2"]]},
      "bands": [
        {"key": "excellent", "name": "excellent", "local": "uitstekend", "language": "nl", "index": [1, 1], "color": "#0000FF"},
        {"key": "very-good", "name": "very good", "local": "zeer goed", "language": "nl", "index": [2, 2], "color": "#0099FF"},
        {"key": "good", "name": "good", "local": "goed", "language": "nl", "index": [3, 3], "color": "#009900"},
        {"key": "fairly-good", "name": "fairly good", "local": "vrij goed", "language": "nl", "index": [4, 4], "color": "#00FF00"},
        {"key": "moderate", "name": "moderate", "local": "middelmatig", "language": "nl", "index": [5, 5], "color": "#FFFF00"},
        {"key": "poor", "name": "poor", "local": "ondermaats", "language": "nl", "index": [6, 6], "color": "#FFBB00"},
        {"key": "very-poor", "name": "very poor", "local": "vrij slecht", "language": "nl", "index": [7, 7], "color": "#FF6600"},
        {"key": "bad", "name": "bad", "local": "slecht", "language": "nl", "index": [8, 8], "color": "#FF0000"},
        {"key": "very-bad", "name": "very bad", "local": "zeer slecht", "language": "nl", "index": [9, 9], "color": "#990000"},
        {"key": "horrible", "name": "horrible", "local": "uitermate slecht", "language": "nl", "index": [10, null], "color": "#660000"}
      ],
      "numbers": [[1, 1], [2, 2], [3, 3], [4, 4], [5, 5], [6, 6], [7, 7], [8, 8], [9, 9], [10, 10]],
      "scales": [
        {"pollutant": "pm10", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean",
         "bounds": [0, 10, 20, 30, 40, 50, 60, 70, 80, 100, null]},
        {"pollutant": "pm25", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean",
         "bounds": [0, 5, 10, 15, 25, 35, 40, 50, 60, 70, null]},
        {"pollutant": "o3", "averaging": "1h-max", "unit": "µg/m³", "current": "1h", "daily": "day max 1h",
         "bounds": [0, 25, 50, 70, 120, 160, 180, 240, 280, 320, null]},
        {"pollutant": "no2", "averaging": "1h-max", "unit": "µg/m³", "current": "1h", "daily": "day max 1h",
         "bounds": [0, 20, 50, 70, 120, 150, 180, 200, 250, 300, null]}
      ]
    }
    """#)

  /// Belgium's BelAQI since November 2022, built on the guidelines of WHO 2021: a daily table and a separate hourly one.
  static let beBelAQI2022 = edition(
    #"""
    {
      "identifier": "be_belaqi_2022",
      "family": "be-belaqi",
      "title": "Belgium BelAQI 2022",
      "body": "IRCEL-CELINE",
      "document": "IRCEL-CELINE, BelAQI from November 2022 (map legends, Tables 1 and 2 of info_nov2022)",
      "effectiveFrom": "2022-11",
      "regions": ["BE"],
      "kind": "level",
      "confidence": "primary",
      "conditions": {"kelvin": 293.15, "kilopascal": 101.325},
      "remarks": "Below 6 the short-term values of WHO 2021 are met, below 3 the annual ones. Values between the printed steps are read as continuous: 5.3 µg/m³ of PM10 in a day is level 2. All four pollutants are required: the index is defined as the highest of the four; what applies if one is missing is not stated, and open_irceline refuses it, too.",
      "rules": {"rounding": "none", "edges": "upperInclusive", "alternatives": [
        {"source": "IRCEL's app: rounded to the printed step, and negatives above -1 count as zero", "decimals": 0, "rounding": "halfUp", "negativeTolerance": 0.999999999}
      ]},
      "requires": {"anyOf": [["pm10"], ["pm25"], ["o3"], ["no2"]]},
      "bands": [
        {"key": "excellent", "name": "excellent", "local": "uitstekend", "language": "nl", "index": [1, 1], "color": "#0000FF"},
        {"key": "very-good", "name": "very good", "local": "zeer goed", "language": "nl", "index": [2, 2], "color": "#0099FF"},
        {"key": "good", "name": "good", "local": "goed", "language": "nl", "index": [3, 3], "color": "#009900"},
        {"key": "fairly-good", "name": "fairly good", "local": "vrij goed", "language": "nl", "index": [4, 4], "color": "#00FF00"},
        {"key": "moderate", "name": "moderate", "local": "middelmatig", "language": "nl", "index": [5, 5], "color": "#FFFF00"},
        {"key": "poor", "name": "poor", "local": "ondermaats", "language": "nl", "index": [6, 6], "color": "#FFBB00"},
        {"key": "very-poor", "name": "very poor", "local": "vrij slecht", "language": "nl", "index": [7, 7], "color": "#FF6600"},
        {"key": "bad", "name": "bad", "local": "slecht", "language": "nl", "index": [8, 8], "color": "#FF0000"},
        {"key": "very-bad", "name": "very bad", "local": "zeer slecht", "language": "nl", "index": [9, 9], "color": "#CC0000"},
        {"key": "horrible", "name": "horrible", "local": "uitermate slecht", "language": "nl", "index": [10, null], "color": "#990099"}
      ],
      "numbers": [[1, 1], [2, 2], [3, 3], [4, 4], [5, 5], [6, 6], [7, 7], [8, 8], [9, 9], [10, 10]],
      "scales": [
        {"pollutant": "pm10", "averaging": "24h", "unit": "µg/m³", "daily": "day mean",
         "bounds": [0, 5, 15, 25, 35, 45, 60, 70, 80, 100, null]},
        {"pollutant": "pm25", "averaging": "24h", "unit": "µg/m³", "daily": "day mean", "alternatives": [
            {"source": "IRCEL's app: rounded to the printed step, and negatives above -1 count as zero", "edges": "lowerInclusive", "negativeTolerance": 0.999999999, "rows": [[0, 2.55, 1, 1], [2.55, 5.05, 2, 2], [5.05, 7.55, 3, 3], [7.55, 10.5, 4, 4], [10.5, 15.5, 5, 5], [15.5, 25.5, 6, 6], [25.5, 35.5, 7, 7], [35.5, 40.5, 8, 8], [40.5, 50.5, 9, 9], [50.5, null, 10, 10]]}
          ], "bounds": [0, 2.5, 5, 7.5, 10, 15, 25, 35, 40, 50, null]},
        {"pollutant": "o3", "averaging": "8h-max", "unit": "µg/m³", "daily": "day max 8h",
         "bounds": [0, 30, 60, 70, 80, 100, 130, 160, 190, 220, null]},
        {"pollutant": "no2", "averaging": "24h", "unit": "µg/m³", "daily": "day mean",
         "bounds": [0, 5, 10, 15, 20, 25, 30, 35, 40, 50, null]},
        {"pollutant": "pm10", "averaging": "1h", "unit": "µg/m³", "current": "1h",
         "bounds": [0, 10, 20, 35, 45, 60, 80, 95, 110, 140, null]},
        {"pollutant": "pm25", "averaging": "1h", "unit": "µg/m³", "current": "1h", "alternatives": [
            {"source": "IRCEL's app: rounded to the printed step, and negatives above -1 count as zero", "edges": "lowerInclusive", "negativeTolerance": 0.999999999, "rows": [[0, 3.55, 1, 1], [3.55, 7.55, 2, 2], [7.55, 10.5, 3, 3], [10.5, 15.5, 4, 4], [15.5, 20.5, 5, 5], [20.5, 35.5, 6, 6], [35.5, 50.5, 7, 7], [50.5, 60.5, 8, 8], [60.5, 75.5, 9, 9], [75.5, null, 10, 10]]}
          ], "bounds": [0, 3.5, 7.5, 10, 15, 20, 35, 50, 60, 75, null]},
        {"pollutant": "o3", "averaging": "1h", "unit": "µg/m³", "current": "1h",
         "bounds": [0, 30, 65, 75, 90, 110, 150, 180, 210, 240, null]},
        {"pollutant": "no2", "averaging": "1h", "unit": "µg/m³", "current": "1h",
         "bounds": [0, 10, 15, 20, 30, 40, 45, 50, 60, 75, null]}
      ]
    }
    """#)
}
