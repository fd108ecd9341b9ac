import AQKit
import AQKitTesting
import TestRuns
import Testing

@Suite("The shortest text of a double", .computing)
struct ShortestDecimalTests {
  static func text(_ number: Double) -> String {
    var bytes: [UInt8] = []
    ShortestDecimal.append(number, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(
    "numbers are written as JSON spells them",
    arguments: [
      (0, "0"), (-0.0, "-0"), (12, "12"), (-12, "-12"), (12.5, "12.5"), (0.1, "0.1"), (-0.05, "-0.05"),
      (0.0001, "0.0001"), (0.30000000000000004, "0.30000000000000004"), (1013.25, "1013.25"),
      (999_999_999, "999999999"), (1e9, "1000000000"), (123_456_789.1234, "123456789.1234"),
      (1e22, "1e+22"), (.leastNonzeroMagnitude, "5e-324"),
      (1.7976931348623157e308, "1.7976931348623157e+308"), (1e-5, "1e-05"),
      (.nan, "null"), (.infinity, "null"), (-.infinity, "null"),
    ] as [(Double, String)])
  func spelling(number: Double, text: String) {
    #expect(Self.text(number) == text)
  }

  @Test("any double is read back from its text, which has no more digits than the standard library's")
  func roundTrip() {
    let random = AQRandomNumbers(seed: 5)
    var wrong: [String] = []
    for round in 0..<TestEffort.of(2_000, debug: 600, heavy: 20_000) {
      let number =
        switch round % 3 {
        case 0: Double(bitPattern: random.next())
        case 1:
          (random.fraction() * 20_000_000).rounded() / [1, 10, 100, 1_000, 10_000, 100_000][round / 3 % 6]
        default: random.fraction() * 1_000
        }
      guard number.isFinite else { continue }
      let text = Self.text(number)
      let digits = text.prefix { $0 != "e" }.filter(\.isNumber).drop { $0 == "0" }
      let own = number.description.prefix { $0 != "e" }.filter(\.isNumber).drop { $0 == "0" }
      if Double(text) != number || scannedDouble(text) != number || digits.count > own.count {
        wrong.append(text)
      }
    }
    #expect(wrong.isEmpty)
  }
}
