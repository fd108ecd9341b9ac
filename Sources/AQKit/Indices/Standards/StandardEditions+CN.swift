extension StandardEditions {
  /// China's air quality index until 1 March 2026: HJ 633-2012, Table 1. One-hour SO2 and eight-hour ozone
  /// have no index above 800 µg/m³ (notes 2 and 3).
  static let cnHJ6332012 = edition(
    #"""
    {
      "identifier": "cn_hj633_2012",
      "family": "cn-aqi",
      "title": "China AQI HJ 633-2012",
      "body": "Ministry of Environmental Protection of China",
      "document": "HJ 633-2012, Tables 1 and A.1",
      "effectiveFrom": "2016-01-01",
      "effectiveUntil": "2026-03-01",
      "regions": ["CN"],
      "confidence": "primary",
      "conditions": {"kelvin": 298.15, "kilopascal": 101.325},
      "remarks": "The standard does not say how concentrations are rounded: they are not. Above the table the index stays at 500: practice, not text. Gases are converted at 298.15 K and 1013.25 hPa, as in GB 3095-2026, 3.14. A day needs 20 hours: an assumption, the rule of GB 3095 was not read. The daily maximum of ozone is that of the 8-hour means that lie within the day, 14 of the 17 needed: as in the R package foqat, dm8n.",
      "rules": {"rounding": "none", "indexRounding": "up", "beyond": "cap"},
      "requires": {"dominantAbove": 50},
      "bands": [
        {"key": "excellent", "name": "Excellent", "local": "优", "language": "zh-Hans", "index": [0, 50], "color": "#00E400"},
        {"key": "good", "name": "Good", "local": "良", "language": "zh-Hans", "index": [51, 100], "color": "#FFFF00"},
        {"key": "lightly-polluted", "name": "Lightly Polluted", "local": "轻度污染", "language": "zh-Hans", "index": [101, 150], "color": "#FF7E00"},
        {"key": "moderately-polluted", "name": "Moderately Polluted", "local": "中度污染", "language": "zh-Hans", "index": [151, 200], "color": "#FF0000"},
        {"key": "heavily-polluted", "name": "Heavily Polluted", "local": "重度污染", "language": "zh-Hans", "index": [201, 300], "color": "#99004C"},
        {"key": "severely-polluted", "name": "Severely Polluted", "local": "严重污染", "language": "zh-Hans", "index": [301, null], "color": "#7E0023"}
      ],
      "numbers": [[0, 50], [50, 100], [100, 150], [150, 200], [200, 300], [300, 400], [400, 500]],
      "scales": [
        {"pollutant": "so2", "averaging": "24h", "unit": "µg/m³", "daily": "day mean/20",
         "bounds": [0, 50, 150, 475, 800, 1600, 2100, 2620]},
        {"pollutant": "so2", "averaging": "1h", "unit": "µg/m³", "current": "1h", "beyond": "undefined",
         "bounds": [0, 150, 500, 650, 800]},
        {"pollutant": "no2", "averaging": "24h", "unit": "µg/m³", "daily": "day mean/20",
         "bounds": [0, 40, 80, 180, 280, 565, 750, 940]},
        {"pollutant": "no2", "averaging": "1h", "unit": "µg/m³", "current": "1h",
         "bounds": [0, 100, 200, 700, 1200, 2340, 3090, 3840]},
        {"pollutant": "co", "averaging": "24h", "unit": "mg/m³", "daily": "day mean/20",
         "bounds": [0, 2, 4, 14, 24, 36, 48, 60]},
        {"pollutant": "co", "averaging": "1h", "unit": "mg/m³", "current": "1h",
         "bounds": [0, 5, 10, 35, 60, 90, 120, 150]},
        {"pollutant": "o3", "averaging": "8h", "unit": "µg/m³", "current": "mean 8h", "daily": "day max 8h from 0 to 16/14", "beyond": "undefined",
         "bounds": [0, 100, 160, 215, 265, 800]},
        {"pollutant": "o3", "averaging": "1h", "unit": "µg/m³", "current": "1h", "daily": "day max 1h",
         "bounds": [0, 160, 200, 300, 400, 800, 1000, 1200]},
        {"pollutant": "pm10", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h/20", "daily": "day mean/20",
         "bounds": [0, 50, 150, 250, 350, 420, 500, 600]},
        {"pollutant": "pm25", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h/20", "daily": "day mean/20",
         "bounds": [0, 35, 75, 115, 150, 250, 350, 500]}
      ]
    }
    """#)

  /// China's air quality index in force since 1 March 2026: HJ 633-2026, Table 3. Concentrations are rounded
  /// half to even (GB/T 8170), the index is rounded up, and the nodes are continuous: 35 µg/m³ of PM2.5 is
  /// 50. The current value takes all six pollutants as hourly means, particles on the daily nodes.
  static let cnHJ6332026 = edition(
    #"""
    {
      "identifier": "cn_hj633_2026",
      "family": "cn-aqi",
      "title": "China AQI HJ 633-2026",
      "body": "Ministry of Ecology and Environment of China",
      "document": "HJ 633-2026, Tables 1, 3 and A.1",
      "effectiveFrom": "2026-03-01",
      "regions": ["CN"],
      "confidence": "primary",
      "conditions": {"kelvin": 298.15, "kilopascal": 101.325},
      "remarks": "The printed range is 1 to 500, yet the formula gives 0 at a concentration of zero: 0 counts as the first band. Gases are converted at 298.15 K and 1013.25 hPa (GB 3095-2026, 3.14; to which pollutants the clause applies was not read). A day needs 20 hours: an assumption, the rule of GB 3095 was not read. The daily maximum of ozone is that of the 8-hour means that lie within the day, 14 of the 17 needed: as in the R package foqat, dm8n.",
      "rules": {"decimals": 0, "rounding": "halfEven", "indexRounding": "up", "beyond": "cap"},
      "requires": {"anyOf": [["so2"], ["no2"], ["co"], ["o3"], ["pm10"], ["pm25"]], "waivedAbove": 100, "dominantAbove": 50},
      "messageSource": "HJ 633-2026 Table 1",
      "bands": [
        {"key": "excellent", "name": "Excellent", "local": "优", "language": "zh-Hans", "index": [0, 50], "color": "#00E400", "messages": [
          {"group": "all", "text": "Normal activity."}
        ]},
        {"key": "good", "name": "Good", "local": "良", "language": "zh-Hans", "index": [51, 100], "color": "#FFFF00", "messages": [
          {"group": "very sensitive", "text": "A few very sensitive people cut outdoor activity."}
        ]},
        {"key": "lightly-polluted", "name": "Lightly Polluted", "local": "轻度污染", "language": "zh-Hans", "index": [101, 150], "color": "#FF7E00", "messages": [
          {"group": "sensitive", "text": "Less long or hard outdoor exercise."}
        ]},
        {"key": "moderately-polluted", "name": "Moderately Polluted", "local": "中度污染", "language": "zh-Hans", "index": [151, 200], "color": "#FF0000", "messages": [
          {"group": "sensitive / all", "text": "Sensitive avoid long hard exercise; others ease off."}
        ]},
        {"key": "heavily-polluted", "name": "Heavily Polluted", "local": "重度污染", "language": "zh-Hans", "index": [201, 300], "color": "#99004C", "messages": [
          {"group": "sensitive / all", "text": "Sensitive stay in and stop outdoor sport; others cut it."}
        ]},
        {"key": "severely-polluted", "name": "Severely Polluted", "local": "严重污染", "language": "zh-Hans", "index": [301, null], "color": "#7E0023", "messages": [
          {"group": "sensitive / all", "text": "Sensitive stay in and save effort; everyone avoids going out."}
        ]}
      ],
      "numbers": [[0, 50], [50, 100], [100, 150], [150, 200], [200, 300], [300, 400], [400, 500]],
      "scales": [
        {"pollutant": "so2", "averaging": "24h", "unit": "µg/m³", "daily": "day mean/20",
         "bounds": [0, 50, 150, 475, 800, 1600, 2100, 2620]},
        {"pollutant": "so2", "averaging": "1h", "unit": "µg/m³", "current": "1h", "bounds": [0, 150, 500, 650, 800]},
        {"pollutant": "no2", "averaging": "24h", "unit": "µg/m³", "daily": "day mean/20",
         "bounds": [0, 40, 80, 180, 280, 565, 750, 940]},
        {"pollutant": "no2", "averaging": "1h", "unit": "µg/m³", "current": "1h",
         "bounds": [0, 100, 200, 700, 1200, 2340, 3090, 3840]},
        {"pollutant": "co", "averaging": "24h", "unit": "mg/m³", "daily": "day mean/20", "decimals": 1,
         "bounds": [0, 2, 4, 14, 24, 36, 48, 60]},
        {"pollutant": "co", "averaging": "1h", "unit": "mg/m³", "current": "1h", "decimals": 1,
         "bounds": [0, 5, 10, 35, 60, 90, 120, 150]},
        {"pollutant": "o3", "averaging": "8h", "unit": "µg/m³", "daily": "day max 8h from 0 to 16/14",
         "bounds": [0, 100, 160, 215, 265, 800]},
        {"pollutant": "o3", "averaging": "1h", "unit": "µg/m³", "current": "1h",
         "bounds": [0, 160, 200, 300, 400, 800, 1000, 1200]},
        {"pollutant": "pm10", "averaging": "24h", "unit": "µg/m³", "current": "1h", "daily": "day mean/20",
         "bounds": [0, 50, 120, 250, 350, 420, 500, 600]},
        {"pollutant": "pm25", "averaging": "24h", "unit": "µg/m³", "current": "1h", "daily": "day mean/20",
         "bounds": [0, 35, 60, 115, 150, 250, 350, 500]}
      ]
    }
    """#)
}
