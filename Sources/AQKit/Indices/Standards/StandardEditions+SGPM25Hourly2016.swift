extension StandardEditions {
  /// Singapore's bands of one-hour PM2.5 since 27 June 2016, beside the PSI.
  ///
  /// Source: NEA statement of 27 June 2016.
  static let sgPM25Hourly2016 = edition(
    #"""
    {
      "identifier": "sg_pm25_1h_2016",
      "family": "sg-pm25-1h",
      "title": "Singapore 1-hour PM2.5 bands",
      "body": "National Environment Agency of Singapore",
      "document": "NEA statement of 27 June 2016",
      "effectiveFrom": "2016-06-27",
      "regions": [],
      "kind": "category",
      "confidence": "two-impl",
      "rules": {"decimals": 0, "rounding": "halfUp", "otherReadings": [
        {"source": "digits dropped", "rounding": "truncate"}
      ]},
      "bands": [
        {"key": "normal", "name": "Normal", "index": [1, 1]},
        {"key": "elevated", "name": "Elevated", "index": [2, 2]},
        {"key": "high", "name": "High", "index": [3, 3]},
        {"key": "very-high", "name": "Very high", "index": [4, null]}
      ],
      "scales": [
        {"pollutant": "pm25", "averaging": "1h", "unit": "µg/m³", "current": "1h", "rows": [
            [  0,   55, 1, 1],
            [ 56,  150, 2, 2],
            [151,  250, 3, 3],
            [251, null, 4, 4]
          ]}
      ]
    }
    """#)
}
