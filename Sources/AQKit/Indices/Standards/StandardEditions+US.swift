extension StandardEditions {
  /// The US air quality index before 6 May 2024: 40 CFR 58 Appendix G with the PM2.5 table of 2013 and the
  /// ozone table of 2015. The hazardous band has two rows here, 301–400 and 401–500. Official colours are
  /// not carried over from the later edition.
  ///
  /// Source: 40 CFR 58 App. G before 6 May 2024 (PM2.5 of 2013, ozone of 2015).
  static let usEPA2012 = edition(
    #"""
    {
      "identifier": "us_epa_2012",
      "family": "us-epa",
      "title": "US EPA AQI 2012",
      "body": "US Environmental Protection Agency",
      "document": "40 CFR 58 App. G before 6 May 2024 (PM2.5 of 2013, ozone of 2015)",
      "effectiveUntil": "2024-05-06",
      "regions": ["US"],
      "kind": "number",
      "confidence": "two-impl",
      "conditions": {"kelvin": 298.15, "kilopascal": 101.325},
      "day": "standardTime",
      "remarks": "The daily value of ozone is the largest of the 8-hour means that begin from 07:00 to 23:00 on the place's clock (40 CFR 50 App. U, as two secondary sources have it: its own text was not read, nor what App. G asks of the index), 13 of the 17 needed, which is three quarters. Days run from midnight to midnight in local standard time (40 CFR 50 App. N and U).",
      "rules": {"rounding": "truncate", "beyond": "extrapolate", "otherReadings": [
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
      "scales": [
        {"pollutant": "o3", "averaging": "8h", "unit": "ppm", "current": "mean 8h", "daily": "day max 8h from 7 to 23", "decimals": 3, "beyond": "undefined", "rows": [
            [0.000, 0.054,   0,  50],
            [0.055, 0.070,  51, 100],
            [0.071, 0.085, 101, 150],
            [0.086, 0.105, 151, 200],
            [0.106, 0.200, 201, 300]
          ]},
        {"pollutant": "o3", "averaging": "1h", "unit": "ppm", "current": "1h", "daily": "day max 1h", "decimals": 3, "rows": [
            [0.125, 0.164, 101, 150],
            [0.165, 0.204, 151, 200],
            [0.205, 0.404, 201, 300],
            [0.405, 0.504, 301, 400],
            [0.505, 0.604, 401, 500]
          ]},
        {"pollutant": "pm25", "averaging": "24h", "unit": "µg/m³", "current": "nowcast", "daily": "day mean", "decimals": 1, "otherReadings": [
            {"source": "an exact half to the even number", "indexRounding": "halfEven"},
            {"source": "small negatives, here down to -10, count as zero, as in AirMonitor", "negativeTolerance": 10}
          ], "rows": [
            [  0.0,  12.0,   0,  50],
            [ 12.1,  35.4,  51, 100],
            [ 35.5,  55.4, 101, 150],
            [ 55.5, 150.4, 151, 200],
            [150.5, 250.4, 201, 300],
            [250.5, 350.4, 301, 400],
            [350.5, 500.4, 401, 500]
          ]},
        {"pollutant": "pm10", "averaging": "24h", "unit": "µg/m³", "current": "nowcast", "daily": "day mean", "decimals": 0, "rows": [
            [  0,  54,   0,  50],
            [ 55, 154,  51, 100],
            [155, 254, 101, 150],
            [255, 354, 151, 200],
            [355, 424, 201, 300],
            [425, 504, 301, 400],
            [505, 604, 401, 500]
          ]},
        {"pollutant": "co", "averaging": "8h", "unit": "ppm", "current": "mean 8h", "daily": "day max 8h", "decimals": 1, "rows": [
            [ 0.0,  4.4,   0,  50],
            [ 4.5,  9.4,  51, 100],
            [ 9.5, 12.4, 101, 150],
            [12.5, 15.4, 151, 200],
            [15.5, 30.4, 201, 300],
            [30.5, 40.4, 301, 400],
            [40.5, 50.4, 401, 500]
          ]},
        {"pollutant": "so2", "averaging": "1h", "unit": "ppb", "current": "1h", "daily": "day max 1h", "decimals": 0, "beyond": "undefined", "rows": [
            [  0,  35,   0,  50],
            [ 36,  75,  51, 100],
            [ 76, 185, 101, 150],
            [186, 304, 151, 200]
          ]},
        {"pollutant": "so2", "averaging": "24h", "unit": "ppb", "current": "mean 24h", "daily": "day mean", "usedWhenBeyond": "1h", "decimals": 0, "rows": [
            [305,  604, 201, 300],
            [605,  804, 301, 400],
            [805, 1004, 401, 500]
          ]},
        {"pollutant": "no2", "averaging": "1h", "unit": "ppb", "current": "1h", "daily": "day max 1h", "decimals": 0, "rows": [
            [   0,   53,   0,  50],
            [  54,  100,  51, 100],
            [ 101,  360, 101, 150],
            [ 361,  649, 151, 200],
            [ 650, 1249, 201, 300],
            [1250, 1649, 301, 400],
            [1650, 2049, 401, 500]
          ]}
      ]
    }
    """#)
}

extension StandardEditions {
  /// The US air quality index in force since 6 May 2024: 40 CFR 58 Appendix G as amended by 89 FR 16202, and
  /// the technical assistance document EPA-454/B-24-002, Table 6.
  ///
  /// Concentrations are truncated, the index rounded (125.5 is 126, the document's example; a tie goes up). Above 500 the slope
  /// of the last row continues. Eight-hour ozone has no index from 0.201 ppm on; if one-hour SO2 exceeds 304 ppb, the
  /// 24-hour mean counts instead, and the index is 200 while that mean is below 305 ppb (p. 16).
  ///
  /// Source: 40 CFR 58 App. G as amended 89 FR 16202; EPA-454/B-24-002 (May 2024), Tables 1, 2, 5 and 6.
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
      "kind": "number",
      "confidence": "primary",
      "conditions": {"kelvin": 298.15, "kilopascal": 101.325},
      "day": "standardTime",
      "remarks": "The current value of ozone is the running 8-hour mean: the coefficients of the regression NowCast that AirNow uses since 2019 are not published with the standard. The daily value of ozone is the largest of the 8-hour means that begin from 07:00 to 23:00 on the place's clock (40 CFR 50 App. U, as two secondary sources have it: its own text was not read, nor what App. G asks of the index), 13 of the 17 needed, which is three quarters. Days run from midnight to midnight in local standard time (40 CFR 50 App. N and U).",
      "rules": {"rounding": "truncate", "beyond": "extrapolate", "otherReadings": [
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
      "scales": [
        {"pollutant": "o3", "averaging": "8h", "unit": "ppm", "current": "mean 8h", "daily": "day max 8h from 7 to 23", "decimals": 3, "beyond": "undefined", "rows": [
            [0.000, 0.054,   0,  50],
            [0.055, 0.070,  51, 100],
            [0.071, 0.085, 101, 150],
            [0.086, 0.105, 151, 200],
            [0.106, 0.200, 201, 300]
          ]},
        {"pollutant": "o3", "averaging": "1h", "unit": "ppm", "current": "1h", "daily": "day max 1h", "decimals": 3, "rows": [
            [0.125, 0.164, 101, 150],
            [0.165, 0.204, 151, 200],
            [0.205, 0.404, 201, 300],
            [0.405, 0.604, 301, 500]
          ]},
        {"pollutant": "pm25", "averaging": "24h", "unit": "µg/m³", "current": "nowcast", "daily": "day mean", "decimals": 1, "otherReadings": [
            {"source": "an exact half to the even number", "indexRounding": "halfEven"},
            {"source": "small negatives, here down to -10, count as zero, as in AirMonitor", "negativeTolerance": 10}
          ], "rows": [
            [  0.0,   9.0,   0,  50],
            [  9.1,  35.4,  51, 100],
            [ 35.5,  55.4, 101, 150],
            [ 55.5, 125.4, 151, 200],
            [125.5, 225.4, 201, 300],
            [225.5, 325.4, 301, 500]
          ]},
        {"pollutant": "pm10", "averaging": "24h", "unit": "µg/m³", "current": "nowcast", "daily": "day mean", "decimals": 0, "rows": [
            [  0,  54,   0,  50],
            [ 55, 154,  51, 100],
            [155, 254, 101, 150],
            [255, 354, 151, 200],
            [355, 424, 201, 300],
            [425, 604, 301, 500]
          ]},
        {"pollutant": "co", "averaging": "8h", "unit": "ppm", "current": "mean 8h", "daily": "day max 8h", "decimals": 1, "rows": [
            [ 0.0,  4.4,   0,  50],
            [ 4.5,  9.4,  51, 100],
            [ 9.5, 12.4, 101, 150],
            [12.5, 15.4, 151, 200],
            [15.5, 30.4, 201, 300],
            [30.5, 50.4, 301, 500]
          ]},
        {"pollutant": "so2", "averaging": "1h", "unit": "ppb", "current": "1h", "daily": "day max 1h", "decimals": 0, "beyond": "cap", "rows": [
            [  0,  35,   0,  50],
            [ 36,  75,  51, 100],
            [ 76, 185, 101, 150],
            [186, 304, 151, 200]
          ]},
        {"pollutant": "so2", "averaging": "24h", "unit": "ppb", "current": "mean 24h", "daily": "day mean", "usedWhenBeyond": "1h", "decimals": 0, "rows": [
            [305,  604, 201, 300],
            [605, 1004, 301, 500]
          ]},
        {"pollutant": "no2", "averaging": "1h", "unit": "ppb", "current": "1h", "daily": "day max 1h", "decimals": 0, "rows": [
            [   0,   53,   0,  50],
            [  54,  100,  51, 100],
            [ 101,  360, 101, 150],
            [ 361,  649, 151, 200],
            [ 650, 1249, 201, 300],
            [1250, 2049, 301, 500]
          ]}
      ]
    }
    """#)
}
