import AQKit
import AQKitTesting
import Foundation
import TestRuns
import Testing

@testable import AQKitFixtures

@Suite("A credential") struct CredentialFinderTests {
  private static let secret = "S3CR+T/k\"e\\y=é"

  /// Spellings of the secret in a body that is no JSON.
  private static let spellings: [String] = {
    let encoded = secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    let base64 = Data("user=\(secret)&x".utf8).base64EncodedString()
    return [
      secret, encoded, encoded.lowercased().replacing("s3cr", with: "S3CR").replacing("%2bt", with: "%2BT"),
      encoded.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "",
      #"S3CR+T\/k\"e\\y=é"#, #"S3CR\u002BT\u002fk\u0022e\u005Cy\u003D\u00e9"#,
      #"\u0053\u0033\u0043\u0052\u002BT\/k\"e\\y=\u00e9"#, #"S3CR+T\\\/k\\\"e\\\\y=é"#,
      "S3CR+T&#x2F;k&quot;e&#92;y=&#233;", base64, String(base64.dropFirst(4)),
      Data(secret.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_"),
      "\(secret)\u{301}",
    ]
  }()

  private let finder = CredentialFinder([secret])

  @Test("is found verbatim, percent-encoded, escaped in JSON and HTML, and in Base64", arguments: spellings)
  func found(spelling: String) {
    let text = finder.replaced(in: "before \(spelling) behind")
    // By scalars: a mark after the credential would be part of its last character.
    #expect(text.unicodeScalars.contains("REDACTED".unicodeScalars))
    #expect(text.hasPrefix("before") && text.hasSuffix("behind"))
    #expect(!text.contains("k\"e") && !text.contains("y=") && !text.contains(spelling.prefix(9)), "\(text)")
  }

  @Test("is found in strings and names of JSON, which stays JSON")
  func json() throws {
    for body in [
      #"{"a":"x S3CR+T\/k\"e\\y=\u00e9 y","S3CR\u002bT/k\"e\\y=é":[1,true,null],"n":"\\\/\u0022\n"}"#,
      #"["{\"k\":\"S3CR+T\\\/k\\\"e\\\\y=é\"}"]"#,
    ] {
      let clean = finder.replaced(in: Array(body.utf8))
      let text = String(decoding: clean, as: UTF8.self)
      #expect(text.contains("REDACTED") && !text.contains("S3CR"), "\(text)")
      _ = try JSONSerialization.jsonObject(with: Data(clean))
    }
  }

  @Test("that is a number, or begins with the letter of an escape, leaves JSON valid")
  func ambiguous() throws {
    let finder = CredentialFinder(["123456", "nABC", "true"])
    let body = #"{"a":123456,"b":1234567,"c":0.123456,"d":"123456","e":"\nABC","f":true}"#
    let clean = finder.replaced(in: Array(body.utf8))
    #expect(
      String(decoding: clean, as: UTF8.self)
        == #"{"a":"REDACTED","b":1234567,"c":0.123456,"d":"REDACTED","e":"\nABC","f":"REDACTED"}"#)
    let strings = finder.replaced(in: Array(body.utf8), onlyStrings: true)
    #expect(String(decoding: strings, as: UTF8.self).hasPrefix(#"{"a":123456,"#))
  }

  @Test(
    "is found within a word of text that only begins like JSON",
    arguments: ["[403] The key 'abcd1234' is invalid.", "[login]\ntoken=abcd1234\n", "{key:(abcd1234)}"])
  func almostJSON(text: String) {
    let clean = CredentialFinder(["abcd1234"]).replaced(in: text)
    #expect(clean == text.replacing("abcd1234", with: "REDACTED"))
  }

  @Test("of a login is found even where it was sent as Base64, but a short one isn't searched for")
  func login() {
    let header = "Basic " + Data("me:pass-word".utf8).base64EncodedString()
    #expect(CredentialFinder([header]).replaced(in: "hello pass-word") == "hello REDACTED")
    #expect(CredentialFinder(["abc"]).replaced(in: "abc") == "abc")
  }

  @Test("in a body of endless escapes costs time by its length")
  func linear() {
    for piece in ["\\", "%25", "&#", "S3CR", "\\u0053"] {
      let body = Array(String(repeating: piece, count: TestEffort.of(4_000, heavy: 30_000)).utf8)
      #expect(finder.replaced(in: body) == body)
    }
    for piece in [#"["k":"#, #"["lat":"#, #""lat":[["#, #"{"token":[{"#] {
      let body = Array(String(repeating: piece, count: TestEffort.of(3_000, heavy: 20_000)).utf8)
      #expect(!Redaction().content(body, finder).isEmpty)
    }
  }

  @Test("or a coordinate is searched for in endless backslashes or points in linear time", .computing)
  func growth() {
    let backslashes = Growth(of: { [UInt8](repeating: UInt8(ascii: "\\"), count: $0) }) {
      _ = finder.replaced(in: $0)
    }
    #expect(backslashes.isLinear, "\(backslashes)")
    let points = Growth(of: { [UInt8](repeating: UInt8(ascii: "."), count: $0) }) {
      _ = Redaction.rounding([52.5234], in: $0)
    }
    #expect(points.isLinear, "\(points)")
  }
}
