extension StandardEditions {
  /// India's national air quality index: CPCB, 2014. It requires at least three pollutants, one of them PM10 or PM2.5,
  /// and 16 of 24 hours.
  ///
  /// The formula is the report's: a straight line between the printed ends of a row, for the unrounded concentration,
  /// and between two rows the nearer end, so that 1.24 mg/m³ of CO is 59. CPCB's spreadsheet joins the rows instead and
  /// gives 62.
  static let inNAQI2014 = edition(
    #"""
    {
      "identifier": "in_naqi_2014",
      "family": "in-naqi",
      "title": "India National AQI",
      "body": "Central Pollution Control Board of India",
      "document": "CPCB, National Air Quality Index (October 2014, final 2015)",
      "effectiveFrom": "2014-10",
      "regions": ["IN"],
      "confidence": "two-impl",
      "conditions": {"kelvin": 298.15, "kilopascal": 101.325},
      "remarks": "The form of the report: 51 at the first unit of a band, the straight line within it, and between two bands the nearer end. CPCB publishes a spreadsheet with continuous nodes, too: 1.24 mg/m³ of CO is 59 in the report's form and 62 in the spreadsheet's. The severe band is open in the table; it begins with 401, and continues here with the width of the band below, as in the spreadsheet (PM2.5 380 is 500), and stops at 500, as on the portal. Gases are converted between mass and mixing ratio at 25 °C and 101.325 kPa: an assumption, the standard's own conditions were not found.",
      "rules": {"rounding": "none", "fillsGaps": true, "beyond": "cap", "alternatives": [
        {"source": "CPCB's spreadsheet: joined rows", "joinsRows": true},
        {"source": "the report's printed bands, and nothing between them"}
      ]},
      "requires": {"pollutants": 3, "anyOf": [["pm25", "pm10"]]},
      "bands": [
        {"key": "good", "name": "Good", "index": [0, 50], "color": "#009900"},
        {"key": "satisfactory", "name": "Satisfactory", "index": [51, 100], "color": "#59B300"},
        {"key": "moderately-polluted", "name": "Moderately polluted", "index": [101, 200], "color": "#DFDF31"},
        {"key": "poor", "name": "Poor", "index": [201, 300], "color": "#E68A00"},
        {"key": "very-poor", "name": "Very Poor", "index": [301, 400], "color": "#E82C0C"},
        {"key": "severe", "name": "Severe", "index": [401, null], "color": "#A52A2A"}
      ],
      "scales": [
        {"pollutant": "pm10", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h/16", "daily": "day mean/16", "rows": [
            [  0,  50,   0,  50],
            [ 51, 100,  51, 100],
            [101, 250, 101, 200],
            [251, 350, 201, 300],
            [351, 430, 301, 400],
            [  430, 430.8, 401, 401],
            [430.8,   510, 401, 500]
          ]},
        {"pollutant": "pm25", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h/16", "daily": "day mean/16", "rows": [
            [  0,  30,   0,  50],
            [ 31,  60,  51, 100],
            [ 61,  90, 101, 200],
            [ 91, 120, 201, 300],
            [121, 250, 301, 400],
            [  250, 251.3, 401, 401],
            [251.3,   380, 401, 500]
          ]},
        {"pollutant": "no2", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h/16", "daily": "day mean/16", "rows": [
            [  0,  40,   0,  50],
            [ 41,  80,  51, 100],
            [ 81, 180, 101, 200],
            [181, 280, 201, 300],
            [281, 400, 301, 400],
            [  400, 401.2, 401, 401],
            [401.2,   520, 401, 500]
          ]},
        {"pollutant": "o3", "averaging": "8h", "unit": "µg/m³", "current": "mean 8h", "daily": "day max 8h", "rows": [
            [  0,   50,   0,  50],
            [ 51,  100,  51, 100],
            [101,  168, 101, 200],
            [169,  208, 201, 300],
            [209,  748, 301, 400],
            [748, 753.4, 401, 401],
            [753.4, 1288, 401, 500]
          ]},
        {"pollutant": "co", "averaging": "8h", "unit": "mg/m³", "current": "mean 8h", "daily": "day max 8h", "rows": [
            [   0, 1.0,   0,  50],
            [ 1.1, 2.0,  51, 100],
            [ 2.1,  10, 101, 200],
            [10.1,  17, 201, 300],
            [17.1,  34, 301, 400],
            [   34, 34.17, 401, 401],
            [34.17,    51, 401, 500]
          ]},
        {"pollutant": "so2", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h/16", "daily": "day mean/16", "rows": [
            [   0,   40,   0,  50],
            [  41,   80,  51, 100],
            [  81,  380, 101, 200],
            [ 381,  800, 201, 300],
            [ 801, 1600, 301, 400],
            [1600, 1608, 401, 401],
            [1608, 2400, 401, 500]
          ]},
        {"pollutant": "nh3", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h/16", "daily": "day mean/16", "rows": [
            [   0,  200,   0,  50],
            [ 201,  400,  51, 100],
            [ 401,  800, 101, 200],
            [ 801, 1200, 201, 300],
            [1201, 1800, 301, 400],
            [1800, 1806, 401, 401],
            [1806, 2400, 401, 500]
          ]},
        {"pollutant": "pb", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h/16", "daily": "day mean/16", "rows": [
            [  0, 0.5,   0,  50],
            [0.6, 1.0,  51, 100],
            [1.1, 2.0, 101, 200],
            [2.1, 3.0, 201, 300],
            [3.1, 3.5, 301, 400],
            [  3.5, 3.505, 401, 401],
            [3.505,   4.0, 401, 500]
          ]}
      ]
    }
    """#)
}
