/// Scheme and host of an absolute address, without Foundation. Enough for descriptions and redirect rules.
package struct URLParts: Equatable {
  /// The scheme, lower-case; empty if there is none.
  package let scheme: String
  /// The host, lower-case, without user information or port; empty if there is none, or if the port isn't a number.
  package let host: String
  package let port: Int?

  package init(_ url: String) {
    guard let authority = url.authority, let first = url.leadingScheme,
      url.utf8.distance(from: first.endIndex, to: authority.startIndex) == 3
    else {
      (scheme, host, port) = ("", "", nil)
      return
    }
    scheme = first.lowercased()
    let login = authority.lastIndex(of: UInt8(ascii: "@"))
    let server = login.map { authority[authority.index(after: $0)...] } ?? authority
    let bracket = server.first == UInt8(ascii: "[") ? server.firstIndex(of: UInt8(ascii: "]")) : nil
    let end =
      bracket.map { server.index(after: $0) } ?? server.lastIndex(of: UInt8(ascii: ":")) ?? server.endIndex
    let digits = server[end...].dropFirst()
    // `Int` reads a sign, too.
    let isPort =
      server[end...].first ?? UInt8(ascii: ":") == UInt8(ascii: ":") && digits.count <= 5
      && digits.allSatisfy(\.isDigit)
    host = isPort ? Substring(server[..<end]).lowercased() : ""
    port = isPort ? Int(Substring(digits)) : nil
  }

  package var origin: String { "\(scheme)://\(host)\(port.map { ":\($0)" } ?? "")" }

  package var isWeb: Bool { ["http", "https"].contains(scheme) && !host.isEmpty }

  package var isEncrypted: Bool { ["https", "wss", "tls", "mqtts"].contains(scheme) }

  /// Whether the host is this machine, to which a connection needs no encryption.
  package var isLocal: Bool { ["localhost", "127.0.0.1", "[::1]"].contains(host) }

  /// The port, or that which the scheme implies; nil for a scheme whose usual port isn't known here.
  fileprivate var usualPort: Int? {
    switch scheme {
    case _ where port != nil: port
    case "http", "ws": 80
    case "https", "wss": 443
    default: nil
    }
  }

  /// Compares addresses by their server: the usual port may be left out.
  package static func == (lhs: URLParts, rhs: URLParts) -> Bool {
    (lhs.scheme, lhs.host, lhs.usualPort) == (rhs.scheme, rhs.host, rhs.usualPort)
  }
}

extension [TransportRequest.Header] {
  /// Removes the credentials if a redirect leads to another server, which may be someone else's. On the same one the ports
  /// are the same or, from `http` to `https`, the usual ones.
  package mutating func redirect(from origin: String, to target: String) {
    let (here, there) = (URLParts(origin), URLParts(target))
    let isSamePort = here.usualPort == there.usualPort || here.usualPort == 80 && there.usualPort == 443
    if !here.host.isEmpty, here.host == there.host, isSamePort { return }
    removeAll { field in
      field.isSecret || ["Authorization", "Proxy-Authorization", "Cookie"].contains(where: field.isNamed)
    }
  }
}

extension String {
  /// The scheme with which an address begins, before a colon (RFC 3986 §3.1); nil for a relative address.
  package var leadingScheme: Substring? {
    let scheme = utf8.prefix { $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) }
    let isBeforeColon = utf8[scheme.endIndex...].first == UInt8(ascii: ":")
    return scheme.first?.isLetter == true && isBeforeColon ? Substring(scheme) : nil
  }

  /// The user information, host and port of an address; nil without `://`. It consists of bytes, because a combining mark
  /// after a slash would form one character with it.
  package var authority: Substring.UTF8View? {
    // The standard library's substring search would link its regular-expression engine.
    var rest = utf8[...]
    while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
      rest = rest[rest.index(after: colon)...]
      if rest.starts(with: "//".utf8) { return rest.dropFirst(2).prefix { !"/?#".utf8.contains($0) } }
    }
    return nil
  }

  /// Returns an address with other texts in place of what may hold a secret: its user information with the `@`, and its
  /// query and fragment. A text that isn't an address stays as it is.
  func hidingSecrets(login: String = "", query: String = "") -> String {
    guard let authority else { return self }
    let end = utf8.firstIndex { "?#".utf8.contains($0) } ?? endIndex
    let rest = end < endIndex ? query : ""
    guard authority.startIndex <= end else { return String(Substring(utf8[..<end])) + rest }
    let at = authority.lastIndex(of: UInt8(ascii: "@"))
    let host = at.map { utf8.index(after: $0) } ?? authority.startIndex
    return String(Substring(utf8[..<authority.startIndex])) + (at == nil ? "" : login)
      + String(Substring(utf8[host..<end])) + rest
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
      copy.url = Substring(url.utf8[..<(url.authority?.endIndex ?? url.startIndex)]) + link
    } else if link.hasPrefix("?") {
      copy.url = Substring(url.utf8.prefix { !"?#".utf8.contains($0) }) + link
    } else if here == there, !here.host.isEmpty, !link.utf8.contains(UInt8(ascii: "@")) {
      copy.url = link
    } else {
      throw AQError(.malformed, "A response links to another server, or to an invalid address.")
    }
    let isPlain = copy.url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    guard isPlain else { throw AQError(.malformed, "A response links to an invalid address.") }
    return copy
  }
}
