import AQKit
import Testing

@Suite("Reading JSON from front to back")
struct JSONReaderTests {
  static let payload = #"""
    {"latitude":52.52, "unit" : "µg\/m³", "hourly": { "time":[1790805600,1790809200], "pm2_5" : [12.5, null],
      "skipped":{"a":[1,{"b":"}]"}],"c":"\\"} },
     "open":true,"shut":false,"none":null,"names":["a","b"],"empty":[],"nothing":{},"at":"2026-08-01T06:00Z"}
    """#

  @Test("a document is read member by member, and unwanted members are skipped")
  func document() throws {
    var reader = try AQJSON.Reader(Array(Self.payload.utf8))
    var seen: [String] = []
    var times: [Int64] = []
    var column: [Double] = []
    var names: [String] = []
    try reader.beginObject()
    while try reader.nextMember() {
      seen.append(reader.name)
      switch reader.name {
      case "latitude": #expect(try reader.double() == 52.52)
      case "unit": #expect(try reader.string() == "µg/m³")
      case "hourly":
        #expect(try reader.kind() == .object)
        try reader.beginObject()
        while try reader.nextMember() {
          if reader.isNamed("time") {
            try reader.instants(into: &times, expecting: 2)
          } else if reader.isNamed("pm2_5") {
            #expect(reader.path == "hourly.pm2_5")
            try reader.doubles(into: &column, expecting: times.count)
          } else {
            try reader.skip()
          }
        }
      case "open", "shut": #expect(try reader.bool() == (seen.last == "open"))
      case "none":
        #expect(try reader.kind() == .null)
        try reader.skip()
      case "names":
        try reader.beginArray()
        while try reader.nextElement() { names.append(try reader.string()) }
      case "empty":
        try reader.beginArray()
        #expect(try !reader.nextElement())
      case "nothing":
        try reader.beginObject()
        #expect(try !reader.nextMember())
      case "at": #expect(try reader.instant() == 1_785_564_000)
      default: Issue.record("\(reader.name)")
      }
    }
    try reader.end()
    #expect(seen.count == 10)
    #expect(times == [1_790_805_600, 1_790_809_200])
    #expect(column.count == 2 && column[0] == 12.5 && column[1].isNaN)
    #expect(names == ["a", "b"])
  }

  @Test("elements of an array are read one by one, of whatever kind they are")
  func elements() throws {
    var reader = try AQJSON.Reader(
      Array(#" [ 1 , "two" , [ 3 , [ ] ] , {"four":4} , null , 5.5 , nan ] "#.utf8), allowsNaN: true)
    var kinds: [AQJSON.Kind] = []
    try reader.beginArray()
    while try reader.nextElement() {
      let kind = try reader.kind()
      kinds.append(kind)
      #expect(reader.path == "[\(kinds.count - 1)]")
      switch kinds.count {
      case 1: #expect(try reader.int() == 1)
      case 2: #expect(try reader.string() == "two")
      case 5, 7: #expect(try reader.doubleOrNaN().isNaN)
      case 6: #expect(try reader.doubleOrNaN() == 5.5)
      default: try reader.skip()
      }
    }
    try reader.end()
    #expect(kinds == [.number, .string, .array, .object, .null, .number, .null])
  }

  @Test("times are whole numbers or texts; one without an offset needs the caller's")
  func instants() throws {
    func instants(_ text: String, secondsFromUTC offset: Int? = nil) throws -> [Int64] {
      var reader = try AQJSON.Reader(Array(text.utf8))
      var column: [Int64] = []
      try reader.instants(into: &column, secondsFromUTC: offset, expecting: 3)
      try reader.end()
      return column
    }
    let texts = #"["2026-08-01T06:00","2026-08-01 07:00:00+01:00", 1785564000 ]"#
    #expect(try instants(texts, secondsFromUTC: 0) == [1_785_564_000, 1_785_564_000, 1_785_564_000])
    #expect(try instants(texts, secondsFromUTC: 7_200) == [1_785_556_800, 1_785_564_000, 1_785_564_000])
    #expect(try instants("[]").isEmpty)
    for (text, message) in [
      (texts, "The JSON is malformed at [0], byte 1, line 1, column 2: the time has no offset from GMT."),
      (
        #"[1,"2026-02-30"]"#,
        "The JSON is malformed at [1], byte 3, line 1, column 4: the text is not a time in ISO 8601."
      ),
      (
        #"[1,"2026-02-28x"]"#,
        "The JSON is malformed at [1], byte 3, line 1, column 4: the text is not a time in ISO 8601."
      ),
      (
        #"["2026-08-01T06:00:30,25Z","x"]"#,
        "The JSON is malformed at [1], byte 27, line 1, column 28: the text is not a time in ISO 8601."
      ),
      (#"[1,2,null]"#, "Unexpected JSON at [2], byte 5, line 1, column 6: expected a time, found null."),
      (
        #"[1,2.5]"#,
        "Unexpected JSON at [1], byte 3, line 1, column 4: expected a whole number, found a number."
      ),
    ] {
      #expect(throws: AQError(.malformed, message)) { try instants(text) }
    }
  }

  @Test("an error names the path, what was expected and what was found, and the reader stays where it was")
  func errors() throws {
    var reader = try AQJSON.Reader(Array(#"{"a":[{"b":"x"}]}"#.utf8))
    try reader.beginObject()
    _ = try reader.nextMember()
    try reader.beginArray()
    _ = try reader.nextElement()
    try reader.beginObject()
    _ = try reader.nextMember()
    let place = "a[0].b, byte 11, line 1, column 12"
    #expect(throws: AQError(.malformed, "Unexpected JSON at \(place): expected a number, found a string.")) {
      try reader.double()
    }
    #expect(
      throws: AQError(.malformed, "Unexpected JSON at \(place): expected a number or null, found a string.")
    ) {
      try reader.doubleOrNaN()
    }
    #expect(
      throws: AQError(.malformed, "Unexpected JSON at \(place): expected a whole number, found a string.")
    ) {
      try reader.int()
    }
    #expect(
      throws: AQError(.malformed, "Unexpected JSON at \(place): expected true or false, found a string.")
    ) {
      try reader.bool()
    }
    #expect(throws: AQError(.malformed, "Unexpected JSON at \(place): expected an array, found a string.")) {
      try reader.beginArray()
    }
    #expect(throws: AQError(.malformed, "Unexpected JSON at \(place): expected an object, found a string.")) {
      try reader.beginObject()
    }
    var column: [Double] = []
    #expect(throws: AQError(.malformed, "Unexpected JSON at \(place): expected an array, found a string.")) {
      try reader.doubles(into: &column)
    }
    #expect(
      throws: AQError(.malformed, "The JSON is malformed at \(place): the text is not a time in ISO 8601.")
    ) {
      try reader.instant()
    }
    #expect(try reader.kind() == .string)
    #expect(try reader.string() == "x")
    #expect(try !reader.nextMember())
    #expect(try !reader.nextElement())
    #expect(try !reader.nextMember())
    try reader.end()
  }

  @Test("used out of order, it says so and reads nothing")
  func misuse() throws {
    var reader = try AQJSON.Reader(Array("[1]".utf8))
    #expect(throws: AQError.self) { try reader.nextElement() }
    #expect(throws: AQError.self) { try reader.nextMember() }
    #expect(!reader.isNamed("a") && reader.name.isEmpty)
    try reader.beginArray()
    #expect(throws: AQError.self) { try reader.nextMember() }
    #expect(throws: AQError.self) { try reader.end() }
    #expect(try reader.nextElement())
    #expect(try reader.int() == 1)
    #expect(try !reader.nextElement())
    try reader.end()
  }

  @Test("a name is compared with its escapes undone")
  func escapedNames() throws {
    var reader = try AQJSON.Reader(Array(#"{"p\u006d25":1,"pm2":2,"pm255":3,"\"":4,"":5}"#.utf8))
    var found: [Int] = []
    try reader.beginObject()
    while try reader.nextMember() {
      let value = try reader.int()
      found.append(reader.isNamed("pm25") ? 1 : reader.isNamed("\"") ? 4 : reader.isNamed("") ? 5 : 0)
      #expect(value == Int64(found.count))
    }
    #expect(found == [1, 0, 0, 4, 5])
  }

  @Test("a copy looks ahead")
  func copy() throws {
    var reader = try AQJSON.Reader(Array(#"{"a":[1,2],"b":3}"#.utf8))
    try reader.beginObject()
    _ = try reader.nextMember()
    var ahead = reader
    try ahead.skip()
    _ = try ahead.nextMember()
    #expect(ahead.name == "b" && reader.name == "a")
    var column: [Double] = []
    try reader.doubles(into: &column)
    #expect(column == [1, 2])
  }

  @Test("skipped values are at the stated positions")
  func skippedRange() throws {
    let bytes = Array(#"[ {"a" : [1, 2]} , 5]"#.utf8)
    var reader = try AQJSON.Reader(bytes)
    try reader.beginArray()
    _ = try reader.nextElement()
    #expect(try String(decoding: bytes[reader.skip()], as: UTF8.self) == #"{"a" : [1, 2]}"#)
  }

  @Test("a document that is one line of many is read separately")
  func lines() throws {
    let bytes = Array("[1,2]\n{\"a\":[3.5,4],\"b\":\"x\"}\n[\"y\",\n12345678,12".utf8)
    var starts = [0]
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") { starts.append(index + 1) }
    func reader(_ line: Int) throws -> AQJSON.Reader {
      let end = line + 1 < starts.count ? starts[line + 1] - 1 : bytes.count
      return try AQJSON.Reader(bytes, in: starts[line]..<end)
    }
    var first = try reader(0)
    var column: [Double] = []
    try first.doubles(into: &column)
    try first.end()
    #expect(column == [1, 2])
    var second = try reader(1)
    try second.beginObject()
    _ = try second.nextMember()
    try second.doubles(into: &column)
    _ = try second.nextMember()
    #expect(second.name == "b")
    #expect(try second.string() == "x")
    #expect(try !second.nextMember())
    try second.end()
    #expect(column == [1, 2, 3.5, 4])
    var third = try reader(2)
    try third.beginArray()
    _ = try third.nextElement()
    #expect(try third.string() == "y")
    #expect(try third.nextElement())
    #expect(
      throws: AQError(.malformed, "The JSON is cut short at [1], byte 33, line 3, column 6.", retry: .now)
    ) {
      try third.kind()
    }
    // A range beyond the bytes is cut to them.
    var last = try AQJSON.Reader(bytes, in: 38..<5_000)
    #expect(try last.int() == 5678)
    var none = try AQJSON.Reader(bytes, in: -7 ..< -3)
    #expect(throws: AQError.self) { try none.skip() }
  }

  @Test("the limit of nesting counts the open containers")
  func depth() throws {
    let bytes = Array("[[[[1]]]]".utf8)
    var reader = try AQJSON.Reader(bytes, maximumDepth: 3)
    try reader.beginArray()
    _ = try reader.nextElement()
    #expect {
      try reader.skip()
    } throws: {
      ($0 as? AQError)?.code == .tooLarge
    }
    try reader.beginArray()
    _ = try reader.nextElement()
    try reader.beginArray()
    _ = try reader.nextElement()
    #expect {
      try reader.beginArray()
    } throws: {
      ($0 as? AQError)?.code == .tooLarge
    }
    var other = try AQJSON.Reader(bytes, maximumDepth: 4)
    try other.beginArray()
    _ = try other.nextElement()
    try other.skip()
    #expect(try !other.nextElement())
    try other.end()
  }

  @Test(
    "a text that only begins like a literal isn't called one",
    arguments: [
      ("not found", "'n'"), ("try later", "'t'"), ("null", "null"), ("false", "true or false"),
    ])
  func text(_ text: String, found: String) throws {
    var reader = try AQJSON.Reader(Array(text.utf8))
    let error = #expect(throws: AQError.self) { try reader.beginObject() }
    #expect(error?.message.hasSuffix("expected an object, found \(found).") == true)
  }
}
