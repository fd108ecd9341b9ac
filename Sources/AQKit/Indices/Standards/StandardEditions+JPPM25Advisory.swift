extension StandardEditions {
  /// Japan's PM2.5 advisory at a daily mean above 70 µg/m³: two bands, no index.
  ///
  /// Source: MOE Japan, provisional guideline for PM2.5.
  static let jpPM25Advisory = edition(
    #"""
    {
      "identifier": "jp_moe_pm25_advisory",
      "family": "jp-pm25-advisory",
      "title": "Japan PM2.5 advisory",
      "body": "Ministry of the Environment of Japan",
      "document": "MOE Japan, provisional guideline for PM2.5",
      "regions": ["JP"],
      "kind": "category",
      "confidence": "one-impl",
      "remarks": "Japan has no air quality index; an advisory is issued at a predicted daily mean above 70 µg/m³.",
      "rules": {"rounding": "none", "edges": "upperInclusive"},
      "bands": [
        {"key": "below-advisory", "name": "below advisory", "index": [0, 0]},
        {"key": "advisory", "name": "advisory", "index": [1, null]}
      ],
      "scales": [
        {"pollutant": "pm25", "averaging": "24h", "unit": "µg/m³", "daily": "day mean", "rows": [
            [ 0,   70, 0, 0],
            [70, null, 1, 1]
          ]}
      ]
    }
    """#)
}
