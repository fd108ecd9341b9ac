extension StandardEditions {
  /// France's indice ATMO since 1 January 2021: six classes of daily means of particles and daily maximum
  /// hours of gases.
  ///
  /// Source: Arrêté du 10 juillet 2020 (NOR TRER2017892A).
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
      "rules": {"decimals": 0, "rounding": "halfUp", "otherReadings": [
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
      "scales": [
        {"pollutant": "pm25", "averaging": "24h", "unit": "µg/m³", "daily": "day mean", "rows": [
            [ 0,   10, 1, 1],
            [10,   20, 2, 2],
            [20,   25, 3, 3],
            [25,   50, 4, 4],
            [50,   75, 5, 5],
            [75, null, 6, 6]
          ]},
        {"pollutant": "pm10", "averaging": "24h", "unit": "µg/m³", "daily": "day mean", "rows": [
            [  0,   20, 1, 1],
            [ 20,   40, 2, 2],
            [ 40,   50, 3, 3],
            [ 50,  100, 4, 4],
            [100,  150, 5, 5],
            [150, null, 6, 6]
          ]},
        {"pollutant": "no2", "averaging": "1h-max", "unit": "µg/m³", "daily": "day max 1h", "rows": [
            [  0,   40, 1, 1],
            [ 40,   90, 2, 2],
            [ 90,  120, 3, 3],
            [120,  230, 4, 4],
            [230,  340, 5, 5],
            [340, null, 6, 6]
          ]},
        {"pollutant": "o3", "averaging": "1h-max", "unit": "µg/m³", "daily": "day max 1h", "rows": [
            [  0,   50, 1, 1],
            [ 50,  100, 2, 2],
            [100,  130, 3, 3],
            [130,  240, 4, 4],
            [240,  380, 5, 5],
            [380, null, 6, 6]
          ]},
        {"pollutant": "so2", "averaging": "1h-max", "unit": "µg/m³", "daily": "day max 1h", "rows": [
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
