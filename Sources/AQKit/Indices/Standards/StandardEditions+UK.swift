extension StandardEditions {
  /// The United Kingdom's daily air quality index: levels 1 to 10 in four bands. SO2 is a 15-minute mean and ozone a running
  /// 8-hour mean; hourly values can't replace the first.
  static let ukDAQI2012 = edition(
    #"""
    {
      "identifier": "uk_daqi_2012",
      "family": "uk-daqi",
      "title": "UK DAQI",
      "body": "Defra, on the advice of COMEAP",
      "document": "UK-AIR, “What is the Daily Air Quality Index”; DAQI 2012 with the implementation update of 2013",
      "effectiveFrom": "2012",
      "regions": ["GB"],
      "kind": "level",
      "confidence": "two-impl",
      "conditions": {"kelvin": 293.15, "kilopascal": 101.325},
      "day": "standardTime",
      "remarks": "The bands are printed in whole µg/m³; concentrations are rounded to them, a half upwards. Days run in GMT all year, as the heads of UK-AIR's files of daily values say (“All Data GMT hour ending”).",
      "rules": {"decimals": 0, "rounding": "halfUp", "alternatives": [
        {"source": "digits dropped", "rounding": "truncate"}
      ]},
      "messageSource": "Defra DAQI advice (pre-2026 wording, paraphrase)",
      "bands": [
        {"key": "low", "name": "Low", "index": [1, 3], "colors": ["#9CFF9C", "#31FF00", "#31CF00"], "messages": [
          {"group": "all", "text": "Usual activities."}
        ]},
        {"key": "moderate", "name": "Moderate", "index": [4, 6], "colors": ["#FFFF00", "#FFCF00", "#FF9A00"], "messages": [
          {"group": "heart or lung patients with symptoms", "text": "Consider less strenuous outdoor activity."}
        ]},
        {"key": "high", "name": "High", "index": [7, 9], "colors": ["#FF6464", "#FF0000", "#990000"], "messages": [
          {"group": "at risk", "text": "Cut strenuous outdoor effort; older people ease off."},
          {"group": "general", "text": "Cut activity if eyes, throat or chest are sore."}
        ]},
        {"key": "very-high", "name": "Very High", "index": [10, null], "color": "#CE30FF", "messages": [
          {"group": "at risk", "text": "Avoid strenuous activity."},
          {"group": "general", "text": "Reduce outdoor effort."}
        ]}
      ],
      "numbers": [[1, 1], [2, 2], [3, 3], [4, 4], [5, 5], [6, 6], [7, 7], [8, 8], [9, 9], [10, 10]],
      "scales": [
        {"pollutant": "no2", "averaging": "1h", "unit": "µg/m³", "current": "1h", "daily": "day max 1h", "confidence": "primary", "alternatives": [
            {"source": "digits dropped", "rounding": "truncate"},
            {"source": "London's table: 0-66, 67-133", "rows": [[0, 66, 1, 1], [67, 133, 2, 2], [134, 200, 3, 3], [201, 267, 4, 4], [268, 334, 5, 5], [335, 400, 6, 6], [401, 467, 7, 7], [468, 534, 8, 8], [535, 600, 9, 9], [601, null, 10, 10]]}
          ], "bounds": [0, 67, 134, 200, 267, 334, 400, 467, 534, 600, null], "printedDecimals": 0},
        {"pollutant": "o3", "averaging": "8h", "unit": "µg/m³", "current": "mean 8h", "daily": "day max 8h",
         "bounds": [0, 33, 66, 100, 120, 140, 160, 187, 213, 240, null], "printedDecimals": 0},
        {"pollutant": "so2", "averaging": "15min", "unit": "µg/m³", "current": "15min", "alternatives": [
            {"source": "digits dropped", "rounding": "truncate"},
            {"source": "Defra's newer service: Moderate up to 710", "rows": [[0, 88, 1, 1], [89, 177, 2, 2], [178, 266, 3, 3], [267, 354, 4, 4], [355, 443, 5, 5], [444, 710, 6, 6], [711, 887, 8, 8], [888, 1064, 9, 9], [1065, null, 10, 10]]}
          ], "bounds": [0, 88, 177, 266, 354, 443, 532, 710, 887, 1064, null], "printedDecimals": 0},
        {"pollutant": "pm25", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean", "alternatives": [
            {"source": "digits dropped", "rounding": "truncate"},
            {"source": "Defra's newer service: Low up to 36", "rows": [[0, 11, 1, 1], [12, 23, 2, 2], [24, 36, 3, 3], [37, 41, 4, 4], [42, 47, 5, 5], [48, 53, 6, 6], [54, 58, 7, 7], [59, 64, 8, 8], [65, 70, 9, 9], [71, null, 10, 10]]}
          ], "bounds": [0, 11, 23, 35, 41, 47, 53, 58, 64, 70, null], "printedDecimals": 0},
        {"pollutant": "pm10", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean",
         "bounds": [0, 16, 33, 50, 58, 66, 75, 83, 91, 100, null], "printedDecimals": 0}
      ]
    }
    """#)
}
