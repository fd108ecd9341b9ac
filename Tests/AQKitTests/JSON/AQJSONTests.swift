import AQKit
import Testing

@Suite("A JSON value")
struct AQJSONTests {
  let root: AQJSON

  init() throws {
    root = try AQJSON(
      parsing: #"""
        {
          "latitude": 52.52, "elevation": null, "id": 2950159, "name": "Berl\u00edn \"Mitte\"", "open": true, "shut": false,
          "hourly": {"time": [1790805600, 1790809200, 1790812800], "pm2_5": [12.5, null, -0.25], "note": ["a", 1]},
          "results": [{"name": "a"}, {"name": null}, {}, 7],
          "empty": [], "nothing": {}, "text": " 12.5 ", "big": 1e999, "whole": 12.0, "one": 1
        }
        """#)
  }

  @Test("a property gives the value, or nil for null, another type or nothing")
  func properties() {
    #expect(root["latitude"].doubleValue == 52.52)
    #expect(root["id"].intValue == 2_950_159)
    #expect(root["id"].doubleValue == 2_950_159)
    #expect(root["whole"].intValue == 12)
    #expect(root["name"].stringValue == "Berlín \"Mitte\"")
    #expect(root["open"].boolValue == true)
    #expect(root["shut"].boolValue == false)
    #expect(root["hourly"]["pm2_5"][0].doubleValue == 12.5)
    #expect(root["hourly"]["pm2_5"][2].doubleValue == -0.25)
    for absent in [
      root["elevation"], root["name"], root["hourly"], root["results"], root["open"], root["nowhere"],
    ] {
      #expect(absent.doubleValue == nil)
      #expect(absent.intValue == nil)
    }
    #expect(root["latitude"].intValue == nil)
    #expect(root["big"].doubleValue == nil)
    #expect(root["big"].intValue == nil)
    #expect(root["latitude"].stringValue == nil)
    #expect(root["latitude"].boolValue == nil)
    #expect(root["one"].boolValue == nil)
  }

  @Test("null, missing and every other kind are distinguished")
  func kinds() {
    let kinds: [(AQJSON, AQJSON.Kind)] = [
      (root, .object), (root["results"], .array), (root["name"], .string), (root["id"], .number),
      (root["open"], .bool),
      (root["shut"], .bool), (root["elevation"], .null), (root["nowhere"], .missing), (root[0], .missing),
      (root["results"]["name"], .missing), (root["results"][4], .missing), (root["results"][-1], .missing),
      (root["results"][3]["name"], .missing), (root["nowhere"]["at"][3]["all"], .missing),
    ]
    for (value, kind) in kinds {
      #expect(value.kind == kind, "\(value)")
      #expect(value.isNull == (kind == .null))
      #expect(value.isMissing == (kind == .missing))
      #expect((value.ifPresent == nil) == (kind == .null || kind == .missing))
    }
  }

  @Test("a method gives the value, or states where it expected and found what")
  func methods() throws {
    #expect(try root["latitude"].double() == 52.52)
    #expect(try root["id"].int() == 2_950_159)
    #expect(try root["name"].string() == "Berlín \"Mitte\"")
    #expect(try root["open"].bool())
    #expect(try root.require("hourly").require("time").array().count == 3)
    #expect(try root.require("elevation").isNull)
    #expect(try root["elevation"].ifPresent?.double() == nil)
    #expect(try root["latitude"].ifPresent?.double() == 52.52)

    let faults: [(String, () throws -> Void)] = [
      (
        "Unexpected JSON at hourly.pm2_5[1]: expected a number, found null.",
        { _ = try root["hourly"]["pm2_5"][1].double() }
      ),
      ("Unexpected JSON at name: expected a number, found a string.", { _ = try root["name"].double() }),
      (
        "Unexpected JSON at hourly.ozone: expected a number, found nothing: hourly has no member \"ozone\".",
        { _ = try root["hourly"]["ozone"].double() }
      ),
      (
        "Unexpected JSON at hourly.pm2_5[3]: expected a number, found nothing: hourly.pm2_5 has 3 elements.",
        { _ = try root["hourly"]["pm2_5"][3].double() }
      ),
      (
        "Unexpected JSON at nowhere.at[3].all: expected a string, found nothing: the top level has no member \"nowhere\".",
        { _ = try root["nowhere"]["at"][3]["all"].string() }
      ),
      (
        "Unexpected JSON at results[3].name: expected a string, found nothing: results[3] is a number.",
        { _ = try root["results"][3]["name"].string() }
      ),
      (
        "Unexpected JSON at results.name: expected a value, found nothing: results is an array.",
        { _ = try root["results"].require("name") }
      ),
      (
        "Unexpected JSON at [2]: expected a value, found nothing: the top level is an object.",
        { _ = try root.require(2) }
      ),
      (
        "Unexpected JSON at results[1].name: expected a string, found null.",
        { _ = try root["results"][1]["name"].string() }
      ),
      (
        "Unexpected JSON at latitude: expected a whole number, found one with a fraction.",
        { _ = try root["latitude"].int() }
      ),
      (
        "Unexpected JSON at big: expected a number, found one out of range.", { _ = try root["big"].double() }
      ),
      (
        "Unexpected JSON at big: expected a whole number, found one out of range.",
        { _ = try root["big"].int() }
      ),
      ("Unexpected JSON at id: expected a string, found a number.", { _ = try root["id"].string() }),
      ("Unexpected JSON at one: expected true or false, found a number.", { _ = try root["one"].bool() }),
      ("Unexpected JSON at hourly: expected an array, found an object.", { _ = try root["hourly"].elements }),
      ("Unexpected JSON at hourly: expected an array, found an object.", { _ = try root["hourly"].array() }),
      (
        "Unexpected JSON at results: expected an object, found an array.", { _ = try root["results"].members }
      ),
      ("Unexpected JSON: expected a number, found an object.", { _ = try root.double() }),
      (
        "Unexpected JSON at open: expected a country code, found true or false.",
        { throw root["open"].error(expected: "a country code") }
      ),
    ]
    for (message, fault) in faults {
      #expect(throws: AQError(.malformed, message)) { try fault() }
    }
  }

  @Test("numbers in strings, numbers as strings and 0 or 1 are read where the caller accepts them")
  func lenient() throws {
    #expect(try root["text"].double(acceptingText: true) == 12.5)
    #expect(try root["latitude"].double(acceptingText: true) == 52.52)
    #expect(try AQJSON(parsing: #"" 12 ""#).int(acceptingText: true) == 12)
    #expect(try root["id"].string(acceptingNumber: true) == "2950159")
    #expect(try root["name"].string(acceptingNumber: true) == "Berlín \"Mitte\"")
    #expect(try root["one"].bool(acceptingNumber: true))
    #expect(try AQJSON(parsing: "0").bool(acceptingNumber: true) == false)
    for text in [
      #""""#, #""x""#, #""12 x""#, #""1 2""#, #""12,5""#, #""\u0031""#, #""nan""#, "null", "[]", "true",
      #""-""#,
    ] {
      #expect(throws: AQError.self, "\(text)") { try AQJSON(parsing: text).double(acceptingText: true) }
      #expect(throws: AQError.self, "\(text)") { try AQJSON(parsing: text).int(acceptingText: true) }
    }
    #expect(throws: AQError(.malformed, "Unexpected JSON at text: expected a whole number, found a string."))
    {
      try root["text"].int(acceptingText: true)
    }
    #expect(throws: AQError.self) { try AQJSON(parsing: "2").bool(acceptingNumber: true) }
    #expect(throws: AQError.self) { try AQJSON(parsing: "null").string(acceptingNumber: true) }
    #expect(throws: AQError.self) { try AQJSON(parsing: #""12""#).double() }
  }

  @Test("elements and members are visited in the order of the document")
  func sequences() throws {
    let results = try root["results"].elements
    #expect(results.count == 4)
    #expect(results.map(\.kind) == [.object, .object, .object, .number])
    #expect(results.map(\.path) == ["results[0]", "results[1]", "results[2]", "results[3]"])
    #expect(results.first?["name"].stringValue == "a")
    #expect(try root["results"].array().map(\.path) == results.map(\.path))
    #expect(try root["empty"].elements.isEmpty)
    #expect(try root["nothing"].members.isEmpty)
    let members = try root["hourly"].members
    #expect(members.map(\.name) == ["time", "pm2_5", "note"])
    #expect(members.map(\.value.path) == ["hourly.time", "hourly.pm2_5", "hourly.note"])
    #expect(try root.members.map(\.name).first == "latitude")
    #expect(try root.members.map(\.name).last == "one")
    #expect(try root.members.count == 14)
    let twice = try AQJSON(parsing: #"{"a":1,"b":[2,{}],"a":{"c":3}}"#)
    #expect(try twice.members.map(\.name) == ["a", "b", "a"])
    #expect(twice["a"]["c"].intValue == 3)
    #expect(twice["a"]["c"].path == "a.c")
  }

  @Test("a path names every step, with quotation marks where a name isn't plain")
  func paths() throws {
    let root = try AQJSON(
      parsing:
        #"[[1,[2,{"a b":[{"":{"\u00e9\n":[5]}}],"x-y_1":6}]],{"\#(String(repeating: "n", count: 80))":null}]"#
    )
    #expect(root[0][1][1]["a b"][0][""]["é\n"][0].path == #"[0][1][1]["a b"][0][""]["é\n"][0]"#)
    #expect(root[0][1][1]["x-y_1"].path == "[0][1][1].x-y_1")
    #expect(try root[1].members.first?.value.path == #"[1]["\#(String(repeating: "n", count: 60))…"]"#)
    #expect(root.path == "")
    #expect("\(root)" == "an array")
    #expect("\(root[0][0])" == "a number at [0][0]")
    #expect("\(root[9])" == "nothing at [9]")
    let deep = try AQJSON(
      parsing: String(repeating: "[", count: 400) + "1" + String(repeating: "]", count: 400))
    var value = deep
    for _ in 0..<400 { value = value[0] }
    #expect(value.intValue == 1)
    #expect(value.path.count < 100 && value.path.hasPrefix("[0][0][0]") && value.path.contains("…"))
  }

  @Test("the text of a value is as written in the document")
  func rawText() throws {
    #expect(root["latitude"].rawText == "52.52")
    #expect(root["hourly"]["pm2_5"].rawText == "[12.5, null, -0.25]")
    #expect(root["results"].rawText == #"[{"name": "a"}, {"name": null}, {}, 7]"#)
    #expect(root["text"].rawText == #"" 12.5 ""#)
    #expect(root["nowhere"].rawText == "")
    #expect(try AQJSON(parsing: root.rawText).members.count == 14)
  }

  @Test("names are found whatever their escapes, and compared code unit by code unit")
  func names() throws {
    let root = try AQJSON(
      parsing: #"{"a\"b":1,"\u0063d":2,"é":3,"e\u0301":4,"":5,"a":6,"ab":7,"\\":8,"\ud83d\ude00":9}"#)
    #expect(root["a\"b"].intValue == 1)
    #expect(root["cd"].intValue == 2)
    #expect(root["\u{e9}"].intValue == 3)
    #expect(root["e\u{301}"].intValue == 4)
    #expect(root[""].intValue == 5)
    #expect(root["a"].intValue == 6)
    #expect(root["ab"].intValue == 7)
    #expect(root["\\"].intValue == 8)
    #expect(root["😀"].intValue == 9)
    for name in ["b", "abc", "A", "c", "\\u0063d", "a\\\"b", "a\"", "😁", "\u{e9} "] {
      #expect(root[name].isMissing, "\(name)")
    }
  }

  @Test("elements of arrays that hold arrays and objects are found by their position too")
  func positions() throws {
    let root = try AQJSON(parsing: #"[1,[2,[3]],{"a":[4]},"5",null,[],{},8]"#)
    #expect(
      (0..<8).map { root[$0].kind } == [.number, .array, .object, .string, .null, .array, .object, .number])
    #expect(root[1][1][0].intValue == 3)
    #expect(root[2]["a"][0].intValue == 4)
    #expect(root[7].intValue == 8)
    #expect(root[8].isMissing)
    #expect(root[.max].isMissing)
    #expect(root[.min].isMissing)
  }

  @Test("with bare nan allowed, nan is null and -1 is still a number")
  func bareNaN() throws {
    let root = try AQJSON(
      parsing: #"{"latitude":nan,"longitude":-nan,"x":[1,-2,NaN,-NaN,null,-0.5],"y":"nan"}"#, allowsNaN: true)
    #expect(root["latitude"].isNull && root["longitude"].isNull)
    #expect(root["latitude"].doubleValue == nil)
    #expect(throws: AQError(.malformed, "Unexpected JSON at longitude: expected a number, found null.")) {
      try root["longitude"].double()
    }
    #expect(try root["x"].elements.map(\.kind) == [.number, .number, .null, .null, .null, .number])
    #expect(try root["x"].doubles().map(\.isNaN) == [false, false, true, true, true, false])
    #expect(root["y"].stringValue == "nan")
    #expect(root["longitude"].rawText == "-nan")
  }

  @Test(
    "a bare word for a non-finite number costs one value, in any case and with any sign",
    arguments: [
      "nan", "NAN", "NaN", "nAn", "-NAN", "+nan", "inf", "-inf", "Inf", "INF", "Infinity", "-INFINITY",
      "+inf",
    ])
  func notFinite(_ word: String) throws {
    let text = #"{"a":\#(word),"b":[1,\#(word),-2, \#(word) ,3],"c":{"d":\#(word)},"e":5}"#
    let root = try AQJSON(parsing: text, allowsNaN: true)
    #expect(root["a"].isNull && root["c"]["d"].isNull && root["e"].intValue == 5)
    #expect(try root["b"].doubles().map(\.isNaN) == [false, true, false, true, false])
    #expect(root["a"].rawText == word)
    var reader = try AQJSON.Reader(Array(#"[\#(word),7]"#.utf8), allowsNaN: true)
    try reader.beginArray()
    _ = try reader.nextElement()
    let (kind, first) = (try reader.kind(), try reader.doubleOrNaN())
    _ = try reader.nextElement()
    let second = try reader.double()
    #expect(kind == .null && first.isNaN && second == 7)
    #expect(throws: AQError.self) { try AQJSON(parsing: text) }
  }
}
