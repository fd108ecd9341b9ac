/// Scheme and host of an absolute address, without Foundation. Enough for descriptions and redirect rules.
package struct URLParts: Equatable {
  /// The scheme, lower-case; empty if there is none.
  package let scheme: String
  /// The host, lower-case, without user information or port; empty if there is none.
  package let host: String
  package let port: Int?

  package init(_ url: String) {
    // A combining mark after a slash forms one character with it, but an address consists of scalars.
    let whole = url.unicodeScalars
    guard let schemeEnd = url.schemeSeparator else {
      (scheme, host, port) = ("", "", nil)
      return
    }
    scheme = Substring(whole[..<schemeEnd.lowerBound]).lowercased()
    var authority = whole[schemeEnd.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    if let at = authority.lastIndex(of: "@") { authority = authority[authority.index(after: at)...] }
    if authority.first == "[", let close = authority.firstIndex(of: "]") {
      host = Substring(authority[...close]).lowercased()
      port = Int(Substring(authority[authority.index(after: close)...].dropFirst()))
    } else if let colon = authority.lastIndex(of: ":") {
      host = Substring(authority[..<colon]).lowercased()
      port = Int(Substring(authority[authority.index(after: colon)...]))
    } else {
      host = Substring(authority).lowercased()
      port = nil
    }
  }
}

extension String {
  /// The first `://`. The standard library's substring search would link its regular-expression engine.
  var schemeSeparator: Range<Index>? {
    var rest = unicodeScalars[...]
    while let colon = rest.firstIndex(of: ":") {
      rest = rest[unicodeScalars.index(after: colon)...]
      if rest.starts(with: "//".unicodeScalars) { return colon..<unicodeScalars.index(colon, offsetBy: 3) }
    }
    return nil
  }

  /// Returns an address with other texts in place of what may hold a secret: its user information with the `@`, and its
  /// query and fragment. A text that isn't an address stays as it is.
  func hidingSecrets(login: String = "", query: String = "") -> String {
    guard let scheme = schemeSeparator else { return self }
    let whole = unicodeScalars
    let end = whole.firstIndex { $0 == "?" || $0 == "#" } ?? whole.endIndex
    let rest = end < whole.endIndex ? query : ""
    guard scheme.upperBound <= end else { return String(Substring(whole[..<end])) + rest }
    let at = whole[scheme.upperBound..<end].prefix { $0 != "/" }.lastIndex(of: "@")
    let host = at.map { whole.index(after: $0) } ?? scheme.upperBound
    return String(Substring(whole[..<scheme.upperBound])) + (at == nil ? "" : login)
      + String(Substring(whole[host..<end])) + rest
  }
}

extension TransportRequest {
  /// Returns the request for a link in the response to this one, such as the next page, with the same method, header
  /// fields and limits.
  ///
  /// A link must lead to the same scheme, host and port, so that a response can't send a credential elsewhere.
  ///
  /// - Parameter link: An absolute address, a path that begins with `/`, or a query that begins with `?`.
  /// - Throws: ``AQError/Code/malformed`` for any other link, and for one that leads elsewhere.
  public func following(_ link: String) throws(AQError) -> TransportRequest {
    let (here, there) = (URLParts(url), URLParts(link))
    var copy = self
    if link.hasPrefix("/"), !link.hasPrefix("//") {
      copy.url = origin + link
    } else if link.hasPrefix("?") {
      copy.url = url.prefix { $0 != "?" && $0 != "#" } + link
    } else if here == there, !here.host.isEmpty, !link.utf8.contains(UInt8(ascii: "@")) {
      copy.url = link
    } else {
      throw AQError(.malformed, "An answer links to another server, or to no address.")
    }
    let isPlain = copy.url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    guard isPlain else { throw AQError(.malformed, "An answer links to no address.") }
    return copy
  }

  private var origin: Substring {
    guard let scheme = url.schemeSeparator else { return "" }
    return url[..<(url[scheme.upperBound...].firstIndex { "/?#".contains($0) } ?? url.endIndex)]
  }
}

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
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      let hex = rest.prefix(2)
      if byte == UInt8(ascii: "%"), hex.count == 2,
        hex.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
        let value = UInt8(String(Substring(hex)), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func hexDigit(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "A") + nibble - 10
  }
}
