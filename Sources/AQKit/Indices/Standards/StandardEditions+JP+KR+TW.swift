extension StandardEditions {
  /// Japan's PM2.5 advisory at a daily mean above 70 µg/m³: two bands, no index.
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

  /// South Korea's Comprehensive Air-quality Index. Particles enter the current value as an estimate of
  /// their 24-hour mean (C24E).
  ///
  /// Two pollutants at Unhealthy or worse add 50 to the highest sub-index, three or more 75.
  ///
  /// Source: AirKorea, CAI calculator; Jeju provincial page on the CAI; the additions according to reports of
  /// AirKorea's page on the CAI (`khaiInfo`).
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
      "confidence": "two-impl",
      "conditions": {"kelvin": 298.15, "kilopascal": 101.325},
      "remarks": "Concentrations are rounded to the printed step, a half upwards. Two pollutants at Unhealthy or worse add 50 to the highest sub-index, three or more 75; the limit of the sum, 500, the end of the scale, is an assumption. Gases are converted between mass and mixing ratio at 25 °C and 101.325 kPa: an assumption, the standard's own conditions were not found. The estimate C24E needs 9 of 12 and 3 of 4 hours: an assumption, the calculator states none.",
      "rules": {"decimals": 0, "rounding": "halfUp", "beyond": "cap", "alternatives": [
        {"source": "digits dropped", "rounding": "truncate"}
      ]},
      "requires": {"anyOf": [["pm10"], ["pm25"], ["no2"], ["o3"]]},
      "additions": [
        {"pollutants": 2, "above": 100, "adds": 50},
        {"pollutants": 3, "above": 100, "adds": 75}
      ],
      "bands": [
        {"key": "good", "name": "Good", "local": "좋음", "language": "ko", "index": [0, 50]},
        {"key": "moderate", "name": "Moderate", "local": "보통", "language": "ko", "index": [51, 100]},
        {"key": "unhealthy", "name": "Unhealthy", "local": "나쁨", "language": "ko", "index": [101, 250]},
        {"key": "very-unhealthy", "name": "Very Unhealthy", "local": "매우나쁨", "language": "ko", "index": [251, null]}
      ],
      "numbers": [[0, 50], [51, 100], [101, 250], [251, 500]],
      "scales": [
        {"pollutant": "so2", "averaging": "1h", "unit": "ppm", "current": "1h", "daily": "day max 1h", "confidence": "primary", "decimals": 3,
         "bounds": [0, 0.020, 0.050, 0.150, 1], "printedDecimals": 3},
        {"pollutant": "no2", "averaging": "1h", "unit": "ppm", "current": "1h", "daily": "day max 1h", "confidence": "primary", "decimals": 3,
         "bounds": [0, 0.030, 0.060, 0.200, 2], "printedDecimals": 3},
        {"pollutant": "co", "averaging": "1h", "unit": "ppm", "current": "1h", "daily": "day max 1h", "confidence": "primary", "decimals": 2,
         "bounds": [0, 2, 9, 15, 50], "printedDecimals": 2},
        {"pollutant": "o3", "averaging": "1h", "unit": "ppm", "current": "1h", "daily": "day max 1h", "decimals": 3,
         "bounds": [0, 0.030, 0.090, 0.150, 0.6], "printedDecimals": 3},
        {"pollutant": "pm10", "averaging": "24h", "unit": "µg/m³", "current": "c24e 70", "daily": "day mean",
         "bounds": [0, 30, 80, 150, 600], "printedDecimals": 0},
        {"pollutant": "pm25", "averaging": "24h", "unit": "µg/m³", "current": "c24e 30", "daily": "day mean",
         "bounds": [0, 15, 35, 75, 500], "printedDecimals": 0}
      ]
    }
    """#)

  /// Taiwan's air quality index since 1 January 2025, with the rules of the US index and its own table.
  /// Particles enter the current value as half a 12-hour and half a 4-hour mean.
  static let twAQI2025 = edition(
    #"""
    {
      "identifier": "tw_aqi_2025",
      "family": "tw-aqi",
      "title": "Taiwan AQI 2025",
      "body": "Ministry of Environment of Taiwan",
      "document": "MOENV, AQI from 1 January 2025",
      "effectiveFrom": "2025-01-01",
      "regions": ["TW"],
      "confidence": "one-impl",
      "conditions": {"kelvin": 298.15, "kilopascal": 101.325},
      "remarks": "Gases are converted between mass and mixing ratio at 25 °C and 101.325 kPa: an assumption, the standard's own conditions were not found. The real-time mean needs 6 of 12 and 2 of 4 hours (page of the Taichung Environmental Protection Bureau on the ministry's calculation).",
      "rules": {"rounding": "truncate", "beyond": "cap", "alternatives": [
        {"source": "an exact half to the even number", "indexRounding": "halfEven"}
      ]},
      "bands": [
        {"key": "good", "name": "Good", "index": [0, 50]},
        {"key": "moderate", "name": "Moderate", "index": [51, 100]},
        {"key": "unhealthy-for-sensitive-groups", "name": "Unhealthy for Sensitive Groups", "index": [101, 150]},
        {"key": "unhealthy", "name": "Unhealthy", "index": [151, 200]},
        {"key": "very-unhealthy", "name": "Very Unhealthy", "index": [201, 300]},
        {"key": "hazardous", "name": "Hazardous", "index": [301, null]}
      ],
      "numbers": [[0, 50], [51, 100], [101, 150], [151, 200], [201, 300], [301, 400], [401, 500]],
      "scales": [
        {"pollutant": "o3", "averaging": "8h", "unit": "ppm", "current": "mean 8h", "daily": "day max 8h", "decimals": 3, "beyond": "undefined",
         "bounds": [0.000, 0.054, 0.070, 0.085, 0.105, 0.200], "printedDecimals": 3},
        {"pollutant": "pm25", "averaging": "24h", "unit": "µg/m³", "current": "mix 12h 4h", "daily": "day mean", "decimals": 1,
         "bounds": [0.0, 12.4, 30.4, 50.4, 125.4, 225.4, 325.4, 500.4], "printedDecimals": 1},
        {"pollutant": "pm10", "averaging": "24h", "unit": "µg/m³", "current": "mix 12h 4h", "daily": "day mean", "decimals": 0,
         "bounds": [0, 30, 75, 190, 354, 424, 504, 604], "printedDecimals": 0},
        {"pollutant": "co", "averaging": "8h", "unit": "ppm", "current": "mean 8h", "daily": "day max 8h", "decimals": 1,
         "bounds": [0.0, 4.4, 9.4, 12.4, 15.4, 30.4, 40.4, 50.4], "printedDecimals": 1},
        {"pollutant": "so2", "averaging": "1h", "unit": "ppb", "current": "1h", "daily": "day max 1h", "decimals": 0, "beyond": "undefined",
         "bounds": [0, 8, 65, 160, 304], "printedDecimals": 0},
        {"pollutant": "no2", "averaging": "1h", "unit": "ppb", "current": "1h", "daily": "day max 1h", "decimals": 0,
         "bounds": [0, 21, 100, 360, 649, 1249, 1649, 2049], "printedDecimals": 0},
        {"pollutant": "o3", "averaging": "1h", "unit": "ppm", "current": "1h", "daily": "day max 1h", "decimals": 3,
         "bounds": [0.101, 0.134, 0.204, 0.404, 0.504, 0.604], "printedDecimals": 3, "numbers": [[101, 150], [151, 200], [201, 300], [301, 400], [401, 500]]},
        {"pollutant": "so2", "averaging": "24h", "unit": "ppb", "current": "mean 24h", "daily": "day mean", "usedWhenBeyond": "1h", "decimals": 0,
         "bounds": [305, 604, 804, 1004], "printedDecimals": 0, "numbers": [[201, 300], [301, 400], [401, 500]]}
      ]
    }
    """#)
}
