/// Percent-encoding of query items by RFC 3986: everything but the unreserved characters is encoded; and its reverse.
package enum PercentEncoding {
  /// Encodes one component. Only `A–Z a–z 0–9 - . _ ~` and the comma stay: lists are written with commas, and RFC 3986
  /// allows them in a query.
  package static func encode(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      if byte.isLetter || byte.isDigit || "-._~,".utf8.contains(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), .hexDigit(byte >> 4), .hexDigit(byte & 0xF)]
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
      if byte == UInt8(ascii: "%"), at + 1 < encoded.count, let high = encoded[at].hexValue,
        let low = encoded[at + 1].hexValue
      {
        bytes.append(high << 4 | low)
        at += 2
      } else {
        bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
