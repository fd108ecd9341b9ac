@testable import AQKit

extension FuzzTarget {
  /// The value that is looked into and the reader that passes over it agree on what is a document, and what was read
  /// can be written and read again.
  static let json = FuzzTarget(
    name: "json",
    seeds: [
      "null", "[1,-0,2.5e-7,1e400,12345678901234567890]",
      #"{"a":1,"a":[true,false,null],"":{"b":"\u00e9\ud83d\ude00"}}"#,
      "\u{FEFF}[ \t\r\n[[]] , {} ]", #""\"\\\/\b\f\n\r\t""#, "[nan,-NaN]", #"{"\u0061\"":1}"#,
    ],
    files: ["brno.json", "open-meteo/enschede.json", "manifest.json"].map { recordings + $0 },
    words: jsonWords
  ) { bytes in
    for allowsNaN in [false, true] {
      let root = try? AQJSON(parsing: bytes, allowsNaN: allowsNaN)
      check((root != nil) == isDocument(bytes, allowsNaN), "two readers don't agree on what is a document")
      guard let root else { continue }
      var text = JSONText()
      write(root, to: &text)
      guard let again = try? AQJSON(parsing: text.bytes) else {
        fatalError("Broken: what was written is no JSON")
      }
      var copy = JSONText()
      write(again, to: &copy)
      check(copy.bytes == text.bytes, "what was written reads as something else")
    }
  }

  /// A column that is read as a whole is what its elements are one by one.
  static let columns = FuzzTarget(
    name: "columns",
    seeds: [
      "[12.5,-12.5,null,1013.25,0,12345678.9,12.345678901234567,1e5,-1e-5]",
      "[1, 22 ,333\n,\t4444,55555,666666,7777777]",
      "[1790805600,1790809200,1790812800]",
      #"["2026-10-01T00:00","2026-10-01T01:00:30Z","2026-10-01T02:00+05:30"]"#,
      "[1.7976931348623157e308,4.9e-324,2.2250738585072011e-308,0.1,9007199254740993]",
      "[12.5,\n    null,\n    -3,\n    4\n    ,5\n    ,\n    6.25]",
      "[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]",
    ],
    words: jsonWords + [
      "2026-10-01T00:00", "+14:00", "24:00:00", "9223372036854775807", "-9223372036854775808",
    ]
  ) { bytes in
    for allowsNaN in [false, true] { readColumns(bytes, allowsNaN) }
  }

  static let jsonWords = [
    "null", "true", "false", "nan", "-NaN", "\\ud800", "\\udc00", "\\u0000", "1e999", "-1e-999",
    "9223372036854775807",
    "18446744073709551616", "\u{FEFF}", "[[[[[[[[", "]]]]]]]]", "{\"a\":", "\"time\"", "0.1", "e+308",
  ]
}

private func isDocument(_ bytes: [UInt8], _ allowsNaN: Bool) -> Bool {
  do throws(AQError) {
    var reader = try AQJSON.Reader(bytes, allowsNaN: allowsNaN)
    try reader.skip()
    try reader.end()
    return true
  } catch {
    look(at: error, of: "JSONReader")
    return false
  }
}

/// Writes a value as it was read, its numbers by their text.
private func write(_ value: AQJSON, to text: inout JSONText) {
  switch value.kind {
  case .missing: fatalError("Broken: a part of a document is missing")
  case .null: text.null()
  case .bool: text.value(value.boolValue == true)
  case .number:
    check(!value.rawText.isEmpty, "a number has no text")
    if let number = value.doubleValue {
      check(number == Double(value.rawText), "\(value.rawText) isn't \(number)")
    }
    if let int = value.intValue, let number = value.doubleValue {
      check(Double(int) == number, "\(int) isn't \(number)")
    }
    text.value(json: value.rawText.utf8)
  case .string: text.value(value.stringValue ?? "")
  case .array:
    guard let elements = try? value.elements else { fatalError("Broken: an array has no elements") }
    check(value[elements.count].isMissing, "there is an element behind the last one")
    text.array { text in for element in elements { write(element, to: &text) } }
  case .object:
    guard let members = try? value.members else { fatalError("Broken: an object has no members") }
    text.object { text in
      for (name, member) in members {
        check(!value[name].isMissing, "a member isn't found by its name")
        text.name(name)
        write(member, to: &text)
      }
    }
  }
}

private func readColumns(_ bytes: [UInt8], _ allowsNaN: Bool) {
  let elements = try? AQJSON(parsing: bytes, allowsNaN: allowsNaN).elements
  compare("numbers", elements?.map { $0.isNull ? .nan : $0.doubleValue }, bytes, allowsNaN) {
    reader throws(AQError) in
    var column: [Double] = []
    try reader.doubles(into: &column)
    return column
  } same: {
    $0.bitPattern == $1.bitPattern || $0.isNaN && $1.isNaN
  }
  for offset in [nil, 0, 19_800] {
    let times = elements?.map { element -> Int64? in
      guard var reader = try? AQJSON.Reader(Array(element.rawText.utf8)) else { return nil }
      return try? reader.instant(secondsFromUTC: offset)
    }
    compare("times", times, bytes, allowsNaN) { reader throws(AQError) in
      var column: [Int64] = []
      try reader.instants(into: &column, secondsFromUTC: offset)
      return column
    } same: {
      $0 == $1
    }
  }
}

/// Holds a column against its elements, nil where the text is no array and for an element that doesn't fit.
private func compare<Element>(
  _ what: String, _ elements: [Element?]?, _ bytes: [UInt8], _ allowsNaN: Bool,
  _ read: (inout AQJSON.Reader) throws(AQError) -> [Element], same: (Element, Element) -> Bool
) {
  let singles = elements.flatMap { $0.contains { $0 == nil } ? nil : $0.compactMap(\.self) }
  do throws(AQError) {
    var reader = try AQJSON.Reader(bytes, allowsNaN: allowsNaN)
    let column = try read(&reader)
    try reader.end()
    guard let singles, singles.count == column.count else {
      fatalError("Broken: a column of \(what) is read that isn't one by its elements")
    }
    check(zip(singles, column).allSatisfy(same), "a column of \(what) isn't what its elements are")
  } catch {
    look(at: error, of: "the column of \(what)")
    check(singles == nil, "a column of \(what) is refused whose elements are read: \(error)")
  }
}
