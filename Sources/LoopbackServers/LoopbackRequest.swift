public import AQKit

/// A request as a loopback server saw it: an HTTP request, or the opening handshake of a WebSocket.
public struct LoopbackRequest: Hashable, Sendable {
  /// The method as written, such as `GET`.
  public var method: String
  /// The target as written: path and query.
  public var target: String
  /// The header fields, in order, as written.
  public var headers: [TransportHeader]
  /// The body, without its transfer coding.
  public var body: [UInt8]
  /// The address that was asked, rebuilt with the server's own scheme, host and port.
  public var url: String

  /// The path as written, without the query.
  public var path: String { String(target.prefix { $0 != "?" }) }

  /// The query as written, without the question mark; empty if there is none.
  public var query: String { String(target.drop { $0 != "?" }.dropFirst()) }

  /// Names and values of the query, percent-decoded, in order.
  public var queryItems: [(name: String, value: String)] {
    query.split(separator: "&").map { item in
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (
        PercentEncoding.decode(parts.first ?? ""), parts.count > 1 ? PercentEncoding.decode(parts[1]) : ""
      )
    }
  }

  /// The first value of a name in the query, percent-decoded.
  public func queryValue(_ name: String) -> String? { queryItems.first { $0.name == name }?.value }

  /// The first value of a header, whatever the case of its name.
  public func header(_ name: String) -> String? { headers.first { $0.isNamed(name) }?.value }
}
