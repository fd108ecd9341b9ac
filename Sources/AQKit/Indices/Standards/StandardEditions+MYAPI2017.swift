extension StandardEditions {
  /// Malaysia's air pollutant index of 2017, PM2.5. Neither the US table nor Singapore's.
  ///
  /// Source: DOE Malaysia, API_Calculation.pdf.
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
      "kind": "number",
      "confidence": "one-impl",
      "remarks": "Only PM2.5 is covered. Above 500 the slope of the last row goes on. The table of 2017 for PM10 and the gases was not found; the equations of 1996 can be asked for by their identifier, my_api_1996.",
      "rules": {"decimals": 1, "rounding": "halfUp", "beyond": "extrapolate", "otherReadings": [
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
      "scales": [
        {"pollutant": "pm25", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean", "rows": [
            [    0,  12.0,   0,  50],
            [ 12.1,  50.4,  51, 100],
            [ 50.5,  55.4, 101, 150],
            [ 55.5, 150.4, 151, 200],
            [150.5, 250.4, 201, 300],
            [250.5, 350.4, 301, 400],
            [350.5, 500.4, 401, 500]
          ]}
      ]
    }
    """#)
}
