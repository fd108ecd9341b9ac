/// The whole response to one HTTP request: status, headers and the decompressed body.
public struct TransportResponse: Hashable, Sendable {
  /// The HTTP status code.
  public var status: Int
  /// The header fields, in order.
  public var headers: [TransportRequest.Header]
  /// The body, decompressed.
  public var body: [UInt8]
  /// The scheme, host and port of the permanent address of a redirect (301 or 308); nil without one.
  public var movedTo: String?

  /// Creates a response with a body of bytes.
  public init(status: Int, headers: [TransportRequest.Header] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Creates a response with a body of UTF-8 text.
  public init(status: Int, headers: [TransportRequest.Header] = [], text: String) {
    self.init(status: status, headers: headers, body: Array(text.utf8))
  }

  /// Returns the first value of a header; names ignore case.
  public func header(_ name: String) -> String? { headers.value(of: name) }
}

extension TransportResponse: CustomStringConvertible {
  /// Status and size, never the content.
  public var description: String { "HTTP \(status), \(body.count) bytes" }
}
