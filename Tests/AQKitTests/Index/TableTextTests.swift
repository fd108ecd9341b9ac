import Foundation
import Testing

@testable import AQKitIndices

/// The reader of the JSON in which index tables are written.
@Suite struct TableTextTests {
  @Test(
    "what isn't JSON is refused",
    arguments: [
      "", " ", "{", "}", "[1,]", "[1 2]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "{\"a\":1 \"b\":2}",
      "01", "-",
      "1.", ".5", "1e", "1e+", "+1", "0x1", "NaN", "Infinity", "1e999", "tru", "nul", "\"", "\"\\x\"",
      "\"\\u12\"",
      "\"\\u+123\"", "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\\udc00\"", "\"a\nb\"", "[1] 2",
      "[\"a\", // no\n1]",
      "{\"a\":1,\"a\":2}", String(repeating: "[", count: 100_000),
      String(repeating: "{\"a\":", count: 100_000),
    ])
  func refused(_ text: String) {
    #expect(throws: DecodingError.self) { try TableText(parsing: text.utf8) }
  }

  @Test("bytes that aren't UTF-8 are refused")
  func notText() { #expect(throws: DecodingError.self) { try TableText(parsing: [0x22, 0xFF, 0x22]) } }

  private struct Everything: Codable, Equatable {
    struct Part: Codable, Equatable { var texts: [String], deep: [[Double?]] }
    enum Word: String, Codable { case one, two }

    var text: String
    var number: Double
    var whole: Int
    var isTrue: Bool
    var absent: String?
    var part: Part
    var words: [Word]
    var byWord: [String: Double]
  }

  @Test("values are read as Foundation reads them")
  func values() throws {
    let value = Everything(
      text: "a\"\\/\u{8}\u{C}\n\r\t\u{1}µ🌫é", number: -12.5e-7, whole: 1_234_567_890_123, isTrue: true,
      part: .init(texts: ["", "日本"], deep: [[1, nil, 0.1], []]), words: [.two, .one],
      byWord: ["": 0, "x": 1e300])
    let encoder = JSONEncoder()
    for formatting in [JSONEncoder.OutputFormatting(), .prettyPrinted] {
      encoder.outputFormatting = formatting
      #expect(try TableDecoder.decode(Everything.self, from: encoder.encode(value)) == value)
    }
    let escaped = "{\"a\":\"\\u00b5\\ud83c\\udf2b\\/\"}"
    #expect(try TableDecoder.decode([String: String].self, from: escaped.utf8) == ["a": "µ🌫/"])
  }

  @Test(
    "a wrong type is named with its location",
    arguments: [
      ("{\"a\":[1,\"2\"]}", "a.1"), ("{\"a\":null}", "a"), ("{\"a\":{}}", "a"), ("{\"a\":[true]}", "a.0"),
    ])
  func mismatch(_ text: String, _ place: String) throws {
    let error = try #require(throws: DecodingError.self) {
      try TableDecoder.decode([String: [Double]].self, from: text.utf8)
    }
    guard case .typeMismatch(_, let context) = error else { throw error }
    #expect(context.codingPath.map(\.stringValue).joined(separator: ".") == place)
  }
}
