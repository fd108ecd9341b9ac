extension StandardEditions {
  /// Singapore's Pollutant Standards Index of 2014. Ozone above 785 µg/m³ over eight hours counts by its
  /// one-hour table; NO2 has a sub-index only above 1130 µg/m³.
  static let sgPSI2014 = edition(
    #"""
    {
      "identifier": "sg_psi_2014",
      "family": "sg-psi",
      "title": "Singapore PSI 2014",
      "body": "National Environment Agency of Singapore",
      "document": "NEA, “Computation of the Pollutant Standards Index” (2014)",
      "effectiveFrom": "2014-04",
      "regions": ["SG"],
      "confidence": "two-impl",
      "conditions": {"kelvin": 298.15, "kilopascal": 101.325},
      "remarks": "Concentrations are rounded to the printed step, a half upwards. NEA once published 59 where the table gives 58 (PM2.5 “19”). Gases are converted between mass and mixing ratio at 25 °C and 101.325 kPa: an assumption, the standard's own conditions were not found.",
      "rules": {"decimals": 0, "rounding": "halfUp", "beyond": "cap", "alternatives": [
        {"source": "digits dropped", "rounding": "truncate"},
        {"source": "joined rows, the index rounded up, which gives the 59 that NEA once published", "rounding": "none", "indexRounding": "up", "joinsRows": true}
      ]},
      "bands": [
        {"key": "good", "name": "Good", "index": [0, 50]},
        {"key": "moderate", "name": "Moderate", "index": [51, 100]},
        {"key": "unhealthy", "name": "Unhealthy", "index": [101, 200]},
        {"key": "very-unhealthy", "name": "Very unhealthy", "index": [201, 300]},
        {"key": "hazardous", "name": "Hazardous", "index": [301, null]}
      ],
      "numbers": [[0, 50], [51, 100], [101, 200], [201, 300], [301, 400], [401, 500]],
      "scales": [
        {"pollutant": "pm25", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean",
         "bounds": [0, 12, 55, 150, 250, 350, 500], "printedDecimals": 0},
        {"pollutant": "pm10", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean",
         "bounds": [0, 50, 150, 350, 420, 500, 600], "printedDecimals": 0},
        {"pollutant": "so2", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean",
         "bounds": [0, 80, 365, 800, 1600, 2100, 2620], "printedDecimals": 0},
        {"pollutant": "co", "averaging": "8h", "unit": "mg/m³", "current": "mean 8h", "daily": "day max 8h", "decimals": 1,
         "bounds": [0, 5.0, 10.0, 17.0, 34.0, 46.0, 57.5], "printedDecimals": 1},
        {"pollutant": "o3", "averaging": "8h", "unit": "µg/m³", "current": "mean 8h", "daily": "day max 8h", "beyond": "undefined",
         "bounds": [0, 118, 157, 235, 785], "printedDecimals": 0},
        {"pollutant": "o3", "averaging": "1h", "unit": "µg/m³", "current": "1h", "daily": "day max 1h", "usedWhenBeyond": "8h",
         "bounds": [0, 118, 157, 235, 785, 980, 1180], "printedDecimals": 0},
        {"pollutant": "no2", "averaging": "1h", "unit": "µg/m³", "current": "1h", "daily": "day max 1h", "confidence": "one-impl",
         "bounds": [1131, 2260, 3000, 3750], "printedDecimals": 0, "numbers": [[201, 300], [301, 400], [401, 500]]}
      ]
    }
    """#)

  /// Singapore's bands of one-hour PM2.5 since 27 June 2016, published in addition to the PSI.
  static let sgPM25Hourly2016 = edition(
    #"""
    {
      "identifier": "sg_pm25_1h_2016",
      "family": "sg-pm25-1h",
      "title": "Singapore 1-hour PM2.5 bands",
      "body": "National Environment Agency of Singapore",
      "document": "NEA statement of 27 June 2016",
      "effectiveFrom": "2016-06-27",
      "kind": "category",
      "confidence": "two-impl",
      "rules": {"decimals": 0, "rounding": "halfUp", "alternatives": [
        {"source": "digits dropped", "rounding": "truncate"}
      ]},
      "bands": [
        {"key": "normal", "name": "Normal", "index": [1, 1]},
        {"key": "elevated", "name": "Elevated", "index": [2, 2]},
        {"key": "high", "name": "High", "index": [3, 3]},
        {"key": "very-high", "name": "Very high", "index": [4, null]}
      ],
      "numbers": [[1, 1], [2, 2], [3, 3], [4, 4]],
      "scales": [
        {"pollutant": "pm25", "averaging": "1h", "unit": "µg/m³", "current": "1h",
         "bounds": [0, 55, 150, 250, null], "printedDecimals": 0}
      ]
    }
    """#)

  /// Thailand's air quality index of 2023, as far as its numbers are known: PM2.5. An index of 100 corresponds to the
  /// 24-hour standard, 37.5 µg/m³.
  static let thAQI2023 = edition(
    #"""
    {
      "identifier": "th_aqi_2023",
      "family": "th-aqi",
      "title": "Thailand AQI 2023",
      "body": "Pollution Control Department of Thailand",
      "document": "PCD, air quality index of 2023",
      "effectiveFrom": "2023-06-01",
      "regions": ["TH"],
      "confidence": "two-impl",
      "remarks": "Only PM2.5 is covered. Above 200 the standard names the band and no number.",
      "rules": {"decimals": 1, "rounding": "halfUp", "beyond": "open", "alternatives": [
        {"source": "digits dropped", "rounding": "truncate"}
      ]},
      "bands": [
        {"key": "very-good", "name": "Very good", "local": "ดีมาก", "language": "th", "index": [0, 25], "color": "#00BFF3"},
        {"key": "good", "name": "Good", "local": "ดี", "language": "th", "index": [26, 50], "color": "#00A651"},
        {"key": "moderate", "name": "Moderate", "local": "ปานกลาง", "language": "th", "index": [51, 100], "color": "#FDC04E"},
        {"key": "starting-to-affect-health", "name": "Starting to affect health", "local": "เริ่มมีผลกระทบต่อสุขภาพ", "language": "th", "index": [101, 200], "color": "#F26522"},
        {"key": "affecting-health", "name": "Affecting health", "local": "มีผลกระทบต่อสุขภาพ", "language": "th", "index": [201, null], "color": "#CD0000"}
      ],
      "numbers": [[0, 25], [26, 50], [51, 100], [101, 200], [201, null]],
      "scales": [
        {"pollutant": "pm25", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean",
         "bounds": [0, 15.0, 25.0, 37.5, 75.0, null], "printedDecimals": 1}
      ]
    }
    """#)

  /// Viet Nam's VN_AQI: Quyết định 1459/QĐ-TCMT, Table 2. The hourly value takes particles as a NowCast and
  /// gases as hourly means; the day's value has eight-hour ozone, too, which has no index above 400 µg/m³.
  static let vnAQI2019 = edition(
    #"""
    {
      "identifier": "vn_aqi_2019",
      "family": "vn-aqi",
      "title": "Viet Nam VN_AQI",
      "body": "Viet Nam Environment Administration",
      "document": "Quyết định 1459/QĐ-TCMT (12 November 2019), Tables 1, 2 and 5",
      "effectiveFrom": "2019-11-12",
      "regions": ["VN"],
      "confidence": "primary",
      "conditions": {"kelvin": 298.15, "kilopascal": 101.325},
      "remarks": "One printed example (NO2 118.7 is 60) contradicts the formula, which gives 59. Gases are converted between mass and mixing ratio at 25 °C and 101.325 kPa: an assumption, the standard's own conditions were not found.",
      "rules": {"rounding": "none", "beyond": "cap"},
      "requires": {"anyOf": [["pm25", "pm10"]]},
      "messageSource": "QD 1459 Table 5",
      "bands": [
        {"key": "good", "name": "Good", "local": "Tốt", "language": "vi", "index": [0, 50], "color": "#00E400", "messages": [
          {"group": "all", "text": "Free to be outdoors."}
        ]},
        {"key": "moderate", "name": "Moderate", "local": "Trung bình", "language": "vi", "index": [51, 100], "color": "#FFFF00", "messages": [
          {"group": "sensitive", "text": "Watch for cough or short breath."}
        ]},
        {"key": "poor", "name": "Poor", "local": "Kém", "language": "vi", "index": [101, 150], "color": "#FF7E00", "messages": [
          {"group": "general", "text": "With sore eyes, cough or throat, cut outdoor activity."}
        ]},
        {"key": "bad", "name": "Bad", "local": "Xấu", "language": "vi", "index": [151, 200], "color": "#FF0000"},
        {"key": "very-bad", "name": "Very bad", "local": "Rất xấu", "language": "vi", "index": [201, 300], "color": "#8F3F97"},
        {"key": "hazardous", "name": "Hazardous", "local": "Nguy hại", "language": "vi", "index": [301, null], "color": "#7E0023"}
      ],
      "numbers": [[0, 50], [50, 100], [100, 150], [150, 200], [200, 300], [300, 400], [400, 500]],
      "scales": [
        {"pollutant": "o3", "averaging": "1h", "unit": "µg/m³", "current": "1h", "daily": "day max 1h",
         "bounds": [0, 160, 200, 300, 400, 800, 1000, 1200]},
        {"pollutant": "o3", "averaging": "8h", "unit": "µg/m³", "daily": "day max 8h", "beyond": "undefined",
         "bounds": [0, 100, 120, 170, 210, 400]},
        {"pollutant": "co", "averaging": "1h", "unit": "µg/m³", "current": "1h", "daily": "day max 1h",
         "bounds": [0, 10000, 30000, 45000, 60000, 90000, 120000, 150000]},
        {"pollutant": "so2", "averaging": "1h", "unit": "µg/m³", "current": "1h", "daily": "day max 1h",
         "bounds": [0, 125, 350, 550, 800, 1600, 2100, 2630]},
        {"pollutant": "no2", "averaging": "1h", "unit": "µg/m³", "current": "1h", "daily": "day max 1h",
         "bounds": [0, 100, 200, 700, 1200, 2350, 3100, 3850]},
        {"pollutant": "pm10", "averaging": "24h", "unit": "µg/m³", "current": "nowcast-vn", "daily": "day mean",
         "bounds": [0, 50, 150, 250, 350, 420, 500, 600]},
        {"pollutant": "pm25", "averaging": "24h", "unit": "µg/m³", "current": "nowcast-vn", "daily": "day mean",
         "bounds": [0, 25, 50, 80, 150, 250, 350, 500]}
      ]
    }
    """#)
}
