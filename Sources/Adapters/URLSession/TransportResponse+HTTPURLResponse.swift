import AQKit
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension TransportResponse {
  /// Creates the response with the header fields sorted by name, since the session keeps no order, and without those
  /// that described the compressed body.
  init(_ head: HTTPURLResponse, body: [UInt8]) {
    var fields: [(key: String, field: TransportRequest.Header)] = []
    for case (let name as String, let value as String) in head.allHeaderFields {
      fields.append((name.lowercased(), TransportRequest.Header(name, value)))
    }
    let codings = fields.first { $0.key == "content-encoding" }?.field.value
    if let codings, Self.isDecoded(codings) {
      fields.removeAll { $0.key == "content-encoding" || $0.key == "content-length" }
    }
    fields.sort { $0.key < $1.key }
    self.init(status: head.statusCode, headers: fields.map(\.field), body: body)
  }

  /// Returns whether the session has undone these content codings.
  private static func isDecoded(_ codings: String) -> Bool {
    codings.split(separator: ",").allSatisfy { coding in
      switch coding.lowercased().filter({ $0 != " " }) {
      case "gzip", "x-gzip", "deflate", "br", "identity": true
      #if canImport(FoundationNetworking)
        case "zstd": true
      #endif
      default: false
      }
    }
  }
}
