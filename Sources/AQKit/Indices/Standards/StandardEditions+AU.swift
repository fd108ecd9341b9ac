extension StandardEditions {
  /// Australia's older index with the NEPM standards of 2021: one hundred times the concentration divided by the standard.
  ///
  /// Source: National Environment Protection (Ambient Air Quality) Measure Variation Instrument 2021 (F2021L00585),
  /// according to the table of old and new standards in New South Wales' Annual Air Quality Statement 2021.
  static let auNEPMAQI2021 = edition(
    #"""
    {
      "identifier": "au_nepm_aqi_2021",
      "family": "au-nepm-aqi",
      "title": "Australia NEPM AQI 2021",
      "body": "Australian states, under the National Environment Protection Measure",
      "document": "NEPM for Ambient Air Quality, varied in 2021 (F2021L00585): index = 100 × concentration / standard",
      "effectiveFrom": "2021-05-18",
      "unprovenFrom": "2025",
      "confidence": "one-impl",
      "conditions": {"kelvin": 273.15, "kilopascal": 101.325},
      "day": "standardTime",
      "remarks": "Legacy; withdrawn in New South Wales. The standards are read in New South Wales' statement of 2021, whose notes on SO2 and PM2.5 name stricter numbers for later; those weren't read, so this edition isn't known to apply from 2025 on. The number 200 is Very poor, as in two implementations. Gases are converted between mass and mixing ratio at 0 °C and 101.325 kPa: an assumption, the standard's own conditions were not found. Days run in standard time all year, as the data of EPA Tasmania (“in keeping with legislative requirements”) and ACT Health do; no document of another state that names the clock was found.",
      "rules": {"rounding": "none", "beyond": "extrapolate"},
      "bands": [
        {"key": "very-good", "name": "Very good", "index": [0, 33]},
        {"key": "good", "name": "Good", "index": [34, 66]},
        {"key": "fair", "name": "Fair", "index": [67, 99]},
        {"key": "poor", "name": "Poor", "index": [100, 149]},
        {"key": "very-poor", "name": "Very poor", "index": [150, 200]},
        {"key": "hazardous", "name": "Hazardous", "index": [201, null]}
      ],
      "numbers": [[0, 100], [100, null]],
      "scales": [
        {"pollutant": "co", "averaging": "8h", "unit": "ppm", "current": "mean 8h", "daily": "day max 8h",
         "bounds": [0, 9.0, null]},
        {"pollutant": "no2", "averaging": "1h", "unit": "ppm", "current": "1h", "daily": "day max 1h",
         "bounds": [0, 0.08, null]},
        {"pollutant": "o3", "averaging": "8h", "unit": "ppm", "current": "mean 8h", "daily": "day max 8h",
         "bounds": [0, 0.065, null]},
        {"pollutant": "so2", "averaging": "1h", "unit": "ppm", "current": "1h", "daily": "day max 1h",
         "bounds": [0, 0.10, null]},
        {"pollutant": "pm25", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean",
         "bounds": [0, 25, null]},
        {"pollutant": "pm10", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean",
         "bounds": [0, 50, null]}
      ]
    }
    """#)

  /// Australia's older index: one hundred times the concentration divided by the NEPM standard.
  static let auNEPMAQI2016 = edition(
    #"""
    {
      "identifier": "au_nepm_aqi_2016",
      "family": "au-nepm-aqi",
      "title": "Australia NEPM AQI",
      "body": "Australian states, under the National Environment Protection Measure",
      "document": "NEPM for Ambient Air Quality (2016): index = 100 × concentration / standard",
      "effectiveFrom": "2016",
      "effectiveUntil": "2021-05-18",
      "confidence": "two-impl",
      "conditions": {"kelvin": 273.15, "kilopascal": 101.325},
      "day": "standardTime",
      "remarks": "Legacy; withdrawn in New South Wales. The number 200 is Very poor, as in two implementations. Gases are converted between mass and mixing ratio at 0 °C and 101.325 kPa: an assumption, the standard's own conditions were not found. Days run in standard time all year, as the data of EPA Tasmania (“in keeping with legislative requirements”) and ACT Health do; no document of another state that names the clock was found.",
      "rules": {"rounding": "none", "beyond": "extrapolate"},
      "bands": [
        {"key": "very-good", "name": "Very good", "index": [0, 33], "color": "#338CE7"},
        {"key": "good", "name": "Good", "index": [34, 66], "color": "#37B13C"},
        {"key": "fair", "name": "Fair", "index": [67, 99], "color": "#E8DD28"},
        {"key": "poor", "name": "Poor", "index": [100, 149], "color": "#F06520"},
        {"key": "very-poor", "name": "Very poor", "index": [150, 200], "color": "#8E1B66"},
        {"key": "hazardous", "name": "Hazardous", "index": [201, null], "color": "#C51515"}
      ],
      "numbers": [[0, 100], [100, null]],
      "scales": [
        {"pollutant": "co", "averaging": "8h", "unit": "ppm", "current": "mean 8h", "daily": "day max 8h",
         "bounds": [0, 9.0, null]},
        {"pollutant": "no2", "averaging": "1h", "unit": "ppm", "current": "1h", "daily": "day max 1h",
         "bounds": [0, 0.12, null]},
        {"pollutant": "o3", "averaging": "1h", "unit": "ppm", "current": "1h", "daily": "day max 1h",
         "bounds": [0, 0.10, null]},
        {"pollutant": "o3", "averaging": "4h", "unit": "ppm", "current": "mean 4h", "bounds": [0, 0.08, null]},
        {"pollutant": "so2", "averaging": "1h", "unit": "ppm", "current": "1h", "daily": "day max 1h",
         "bounds": [0, 0.20, null]},
        {"pollutant": "pm25", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean",
         "bounds": [0, 25, null]},
        {"pollutant": "pm10", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean",
         "bounds": [0, 50, null]}
      ]
    }
    """#)

  /// New South Wales' air quality categories: a category begins at its lower limit (“6.7–10.0” includes 6.7, not 10.0).
  static let auNSWAQC2020 = edition(
    #"""
    {
      "identifier": "au_nsw_aqc_2020",
      "family": "au-nsw-aqc",
      "title": "New South Wales AQC",
      "body": "NSW Department of Planning and Environment",
      "document": "NSW DPE, “Understanding air quality data”, air quality categories",
      "effectiveFrom": "2020",
      "regions": ["AU", "AU-NSW"],
      "kind": "category",
      "confidence": "primary",
      "conditions": {"kelvin": 273.15, "kilopascal": 101.325},
      "remarks": "Gases in parts per hundred million. Particles are not covered: their rows could not be verified. Gases are converted between mass and mixing ratio at 0 °C and 101.325 kPa: an assumption, the standard's own conditions were not found.",
      "rules": {"rounding": "none", "edges": "lowerInclusive"},
      "bands": [
        {"key": "good", "name": "Good", "index": [1, 1]},
        {"key": "fair", "name": "Fair", "index": [2, 2]},
        {"key": "poor", "name": "Poor", "index": [3, 3]},
        {"key": "very-poor", "name": "Very Poor", "index": [4, 4]},
        {"key": "extremely-poor", "name": "Extremely Poor", "index": [5, null]}
      ],
      "numbers": [[1, 1], [2, 2], [3, 3], [4, 4], [5, 5]],
      "scales": [
        {"pollutant": "o3", "averaging": "1h", "unit": "pphm", "current": "1h",
         "bounds": [0, 6.7, 10.0, 15.0, 20.0, null]},
        {"pollutant": "o3", "averaging": "4h", "unit": "pphm", "current": "mean 4h",
         "bounds": [0, 5.4, 8.0, 12.0, 16.0, null]},
        {"pollutant": "no2", "averaging": "1h", "unit": "pphm", "current": "1h", "bounds": [0, 8, 12, 18, 24, null]},
        {"pollutant": "neph", "averaging": "1h", "unit": "bsp", "current": "1h",
         "bounds": [0, 1.5, 3.0, 6.0, 18.0, null]},
        {"pollutant": "co", "averaging": "8h", "unit": "ppm", "current": "mean 8h",
         "bounds": [0, 6.0, 9.0, 13.5, 18.0, null]},
        {"pollutant": "so2", "averaging": "1h", "unit": "pphm", "current": "1h",
         "bounds": [0, 13.3, 20.0, 30.0, 40.0, null]}
      ]
    }
    """#)
}
