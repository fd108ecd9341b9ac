extension StandardEditions {
  /// Thailand's air quality index of 2023, as far as it is known: PM2.5. One hundred is the 24-hour
  /// standard, 37.5 µg/m³.
  ///
  /// Source: PCD, air quality index of 2023.
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
      "kind": "number",
      "confidence": "two-impl",
      "remarks": "Only PM2.5 is covered. Above 200 the standard names the band and no number.",
      "rules": {"decimals": 1, "rounding": "halfUp", "beyond": "open", "otherReadings": [
        {"source": "digits dropped", "rounding": "truncate"}
      ]},
      "bands": [
        {"key": "very-good", "name": "Very good", "local": "ดีมาก", "language": "th", "index": [0, 25], "color": "#00BFF3"},
        {"key": "good", "name": "Good", "local": "ดี", "language": "th", "index": [26, 50], "color": "#00A651"},
        {"key": "moderate", "name": "Moderate", "local": "ปานกลาง", "language": "th", "index": [51, 100], "color": "#FDC04E"},
        {"key": "starting-to-affect-health", "name": "Starting to affect health", "local": "เริ่มมีผลกระทบต่อสุขภาพ", "language": "th", "index": [101, 200], "color": "#F26522"},
        {"key": "affecting-health", "name": "Affecting health", "local": "มีผลกระทบต่อสุขภาพ", "language": "th", "index": [201, null], "color": "#CD0000"}
      ],
      "scales": [
        {"pollutant": "pm25", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean", "rows": [
            [   0, 15.0,   0,   25],
            [15.1, 25.0,  26,   50],
            [25.1, 37.5,  51,  100],
            [37.6, 75.0, 101,  200],
            [75.1, null, 201, null]
          ]}
      ]
    }
    """#)
}
