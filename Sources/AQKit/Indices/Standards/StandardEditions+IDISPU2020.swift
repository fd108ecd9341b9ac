extension StandardEditions {
  /// Indonesia's ISPU: Permen LHK P.14/2020. Nodes at 0, 50, 100, 200, 300 and 500.
  ///
  /// Source: Permen LHK P.14/2020.
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
      "kind": "number",
      "confidence": "two-impl",
      "conditions": {"kelvin": 298.15, "kilopascal": 101.325},
      "remarks": "The live feed of the ministry differs from the nodes by up to 2 and goes on above 500, as is done here. Gases are converted between mass and mixing ratio at 25 °C and 101.325 kPa: an assumption, the standard's own conditions were not found.",
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
      "scales": [
        {"pollutant": "pm10", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean", "rows": [
            [  0,  50,   0,  50],
            [ 50, 150,  50, 100],
            [150, 350, 100, 200],
            [350, 420, 200, 300],
            [420, 500, 300, 500]
          ]},
        {"pollutant": "pm25", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean", "rows": [
            [    0,  15.5,   0,  50],
            [ 15.5,  55.4,  50, 100],
            [ 55.4, 150.4, 100, 200],
            [150.4, 250.4, 200, 300],
            [250.4,   500, 300, 500]
          ]},
        {"pollutant": "so2", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean", "confidence": "one-impl", "rows": [
            [  0,   52,   0,  50],
            [ 52,  180,  50, 100],
            [180,  400, 100, 200],
            [400,  800, 200, 300],
            [800, 1200, 300, 500]
          ]},
        {"pollutant": "co", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean", "confidence": "one-impl", "rows": [
            [    0,  4000,   0,  50],
            [ 4000,  8000,  50, 100],
            [ 8000, 15000, 100, 200],
            [15000, 30000, 200, 300],
            [30000, 45000, 300, 500]
          ]},
        {"pollutant": "o3", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean", "confidence": "one-impl", "rows": [
            [  0,  120,   0,  50],
            [120,  235,  50, 100],
            [235,  400, 100, 200],
            [400,  800, 200, 300],
            [800, 1000, 300, 500]
          ]},
        {"pollutant": "no2", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean", "confidence": "one-impl", "rows": [
            [   0,   80,   0,  50],
            [  80,  200,  50, 100],
            [ 200, 1130, 100, 200],
            [1130, 2260, 200, 300],
            [2260, 3000, 300, 500]
          ]}
      ]
    }
    """#)
}
