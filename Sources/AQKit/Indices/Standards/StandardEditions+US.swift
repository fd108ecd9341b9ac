extension StandardEditions {
  /// The US air quality index before 6 May 2024: 40 CFR 58 Appendix G with the PM2.5 table of 78 FR 3086, in force since
  /// 18 March 2013, and the ozone table of 80 FR 65292, in force since 28 December 2015. It is in force as a whole from the
  /// later date on: before, PM2.5's table went with ozone's of 2008, which isn't here. The hazardous band has two rows here,
  /// 301–400 and 401–500. Official colours are not carried over from the later edition.
  static let usEPA2012 = edition(
    #"""
    {
      "identifier": "us_epa_2012",
      "family": "us-epa",
      "title": "US EPA AQI 2012",
      "body": "US Environmental Protection Agency",
      "document": "40 CFR 58 App. G as amended 78 FR 3086 (PM2.5) and 80 FR 65292 (ozone), before 89 FR 16202",
      "effectiveFrom": "2015-12-28",
      "effectiveUntil": "2024-05-06",
      "regions": ["US"],
      "confidence": "two-impl",
      "conditions": {"kelvin": 298.15, "kilopascal": 101.325},
      "day": "standardTime",
      "remarks": "The daily value of ozone is the largest of the 8-hour means that begin from 07:00 to 23:00, 13 of the 17 needed, which is three quarters (40 CFR 50 App. U, as two secondary sources have it: its own text was not read, nor what App. G asks of the index). Days run from midnight to midnight in local standard time, as 40 CFR 50 App. N has it for PM2.5.",
      "rules": {"rounding": "truncate", "beyond": "extrapolate", "alternatives": [
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
        {"pollutant": "o3", "averaging": "8h", "unit": "ppm", "current": "mean 8h", "daily": "day max 8h from 7 to 23", "decimals": 3, "beyond": "undefined",
         "bounds": [0.000, 0.054, 0.070, 0.085, 0.105, 0.200], "printedDecimals": 3},
        {"pollutant": "o3", "averaging": "1h", "unit": "ppm", "current": "1h", "daily": "day max 1h", "decimals": 3,
         "bounds": [0.125, 0.164, 0.204, 0.404, 0.504, 0.604], "printedDecimals": 3, "numbers": [[101, 150], [151, 200], [201, 300], [301, 400], [401, 500]]},
        {"pollutant": "pm25", "averaging": "24h", "unit": "µg/m³", "current": "nowcast", "daily": "day mean", "decimals": 1, "alternatives": [
            {"source": "an exact half to the even number", "indexRounding": "halfEven"},
            {"source": "small negatives, here down to -10, count as zero, as in AirMonitor", "negativeTolerance": 10}
          ], "bounds": [0.0, 12.0, 35.4, 55.4, 150.4, 250.4, 350.4, 500.4], "printedDecimals": 1},
        {"pollutant": "pm10", "averaging": "24h", "unit": "µg/m³", "current": "nowcast", "daily": "day mean", "decimals": 0,
         "bounds": [0, 54, 154, 254, 354, 424, 504, 604], "printedDecimals": 0},
        {"pollutant": "co", "averaging": "8h", "unit": "ppm", "current": "mean 8h", "daily": "day max 8h", "decimals": 1,
         "bounds": [0.0, 4.4, 9.4, 12.4, 15.4, 30.4, 40.4, 50.4], "printedDecimals": 1},
        {"pollutant": "so2", "averaging": "1h", "unit": "ppb", "current": "1h", "daily": "day max 1h", "decimals": 0, "beyond": "undefined",
         "bounds": [0, 35, 75, 185, 304], "printedDecimals": 0},
        {"pollutant": "so2", "averaging": "24h", "unit": "ppb", "current": "mean 24h", "daily": "day mean", "usedWhenBeyond": "1h", "decimals": 0,
         "bounds": [305, 604, 804, 1004], "printedDecimals": 0, "numbers": [[201, 300], [301, 400], [401, 500]]},
        {"pollutant": "no2", "averaging": "1h", "unit": "ppb", "current": "1h", "daily": "day max 1h", "decimals": 0,
         "bounds": [0, 53, 100, 360, 649, 1249, 1649, 2049], "printedDecimals": 0}
      ]
    }
    """#)

  /// The US air quality index in force since 6 May 2024: 40 CFR 58 Appendix G as amended by 89 FR 16202, and
  /// the technical assistance document EPA-454/B-24-002, Table 6.
  ///
  /// Concentrations are truncated, the index rounded (125.5 is 126, the document's example; a tie goes up). Above 500 the slope
  /// of the last row continues. Eight-hour ozone has no index from 0.201 ppm on; if one-hour SO2 exceeds 304 ppb, the
  /// 24-hour mean counts instead, and the index is 200 while that mean is below 305 ppb (p. 16).
  static let usEPA2024 = edition(
    #"""
    {
      "identifier": "us_epa_2024",
      "family": "us-epa",
      "title": "US EPA AQI 2024",
      "body": "US Environmental Protection Agency",
      "document": "40 CFR 58 App. G as amended 89 FR 16202; EPA-454/B-24-002 (May 2024), Tables 1, 2, 5 and 6",
      "effectiveFrom": "2024-05-06",
      "regions": ["US"],
      "confidence": "primary",
      "conditions": {"kelvin": 298.15, "kilopascal": 101.325},
      "day": "standardTime",
      "remarks": "The current value of ozone is the running 8-hour mean: the coefficients of the regression NowCast that AirNow uses since 2019 are not published with the standard. The daily value of ozone is the largest of the 8-hour means that begin from 07:00 to 23:00, 13 of the 17 needed, which is three quarters (40 CFR 50 App. U, as two secondary sources have it: its own text was not read, nor what App. G asks of the index). Days run from midnight to midnight in local standard time, as 40 CFR 50 App. N has it for PM2.5.",
      "rules": {"rounding": "truncate", "beyond": "extrapolate", "alternatives": [
        {"source": "an exact half to the even number", "indexRounding": "halfEven"}
      ]},
      "messageSource": "EPA TAD May 2024 Table 5",
      "bands": [
        {"key": "good", "name": "Good", "index": [0, 50], "color": "#00E400", "messages": [
          {"group": "all", "text": "Good day to be active outside."}
        ]},
        {"key": "moderate", "name": "Moderate", "index": [51, 100], "color": "#FFFF00", "messages": [
          {"group": "unusually sensitive (O3, PM)", "text": "Shorter, easier outdoor activity; ease off on cough or short breath."}
        ]},
        {"key": "unhealthy-for-sensitive-groups", "name": "Unhealthy for Sensitive Groups", "index": [101, 150], "color": "#FF7E00", "messages": [
          {"group": "sensitive (O3, PM)", "text": "Shorter, less intense, more breaks; watch symptoms; follow asthma plan."},
          {"group": "heart disease (CO)", "text": "Limit heavy effort outdoors and stay away from traffic."}
        ]},
        {"key": "unhealthy", "name": "Unhealthy", "index": [151, 200], "color": "#FF0000", "messages": [
          {"group": "sensitive (O3, PM)", "text": "No long or hard outdoor effort; consider moving indoors."},
          {"group": "everyone else", "text": "Cut back long or hard outdoor effort, take breaks."}
        ]},
        {"key": "very-unhealthy", "name": "Very Unhealthy", "index": [201, 300], "color": "#8F3F97", "messages": [
          {"group": "sensitive", "text": "No outdoor physical activity; reschedule or go indoors."},
          {"group": "everyone else", "text": "Avoid long or hard effort outdoors."}
        ]},
        {"key": "hazardous", "name": "Hazardous", "index": [301, null], "color": "#7E0023", "messages": [
          {"group": "everyone", "text": "No outdoor physical activity; sensitive people stay in and keep activity low."}
        ]}
      ],
      "numbers": [[0, 50], [51, 100], [101, 150], [151, 200], [201, 300], [301, 500]],
      "scales": [
        {"pollutant": "o3", "averaging": "8h", "unit": "ppm", "current": "mean 8h", "daily": "day max 8h from 7 to 23", "decimals": 3, "beyond": "undefined",
         "bounds": [0.000, 0.054, 0.070, 0.085, 0.105, 0.200], "printedDecimals": 3},
        {"pollutant": "o3", "averaging": "1h", "unit": "ppm", "current": "1h", "daily": "day max 1h", "decimals": 3,
         "bounds": [0.125, 0.164, 0.204, 0.404, 0.604], "printedDecimals": 3, "numbers": [[101, 150], [151, 200], [201, 300], [301, 500]]},
        {"pollutant": "pm25", "averaging": "24h", "unit": "µg/m³", "current": "nowcast", "daily": "day mean", "decimals": 1, "alternatives": [
            {"source": "an exact half to the even number", "indexRounding": "halfEven"},
            {"source": "small negatives, here down to -10, count as zero, as in AirMonitor", "negativeTolerance": 10}
          ], "bounds": [0.0, 9.0, 35.4, 55.4, 125.4, 225.4, 325.4], "printedDecimals": 1},
        {"pollutant": "pm10", "averaging": "24h", "unit": "µg/m³", "current": "nowcast", "daily": "day mean", "decimals": 0,
         "bounds": [0, 54, 154, 254, 354, 424, 604], "printedDecimals": 0},
        {"pollutant": "co", "averaging": "8h", "unit": "ppm", "current": "mean 8h", "daily": "day max 8h", "decimals": 1,
         "bounds": [0.0, 4.4, 9.4, 12.4, 15.4, 30.4, 50.4], "printedDecimals": 1},
        {"pollutant": "so2", "averaging": "1h", "unit": "ppb", "current": "1h", "daily": "day max 1h", "decimals": 0, "beyond": "cap",
         "bounds": [0, 35, 75, 185, 304], "printedDecimals": 0},
        {"pollutant": "so2", "averaging": "24h", "unit": "ppb", "current": "mean 24h", "daily": "day mean", "usedWhenBeyond": "1h", "decimals": 0,
         "bounds": [305, 604, 1004], "printedDecimals": 0, "numbers": [[201, 300], [301, 500]]},
        {"pollutant": "no2", "averaging": "1h", "unit": "ppb", "current": "1h", "daily": "day max 1h", "decimals": 0,
         "bounds": [0, 53, 100, 360, 649, 1249, 2049], "printedDecimals": 0}
      ]
    }
    """#)
}
