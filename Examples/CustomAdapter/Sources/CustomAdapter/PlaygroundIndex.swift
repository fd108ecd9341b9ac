import AQKit

extension BreakpointIndex {
  /// A school's own rule for its playground: three words for the hourly mean of PM2.5.
  ///
  /// - Throws: `BreakpointIndex.DataError` with the scale and the row if the text isn't an index.
  public static func playground() throws -> BreakpointIndex {
    try BreakpointIndex(
      json: """
        {
          "schema": 1, "identifier": "school_playground_1", "family": "school-playground", "title": "Playground rule",
          "document": "Clean-air plan of the school, 2026", "kind": "category", "rules": {"decimals": 0, "rounding": "halfUp"},
          "bands": [
            {"key": "play", "name": "Play", "index": [1, 1], "color": "#2E8B57"},
            {"key": "calm", "name": "Calm games", "index": [2, 2], "color": "#FFB000"},
            {"key": "inside", "name": "Inside", "index": [3, null], "color": "#B22222"}
          ],
          "scales": [
            {"pollutant": "pm25", "averaging": "1h", "unit": "µg/m³", "current": "1h",
             "rows": [[0, 15, 1, 1], [16, 35, 2, 2], [36, null, 3, 3]]}
          ]
        }
        """)
  }
}
