import AQKit
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Makes the session's request from AQKit's, refusing whatever could not go onto the wire as it stands.
enum URLRequestBuilder {
  /// - Throws: ``AQError/Code/invalidRequest`` for an address that is not an absolute `http` or `https` one, a
  ///   header that HTTP doesn't allow, and a `GET` with a body.
  static func make(_ request: TransportRequest) throws -> URLRequest {
    guard var parts = URLComponents(string: request.url, encodingInvalidCharacters: false),
      let scheme = parts.scheme?.lowercased(), scheme == "http" || scheme == "https",
      let host = parts.host, !host.isEmpty
    else {
      throw AQError(
        .invalidRequest,
        "The address of a request must be percent-encoded and begin with http:// or https:// and a host.")
    }
    parts.scheme = scheme
    parts.fragment = nil
    guard let url = parts.url else {
      throw AQError(.invalidRequest, "The address of the request to \(host) can't be read.")
    }
    guard request.method != .get || request.body.isEmpty else {
      throw AQError(.invalidRequest, "The GET request to \(host) has a body, which GET requests can't have.")
    }
    var urlRequest = URLRequest(
      url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: 864_000)
    urlRequest.httpMethod = request.method.rawValue
    urlRequest.httpShouldHandleCookies = false
    for field in request.headers {
      guard isFieldName(field.name), isFieldValue(field.value) else {
        throw AQError(
          .invalidRequest,
          "A header of the request to \(host) has a name or value that HTTP doesn't allow.")
      }
      urlRequest.addValue(field.value, forHTTPHeaderField: field.name)
    }
    if request.method == .post { urlRequest.httpBody = Data(request.body) }
    return urlRequest
  }

  /// A token of RFC 9110 §5.6.2.
  static func isFieldName(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "a")...UInt8(ascii: "z"):
          true
        default:
          "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }

  /// Visible characters, spaces, tabs and bytes above ASCII, RFC 9110 §5.5: no line break that could begin
  /// another header.
  static func isFieldValue(_ value: String) -> Bool {
    value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
  }
}
