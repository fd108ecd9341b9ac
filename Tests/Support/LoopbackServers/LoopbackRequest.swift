public import AQKit

/// A request as a loopback server saw it: an HTTP request, or the opening handshake of a WebSocket.
public struct LoopbackRequest: Hashable, Sendable {
  /// The method as written, such as `GET`.
  public var method: String
  /// The target as written: path and query.
  public var target: String
  /// The header fields, in order, as written.
  public var headers: [TransportRequest.Header]
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

  /// Returns the first value of a name in the query, percent-decoded.
  public func queryValue(_ name: String) -> String? { queryItems.first { $0.name == name }?.value }

  /// Returns the first value of a header, in any case of its name.
  public func header(_ name: String) -> String? { headers.first { $0.isNamed(name) }?.value }
}

extension LoopbackRequest {
  /// Whether a page of another site may have sent it: the field `Host` doesn't name this machine's loopback, which gives
  /// away a name that was made to point there, or `Origin` doesn't.
  public var isForeign: Bool {
    let origins = headers.filter { $0.isNamed("Origin") }.map(\.value)
    let hosts = headers.filter { $0.isNamed("Host") }.map(\.value)
    return hosts.count != 1 || !hosts.allSatisfy(Self.isLoopback)
      || !origins.allSatisfy { origin in
        ["http://", "https://"].contains {
          origin.hasPrefix($0) && Self.isLoopback(String(origin.dropFirst($0.count)))
        }
      }
  }

  /// Returns whether a host, with or without a port, is this machine's own.
  private static func isLoopback(_ host: String) -> Bool {
    let name = host.lowercased()
    return ["127.0.0.1", "localhost", "[::1]"].contains { own in
      guard name.hasPrefix(own) else { return false }
      let rest = name.dropFirst(own.count)
      return rest.isEmpty || rest.first == ":" && rest.dropFirst().allSatisfy(\.isNumber)
    }
  }

  /// Reads one request from a connection; nil when the client left or sent something that isn't a request.
  package static func read(from connection: LoopbackConnection, origin: String, withBody: Bool = true)
    async throws
    -> LoopbackRequest?
  {
    guard let head = await connection.read(through: Array("\r\n\r\n".utf8)) else { return nil }
    let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
    let first = lines.first?.split(separator: " ") ?? []
    guard first.count == 3, first[2].hasPrefix("HTTP/1.") else { return nil }
    let headers = lines.dropFirst().compactMap { line -> TransportRequest.Header? in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      return TransportRequest.Header(String(line[..<colon]), line[line.index(after: colon)...].trimmed)
    }
    var request = LoopbackRequest(
      method: String(first[0]), target: String(first[1]), headers: headers, body: [],
      url: origin + String(first[1]))
    guard withBody else { return request }
    if request.header("Expect") != nil { try await connection.write("HTTP/1.1 100 Continue\r\n\r\n") }
    if request.header("Transfer-Encoding")?.lowercased() == "chunked" {
      guard let body = await readChunks(from: connection) else { return nil }
      request.body = body
    } else if let length = request.header("Content-Length").flatMap({ Int($0) }), length > 0 {
      guard let body = await connection.read(exactly: length) else { return nil }
      request.body = body
    }
    return request
  }

  private static func readChunks(from connection: LoopbackConnection) async -> [UInt8]? {
    let lineEnd = Array("\r\n".utf8)
    var body: [UInt8] = []
    while let line = await connection.read(through: lineEnd) {
      let digits = String(
        decoding: line.prefix { $0 != UInt8(ascii: ";") && $0 != lineEnd[0] }, as: UTF8.self)
      guard let size = Int(digits, radix: 16), size >= 0 else { return nil }
      guard size > 0 else {
        while let trailer = await connection.read(through: lineEnd) {
          if trailer == lineEnd { return body }
        }
        return nil
      }
      guard let chunk = await connection.read(exactly: size),
        await connection.read(exactly: 2) == lineEnd
      else { return nil }
      body += chunk
    }
    return nil
  }
}
