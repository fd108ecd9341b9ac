import AQKit
import Testing

@Suite("Reading arrays of objects")
struct JSONRowsTests {
  static func rows(
    _ text: String, _ names: [String], allowsNaN: Bool = false,
    _ body: (borrowing AQJSON.Reader.Row) throws(AQError) -> Void
  ) throws(AQError) {
    var reader = try AQJSON.Reader(Array(text.utf8), allowsNaN: allowsNaN)
    try reader.rows(names, body)
    try reader.end()
  }

  @Test("members are found in any order, with any spacing, between any others")
  func members() throws {
    let text = #"""
      [{"city":"Mumbai","aqi":179.48953967731958},{"aqi":-1e2 , "city" : "Pune"},
       {"other":[{"city":1}],"city":"","x":null,"aqi":3,"y":{}}, {"city":"a","city":"b","aqi":1,"aqi":2},
       {"\u0063ity":"\u00e9\n","aqi":0.5}]
      """#
    var found: [String] = []
    try Self.rows(text, ["city", "aqi"]) { row throws(AQError) in
      found.append("\(try row.string(0)) \(try row.double(1)) \(row.path)")
    }
    #expect(
      found == [
        "Mumbai 179.48953967731958 [0]", "Pune -100.0 [1]", " 3.0 [2]", "b 2.0 [3]", "é\n 0.5 [4]",
      ])
  }

  @Test("null, missing and other kinds are distinguished, and one bad row leaves the others alone")
  func kinds() throws {
    let text = #"""
      [{"id":9007199254740993,"v":null,"at":"2026-08-01T06:00Z"},{"id":1.5},{"id":"7","v":1e999,"at":5},3,
       null,{},[1],{"id":8,"v":nan,"at":"x","name":null},{"name":"n","v":true}]
      """#
    var ids: [Int64?] = []
    var times: [Int64?] = []
    var names: [String?] = []
    var kinds: [AQJSON.Kind] = []
    var messages: [String] = []
    try Self.rows(text, ["id", "v", "at", "name"], allowsNaN: true) { row throws(AQError) in
      ids.append(try? row.int(0))
      times.append(try? row.instant(2))
      names.append(try? row.string(3))
      kinds.append(row.kind(1))
      do throws(AQError) { _ = try row.double(1) } catch { messages.append(error.message) }
    }
    #expect(ids == [9_007_199_254_740_993, nil, nil, nil, nil, nil, nil, 8, nil])
    #expect(times == [1_785_564_000, nil, 5, nil, nil, nil, nil, nil, nil])
    #expect(names == [nil, nil, nil, nil, nil, nil, nil, nil, "n"])
    #expect(kinds == [.null, .missing, .number, .missing, .missing, .missing, .missing, .null, .bool])
    #expect(
      messages == [
        "Unexpected JSON at [0].v: expected a number, found null.",
        "Unexpected JSON at [1].v: expected a number, found nothing.",
        "Unexpected JSON at [2].v: expected a number, found one that doesn't fit.",
        "Unexpected JSON at [3]: expected an object, found a number.",
        "Unexpected JSON at [4]: expected an object, found null.",
        "Unexpected JSON at [5].v: expected a number, found nothing.",
        "Unexpected JSON at [6]: expected an object, found an array.",
        "Unexpected JSON at [7].v: expected a number, found null.",
        "Unexpected JSON at [8].v: expected a number, found true or false.",
      ])
  }

  @Test("a time that can't be read says why")
  func times() throws {
    let text = #"[{"at":"2026-08-01T06:00"},{"at":"noon"},{"at":1.5},{"at":null}]"#
    var messages: [String] = []
    try Self.rows(text, ["at"]) { row throws(AQError) in
      do throws(AQError) { _ = try row.instant(0) } catch { messages.append(error.message) }
    }
    #expect(
      messages == [
        "The JSON is malformed at [0].at, byte 7, line 1, column 8: the time has no offset from GMT.",
        "The JSON is malformed at [1].at, byte 33, line 1, column 34: the text is not a time in ISO 8601.",
        "Unexpected JSON at [2].at: expected a time, found one that doesn't fit.",
        "Unexpected JSON at [3].at: expected a time, found null.",
      ])
  }

  @Test("an empty array has no rows, and what isn't an array is an error")
  func edges() throws {
    for text in ["[]", " [ \n] "] { try Self.rows(text, ["a"]) { _ in Issue.record("a row of \(text)") } }
    for text in [
      "{}", "1", "null", "", "[", "[{]", "[{}", "[{},]", "[{\"a\":}]", "[{\"a\":1,}]", "[{\"a\":01}]",
      "[{} {}]",
    ] {
      #expect(throws: AQError.self, "\(text)") { try Self.rows(text, ["a"]) { _ in } }
    }
    #expect(throws: AQError(.unsupported, "enough")) {
      try Self.rows("[{},{}]", ["a"]) { _ throws(AQError) in throw AQError(.unsupported, "enough") }
    }
  }

  @Test("after an error the array can be skipped")
  func skipped() throws {
    var reader = try AQJSON.Reader(Array(#"{"results":[{"v":1},{"v":"x"}],"next":5}"#.utf8))
    try reader.beginObject()
    _ = try reader.nextMember()
    #expect(throws: AQError.self) { try reader.rows(["v"]) { row throws(AQError) in _ = try row.double(0) } }
    #expect(reader.path == "results")
    try reader.skip()
    #expect(try reader.nextMember() && reader.isNamed("next"))
  }

  @Test("rows inside a document have its path, and the reader continues after them")
  func inside() throws {
    var reader = try AQJSON.Reader(Array(#"{"results":[{"v":1},{"v":"x"}],"next":5}"#.utf8))
    var messages: [String] = []
    try reader.beginObject()
    _ = try reader.nextMember()
    try reader.rows(["v"]) { row throws(AQError) in
      do throws(AQError) { _ = try row.double(0) } catch { messages.append(error.message) }
    }
    #expect(messages == ["Unexpected JSON at results[1].v: expected a number, found a string."])
    #expect(try reader.nextMember() && reader.isNamed("next"))
    #expect(try reader.int() == 5)
    #expect(try !reader.nextMember())
    try reader.end()
  }

  @Test("the limit of nesting holds in rows")
  func depth() throws {
    func isTooLarge(_ text: String, _ depth: Int) -> Bool {
      do throws(AQError) {
        var reader = try AQJSON.Reader(Array(text.utf8), maximumDepth: depth)
        try reader.rows(["a"]) { _ in }
        return false
      } catch {
        return error.code == .tooLarge
      }
    }
    #expect(isTooLarge("[]", 0))
    #expect(!isTooLarge("[]", 1))
    #expect(isTooLarge("[{}]", 1))
    #expect(!isTooLarge(#"[{"a":1}]"#, 2))
    #expect(isTooLarge(#"[{"a":[]}]"#, 2))
    #expect(!isTooLarge(#"[{"a":[]}]"#, 3))
    #expect(isTooLarge(#"[{"b":[[]]}]"#, 3))
    #expect(isTooLarge("[[[]]]", 2))
  }

  @Test("an object or array that has the bytes of an earlier row's is read like any other")
  func repeatedMembers() throws {
    let text = #"""
      [{"site":{"id":1,"n":"a"},"values":[1,2]},{"site":{"id":1,"n":"a"},"values":[1,2]},
       {"values":[1,2] , "site" : {"id":1,"n":"b"}},{"values":[1,2]},{"site":"{\"id\":1}","values":[1,2,3]},
       {"site":{"id":1,"n":"b"},"site":{"id":1,"n":"b"}},{"site":{"id":1,"n":"a"},"values":{"id":1}}]
      """#
    var found: [[AQJSON.Kind]] = []
    try Self.rows(text, ["site", "values"]) { row throws(AQError) in
      found.append([row.kind(0), row.kind(1)])
    }
    #expect(
      found == [
        [.object, .array], [.object, .array], [.object, .array], [.missing, .array], [.string, .array],
        [.object, .missing], [.object, .object],
      ])
    for broken in [
      #"{"site":{"id":1}x}]"#, #"{"site":{"id":1"#, #"{"site":{"id":1}"#, #"{"site":{"id":1}}}]"#,
    ] {
      #expect(throws: AQError.self, "\(broken)") {
        try Self.rows(#"[{"site":{"id":1}},"# + broken, ["site"]) { _ in }
      }
    }
  }

  @Test("names of any length are found in their usual order and in any other")
  func longNames() throws {
    let names = (1...40).map { String(repeating: "n", count: $0) }
    for order in [names, names.reversed(), names.filter { $0.count % 3 != 0 }] {
      let members = order.map { "\"\($0)\":\($0.count)" }.joined(separator: ",")
      try Self.rows("[{\(members)}]", names) { row throws(AQError) in
        for (index, name) in names.enumerated() {
          #expect((try? row.int(index)) == (order.contains(name) ? Int64(name.count) : nil))
        }
      }
    }
  }

  @Test("a name is the same however it is written, and differs if any byte does")
  func names() throws {
    let cases: [(name: String, same: [String], others: [String])] = [
      ("", ["\"\""], [#"" ""#, #""\u0000""#, #""a""#]),
      ("a", [#""a""#, #""\u0061""#], ["\"\"", #""aa""#, #""A""#, #""a ""#, #""\u0061a""#, #""\u0041""#]),
      ("pm2_5", [#""pm2\u005F5""#], [#""pm2_""#, #""pm2_50""#, #""pm2\u005f""#, #""pm2\u005f50""#]),
      (
        "humidity", [#""humidity""#, #""humidit\u0079""#],
        [#""Humidity""#, #""humiditY""#, #""humidit""#, #""humidity2""#]
      ),
      (
        "relative_humidity", [#""relative_humidity""#],
        [
          #""Relative_humidity""#, #""relative-humidity""#, #""relative_humiditY""#, #""relative_humidit""#,
          #""relative_humidity_2m""#,
        ]
      ),
      ("a/\"b\\", [#""a/\"b\\""#, #""a\/\u0022b\u005c""#], [#""a/\"b""#, #""a/\\b\\""#]),
      ("\u{E9}", ["\"\u{E9}\"", #""\u00e9""#], ["\"e\u{301}\"", #""e\u0301""#, #""\u00c9""#, #""e""#]),
      ("\u{1F600}", ["\"\u{1F600}\"", #""\ud83d\uDE00""#], [#""\ud83d\ude01""#, "\"\u{1F601}\""]),
    ]
    for (name, same, others) in cases {
      for (index, written) in (same + others).enumerated() {
        var found: Int64?
        try Self.rows("[{\(written):1}]", [name]) { row throws(AQError) in found = try? row.int(0) }
        #expect(found == (index < same.count ? 1 : nil), "\(written) read as “\(name)”")
      }
    }
  }

  @Test("a name isn't found where the escapes that it needs are missing")
  func namesWithoutEscapes() {
    for name in ["a\"b", "a\\", "a\n"] {
      #expect(throws: AQError.self, "\(name.debugDescription)") {
        try Self.rows("[{\"\(name)\":1}]", [name]) { row throws(AQError) in _ = row.ordinal }
      }
    }
  }

  @Test("the last value of a repeated name counts, of whatever kind, and no row has an earlier one's values")
  func repeatedNames() throws {
    let text = #"""
      [{"a":1,"a":null},{"a":"x","\u0061":2},{"a":[1],"a":"y"},{"a":3,"b":4},{},{"b":5},6,{"b":7,"a":8}]
      """#
    var kinds: [[AQJSON.Kind]] = []
    var numbers: [[Int64?]] = []
    var texts: [String?] = []
    try Self.rows(text, ["a", "b"]) { row throws(AQError) in
      kinds.append([row.kind, row.kind(0), row.kind(1)])
      numbers.append([try? row.int(0), try? row.int(1)])
      texts.append(try? row.string(0))
    }
    #expect(
      kinds == [
        [.object, .null, .missing], [.object, .number, .missing], [.object, .string, .missing],
        [.object, .number, .number], [.object, .missing, .missing], [.object, .missing, .number],
        [.number, .missing, .missing], [.object, .number, .number],
      ])
    #expect(
      numbers == [[nil, nil], [2, nil], [nil, nil], [3, 4], [nil, nil], [nil, 5], [nil, nil], [8, 7]])
    #expect(texts == [nil, nil, "y", nil, nil, nil, nil, nil])
  }

  @Test(
    "a number in a row is read as alone: as a double, a whole number and a time",
    arguments: [
      "0", "-0", "-0.0", "0e9", "0.1", "12.50", "-12.5e3", "1E5", "1e-5", "12.0", "1.2e1", "1.25e1",
      "179.48953967731958", "9007199254740993", "9223372036854775807", "9223372036854775808",
      "-9223372036854775808", "-9223372036854775809", "10000000000000000000000e-21",
      "123456789012345678901234567890", "0.1000000000000000055511151231257827021181583404541015625",
      "1e22", "1e23", "4.9e-324", "2.4e-324", "1e-999", "1.7976931348623157e308", "1.7976931348623159e308",
      "1e999", "-1e999",
    ])
  func numbers(_ text: String) throws {
    var alone = try AQJSON.Reader(Array(text.utf8))
    let double = (try? alone.double())?.bitPattern
    alone = try AQJSON.Reader(Array(text.utf8))
    let whole = try? alone.int()
    var doubles: [UInt64?] = []
    var wholes: [Int64?] = []
    var times: [Int64?] = []
    var messages: [String] = []
    try Self.rows("[{\"v\":\(text)},{ \"v\" : \(text) }]", ["v"]) { row throws(AQError) in
      doubles.append((try? row.double(0))?.bitPattern)
      wholes.append(try? row.int(0))
      times.append(try? row.instant(0))
      do throws(AQError) { _ = try row.double(0) } catch { messages.append(error.message) }
    }
    #expect(doubles == [double, double])
    #expect(wholes == [whole, whole] && times == wholes)
    let message = "v: expected a number, found one that doesn't fit."
    #expect(
      messages
        == (double == nil ? ["Unexpected JSON at [0].\(message)", "Unexpected JSON at [1].\(message)"] : [])
    )
  }

  @Test("bare words for numbers that aren't finite are null where that is allowed, and nothing else is")
  func notFinite() throws {
    for word in ["nan", "NaN", "-nan", "inf", "-Infinity", "+INF", "infinity", "null"] {
      let text = "[{\"v\":\(word),\"w\":1},{\"w\":2,\"v\": \(word) },\(word)]"
      var kinds: [AQJSON.Kind] = []
      var numbers: [Int64?] = []
      var messages: [String] = []
      try Self.rows(text, ["v", "w"], allowsNaN: true) { row throws(AQError) in
        kinds += [row.kind, row.kind(0)]
        numbers.append(try? row.int(1))
        do throws(AQError) { _ = try row.double(0) } catch { messages.append(error.message) }
      }
      #expect(kinds == [.object, .null, .object, .null, .null, .missing], "\(word)")
      #expect(numbers == [1, 2, nil], "\(word)")
      #expect(
        messages == [
          "Unexpected JSON at [0].v: expected a number, found null.",
          "Unexpected JSON at [1].v: expected a number, found null.",
          "Unexpected JSON at [2]: expected an object, found null.",
        ], "\(word)")
      guard word != "null" else { continue }
      #expect(throws: AQError.self, "\(word)") { try Self.rows(text, ["v", "w"]) { _ in } }
    }
    for word in ["nanx", "in", "infinit", "+1", "-", "+", "--1", "nul", "NaN(1)"] {
      #expect(throws: AQError.self, "\(word)") {
        try Self.rows("[{\"v\":\(word)}]", ["v"], allowsNaN: true) { _ in }
      }
    }
  }

  @Test("strings are read as written, even in a part of the bytes, and never beyond its end")
  func strings() throws {
    let text = #"[{"s":"","t":"\u00e9\n\"\\"},{"s":"é","t":"2026-08-01T06:00Z"},{"t":"x","s":"\/"}]"#
    let bytes = Array("[1] \(text) [2]".utf8)
    let range = 4..<(bytes.count - 4)
    var reader = try AQJSON.Reader(bytes, in: range)
    var found: [String] = []
    var messages: [String] = []
    try reader.rows(["s", "t"]) { row throws(AQError) in
      found += [try row.string(0), try row.string(1)]
      do throws(AQError) { _ = try row.instant(1) } catch { messages.append(error.message) }
    }
    try reader.end()
    #expect(found == ["", "é\n\"\\", "é", "2026-08-01T06:00Z", "/", "x"])
    #expect(messages.count == 2)
    #expect(
      messages.first
        == "The JSON is malformed at [0].t, byte 17, line 1, column 18: the text is not a time in ISO 8601.")
    for end in range {
      var cut = try AQJSON.Reader(bytes, in: range.lowerBound..<end)
      #expect(throws: AQError.self, "\(end)") { try cut.rows(["s", "t"]) { _ in } }
    }
  }
}
