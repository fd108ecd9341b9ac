package import AQKit

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The conditions under which a request may be sent unchanged.
package enum RequestRule {
  /// Returns the address to request, with its scheme in lower case and without its fragment. Throws
  /// ``AQError/Code/invalidRequest`` for an address that is not an absolute `http` or `https` one, a header that HTTP
  /// doesn't allow, and a `GET` with a body.
  package static func address(of request: TransportRequest) throws(AQError) -> URL {
    guard var parts = components(of: request.url),
      let scheme = parts.scheme?.lowercased(), scheme == "http" || scheme == "https",
      let host = parts.host, !host.isEmpty
    else {
      throw AQError(
        .invalidRequest,
        "The address of a request must be percent-encoded and begin with http:// or https:// and a host.")
    }
    parts.scheme = scheme
    parts.fragment = nil
    guard let url = parts.url, isPort(parts.port) else {
      throw AQError(.invalidRequest, "The address of the request to \(host) can't be read.")
    }
    guard request.method != .get || request.body.isEmpty else {
      throw AQError(.invalidRequest, "The GET request to \(host) has a body, which GET requests can't have.")
    }
    for field in request.headers where !field.isValid {
      throw AQError(
        .invalidRequest, "A header of the request to \(host) has a name or value that HTTP doesn't allow.")
    }
    return url
  }

  /// Returns the parts of an address; nil if it isn't percent-encoded. `URLComponents` before 2023 never encodes by itself.
  private static func components(of address: String) -> URLComponents? {
    if #available(Systems 2023, *) {
      URLComponents(string: address, encodingInvalidCharacters: false)
    } else {
      URLComponents(string: address)
    }
  }

  /// Returns whether a port, if there is one, fits into its 16 bits; libraries end the process on one that doesn't.
  static func isPort(_ port: Int?) -> Bool { port.map((1...65_535).contains) ?? true }
}
