extension StandardEditions {
  /// The Philippines' PM10 table of the older order: DENR DAO 2000-81.
  ///
  /// Source: DENR Administrative Order 2000-81.
  static let phDAO200081 = edition(
    #"""
    {
      "identifier": "ph_dao2000_81",
      "family": "ph-pm10",
      "title": "Philippines PM10 (DAO 2000-81)",
      "body": "Department of Environment and Natural Resources of the Philippines",
      "document": "DENR Administrative Order 2000-81",
      "effectiveFrom": "2000",
      "regions": [],
      "kind": "number",
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
      "scales": [
        {"pollutant": "pm10", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean", "rows": [
            [  0,  54,   0,  50],
            [ 55, 154,  51, 100],
            [155, 254, 101, 150],
            [255, 354, 151, 200],
            [355, 424, 201, 300],
            [425, 604, 301, 500]
          ]}
      ]
    }
    """#)
}

extension StandardEditions {
  /// The Philippines' PM2.5 categories: DENR DAO 2020-14.
  ///
  /// Source: DENR Administrative Order 2020-14.
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
      "rules": {"decimals": 1, "rounding": "halfUp", "allowsGaps": true, "otherReadings": [
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
