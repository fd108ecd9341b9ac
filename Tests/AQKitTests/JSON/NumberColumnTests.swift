import AQKit
import AQKitTesting
import TestRuns
import Testing

/// The loop that reads elements by their shape must agree with reading them one by one.
@Suite("Columns of numbers", .computing)
struct NumberColumnTests {
  /// Reads an array in every way, and gives the column if all agree on it.
  static func column(_ text: String) throws -> [Double] {
    let payload = Array(#"{"x":\#(text),"y":[1]}"#.utf8)
    var reader = try AQJSON.Reader(payload)
    var column: [Double] = []
    try reader.beginObject()
    #expect(try reader.nextMember())
    try reader.doubles(into: &column)
    #expect(try reader.nextMember())
    try reader.skip()
    #expect(try !reader.nextMember())
    try reader.end()

    let value = try AQJSON(parsing: payload)["x"]
    let elements = try value.elements.map { $0.isNull ? .nan : try $0.double() }
    #expect(column.map(\.bitPattern) == elements.map(\.bitPattern))
    #expect(try value.doubles().map(\.bitPattern) == column.map(\.bitPattern))
    return column
  }

  /// Returns the meaning of an element's text.
  static func meaning(_ element: String) -> Double { element == "null" ? .nan : Double(element) ?? .infinity }

  static let elements = [
    "0", "-0", "1", "-1", "12", "123", "1234567", "12345678", "123456789", "-12345678", "1790805600", "0.5",
    "-0.5",
    "12.3", "1013.25", "-1013.25", "123456.7", "1234567.8", "0.123456", "0.1234567", "9.9", "99.99", "null",
    "-0.0",
    "0.0", "12.345678901234567", "-179.48953967731958", "0.00012345678901234567", "1e5", "-1.5e-7", "2E+3",
    "123456789.123456789", "12345678.12345678901", "1234567890123456789.5", "12345678901234567890",
    "0.1234567890123456789012345", "100", "10", "1.0", "70000.00", "5e-324", "1.7976931348623157e308",
  ]

  @Test("each form of number is read at every position of a step, with each spacing")
  func shapes() throws {
    for element in Self.elements {
      for spacing in ["", " ", "\n  ", "\n      ", "\n\t\t\t\t\t\t\t\t", String(repeating: " ", count: 17)] {
        for lead in stride(from: 0, to: 12, by: TestEffort.of(5, debug: 10, heavy: 1)) {
          let before = Array(repeating: "7", count: lead)
          let texts = before + Array(repeating: [element, "3.25"], count: 25).flatMap { $0 }
          let column = try Self.column("[\(spacing)" + texts.joined(separator: ",\(spacing)") + "\(spacing)]")
          guard column.map(\.bitPattern) == texts.map({ Self.meaning($0).bitPattern }) else {
            Issue.record("\(element) with \(lead) before it and spacing of \(spacing.count)")
            return
          }
        }
      }
    }
  }

  @Test("random columns with random spacing are read correctly, whatever their length")
  func random() throws {
    var random = AQRandomNumbers(seed: 41)
    for round in 0..<TestEffort.of(40, heavy: 150) {
      let count = round < 20 ? round : Int.random(in: 1...1_300, using: &random)
      var texts: [String] = []
      var text = "["
      let usual = ["", "\n    ", ", "].randomElement(using: &random) == "" ? "" : "\n      "
      for index in 0..<count {
        let element =
          switch Int.random(in: 0..<10, using: &random) {
          case 0: Self.elements.randomElement(using: &random) ?? "1"
          case 1: "null"
          case 2: "\(Int.random(in: -99_999...99_999, using: &random))"
          case 3: "\(random.fraction() * 400 - 200)"
          default:
            "\(Int.random(in: -99...9_999, using: &random)).\(Int.random(in: 0...999, using: &random))"
          }
        texts.append(element)
        if index > 0 { text += "," }
        text +=
          Int.random(in: 0..<20, using: &random) == 0
          ? [" ", "\t", "\r\n  "].randomElement(using: &random) ?? "" : usual
        text += element
        if Int.random(in: 0..<30, using: &random) == 0 { text += " " }
      }
      let column = try Self.column(text + "]")
      guard column.map(\.bitPattern) == texts.map({ Self.meaning($0).bitPattern }) else {
        Issue.record("round \(round)")
        return
      }
    }
  }

  @Test("every short text is a number if and only if the grammar says so, whatever precedes it")
  func everyShortText() throws {
    let grammar = /-?(0|[1-9][0-9]*)(\.[0-9]+)?(e-?[0-9]+)?/
    let after = Array(("," + Array(repeating: "12.5", count: 40).joined(separator: ",") + "]").utf8)
    var texts = [""]
    for length in 1...5 {
      texts = texts.flatMap { text in ["0", "1", ".", "-", "e"].map { text + $0 } }
      for (index, text) in texts.enumerated() {
        let before = ["[7,", "[1.5,", "[null,", "[0.1234567890123456,"][(index + length) % 4]
        var reader = try AQJSON.Reader(Array(before.utf8) + Array(text.utf8) + after)
        var column: [Double] = []
        let isRead = (try? reader.doubles(into: &column)) != nil
        let isNumber = text.wholeMatch(of: grammar) != nil
        guard isRead == isNumber, !isNumber || column.count == 42,
          !isNumber || column[1].bitPattern == Double(text)?.bitPattern
        else {
          Issue.record("\(text) behind \(before)")
          return
        }
      }
    }
  }

  @Test("white space may change from element to element and from array to array")
  func changingSpace() throws {
    let row = Array(repeating: "1.5", count: 60)
    for (first, second) in [("", "\n      "), ("\n      ", ""), (" ", ""), ("\n                    ", " ")] {
      let changing = row.indices.map { "\($0 % 7 < 3 ? first : second)1.5" }.joined(separator: ",")
      let arrays = [row.joined(separator: ",\(first)"), row.joined(separator: ",\(second)"), changing]
      let payload = Array("[[\(arrays.joined(separator: "],["))]]".utf8)
      for array in try AQJSON(parsing: payload).elements {
        #expect(try array.doubles() == Array(repeating: 1.5, count: 60))
      }
    }
  }

  @Test("a column ends where its array ends, however near to the end of the input")
  func ends() throws {
    for count in 0..<40 {
      for behind in 0..<90 {
        let texts = Array(repeating: "12.5", count: count)
        let payload = Array(
          ("[" + texts.joined(separator: ",") + "]" + String(repeating: " ", count: behind)).utf8)
        var reader = try AQJSON.Reader(payload)
        var column: [Double] = []
        try reader.doubles(into: &column)
        try reader.end()
        guard column == Array(repeating: 12.5, count: count) else {
          Issue.record("\(count) elements, \(behind) bytes behind them")
          return
        }
      }
    }
  }

  @Test("no more space is reserved than the document can fill, whatever was announced")
  func promises() throws {
    for count in [-1, 0, 1, 1_000_000_000_000, .max] {
      var reader = try AQJSON.Reader(Array("[1,2,3]".utf8))
      var column: [Double] = [0]
      try reader.doubles(into: &column, expecting: count)
      #expect(column == [0, 1, 2, 3])
      #expect(column.capacity < 100)
    }
  }

  @Test("what was read before a fault stays, and the position doesn't move")
  func faults() throws {
    var reader = try AQJSON.Reader(Array(#"[1,2,"x"]"#.utf8))
    var column: [Double] = []
    #expect(throws: AQError.self) { try reader.doubles(into: &column) }
    #expect(reader.position == 0)
    #expect(column == [1, 2])
    try reader.skip()
    try reader.end()
  }

  @Test("time stamps are read correctly, whatever their length, sign and spacing, and fractions are named")
  func stamps() throws {
    let texts = [
      "0", "-0", "7", "1790805600", "1790809200", "-1790805600", "20261001", "202610010", "123456789012345",
      "1234567890123456", "9223372036854775807", "-9223372036854775808", "1790805600.0", "17908056e2", "1e10",
    ]
    let meant: [Int64] = [
      0, 0, 7, 1_790_805_600, 1_790_809_200, -1_790_805_600, 20_261_001, 202_610_010, 123_456_789_012_345,
      1_234_567_890_123_456, .max, .min, 1_790_805_600, 1_790_805_600, 10_000_000_000,
    ]
    var random = AQRandomNumbers(seed: 5)
    for spacing in ["", "\n    "] {
      for _ in 0..<200 {
        let picks = (0..<Int.random(in: 1...40, using: &random)).map { _ in
          Int.random(in: 0..<2, using: &random) == 0 ? 3 : Int.random(in: 0..<texts.count, using: &random)
        }
        let text = "[\(spacing)" + picks.map { texts[$0] }.joined(separator: ",\(spacing)") + "\(spacing)]"
        var reader = try AQJSON.Reader(Array(text.utf8))
        let column = picks.map { meant[$0] }
        var instants: [Int64] = []
        try reader.instants(into: &instants)
        try reader.end()
        #expect(instants == column)
        reader = try AQJSON.Reader(
          Array(text.dropLast().utf8) + Array(#","2026-10-01T00:00Z",1790809200]"#.utf8))
        try reader.instants(into: &instants)
        #expect(instants == column + column + [1_790_812_800, 1_790_809_200])
      }
    }
    for wrong in ["1790805600.5", "0790805600", "1790805600x", "null", "", " ", "179080560:", "+1790805600"] {
      let text = "[1790805600,1790805600,\(wrong),1790805600,1790805600,1790805600]"
      var reader = try AQJSON.Reader(Array(text.utf8))
      var column: [Int64] = []
      #expect(throws: AQError.self) { try reader.instants(into: &column) }
      #expect(column.prefix(2) == [1_790_805_600, 1_790_805_600])
    }
  }
}
