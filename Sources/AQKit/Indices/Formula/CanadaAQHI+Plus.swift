extension CanadaAQHI {
  /// Canada's AQHI-Plus for smoke: one level per 10 µg/m³ of hourly PM2.5, rounded up; 11 is shown as 10+.
  ///
  /// Source: AQHI-Plus rule as in the R package aqhi 0.9.0 (B-Nilson/aqhi), R/AQHI_plus.R.
  static let plus = try? BreakpointIndex(
    json:
      #"""
      {
        "identifier": "ca_aqhi_plus",
        "family": "ca-aqhi-plus",
        "title": "Canada AQHI-Plus",
        "body": "Environment and Climate Change Canada",
        "document": "AQHI-Plus rule as in the R package aqhi 0.9.0 (B-Nilson/aqhi), R/AQHI_plus.R",
        "regions": [],
        "kind": "level",
        "confidence": "one-impl",
        "remarks": "Replaces the AQHI where it is higher: the index ca_aqhi_2008 applies it. Its colours and French names are not in what was read.",
        "rules": {"rounding": "none", "edges": "upperInclusive"},
        "bands": [
          {"key": "low", "name": "Low", "index": [1, 3]},
          {"key": "moderate", "name": "Moderate", "index": [4, 6]},
          {"key": "high", "name": "High", "index": [7, 10]},
          {"key": "very-high", "name": "Very High", "index": [11, null], "label": "10+"}
        ],
        "scales": [
          {"pollutant": "pm25", "averaging": "1h", "unit": "µg/m³", "current": "1h", "rows": [
              [  0,   10,  1,  1],
              [ 10,   20,  2,  2],
              [ 20,   30,  3,  3],
              [ 30,   40,  4,  4],
              [ 40,   50,  5,  5],
              [ 50,   60,  6,  6],
              [ 60,   70,  7,  7],
              [ 70,   80,  8,  8],
              [ 80,   90,  9,  9],
              [ 90,  100, 10, 10],
              [100, null, 11, 11]
            ]}
        ]
      }
      """#)
}
