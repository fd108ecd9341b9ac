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
    guard let schemeEnd = url.firstRange(of: "://") else {
      scheme = ""
      host = ""
      port = nil
      return
    }
    scheme = url[..<schemeEnd.lowerBound].lowercased()
    var authority = url[schemeEnd.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    if let at = authority.lastIndex(of: "@") { authority = authority[authority.index(after: at)...] }
    if authority.first == "[", let close = authority.firstIndex(of: "]") {
      host = authority[...close].lowercased()
      port = Int(authority[authority.index(after: close)...].dropFirst())
    } else if let colon = authority.lastIndex(of: ":") {
      host = authority[..<colon].lowercased()
      port = Int(authority[authority.index(after: colon)...])
    } else {
      host = authority.lowercased()
      port = nil
    }
  }
}
