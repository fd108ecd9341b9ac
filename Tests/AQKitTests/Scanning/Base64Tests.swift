import AQKitDecoding
import Foundation
import Testing

@Suite struct Base64Tests {
  @Test("bytes become the same text as Foundation's, and are read back")
  func roundTrip() {
    for count in 0..<70 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ count &* 31) }
      let text = Base64.text(of: bytes)
      #expect(text == Data(bytes).base64EncodedString())
      #expect(Base64.bytes(of: text) == bytes)
    }
  }

  @Test(
    "what isn't Base64 with padding is refused",
    arguments: ["A", "AA", "AAA", "AA=A", "A===", "====", "AA A", "AA-_", "äAAA", "AAAA\n"])
  func refused(_ text: String) { #expect(Base64.bytes(of: text) == nil) }
}
