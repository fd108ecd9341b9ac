import AQKit
import Foundation
import Testing

/// A third party's index as JSON, and the errors of invalid ones.
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

  @Test("a custom index is read, computes, and survives a round trip")
  func read() throws {
    let index = try BreakpointIndex(json: Self.house)
    #expect(try index.subIndex(of: .pm25, 10.5).band?.key == "so-so")
    #expect(index.bands[2].messages.first?.source == "our wiki")
    #expect(index.bands[0].textColor == .black)
    let again = try BreakpointIndex(json: JSONEncoder().encode(index))
    #expect(again == index && again.hashValue == index.hashValue)
  }

  static let mistakes:
    [(replaced: String, by: String, problem: BreakpointIndex.DataError.Problem, row: Int?)] = [
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
      ("[0, 10, 1, 1]", "[0, 10, 0, 1]", .missingBand, 1),
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

  @Test("another version of the schema is named, newer or not", arguments: [0, 9])
  func schema(_ version: Int) {
    let json = Self.house.replacingOccurrences(of: "\"schema\": 1", with: "\"schema\": \(version)")
    let error = #expect(throws: BreakpointIndex.DataError.self) { try BreakpointIndex(json: json) }
    #expect(error?.detail == "schema \(version) isn't supported by this version of AQKit")
  }

  /// ``house`` with the bounds of its rows instead of the rows.
  static let bounded = house.replacingOccurrences(
    of: "\"rows\": [[0, 10, 1, 1], [11, 20, 2, 2], [21, null, 3, 3]]",
    with: "\"bounds\": [0, 10, 20, null], \"printedDecimals\": 0"
  ).replacingOccurrences(of: "\"scales\"", with: "\"numbers\": [[1, 1], [2, 2], [3, 3]], \"scales\"")

  @Test("bounds with the index's numbers give the same rows, which join or are a printed step apart")
  func bounds() throws {
    #expect(try BreakpointIndex(json: Self.bounded) == BreakpointIndex(json: Self.house))
    let changes: [(String, String, [Double])] = [
      (", \"printedDecimals\": 0", "", [0, 10, 20]),
      ("[0, 10, 20, null]", "[5, 10]", [5]),
      ("[0, 10, 20, null]", "[0, 10, 20], \"numbers\": [[2, 2], [3, 3]]", [0, 11]),
    ]
    for (replaced, by, begins) in changes {
      let json = Self.bounded.replacingOccurrences(of: replaced, with: by)
      #expect(try BreakpointIndex(json: json).scales[0].rows.map(\.lower) == begins)
    }
    let fine = Self.bounded.replacingOccurrences(of: "\"decimals\": 0", with: "\"decimals\": 3")
      .replacingOccurrences(
        of: "[0, 10, 20, null], \"printedDecimals\": 0",
        with: "[0, 0.054, 0.07, null], \"printedDecimals\": 3")
    #expect(try BreakpointIndex(json: fine).scales[0].rows.map(\.lower) == [0, 0.055, 0.071])
  }

  @Test("a mistake in bounds is named")
  func wrongBounds() {
    let mistakes: [(String, String, BreakpointIndex.DataError.Problem, String)] = [
      (
        "[0, 10, 20, null]", "[0, 10, 20, 30, 40]", .malformed,
        "pm25 1h: malformed: the bounds make 4 rows, but “numbers” has 3"
      ),
      ("[0, 10, 20, null]", "[0]", .empty, "pm25 1h: empty: "),
      ("[0, 10, 20, null]", "[0, null, 20]", .openRow, "pm25 1h, row 1: openRow: "),
      ("[0, 10, 20, null]", "[0, 10, 5]", .descending, "pm25 1h, row 2: descending: "),
      ("\"printedDecimals\": 0", "\"printedDecimals\": 10", .badNumber, "0 to 9 decimals, not 10"),
      ("[2, 2], [3", "[2, 2, 2], [3", .malformed, ".numbers[2]: The index of a row has two members."),
      ("\"printedDecimals\": 0", "\"rows\": []", .malformed, "“rows” is not a member of this object"),
      ("\"bounds\": [0, 10, 20, null], ", "", .malformed, "“printedDecimals” is not a member of this object"),
    ]
    for (replaced, by, problem, said) in mistakes {
      let json = Self.bounded.replacingOccurrences(of: replaced, with: by)
      let error = #expect(throws: BreakpointIndex.DataError.self) { try BreakpointIndex(json: json) }
      #expect(error?.problem == problem)
      #expect(error?.description.contains(said) == true, "\(error?.description ?? "")")
    }
  }

  @Test("an index that isn't a whole number is named with its row, and not taken for broken JSON")
  func fraction() throws {
    for row in ["[11, 20, 2.5, 3]", "[11, 20, 2, 2.5]", "[11, 20, 2, 1e300]"] {
      let json = Self.house.replacingOccurrences(of: "[11, 20, 2, 2]", with: row)
      let error = #expect(throws: BreakpointIndex.DataError.self) { try BreakpointIndex(json: json) }
      #expect(error?.problem == .malformed)
      #expect(error?.description.contains("rows[2]: ") == true, "\(row): \(error?.description ?? "")")
      #expect(error?.description.contains("isn't an index: an index is a whole number") == true)
    }
  }

  /// Every member of the schema, once.
  static let full = """
    {
      "schema": 1, "identifier": "house_2", "family": "house", "title": "House index", "body": "our house",
      "document": "our wiki", "effectiveFrom": "2026-01-01", "effectiveUntil": "2027", "regions": ["DE-BE"],
      "kind": "level", "confidence": "primary", "conditions": {"kelvin": 293.15, "kilopascal": 101.325},
      "remarks": "none", "messageSource": "our door",
      "rules": {"decimals": 0, "rounding": "halfUp", "indexRounding": "halfUp", "edges": "upperInclusive",
        "beyond": "undefined", "negativeTolerance": 0, "allowsGaps": false,
        "alternatives": [{"source": "next door", "decimals": 1, "rounding": "truncate"}]},
      "requires": {"pollutants": 1, "anyOf": [["pm25", "o3"]], "anyOfAtTraffic": [["o3"]], "waivedAbove": 2, "dominantAbove": 1},
      "bands": [
        {"key": "fine", "name": "Fine", "local": "Gut", "language": "de", "table": "fine", "label": "1", "index": [1, 1], "color": "#00ff00"},
        {"key": "bad", "name": "Bad", "index": [2, 3], "colors": ["#ff0000", "#800000"],
         "messages": [{"group": "all", "text": "Shut the window.", "source": "our wall"}]}
      ],
      "scales": [
        {"pollutant": "pm25", "averaging": "1h", "unit": "µg/m³", "current": "1h", "daily": "day max 1h",
         "confidence": "one-impl", "edges": "lowerInclusive", "rows": [[0, 10, 1, 1], [11, 20, 2, 2]]},
        {"pollutant": "o3", "averaging": "1h", "unit": "µg/m³", "current": "1h", "beyond": "extrapolate", "beyondSlope": 0.5,
         "alternatives": [{"source": "over the way", "joinsRows": true}],
         "rows": [[0, 10, 1, 1], [11, 20, 2, 2]]}
      ]
    }
    """

  /// A location in ``full`` before which an object gets an unknown member, and the location that the error names.
  static let objects: [(before: String, place: String)] = [
    ("\"schema\"", ": "), ("\"kelvin\"", ".conditions: "), ("\"decimals\": 0", ".rules: "),
    ("\"source\": \"next door\"", ".rules.alternatives[1]: "), ("\"pollutants\"", ".requires: "),
    ("\"key\": \"bad\"", ".bands[2]: "), ("\"group\"", ".bands[2].messages[1]: "),
    ("\"pollutant\": \"o3\"", ".scales[2]: "),
    ("\"source\": \"over the way\"", ".scales[2].alternatives[1]: "),
  ]

  @Test(
    "an unknown member of any object is an error that names it and its location", arguments: objects.indices)
  func unknownMember(_ number: Int) throws {
    let index = try BreakpointIndex(json: Self.full)
    #expect(try BreakpointIndex(json: JSONEncoder().encode(index)) == index)
    let object = Self.objects[number]
    let json = Self.full.replacingOccurrences(of: object.before, with: "\"zzz\": null, \(object.before)")
    let error = #expect(throws: BreakpointIndex.DataError.self) { try BreakpointIndex(json: json) }
    #expect(error?.problem == .malformed)
    #expect(
      error?.detail.hasPrefix("\(object.place)“zzz” is not a member of this object; known are ") == true,
      "\(error?.detail ?? "")")
  }

  @Test("the known members that are spelt like an unknown one are named")
  func nearMembers() {
    for (replaced, by, said) in [
      (
        "\"decimals\": 0", "\"desimals\": 0",
        ".rules: “desimals” is not a member of this object; similar members are decimals"
      ),
      ("\"beyondSlope\"", "\"BeyondSlop\"", "similar members are beyond, beyondSlope"),
      ("\"anyOfAtTraffic\"", "\"anyOfAtTrafic\"", "similar members are anyOf, anyOfAtTraffic"),
      ("\"effectiveFrom\"", "\"efectiveFrom\"", "similar members are effectiveFrom"),
      (
        "\"allowsGaps\"", "\"usedWhenBeyond\": \"1h\", \"allowsGaps\"",
        ".rules: “usedWhenBeyond” is not a member"
      ),
    ] {
      let json = Self.full.replacingOccurrences(of: replaced, with: by)
      let error = #expect(throws: BreakpointIndex.DataError.self) { try BreakpointIndex(json: json) }
      #expect(error?.detail.contains(said) == true, "\(error?.detail ?? "")")
    }
  }

  @Test("a member that belongs to the index and to its edition is named once")
  func nearConditions() {
    let json = Self.full.replacingOccurrences(of: "\"conditions\"", with: "\"condition\"")
    let error = #expect(throws: BreakpointIndex.DataError.self) { try BreakpointIndex(json: json) }
    #expect(error?.detail.hasSuffix("similar members are conditions") == true, "\(error?.detail ?? "")")
  }

  @Test("a requirement that the index can never meet is an error")
  func requirement() {
    for (replaced, by, said) in [
      ("\"pollutants\": 1", "\"pollutants\": 3", "3 pollutants are required, and the scales cover 2"),
      ("\"pollutants\": 1", "\"pollutants\": -1", "“pollutants” is -1"),
      ("[[\"pm25\", \"o3\"]]", "[[\"pm25\", \"no2\"]]", "group 1 of “anyOf” has no2, which no scale covers"),
      (
        "[[\"pm25\", \"o3\"]]", "[[\"o3\"], [\"ozon\"]]", "group 2 of “anyOf” has ozon, which no scale covers"
      ),
      ("[[\"pm25\", \"o3\"]]", "[[]]", "group 1 of “anyOf” is empty"),
      ("[[\"o3\"]]", "[[\"so2\"]]", "group 1 of “anyOfAtTraffic” has so2, which no scale covers"),
    ] {
      let json = Self.full.replacingOccurrences(of: replaced, with: by)
      let error = #expect(throws: BreakpointIndex.DataError.self) { try BreakpointIndex(json: json) }
      #expect(
        error?.problem == .requirement && error?.detail == "requires: \(said)", "\(error?.detail ?? "")")
    }
  }

  @Test("a scale that would only count beyond one that isn't there is an error", arguments: ["2h", "1h"])
  func missingGate(_ period: String) {
    let json = Self.full.replacing(
      "\"beyondSlope\": 0.5,", with: "\"beyondSlope\": 0.5, \"usedWhenBeyond\": \"\(period)\",")
    let error = #expect(throws: BreakpointIndex.DataError.self) { try BreakpointIndex(json: json) }
    #expect(error?.problem == .requirement && error?.scale == "o3 1h", "\(error?.description ?? "")")
  }

  @Test("a number far above the start of its band has the band's last colour")
  func farAbove() throws {
    let json = Self.full.replacing(
      "\"index\": [1, 1], \"color\": \"#00ff00\"",
      with: """
        "index": [-9223372036854775808, 1], "colors": ["#00ff00", "#00aa00"]
        """)
    let index = try BreakpointIndex(json: json)
    #expect(index.bands[0].lowerIndex == .min)
    #expect(try index.subIndex(of: .pm25, 5).band?.color(for: 1)?.hex == "#00AA00")
  }

  @Test("an empty identifier is an error")
  func emptyIdentifier() {
    let json = Self.full.replacingOccurrences(of: "\"house_2\"", with: "\"\"")
    let error = #expect(throws: BreakpointIndex.DataError.self) { try BreakpointIndex(json: json) }
    #expect(error == BreakpointIndex.DataError(.empty, "the identifier is empty"))
  }

  @Test("a fraction where a whole number belongs is named, and not taken for broken JSON")
  func wholeNumbers() {
    for band in ["[1.5, 3]", "[2, 2.5]", "[2, 1e300]"] {
      let json = Self.full.replacingOccurrences(of: "[2, 3]", with: band)
      let error = #expect(throws: BreakpointIndex.DataError.self) { try BreakpointIndex(json: json) }
      #expect(error?.problem == .badNumber && error?.row == 2)
      #expect(
        error?.detail.contains("isn't an index: an index is a whole number") == true, "\(error?.detail ?? "")"
      )
    }
    for (replaced, by, said) in [
      ("\"schema\": 1", "\"schema\": 1.5", ".schema: 1.5 isn't a whole number."),
      ("\"decimals\": 0", "\"decimals\": 0.5", ".rules.decimals: 0.5 isn't a whole number."),
      ("\"decimals\": 1", "\"decimals\": 1.5", ".rules.alternatives[1].decimals: 1.5 isn't a whole number."),
      ("\"pollutants\": 1", "\"pollutants\": 1.5", ".requires.pollutants: 1.5 isn't a whole number."),
      ("\"waivedAbove\": 2", "\"waivedAbove\": 2.5", ".requires.waivedAbove: 2.5 isn't a whole number."),
      (
        "\"dominantAbove\": 1", "\"dominantAbove\": 1.5",
        ".requires.dominantAbove: 1.5 isn't a whole number."
      ),
    ] {
      let json = Self.full.replacingOccurrences(of: replaced, with: by)
      let error = #expect(throws: BreakpointIndex.DataError.self) { try BreakpointIndex(json: json) }
      #expect(error?.problem == .malformed && error?.detail == said, "\(error?.detail ?? "")")
    }
  }
}
