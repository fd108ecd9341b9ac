/// Percent-encoding of query items by RFC 3986: everything but the unreserved characters is encoded; and its reverse.
package enum PercentEncoding {
  /// Encodes one component. Only `A–Z a–z 0–9 - . _ ~` and the comma stay: lists are written with commas, and RFC 3986
  /// allows them in a query.
  package static func encode(_ text: String) -> String {
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

  /// Decodes one component of a query, in which a plus is a space. A percent sign without two hexadecimal digits stays,
  /// and invalid UTF-8 becomes U+FFFD.
  package static func decode(_ text: Substring) -> String {
    let encoded = Array(text.utf8)
    var bytes: [UInt8] = []
    var at = 0
    while at < encoded.count {
      let byte = encoded[at]
      at += 1
      if byte == UInt8(ascii: "%"), at + 1 < encoded.count, let high = nibble(encoded[at]),
        let low = nibble(encoded[at + 1])
      {
        bytes.append(high << 4 | low)
        at += 2
      } else {
        bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the value of a hexadecimal digit.
  private static func nibble(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }

  private static func hexDigit(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "A") + nibble - 10
  }
}
