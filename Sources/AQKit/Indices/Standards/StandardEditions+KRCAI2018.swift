extension StandardEditions {
  /// South Korea's Comprehensive Air-quality Index. Particles enter the current value as an estimate of
  /// their 24-hour mean (C24E).
  ///
  /// Source: AirKorea, CAI calculator; Jeju provincial page on the CAI.
  static let krCAI2018 = edition(
    #"""
    {
      "identifier": "kr_cai_2018",
      "family": "kr-cai",
      "title": "South Korea CAI",
      "body": "AirKorea, Ministry of Environment of Korea",
      "document": "AirKorea, CAI calculator; Jeju provincial page on the CAI",
      "effectiveFrom": "2018",
      "regions": ["KR"],
      "kind": "number",
      "confidence": "two-impl",
      "conditions": {"kelvin": 298.15, "kilopascal": 101.325},
      "remarks": "Concentrations are rounded to the printed step, a half upwards. Additions for two and more pollutants at Unhealthy are not applied: their rule was not read. Gases are converted between mass and mixing ratio at 25 °C and 101.325 kPa: an assumption, the standard's own conditions were not found. The estimate C24E needs 9 of 12 and 3 of 4 hours: an assumption, the calculator states none.",
      "rules": {"decimals": 0, "rounding": "halfUp", "beyond": "cap", "otherReadings": [
        {"source": "digits dropped", "rounding": "truncate"}
      ]},
      "requires": {"anyOf": [["pm10"], ["pm25"], ["no2"], ["o3"]]},
      "bands": [
        {"key": "good", "name": "Good", "local": "좋음", "language": "ko", "index": [0, 50]},
        {"key": "moderate", "name": "Moderate", "local": "보통", "language": "ko", "index": [51, 100]},
        {"key": "unhealthy", "name": "Unhealthy", "local": "나쁨", "language": "ko", "index": [101, 250]},
        {"key": "very-unhealthy", "name": "Very Unhealthy", "local": "매우나쁨", "language": "ko", "index": [251, null]}
      ],
      "scales": [
        {"pollutant": "so2", "averaging": "1h", "unit": "ppm", "current": "1h", "daily": "day max 1h", "confidence": "primary", "decimals": 3, "rows": [
            [    0, 0.020,   0,  50],
            [0.021, 0.050,  51, 100],
            [0.051, 0.150, 101, 250],
            [0.151,     1, 251, 500]
          ]},
        {"pollutant": "no2", "averaging": "1h", "unit": "ppm", "current": "1h", "daily": "day max 1h", "confidence": "primary", "decimals": 3, "rows": [
            [    0, 0.030,   0,  50],
            [0.031, 0.060,  51, 100],
            [0.061, 0.200, 101, 250],
            [0.201,     2, 251, 500]
          ]},
        {"pollutant": "co", "averaging": "1h", "unit": "ppm", "current": "1h", "daily": "day max 1h", "confidence": "primary", "decimals": 2, "rows": [
            [    0,  2,   0,  50],
            [ 2.01,  9,  51, 100],
            [ 9.01, 15, 101, 250],
            [15.01, 50, 251, 500]
          ]},
        {"pollutant": "o3", "averaging": "1h", "unit": "ppm", "current": "1h", "daily": "day max 1h", "decimals": 3, "rows": [
            [    0, 0.030,   0,  50],
            [0.031, 0.090,  51, 100],
            [0.091, 0.150, 101, 250],
            [0.151,   0.6, 251, 500]
          ]},
        {"pollutant": "pm10", "averaging": "24h", "unit": "µg/m³", "current": "c24e 70", "daily": "day mean", "rows": [
            [  0,  30,   0,  50],
            [ 31,  80,  51, 100],
            [ 81, 150, 101, 250],
            [151, 600, 251, 500]
          ]},
        {"pollutant": "pm25", "averaging": "24h", "unit": "µg/m³", "current": "c24e 30", "daily": "day mean", "rows": [
            [ 0,  15,   0,  50],
            [16,  35,  51, 100],
            [36,  75, 101, 250],
            [76, 500, 251, 500]
          ]}
      ]
    }
    """#)
}
