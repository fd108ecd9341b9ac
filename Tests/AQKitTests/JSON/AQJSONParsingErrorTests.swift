import AQKit
import Testing

@Suite("The errors of a JSON document")
struct AQJSONParsingErrorTests {
  @Test(
    "the first fault is named, with its byte, line and column",
    arguments: [
      ("[1,\n 2,,3]", "The JSON is malformed at byte 7, line 2, column 4: expected a value, found ','."),
      ("<html><body>", "The JSON is malformed at byte 0, line 1, column 1: expected a value, found '<'."),
      (
        "{\"a\":1}\n\nUnexpected",
        "The JSON is malformed at byte 9, line 3, column 1: expected the end, found 'U'."
      ),
      ("{\"a\":1 2}", "The JSON is malformed at byte 7, line 1, column 8: expected ',' or '}', found '2'."),
      ("[1 2]", "The JSON is malformed at byte 3, line 1, column 4: expected ',' or ']', found '2'."),
      (
        "{a:1}",
        "The JSON is malformed at byte 1, line 1, column 2: expected a member's name in quotation marks, found 'a'."
      ),
      ("{\"a\" 1}", "The JSON is malformed at byte 5, line 1, column 6: expected ':', found '1'."),
      ("[1.x]", "The JSON is malformed at byte 3, line 1, column 4: expected a digit, found 'x'."),
      (
        "[012]", "The JSON is malformed at byte 1, line 1, column 2: a number begins with a superfluous zero."
      ),
      (
        "[\"a\tb\"]",
        "The JSON is malformed at byte 3, line 1, column 4: a string has an unescaped control character."
      ),
      (
        "[\"\\x\"]",
        "The JSON is malformed at byte 2, line 1, column 3: a string has an invalid escape."
      ),
      (
        "[\"\\ud800\"]",
        "The JSON is malformed at byte 2, line 1, column 3: an escape in a string is half a surrogate pair."
      ),
      ("[\u{0}]", "The JSON is malformed at byte 1, line 1, column 2: expected a value, found byte 0x0."),
      ("[nan]", "The JSON is malformed at byte 1, line 1, column 2: expected a value, found 'n'."),
    ])
  func messages(text: String, message: String) {
    #expect(throws: AQError(.malformed, message, retry: .never)) { try AQJSON(parsing: text) }
  }

  @Test("a document cut short says so and may be asked for again at once")
  func cutShort() {
    for text in ["", "[", "[1,", "{\"a", "{\"a\":", "[\"\\u00", "-", "[1.", "tru", "[null", "\"é", "[1,2,3"] {
      #expect {
        try AQJSON(parsing: text)
      } throws: { error in
        guard let error = error as? AQError else { return false }
        let place = "byte \(text.utf8.count), line 1, column \(text.utf8.count + 1)"
        return error == AQError(.malformed, "The JSON is cut short at \(place).", retry: .now)
      }
    }
  }

  @Test("an error names the first byte that isn't UTF-8")
  func notUTF8() {
    let message = "The JSON is malformed at byte 2, line 1, column 3: the bytes of a string are not UTF-8."
    #expect(throws: AQError(.malformed, message)) {
      try AQJSON(parsing: [0x5B, 0x22, 0xC0, 0x80, 0x22, 0x5D])
    }
    let other = "The JSON is malformed at byte 1, line 1, column 2: expected a value, found byte 0xFF."
    #expect(throws: AQError(.malformed, other)) { try AQJSON(parsing: [0x5B, 0xFF, 0x5D]) }
  }

  @Test("nesting beyond the limit is too large, at any depth, without recursion")
  func tooDeep() {
    for opening in ["[", "{\"a\":", "[[1],", "[{\"a\":[1,2.5,null],\"b\":"] {
      let text = String(repeating: opening, count: 100_000)
      for limit in [1, 63, 64, 65, 128, 512] {
        #expect {
          try AQJSON(parsing: text, maximumDepth: limit)
        } throws: {
          ($0 as? AQError)?.code == .tooLarge
        }
      }
      #expect {
        var reader = try AQJSON.Reader(Array(text.utf8))
        try reader.skip()
      } throws: {
        ($0 as? AQError)?.code == .tooLarge
      }
    }
    // Without an effective limit it is merely truncated.
    #expect {
      try AQJSON(parsing: String(repeating: "[", count: 1_000_000), maximumDepth: .max)
    } throws: {
      ($0 as? AQError)?.retry == .now
    }
  }

  @Test("a message never carries the content of a payload")
  func discretion() throws {
    let root = try AQJSON(parsing: #"{"latitude":52.520008,"longitude":"13.404954"}"#)
    #expect {
      try root["longitude"].double()
    } throws: {
      !"\($0)".contains("13.4")
    }
    #expect {
      try root["latitude"].int()
    } throws: {
      !"\($0)".contains("52.5")
    }
    #expect(!"\(root["latitude"])".contains("52.5"))
  }
}
