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
      "remarks": "All four pollutants are asked for: the index is defined as the highest of the four; what holds where one is missing is not stated, and open_irceline refuses it, too.",
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
