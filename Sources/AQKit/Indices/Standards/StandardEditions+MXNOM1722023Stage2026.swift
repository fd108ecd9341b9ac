extension StandardEditions {
  /// Mexico's Índice AIRE Y SALUD from January 2026 on: NOM-172-SEMARNAT-2023, second stage of the particle
  /// limits.
  ///
  /// Source: NOM-172-SEMARNAT-2023, Tables 4–9, limits from January 2026.
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
      "scales": [
        {"pollutant": "pm10", "averaging": "12h", "unit": "µg/m³", "current": "nowcast-mx 0.714", "confidence": "one-impl", "decimals": 0, "rows": [
            [  0,   45, 1, 1],
            [ 45,   50, 2, 2],
            [ 50,  132, 3, 3],
            [132,  213, 4, 4],
            [213, null, 5, 5]
          ]},
        {"pollutant": "pm25", "averaging": "12h", "unit": "µg/m³", "current": "nowcast-mx 0.694", "confidence": "one-impl", "decimals": 0, "rows": [
            [  0,   15, 1, 1],
            [ 15,   25, 2, 2],
            [ 25,   79, 3, 3],
            [ 79,  130, 4, 4],
            [130, null, 5, 5]
          ]},
        {"pollutant": "o3", "averaging": "1h", "unit": "ppm", "current": "1h", "decimals": 3, "rows": [
            [    0, 0.058, 1, 1],
            [0.058, 0.090, 2, 2],
            [0.090, 0.135, 3, 3],
            [0.135, 0.175, 4, 4],
            [0.175,  null, 5, 5]
          ]},
        {"pollutant": "no2", "averaging": "1h", "unit": "ppm", "current": "1h", "decimals": 3, "rows": [
            [    0, 0.053, 1, 1],
            [0.053, 0.106, 2, 2],
            [0.106, 0.160, 3, 3],
            [0.160, 0.213, 4, 4],
            [0.213,  null, 5, 5]
          ]},
        {"pollutant": "so2", "averaging": "1h", "unit": "ppm", "current": "1h", "decimals": 3, "rows": [
            [    0, 0.035, 1, 1],
            [0.035, 0.075, 2, 2],
            [0.075, 0.185, 3, 3],
            [0.185, 0.304, 4, 4],
            [0.304,  null, 5, 5]
          ]},
        {"pollutant": "co", "averaging": "8h", "unit": "ppm", "current": "mean 8h", "decimals": 2, "rows": [
            [    0,  5.00, 1, 1],
            [ 5.00,  9.00, 2, 2],
            [ 9.00, 12.00, 3, 3],
            [12.00, 16.00, 4, 4],
            [16.00,  null, 5, 5]
          ]}
      ]
    }
    """#)
}
