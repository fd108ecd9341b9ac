import AQKit
import Testing

@Suite("Percent-encoding")
struct PercentEncodingTests {
  @Test(
    "leaves a percent sign unchanged unless two hexadecimal digits follow",
    arguments: ["%", "%4", "%g1", "%-0", "100%-1", "%é"])
  func notEncoded(_ text: String) {
    #expect(PercentEncoding.decode(text[...]) == text)
  }

  @Test(
    "is undone, and a plus is a space",
    arguments: [("a%20b", "a b"), ("a+b%2B", "a b+"), ("%c3%A9", "é"), ("%+5", "% 5"), ("%FF", "\u{FFFD}")])
  func decoded(_ text: String, _ expected: String) {
    #expect(PercentEncoding.decode(text[...]) == expected)
  }
}
