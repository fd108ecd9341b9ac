import AQKit
import Foundation
import Testing

/// A third party's index as JSON, and what is said of a wrong one.
@Suite struct BreakpointIndexJSONTests {
  static let house = """
    {
      "schema": 1, "identifier": "house_1", "family": "house", "title": "House index", "document": "our wiki",
      "kind": "level", "rules": {"rounding": "halfUp", "decimals": 0},
      "bands": [
        {"key": "fine", "name": "Fine", "index": [1, 1], "color": "#00ff00"},
        {"key": "so-so", "name": "So-so", "index": [2, 2]},
        {"key": "bad", "name": "Bad", "index": [3, null], "messages": [{"group": "all", "text": "Shut the window."}]}
      ],
      "scales": [
        {"pollutant": "PM2.5", "averaging": "1h", "unit": "ug/m3", "current": "1h",
         "rows": [[0, 10, 1, 1], [11, 20, 2, 2], [21, null, 3, 3]]}
      ]
    }
    """

  @Test("an index of one's own is read, computes, and survives a round trip")
  func read() throws {
    let index = try BreakpointIndex(json: Self.house)
    #expect(try index.subIndex(of: .pm25, 10.5).band?.key == "so-so")
    #expect(index.bands[2].messages.first?.source == "our wiki")
    #expect(index.bands[0].textColor == .black)
    let again = try BreakpointIndex(json: JSONEncoder().encode(index))
    #expect(again == index && again.hashValue == index.hashValue)
  }

  static let mistakes: [(replaced: String, by: String, problem: BreakpointIndexError.Problem, row: Int?)] = [
    ("[11, 20, 2, 2]", "[12, 20, 2, 2]", .gap, 2),
    ("[11, 20, 2, 2]", "[9, 20, 2, 2]", .overlap, 2),
    ("[11, 20, 2, 2]", "[11, 5, 2, 2]", .descending, 2),
    ("[11, 20, 2, 2]", "[11, 20, 0, 2]", .descendingIndex, 2),
    ("[11, 20, 2, 2]", "[11, null, 2, 2]", .openRow, 2),
    ("[11, 20, 2, 2]", "[11, -20, 2, 2]", .badNumber, 2),
    ("[21, null, 3, 3]", "[21, 30, 3, 3], [31, 40, 2, 2]", .descendingIndex, 4),
    ("[0, 10, 1, 1]", "[0, 10, 1]", .malformed, nil),
    ("\"index\": [2, 2]", "\"index\": [4, 4]", .gap, 2),
    ("\"index\": [2, 2]", "\"index\": [2, 1]", .descending, 2),
    ("\"so-so\"", "\"fine\"", .duplicate, 2),
    ("\"index\": [3, null]", "\"index\": [3, 3]", .missingBand, 3),
    ("[21, null, 3, 3]", "[21, 30, 3, 7]", .missingBand, 3),
    ("\"current\": \"1h\"", "\"current\": \"often\"", .malformed, nil),
    ("\"schema\": 1", "\"schema\": 9", .malformed, nil),
    ("\"title\": \"House index\",", "", .malformed, nil),
    ("#00ff00", "#00ff0", .malformed, nil),
    ("{\n", "", .malformed, nil),
  ]

  @Test("a mistake is named with its scale and row", arguments: mistakes.indices)
  func mistake(_ place: Int) {
    let mistake = Self.mistakes[place]
    var json = Self.house.replacingOccurrences(of: mistake.replaced, with: mistake.by)
    if mistake.problem == .missingBand, mistake.replaced.hasPrefix("\"index\"") {
      json = json.replacingOccurrences(of: "[21, null, 3, 3]", with: "[21, null, 4, 4]")
    }
    if mistake.by.hasSuffix("7]") { json = json.replacingOccurrences(of: "[3, null]", with: "[3, 3]") }
    do {
      let index = try BreakpointIndex(json: json)
      Issue.record("\(index.edition) was read")
    } catch {
      #expect(error.problem == mistake.problem && error.row == mistake.row, "\(error)")
      if mistake.row != nil, mistake.replaced.hasPrefix("[") {
        #expect(error.scale == "pm25 1h" && error.description.contains("row"))
      }
    }
  }

  @Test("an index that is no whole number is named with its row, and not taken for broken JSON")
  func fraction() throws {
    for row in ["[11, 20, 2.5, 3]", "[11, 20, 2, 2.5]", "[11, 20, 2, 1e300]"] {
      let json = Self.house.replacingOccurrences(of: "[11, 20, 2, 2]", with: row)
      let error = #expect(throws: BreakpointIndexError.self) { try BreakpointIndex(json: json) }
      #expect(error?.problem == .malformed)
      #expect(error?.description.contains("rows[2]: ") == true, "\(row): \(error?.description ?? "")")
      #expect(error?.description.contains("is no index: it is a whole number") == true)
    }
  }
}
