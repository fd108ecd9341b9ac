/// Scheme and host of an absolute address, found without Foundation. Enough for descriptions and redirect rules.
package struct URLParts: Equatable {
  /// The scheme, lower-case; empty if there is none.
  package let scheme: String
  /// The host, lower-case, without user information and port; empty if there is none.
  package let host: String
  /// The port as written, or nil.
  package let port: Int?

  /// Splits an address.
  package init(_ url: String) {
    // A mark behind a slash is one character with it; an address knows only scalars.
    let whole = url.unicodeScalars
    guard let schemeEnd = whole.firstRange(of: "://".unicodeScalars) else {
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
