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
