package import AQKit

/// The parts of a feed's address, checked.
package struct FeedAddress: Sendable {
  package let scheme: String
  /// The host to connect to, without the brackets of an IPv6 address.
  package let host: String
  package let port: Int
  /// The value of the `Host` field.
  package let authority: String
  /// Path and query for the request line.
  package let target: String

  /// The schemes that SwiftNIO's connector supports, with their default ports; 0 if the address must state one.
  private static let ports = ["ws": 80, "wss": 443, "http": 80, "https": 443, "tcp": 0, "tls": 0]

  package init(_ url: String) throws(AQError) {
    let parts = URLParts(url)
    guard let usual = Self.ports[parts.scheme] else {
      throw AQError(
        .unsupported,
        "A feed's address must begin with \(Self.ports.keys.sorted().joined(separator: ":// or "))://.")
    }
    // Every byte is written to a request line, and anything but printable ASCII could end that line.
    guard url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw AQError(.invalidRequest, "The feed's address holds characters that must be percent-encoded.")
    }
    let rest = url.drop { $0 != ":" }.dropFirst(3)
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    guard !authority.contains("@") else {
      throw AQError(.invalidRequest, "Put the feed's credentials into a header, not into its address.")
    }
    guard !rest.contains("#") else {
      throw AQError(.invalidRequest, "A feed's address has no fragment (#).")
    }
    let statesPort = authority.last != "]" && authority.contains(":")
    let port = statesPort ? parts.port ?? -1 : usual
    guard (1...65535).contains(port) else {
      throw AQError(.invalidRequest, "The feed's address needs a port between 1 and 65535.")
    }
    let isBracketed = parts.host.hasPrefix("[") && parts.host.hasSuffix("]")
    let host = isBracketed ? String(parts.host.dropFirst().dropLast()) : parts.host
    guard !host.isEmpty, isBracketed || !host.contains(":"), !host.contains("[") else {
      throw AQError(.invalidRequest, "The feed's address has no host.")
    }
    scheme = parts.scheme
    self.host = host
    self.port = port
    self.authority = port == usual ? parts.host : "\(parts.host):\(port)"
    let path = rest.dropFirst(authority.count)
    target = path.isEmpty ? "/" : path.hasPrefix("/") ? String(path) : "/" + path
  }
}
