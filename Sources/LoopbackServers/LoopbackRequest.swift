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
      return (Self.decoded(parts.first ?? ""), parts.count > 1 ? Self.decoded(parts[1]) : "")
    }
  }

  /// The first value of a name in the query, percent-decoded.
  public func queryValue(_ name: String) -> String? { queryItems.first { $0.name == name }?.value }

  /// The first value of a header, whatever the case of its name.
  public func header(_ name: String) -> String? { headers.first { $0.isNamed(name) }?.value }

  private static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      let hex = rest.prefix(2)
      if byte == UInt8(ascii: "%"), hex.count == 2, let value = UInt8(String(Substring(hex)), radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
