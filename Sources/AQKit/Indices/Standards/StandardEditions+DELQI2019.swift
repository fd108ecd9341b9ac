extension StandardEditions {
  /// The air quality index of Germany's federal environment agency from 2019 to 2025: NO2 and ozone hourly,
  /// particles as 24-hour running means.
  ///
  /// Source: Umweltbundesamt, “Berechnungsgrundlagen Luftqualitätsindex”, edition of 2019.
  static let deLQI2019 = edition(
    #"""
    {
      "identifier": "de_lqi_2019",
      "family": "de-lqi",
      "title": "Germany UBA LQI 2019",
      "body": "Umweltbundesamt",
      "document": "Umweltbundesamt, “Berechnungsgrundlagen Luftqualitätsindex”, edition of 2019",
      "effectiveFrom": "2019",
      "effectiveUntil": "2025",
      "regions": ["DE"],
      "kind": "category",
      "confidence": "primary",
      "conditions": {"kelvin": 293.15, "kilopascal": 101.325},
      "remarks": "The bands are printed in whole µg/m³; concentrations are rounded to them, a half upwards.",
      "rules": {"decimals": 0, "rounding": "halfUp", "otherReadings": [
        {"source": "digits dropped", "rounding": "truncate"}
      ]},
      "bands": [
        {"key": "very-good", "name": "very good", "index": [1, 1]},
        {"key": "good", "name": "good", "index": [2, 2]},
        {"key": "moderate", "name": "moderate", "index": [3, 3]},
        {"key": "poor", "name": "poor", "index": [4, 4]},
        {"key": "very-poor", "name": "very poor", "index": [5, null]}
      ],
      "scales": [
        {"pollutant": "no2", "averaging": "1h", "unit": "µg/m³", "current": "1h", "rows": [
            [  0,   20, 1, 1],
            [ 21,   40, 2, 2],
            [ 41,  100, 3, 3],
            [101,  200, 4, 4],
            [201, null, 5, 5]
          ]},
        {"pollutant": "pm10", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean", "rows": [
            [  0,   20, 1, 1],
            [ 21,   35, 2, 2],
            [ 36,   50, 3, 3],
            [ 51,  100, 4, 4],
            [101, null, 5, 5]
          ]},
        {"pollutant": "pm25", "averaging": "24h", "unit": "µg/m³", "current": "mean 24h", "daily": "day mean", "rows": [
            [ 0,   10, 1, 1],
            [11,   20, 2, 2],
            [21,   25, 3, 3],
            [26,   50, 4, 4],
            [51, null, 5, 5]
          ]},
        {"pollutant": "o3", "averaging": "1h", "unit": "µg/m³", "current": "1h", "rows": [
            [  0,   60, 1, 1],
            [ 61,  120, 2, 2],
            [121,  180, 3, 3],
            [181,  240, 4, 4],
            [241, null, 5, 5]
          ]}
      ]
    }
    """#)
}
