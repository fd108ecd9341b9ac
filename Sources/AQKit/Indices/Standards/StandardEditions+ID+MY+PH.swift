extension StandardEditions {
  /// Indonesia's ISPU: Permen LHK P.14/2020. Nodes at 0, 50, 100, 200, 300 and 500.
  static let idISPU2020 = edition(
    #"""
    {
      "identifier": "id_ispu_2020",
      "family": "id-ispu",
      "title": "Indonesia ISPU 2020",
      "body": "Ministry of Environment and Forestry of Indonesia",
      "document": "Permen LHK P.14/2020",
      "effectiveFrom": "2020",
      "regions": ["ID"],
      "confidence": "two-impl",
      "conditions": {"kelvin": 298.15, "kilopascal": 101.325},
      "remarks": "The live feed of the ministry differs from the nodes by up to 2 and continues above 500, as this table does. Gases are converted between mass and mixing ratio at 25 °C and 101.325 kPa: an assumption, the standard's own conditions were not found.",
      "rules": {"rounding": "none", "beyond": "extrapolate"},
      "messageSource": "P.14/2020 popup text",
      "bands": [
        {"key": "good", "name": "Good", "local": "Baik", "language": "id", "table": "Good (Baik)", "index": [0, 50], "color": "#00CC00", "messages": [
          {"group": "all", "text": "Good to be outside."}
        ]},
        {"key": "moderate", "name": "Moderate", "local": "Sedang", "language": "id", "table": "Moderate (Sedang)", "index": [51, 100], "color": "#0000CC", "messages": [
          {"group": "sensitive", "text": "Cut long or hard effort."}
        ]},
        {"key": "unhealthy", "name": "Unhealthy", "local": "Tidak Sehat", "language": "id", "table": "Unhealthy (Tidak Sehat)", "index": [101, 200], "color": "#CCCC00", "messages": [
          {"group": "all", "text": "Cut long outdoor effort; asthma plan."}
        ]},
        {"key": "very-unhealthy", "name": "Very Unhealthy", "local": "Sangat Tidak Sehat", "language": "id", "table": "Very Unhealthy (Sangat Tidak Sehat)", "index": [201, 300], "color": "#CC0000", "messages": [
          {"group": "sensitive", "text": "Avoid all outdoor activity."}
        ]},
        {"key": "hazardous", "name": "Hazardous", "local": "Berbahaya", "language": "id", "table": "Hazardous (Berbahaya)", "index": [301, null], "color": "#000000", "messages": [
          {"group": "all", "text": "Avoid outdoor activity; sensitive stay in."}
        ]}
      ],
      "numbers": [[0, 50], [50, 100], [100, 200], [200, 300], [300, 500]],
      "scales": [
        {"pollutant": "pm10", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean",
         "bounds": [0, 50, 150, 350, 420, 500]},
        {"pollutant": "pm25", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean",
         "bounds": [0, 15.5, 55.4, 150.4, 250.4, 500]},
        {"pollutant": "so2", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean", "confidence": "one-impl",
         "bounds": [0, 52, 180, 400, 800, 1200]},
        {"pollutant": "co", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean", "confidence": "one-impl",
         "bounds": [0, 4000, 8000, 15000, 30000, 45000]},
        {"pollutant": "o3", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean", "confidence": "one-impl",
         "bounds": [0, 120, 235, 400, 800, 1000]},
        {"pollutant": "no2", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean", "confidence": "one-impl",
         "bounds": [0, 80, 200, 1130, 2260, 3000]}
      ]
    }
    """#)

  /// Malaysia's air pollutant index of five pollutants, 1996 to 2017: piecewise equations with a stated
  /// slope beyond their end.
  static let myAPI1996 = edition(
    #"""
    {
      "identifier": "my_api_1996",
      "family": "my-api",
      "title": "Malaysia API 1996",
      "body": "Department of Environment of Malaysia",
      "document": "DOE Malaysia sub-index equations, as in Heliyon 2022 e09157, Table 1",
      "effectiveFrom": "1996",
      "effectiveUntil": "2017",
      "regions": ["MY"],
      "confidence": "primary",
      "conditions": {"kelvin": 298.15, "kilopascal": 101.325},
      "remarks": "Gases are converted between mass and mixing ratio at 25 °C and 101.325 kPa: an assumption, the standard's own conditions were not found. PM10 from 350 to 420 µg/m³ has the slope 100/70; the copy that was read prints its 1.4286 as 14286.",
      "rules": {"rounding": "none", "beyond": "extrapolate"},
      "bands": [
        {"key": "good", "name": "Good", "index": [0, 50]},
        {"key": "moderate", "name": "Moderate", "index": [51, 100]},
        {"key": "unhealthy", "name": "Unhealthy", "index": [101, 200]},
        {"key": "very-unhealthy", "name": "Very Unhealthy", "index": [201, 300]},
        {"key": "hazardous", "name": "Hazardous", "index": [301, null]}
      ],
      "numbers": [[0, 100], [100, 200], [200, 300], [300, null]],
      "scales": [
        {"pollutant": "pm10", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean", "beyondSlope": 1,
         "bounds": [0, 50, 150, 350, 420, 500, null], "numbers": [[0, 50], [50, 100], [100, 200], [200, 300], [300, 400], [400, null]]},
        {"pollutant": "co", "averaging": "8h", "unit": "ppm", "current": "mean 8h", "daily": "day max 8h", "beyondSlope": 10,
         "bounds": [0, 9, 15, 30, null]},
        {"pollutant": "o3", "averaging": "1h", "unit": "ppm", "current": "1h", "daily": "day max 1h", "beyondSlope": 1000,
         "bounds": [0, 0.2, 0.4, null], "numbers": [[0, 200], [200, 300], [300, null]]},
        {"pollutant": "no2", "averaging": "1h", "unit": "ppm", "current": "1h", "daily": "day max 1h", "beyondSlope": 250,
         "bounds": [0, 0.17, 0.6, 1.2, null]},
        {"pollutant": "so2", "averaging": "24h", "unit": "ppm", "current": "mean 24h", "daily": "day mean", "beyondSlope": 500,
         "bounds": [0, 0.04, 0.3, 0.6, null]}
      ]
    }
    """#)

  /// Malaysia's air pollutant index of 2017, PM2.5. Neither the US table nor Singapore's.
  static let myAPI2017 = edition(
    #"""
    {
      "identifier": "my_api_2017",
      "family": "my-api",
      "title": "Malaysia API 2017",
      "body": "Department of Environment of Malaysia",
      "document": "DOE Malaysia, API_Calculation.pdf",
      "effectiveFrom": "2017",
      "regions": ["MY"],
      "confidence": "one-impl",
      "remarks": "Only PM2.5 is covered. Above 500 the slope of the last row continues. The table of 2017 for PM10 and the gases was not found; the equations of 1996 are available by their identifier, my_api_1996.",
      "rules": {"decimals": 1, "rounding": "halfUp", "beyond": "extrapolate", "alternatives": [
        {"source": "digits dropped", "rounding": "truncate"}
      ]},
      "bands": [
        {"key": "good", "name": "Good", "local": "Baik", "language": "ms", "index": [0, 50], "color": "#3D8AF7"},
        {"key": "moderate", "name": "Moderate", "local": "Sederhana", "language": "ms", "index": [51, 100], "color": "#7CDE6B"},
        {"key": "unhealthy", "name": "Unhealthy", "local": "Tidak Sihat", "language": "ms", "index": [101, 200], "color": "#FFFF00"},
        {"key": "very-unhealthy", "name": "Very Unhealthy", "local": "Sangat Tidak Sihat", "language": "ms", "index": [201, 300]},
        {"key": "hazardous", "name": "Hazardous", "local": "Merbahaya", "language": "ms", "index": [301, 500]},
        {"key": "emergency", "name": "Emergency", "local": "Kecemasan", "language": "ms", "index": [501, null]}
      ],
      "numbers": [[0, 50], [51, 100], [101, 150], [151, 200], [201, 300], [301, 400], [401, 500]],
      "scales": [
        {"pollutant": "pm25", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean",
         "bounds": [0, 12.0, 50.4, 55.4, 150.4, 250.4, 350.4, 500.4], "printedDecimals": 1}
      ]
    }
    """#)

  /// The Philippines' PM10 table of the older order: DENR DAO 2000-81.
  static let phDAO200081 = edition(
    #"""
    {
      "identifier": "ph_dao2000_81",
      "family": "ph-pm10",
      "title": "Philippines PM10 (DAO 2000-81)",
      "body": "Department of Environment and Natural Resources of the Philippines",
      "document": "DENR Administrative Order 2000-81",
      "effectiveFrom": "2000",
      "confidence": "one-impl",
      "rules": {"decimals": 0, "rounding": "halfUp", "beyond": "cap"},
      "bands": [
        {"key": "good", "name": "Good", "index": [0, 50]},
        {"key": "fair", "name": "Fair", "index": [51, 100]},
        {"key": "unhealthy-for-sensitive-groups", "name": "Unhealthy for sensitive groups", "index": [101, 150]},
        {"key": "very-unhealthy", "name": "Very unhealthy", "index": [151, 200]},
        {"key": "acutely-unhealthy", "name": "Acutely unhealthy", "index": [201, 300]},
        {"key": "emergency", "name": "Emergency", "index": [301, null]}
      ],
      "numbers": [[0, 50], [51, 100], [101, 150], [151, 200], [201, 300], [301, 500]],
      "scales": [
        {"pollutant": "pm10", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean",
         "bounds": [0, 54, 154, 254, 354, 424, 604], "printedDecimals": 0}
      ]
    }
    """#)

  /// The Philippines' PM2.5 categories: DENR DAO 2020-14.
  static let phDAO202014 = edition(
    #"""
    {
      "identifier": "ph_dao2020_14",
      "family": "ph-aqi",
      "title": "Philippines PM2.5 (DAO 2020-14)",
      "body": "Department of Environment and Natural Resources of the Philippines",
      "document": "DENR Administrative Order 2020-14",
      "effectiveFrom": "2020",
      "regions": ["PH"],
      "kind": "category",
      "confidence": "one-impl",
      "remarks": "The order does not state the averaging time (24 hours are assumed) and leaves 90 to 91 µg/m³ undefined. Concentrations are rounded to the printed step, a half upwards.",
      "rules": {"decimals": 1, "rounding": "halfUp", "allowsGaps": true, "alternatives": [
        {"source": "Emergency above 90", "rows": [[0, 25, 1, 1], [25.1, 35, 2, 2], [35.1, 45, 3, 3], [45.1, 55, 4, 4], [55.1, 90, 5, 5], [90.1, null, 6, 6]]},
        {"source": "Acutely unhealthy below 91", "rows": [[0, 25, 1, 1], [25.1, 35, 2, 2], [35.1, 45, 3, 3], [45.1, 55, 4, 4], [55.1, 90.9, 5, 5], [91, null, 6, 6]]}
      ]},
      "messageSource": "DAO 2020-14 as read",
      "bands": [
        {"key": "good", "name": "Good", "index": [1, 1], "color": "#00E400"},
        {"key": "fair", "name": "Fair", "index": [2, 2], "color": "#FFFF00"},
        {"key": "unhealthy-for-sensitive-groups", "name": "Unhealthy for sensitive groups", "index": [3, 3], "color": "#FF7E00", "messages": [
          {"group": "respiratory patients", "text": "Limit outdoor effort."}
        ]},
        {"key": "very-unhealthy", "name": "Very Unhealthy", "table": "Very unhealthy", "index": [4, 4], "color": "#FF0000", "messages": [
          {"group": "all / patients", "text": "Pedestrians avoid busy roads; patients stay in; postpone trips."}
        ]},
        {"key": "acutely-unhealthy", "name": "Acutely unhealthy", "index": [5, 5], "color": "#8F3F97", "messages": [
          {"group": "all", "text": "Limit outdoor effort; patients stay in."}
        ]},
        {"key": "emergency", "name": "Emergency", "index": [6, null], "color": "#7E0023", "messages": [
          {"group": "all", "text": "Stay indoors."}
        ]}
      ],
      "scales": [
        {"pollutant": "pm25", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean", "rows": [
            [   0,   25, 1, 1],
            [25.1, 35.0, 2, 2],
            [35.1, 45.0, 3, 3],
            [45.1,   55, 4, 4],
            [55.1,   90, 5, 5],
            [  91, null, 6, 6]
          ]}
      ]
    }
    """#)
}
