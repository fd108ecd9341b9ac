extension StandardEditions {
  /// Brazil's IQAr under CONAMA 506/2024, with the table of the ministry's guidance: five categories, 0 to 400.
  ///
  /// Source: MMA, Orientação Técnica – Índice de Qualidade do Ar (December 2024), as reproduced by an R package of IQAr
  /// functions; the guidance itself prints its table as a picture.
  static let brIQAr2025 = edition(
    #"""
    {
      "identifier": "br_iqar_2025",
      "family": "br-iqar",
      "title": "Brazil IQAr 2025",
      "body": "Ministério do Meio Ambiente; CETESB",
      "document": "CONAMA 506/2024; MMA, Orientação Técnica – Índice de Qualidade do Ar (December 2024)",
      "effectiveFrom": "2025",
      "regions": ["BR"],
      "confidence": "one-impl",
      "conditions": {"kelvin": 298.15, "kilopascal": 101.325},
      "remarks": "The resolution requires the new table by 31 December 2024. Its numbers are one implementation's, an R package. Concentrations are rounded to the printed step, a half upwards; the step of 0.1 ppm for CO, as in the edition before, is an assumption. Gases are converted at 25 °C and 760 mmHg (CONAMA 506/2024, Art. 3 § 3).",
      "rules": {"decimals": 0, "rounding": "halfUp", "beyond": "cap", "alternatives": [
        {"source": "digits dropped", "rounding": "truncate"},
        {"source": "the printed bands, not rounded", "rounding": "none"}
      ]},
      "bands": [
        {"key": "good", "name": "Good", "local": "N1 Boa", "language": "pt", "table": "N1 Boa", "index": [0, 40]},
        {"key": "moderate", "name": "Moderate", "local": "N2 Moderada", "language": "pt", "table": "N2 Moderada", "index": [41, 80]},
        {"key": "bad", "name": "Bad", "local": "N3 Ruim", "language": "pt", "table": "N3 Ruim", "index": [81, 120]},
        {"key": "very-bad", "name": "Very bad", "local": "N4 Muito Ruim", "language": "pt", "table": "N4 Muito Ruim", "index": [121, 200]},
        {"key": "terrible", "name": "Terrible", "local": "N5 Péssima", "language": "pt", "table": "N5 Pessima", "index": [201, null]}
      ],
      "numbers": [[0, 40], [41, 80], [81, 120], [121, 200], [201, 400]],
      "scales": [
        {"pollutant": "pm10", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean",
         "bounds": [0, 45, 100, 150, 250, 600], "printedDecimals": 0},
        {"pollutant": "pm25", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean",
         "bounds": [0, 15, 50, 75, 125, 300], "printedDecimals": 0},
        {"pollutant": "o3", "averaging": "8h", "unit": "µg/m³", "current": "mean 8h", "daily": "day max 8h",
         "bounds": [0, 100, 130, 160, 200, 800], "printedDecimals": 0},
        {"pollutant": "co", "averaging": "8h", "unit": "ppm", "current": "mean 8h", "daily": "day max 8h", "decimals": 1,
         "bounds": [0.0, 9.0, 11.0, 13.0, 15.0, 50.0], "printedDecimals": 1},
        {"pollutant": "no2", "averaging": "1h", "unit": "µg/m³", "current": "1h", "daily": "day max 1h",
         "bounds": [0, 200, 240, 320, 1130, 3750], "printedDecimals": 0},
        {"pollutant": "so2", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean",
         "bounds": [0, 40, 50, 125, 800, 2620], "printedDecimals": 0}
      ]
    }
    """#)

  /// Brazil's IQAr under CONAMA 491/2018: five categories, 0 to 400.
  static let brIQAr2019 = edition(
    #"""
    {
      "identifier": "br_iqar_2019",
      "family": "br-iqar",
      "title": "Brazil IQAr 2019",
      "body": "Ministério do Meio Ambiente; CETESB",
      "document": "CONAMA 491/2018, Annex IV; MMA Guia Técnico 2019",
      "effectiveFrom": "2019",
      "effectiveUntil": "2025",
      "regions": ["BR"],
      "confidence": "one-impl",
      "conditions": {"kelvin": 298.15, "kilopascal": 101.325},
      "remarks": "Superseded under CONAMA 506/2024 by br_iqar_2025. Concentrations are rounded to the printed step, a half upwards. Gases are converted at 25 °C and 760 mmHg, the conditions of CONAMA 506/2024, Art. 3 § 3; those of CONAMA 491/2018 were not read.",
      "rules": {"decimals": 0, "rounding": "halfUp", "beyond": "cap", "alternatives": [
        {"source": "digits dropped", "rounding": "truncate"},
        {"source": "the printed bands, not rounded", "rounding": "none"}
      ]},
      "bands": [
        {"key": "good", "name": "Good", "local": "N1 Boa", "language": "pt", "table": "N1 Boa", "index": [0, 40]},
        {"key": "moderate", "name": "Moderate", "local": "N2 Moderada", "language": "pt", "table": "N2 Moderada", "index": [41, 80]},
        {"key": "bad", "name": "Bad", "local": "N3 Ruim", "language": "pt", "table": "N3 Ruim", "index": [81, 120]},
        {"key": "very-bad", "name": "Very bad", "local": "N4 Muito Ruim", "language": "pt", "table": "N4 Muito Ruim", "index": [121, 200]},
        {"key": "terrible", "name": "Terrible", "local": "N5 Péssima", "language": "pt", "table": "N5 Pessima", "index": [201, null]}
      ],
      "numbers": [[0, 40], [41, 80], [81, 120], [121, 200], [201, 400]],
      "scales": [
        {"pollutant": "pm10", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean",
         "bounds": [0, 50, 100, 150, 250, 600], "printedDecimals": 0},
        {"pollutant": "pm25", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean",
         "bounds": [0, 25, 50, 75, 125, 300], "printedDecimals": 0},
        {"pollutant": "o3", "averaging": "8h", "unit": "µg/m³", "current": "mean 8h", "daily": "day max 8h",
         "bounds": [0, 100, 130, 160, 200, 800], "printedDecimals": 0},
        {"pollutant": "co", "averaging": "8h", "unit": "ppm", "current": "mean 8h", "daily": "day max 8h", "decimals": 1,
         "bounds": [0.0, 9.0, 11.0, 13.0, 15.0, 50.0], "printedDecimals": 1},
        {"pollutant": "no2", "averaging": "1h", "unit": "µg/m³", "current": "1h", "daily": "day max 1h",
         "bounds": [0, 200, 240, 320, 1130, 3750], "printedDecimals": 0},
        {"pollutant": "so2", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean",
         "bounds": [0, 20, 40, 365, 800, 2620], "printedDecimals": 0}
      ]
    }
    """#)

  /// Chile's ICAP of particles: anchors of DS 59/1998 and DS 12/2011, the category by the number.
  static let clICAP = edition(
    #"""
    {
      "identifier": "cl_icap",
      "family": "cl-icap",
      "title": "Chile ICAP",
      "body": "Ministerio del Medio Ambiente de Chile",
      "document": "DS 59/1998 (PM10), DS 12/2011 (PM2.5)",
      "regions": ["CL"],
      "unprovenFrom": "2021",
      "confidence": "one-impl",
      "remarks": "Above 500 the standard names the band and no number. DS 12/2021 states the standard and the levels of PM10 anew; neither its numbers nor the day on which it came into force were read, so the table of PM10 isn't known to apply from 2021 on.",
      "rules": {"rounding": "none", "beyond": "open"},
      "bands": [
        {"key": "good", "name": "Good", "local": "Bueno", "language": "es", "table": "Bueno", "index": [0, 99]},
        {"key": "fair", "name": "Fair", "local": "Regular", "language": "es", "table": "Regular", "index": [100, 199]},
        {"key": "alert", "name": "Alert", "local": "Alerta", "language": "es", "table": "Alerta", "index": [200, 299]},
        {"key": "pre-emergency", "name": "Pre-emergency", "local": "Preemergencia", "language": "es", "table": "Preemergencia", "index": [300, 499]},
        {"key": "emergency", "name": "Emergency", "local": "Emergencia", "language": "es", "table": "Emergencia", "index": [500, null]}
      ],
      "numbers": [[0, 100], [100, 200], [200, 300], [300, 500], [500, null]],
      "scales": [
        {"pollutant": "pm10", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean",
         "bounds": [0, 150, 195, 240, 330, null]},
        {"pollutant": "pm25", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean",
         "bounds": [0, 50, 80, 110, 170, null]}
      ]
    }
    """#)
}
