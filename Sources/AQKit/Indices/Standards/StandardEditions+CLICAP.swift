extension StandardEditions {
  /// Chile's ICAP of particles: anchors of DS 59/1998 and DS 12/2011, the category by the number.
  ///
  /// Source: DS 59/1998 (PM10), DS 12/2011 (PM2.5).
  static let clICAP = edition(
    #"""
    {
      "identifier": "cl_icap",
      "family": "cl-icap",
      "title": "Chile ICAP",
      "body": "Ministerio del Medio Ambiente de Chile",
      "document": "DS 59/1998 (PM10), DS 12/2011 (PM2.5)",
      "regions": ["CL"],
      "kind": "number",
      "confidence": "one-impl",
      "remarks": "Above 500 the standard names the band and no number.",
      "rules": {"rounding": "none", "beyond": "open"},
      "bands": [
        {"key": "good", "name": "Good", "local": "Bueno", "language": "es", "table": "Bueno", "index": [0, 99]},
        {"key": "fair", "name": "Fair", "local": "Regular", "language": "es", "table": "Regular", "index": [100, 199]},
        {"key": "alert", "name": "Alert", "local": "Alerta", "language": "es", "table": "Alerta", "index": [200, 299]},
        {"key": "pre-emergency", "name": "Pre-emergency", "local": "Preemergencia", "language": "es", "table": "Preemergencia", "index": [300, 499]},
        {"key": "emergency", "name": "Emergency", "local": "Emergencia", "language": "es", "table": "Emergencia", "index": [500, null]}
      ],
      "scales": [
        {"pollutant": "pm10", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean", "rows": [
            [  0,  150,   0,  100],
            [150,  195, 100,  200],
            [195,  240, 200,  300],
            [240,  330, 300,  500],
            [330, null, 500, null]
          ]},
        {"pollutant": "pm25", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean", "rows": [
            [  0,   50,   0,  100],
            [ 50,   80, 100,  200],
            [ 80,  110, 200,  300],
            [110,  170, 300,  500],
            [170, null, 500, null]
          ]}
      ]
    }
    """#)
}
