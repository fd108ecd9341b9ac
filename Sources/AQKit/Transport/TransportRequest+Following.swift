extension TransportRequest {
  /// The request for a link in the answer to this one, such as the next page, with the same method, header fields and
  /// limits.
  ///
  /// A link must lead to the same scheme, host and port, so that an answer can't send a credential elsewhere.
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

  /// Scheme, host and port of the address.
  private var origin: Substring {
    guard let scheme = url.schemeSeparator else { return "" }
    return url[..<(url[scheme.upperBound...].firstIndex { "/?#".contains($0) } ?? url.endIndex)]
  }
}
