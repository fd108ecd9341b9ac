extension StandardEditions {
  /// Belgium's BelAQI from August 2017 to November 2022. The current value takes the running 24-hour mean of
  /// particles and the latest hour of gases on the daily table.
  ///
  /// Source: VMM, “Luchtkwaliteitsindex per regio”; IRCEL-CELINE map legends of August 2017.
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
      "scales": [
        {"pollutant": "pm10", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean", "rows": [
            [  0,   10,  1,  1],
            [ 10,   20,  2,  2],
            [ 20,   30,  3,  3],
            [ 30,   40,  4,  4],
            [ 40,   50,  5,  5],
            [ 50,   60,  6,  6],
            [ 60,   70,  7,  7],
            [ 70,   80,  8,  8],
            [ 80,  100,  9,  9],
            [100, null, 10, 10]
          ]},
        {"pollutant": "pm25", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean", "rows": [
            [ 0,    5,  1,  1],
            [ 5,   10,  2,  2],
            [10,   15,  3,  3],
            [15,   25,  4,  4],
            [25,   35,  5,  5],
            [35,   40,  6,  6],
            [40,   50,  7,  7],
            [50,   60,  8,  8],
            [60,   70,  9,  9],
            [70, null, 10, 10]
          ]},
        {"pollutant": "o3", "averaging": "1h-max", "unit": "µg/m³", "current": "1h", "daily": "day max 1h", "rows": [
            [  0,   25,  1,  1],
            [ 25,   50,  2,  2],
            [ 50,   70,  3,  3],
            [ 70,  120,  4,  4],
            [120,  160,  5,  5],
            [160,  180,  6,  6],
            [180,  240,  7,  7],
            [240,  280,  8,  8],
            [280,  320,  9,  9],
            [320, null, 10, 10]
          ]},
        {"pollutant": "no2", "averaging": "1h-max", "unit": "µg/m³", "current": "1h", "daily": "day max 1h", "rows": [
            [  0,   20,  1,  1],
            [ 20,   50,  2,  2],
            [ 50,   70,  3,  3],
            [ 70,  120,  4,  4],
            [120,  150,  5,  5],
            [150,  180,  6,  6],
            [180,  200,  7,  7],
            [200,  250,  8,  8],
            [250,  300,  9,  9],
            [300, null, 10, 10]
          ]}
      ]
    }
    """#)
}

extension StandardEditions {
  /// Belgium's BelAQI since November 2022, built on the guidelines of WHO 2021: a daily table and a separate hourly one.
  ///
  /// Source: IRCEL-CELINE, BelAQI from November 2022 (map legends, Tables 1 and 2 of info_nov2022).
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
      "rules": {"rounding": "none", "edges": "upperInclusive", "otherReadings": [
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
      "scales": [
        {"pollutant": "pm10", "averaging": "24h", "unit": "µg/m³", "daily": "day mean", "rows": [
            [  0,    5,  1,  1],
            [  5,   15,  2,  2],
            [ 15,   25,  3,  3],
            [ 25,   35,  4,  4],
            [ 35,   45,  5,  5],
            [ 45,   60,  6,  6],
            [ 60,   70,  7,  7],
            [ 70,   80,  8,  8],
            [ 80,  100,  9,  9],
            [100, null, 10, 10]
          ]},
        {"pollutant": "pm25", "averaging": "24h", "unit": "µg/m³", "daily": "day mean", "otherReadings": [
            {"source": "IRCEL's app: rounded to the printed step, and negatives above -1 count as zero", "edges": "lowerInclusive", "negativeTolerance": 0.999999999, "rows": [[0, 2.55, 1, 1], [2.55, 5.05, 2, 2], [5.05, 7.55, 3, 3], [7.55, 10.5, 4, 4], [10.5, 15.5, 5, 5], [15.5, 25.5, 6, 6], [25.5, 35.5, 7, 7], [35.5, 40.5, 8, 8], [40.5, 50.5, 9, 9], [50.5, null, 10, 10]]}
          ], "rows": [
            [  0,  2.5,  1,  1],
            [2.5,    5,  2,  2],
            [  5,  7.5,  3,  3],
            [7.5,   10,  4,  4],
            [ 10,   15,  5,  5],
            [ 15,   25,  6,  6],
            [ 25,   35,  7,  7],
            [ 35,   40,  8,  8],
            [ 40,   50,  9,  9],
            [ 50, null, 10, 10]
          ]},
        {"pollutant": "o3", "averaging": "8h-max", "unit": "µg/m³", "daily": "day max 8h", "rows": [
            [  0,   30,  1,  1],
            [ 30,   60,  2,  2],
            [ 60,   70,  3,  3],
            [ 70,   80,  4,  4],
            [ 80,  100,  5,  5],
            [100,  130,  6,  6],
            [130,  160,  7,  7],
            [160,  190,  8,  8],
            [190,  220,  9,  9],
            [220, null, 10, 10]
          ]},
        {"pollutant": "no2", "averaging": "24h", "unit": "µg/m³", "daily": "day mean", "rows": [
            [ 0,    5,  1,  1],
            [ 5,   10,  2,  2],
            [10,   15,  3,  3],
            [15,   20,  4,  4],
            [20,   25,  5,  5],
            [25,   30,  6,  6],
            [30,   35,  7,  7],
            [35,   40,  8,  8],
            [40,   50,  9,  9],
            [50, null, 10, 10]
          ]},
        {"pollutant": "pm10", "averaging": "1h", "unit": "µg/m³", "current": "1h", "rows": [
            [  0,   10,  1,  1],
            [ 10,   20,  2,  2],
            [ 20,   35,  3,  3],
            [ 35,   45,  4,  4],
            [ 45,   60,  5,  5],
            [ 60,   80,  6,  6],
            [ 80,   95,  7,  7],
            [ 95,  110,  8,  8],
            [110,  140,  9,  9],
            [140, null, 10, 10]
          ]},
        {"pollutant": "pm25", "averaging": "1h", "unit": "µg/m³", "current": "1h", "otherReadings": [
            {"source": "IRCEL's app: rounded to the printed step, and negatives above -1 count as zero", "edges": "lowerInclusive", "negativeTolerance": 0.999999999, "rows": [[0, 3.55, 1, 1], [3.55, 7.55, 2, 2], [7.55, 10.5, 3, 3], [10.5, 15.5, 4, 4], [15.5, 20.5, 5, 5], [20.5, 35.5, 6, 6], [35.5, 50.5, 7, 7], [50.5, 60.5, 8, 8], [60.5, 75.5, 9, 9], [75.5, null, 10, 10]]}
          ], "rows": [
            [  0,  3.5,  1,  1],
            [3.5,  7.5,  2,  2],
            [7.5,   10,  3,  3],
            [ 10,   15,  4,  4],
            [ 15,   20,  5,  5],
            [ 20,   35,  6,  6],
            [ 35,   50,  7,  7],
            [ 50,   60,  8,  8],
            [ 60,   75,  9,  9],
            [ 75, null, 10, 10]
          ]},
        {"pollutant": "o3", "averaging": "1h", "unit": "µg/m³", "current": "1h", "rows": [
            [  0,   30,  1,  1],
            [ 30,   65,  2,  2],
            [ 65,   75,  3,  3],
            [ 75,   90,  4,  4],
            [ 90,  110,  5,  5],
            [110,  150,  6,  6],
            [150,  180,  7,  7],
            [180,  210,  8,  8],
            [210,  240,  9,  9],
            [240, null, 10, 10]
          ]},
        {"pollutant": "no2", "averaging": "1h", "unit": "µg/m³", "current": "1h", "rows": [
            [ 0,   10,  1,  1],
            [10,   15,  2,  2],
            [15,   20,  3,  3],
            [20,   30,  4,  4],
            [30,   40,  5,  5],
            [40,   45,  6,  6],
            [45,   50,  7,  7],
            [50,   60,  8,  8],
            [60,   75,  9,  9],
            [75, null, 10, 10]
          ]}
      ]
    }
    """#)
}
