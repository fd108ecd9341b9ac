extension StandardEditions {
  /// Spain's national index of 2020, with the bands of the European index of 2019: running 24-hour means of particles,
  /// running 8-hour means of ozone, the latest hour of the other gases.
  ///
  /// Source: Orden TEC/351/2019, annex as amended by the Resolution of 2 September 2020. The bands are taken from two
  /// independent programs that cite the order, the averages from the government of the Balearic Islands.
  static let esICA2020 = edition(
    #"""
    {
      "identifier": "es_ica_2020",
      "family": "es-ica",
      "title": "Spain ICA",
      "body": "Ministerio para la Transición Ecológica y el Reto Demográfico",
      "document": "Orden TEC/351/2019, annex as amended by the Resolution of 2 September 2020",
      "effectiveFrom": "2020-09",
      "regions": ["ES"],
      "unprovenFrom": "2025-10",
      "kind": "category",
      "confidence": "two-impl",
      "conditions": {"kelvin": 293.15, "kilopascal": 101.325},
      "remarks": "A category, not a number. In autumn 2025 the ministry consulted the public on an order that would take over the European index of 2024; its outcome wasn't read, so this edition isn't known to apply from October 2025 on. The bands are printed in whole µg/m³ and read as continuous, as those of the European index are. A station's value is published even from a single pollutant. Gases are converted at 20 °C and 101.325 kPa as in Directive 2008/50/EC: an assumption, the order was not read.",
      "rules": {"rounding": "none", "edges": "upperInclusive"},
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
        {"pollutant": "o3", "averaging": "8h", "unit": "µg/m³", "current": "mean 8h",
         "bounds": [0, 50, 100, 130, 240, 380, null]},
        {"pollutant": "so2", "averaging": "1h", "unit": "µg/m³", "current": "1h",
         "bounds": [0, 100, 200, 350, 500, 750, null]}
      ]
    }
    """#)
}
