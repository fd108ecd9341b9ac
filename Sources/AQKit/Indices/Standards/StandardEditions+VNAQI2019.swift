extension StandardEditions {
  /// Viet Nam's VN_AQI: Quyết định 1459/QĐ-TCMT, Table 2. The hourly value takes particles as a NowCast and
  /// gases as hourly means; the day's value has eight-hour ozone, too, which has no index above 400 µg/m³.
  ///
  /// Source: Quyết định 1459/QĐ-TCMT (12 November 2019), Tables 1, 2 and 5.
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
      "kind": "number",
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
      "scales": [
        {"pollutant": "o3", "averaging": "1h", "unit": "µg/m³", "current": "1h", "daily": "day max 1h", "rows": [
            [   0,  160,   0,  50],
            [ 160,  200,  50, 100],
            [ 200,  300, 100, 150],
            [ 300,  400, 150, 200],
            [ 400,  800, 200, 300],
            [ 800, 1000, 300, 400],
            [1000, 1200, 400, 500]
          ]},
        {"pollutant": "o3", "averaging": "8h", "unit": "µg/m³", "daily": "day max 8h", "beyond": "undefined", "rows": [
            [  0, 100,   0,  50],
            [100, 120,  50, 100],
            [120, 170, 100, 150],
            [170, 210, 150, 200],
            [210, 400, 200, 300]
          ]},
        {"pollutant": "co", "averaging": "1h", "unit": "µg/m³", "current": "1h", "daily": "day max 1h", "rows": [
            [     0,  10000,   0,  50],
            [ 10000,  30000,  50, 100],
            [ 30000,  45000, 100, 150],
            [ 45000,  60000, 150, 200],
            [ 60000,  90000, 200, 300],
            [ 90000, 120000, 300, 400],
            [120000, 150000, 400, 500]
          ]},
        {"pollutant": "so2", "averaging": "1h", "unit": "µg/m³", "current": "1h", "daily": "day max 1h", "rows": [
            [   0,  125,   0,  50],
            [ 125,  350,  50, 100],
            [ 350,  550, 100, 150],
            [ 550,  800, 150, 200],
            [ 800, 1600, 200, 300],
            [1600, 2100, 300, 400],
            [2100, 2630, 400, 500]
          ]},
        {"pollutant": "no2", "averaging": "1h", "unit": "µg/m³", "current": "1h", "daily": "day max 1h", "rows": [
            [   0,  100,   0,  50],
            [ 100,  200,  50, 100],
            [ 200,  700, 100, 150],
            [ 700, 1200, 150, 200],
            [1200, 2350, 200, 300],
            [2350, 3100, 300, 400],
            [3100, 3850, 400, 500]
          ]},
        {"pollutant": "pm10", "averaging": "24h", "unit": "µg/m³", "current": "nowcast-vn", "daily": "day mean", "rows": [
            [  0,  50,   0,  50],
            [ 50, 150,  50, 100],
            [150, 250, 100, 150],
            [250, 350, 150, 200],
            [350, 420, 200, 300],
            [420, 500, 300, 400],
            [500, 600, 400, 500]
          ]},
        {"pollutant": "pm25", "averaging": "24h", "unit": "µg/m³", "current": "nowcast-vn", "daily": "day mean", "rows": [
            [  0,  25,   0,  50],
            [ 25,  50,  50, 100],
            [ 50,  80, 100, 150],
            [ 80, 150, 150, 200],
            [150, 250, 200, 300],
            [250, 350, 300, 400],
            [350, 500, 400, 500]
          ]}
      ]
    }
    """#)
}
