/// Scheme and host of an absolute address, without Foundation. Enough for descriptions and redirect rules.
package struct URLParts: Equatable {
  /// The scheme, lower-case; empty if there is none.
  package let scheme: String
  /// The host, lower-case, without user information and port; empty if there is none.
  package let host: String
  /// The port as written, or nil.
  package let port: Int?

  /// Splits an address.
  package init(_ url: String) {
    // A combining mark after a slash is one character with it, but an address consists of scalars.
    let whole = url.unicodeScalars
    guard let schemeEnd = url.schemeSeparator else {
      scheme = ""
      host = ""
      port = nil
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
  /// The first `://`. The standard library's search for a text would link its engine of regular expressions.
  var schemeSeparator: Range<Index>? {
    var rest = unicodeScalars[...]
    while let colon = rest.firstIndex(of: ":") {
      rest = rest[unicodeScalars.index(after: colon)...]
      if rest.starts(with: "//".unicodeScalars) { return colon..<unicodeScalars.index(colon, offsetBy: 3) }
    }
    return nil
  }
}
