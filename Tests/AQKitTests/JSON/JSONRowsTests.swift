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

  @Test("null, missing and other kinds are told apart, and one bad row leaves the others alone")
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
      ids.append(try? row.int64(0))
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

  @Test("rows inside a document have its path, and the reader goes on behind them")
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
    #expect(try reader.int64() == 5)
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
          #expect((try? row.int64(index)) == (order.contains(name) ? Int64(name.count) : nil))
        }
      }
    }
  }
}
