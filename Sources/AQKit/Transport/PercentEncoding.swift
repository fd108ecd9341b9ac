/// Percent-encoding of query items by RFC 3986: everything but the unreserved characters is encoded.
package enum PercentEncoding {
  /// Encodes one component. Only `A–Z a–z 0–9 - . _ ~` stay as they are; a comma too, because lists are
  /// written with it and RFC 3986 allows it in a query.
  static func encode(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"), UInt8(ascii: ","):
        bytes.append(byte)
      default:
        bytes.append(UInt8(ascii: "%"))
        bytes.append(hexDigit(byte >> 4))
        bytes.append(hexDigit(byte & 0xF))
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Joins names and values as `a=1&b=2`.
  package static func form(_ items: [(name: String, value: String)]) -> String {
    items.map { "\(encode($0.name))=\(encode($0.value))" }.joined(separator: "&")
  }

  private static func hexDigit(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "A") + nibble - 10
  }
}
