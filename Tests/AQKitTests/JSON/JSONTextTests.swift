import AQKit
import TestRuns
import Testing

@Suite("Writing JSON")
struct JSONTextTests {
  @Test("commas stand between values and nowhere else")
  func commas() throws {
    var json = JSONText()
    json.object {
      $0.member("a", 1)
      $0.member("b", "x")
      $0.object("c") { _ in }
      $0.array("d") {
        $0.value(1)
        $0.null()
        $0.array { _ in }
        $0.object { $0.member("e", true) }
        $0.value([Double]())
      }
      $0.member("f", [1.5, .nan, -0.25])
      $0.member("g", 0.1)
      $0.name("h")
      $0.value(json: "[1, 2]".utf8)
    }
    let expected =
      #"{"a":1,"b":"x","c":{},"d":[1,null,[],{"e":true},[]],"f":[1.5,null,-0.25],"g":0.1,"h":[1, 2]}"#
    #expect(json.text == expected)
    #expect(try AQJSON(parsing: json.bytes)["f"].doubles()[2] == -0.25)
    json.endLine()
    json.value(2)
    #expect(json.text == expected + "\n2")
    json.removeAll()
    json.value(Int64.min)
    #expect(json.text == "-9223372036854775808")
  }

  @Test("any text is read back as written")
  func strings() throws {
    let control = String(decoding: Array(0...0x7F as ClosedRange<UInt8>), as: UTF8.self)
    for text in ["", "a", "\"", "\\", "\\\"", control, "é€😀\u{2028}\u{FEFF}", "a\u{0}b", "µg/m³"] {
      var json = JSONText()
      json.value(text)
      #expect(try AQJSON(parsing: json.bytes).stringValue == text)
      #expect(!json.bytes.contains { $0 < 0x20 })
      var member = JSONText()
      member.object { $0.member(text, text) }
      #expect(try AQJSON(parsing: member.bytes)[text].stringValue == text)
    }
  }

  @Test("any double is read back with the same bits")
  func doubles() throws {
    let random = AQRandomNumbers(seed: 77)
    var json = JSONText()
    let column =
      (0..<TestEffort.of(5_000, debug: 1_000)).map { _ in Double(bitPattern: random.next()) }
      .filter(\.isFinite) + [0, -0.0, 5, -5.5]
    json.value(column)
    #expect(try AQJSON(parsing: json.bytes).doubles().map(\.bitPattern) == column.map(\.bitPattern))
  }

  @Test("what a closure throws passes through")
  func throwing() {
    struct Stop: Error {}
    var json = JSONText()
    #expect(throws: Stop.self) { try json.array { _ in throw Stop() } }
  }
}
