package import AQKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The rule for the target of a redirect, and for the headers to send there.
package enum RedirectRule {
  /// Sends a request and follows its redirects, up to a limit. `exchange` sends one request and returns its response, even if
  /// it is a redirect. Throws its errors, and an `AQError` when there is one redirect too many, or one leads to a less secure
  /// scheme or has no valid target.
  package nonisolated(nonsending) static func following(
    _ request: TransportRequest, atMost limit: Int,
    _ exchange: (TransportRequest) async throws -> TransportResponse
  ) async throws -> TransportResponse {
    let first = request.host
    var request = request
    var redirects = 0
    // The server to which the request has moved for good. Redirects after a temporary one don't count.
    var movedTo: String?
    var isForGood = true
    while true {
      var response = try await exchange(request)
      guard let next = try next(after: response, to: request) else {
        response.movedTo = movedTo
        return response
      }
      guard next.host == first || request.redirectHosts?.contains(next.host) ?? true else {
        throw AQError(
          .untrusted,
          "\(request.host) redirected to \(next.host), which isn't declared. If the service has moved there, add an endpoint."
        )
      }
      isForGood = isForGood && [301, 308].contains(response.status)
      if isForGood { movedTo = URLParts(next.url).origin }
      redirects += 1
      guard redirects <= limit else {
        throw AQError(.malformed, "\(request.host) redirected more than \(limit) times.")
      }
      request = next
    }
  }

  /// Returns the next request, or nil when the response is not a redirect but final. Throws an `AQError` when the redirect
  /// leads to a less secure scheme or has no valid target.
  package static func next(after response: TransportResponse, to request: TransportRequest) throws
    -> TransportRequest?
  {
    guard [301, 302, 303, 307, 308].contains(response.status), let location = response.header("Location"),
      let origin = URL(string: request.url)
    else { return nil }
    guard let target = URL(string: location, relativeTo: origin)?.absoluteURL,
      let scheme = target.scheme?.lowercased(), let host = target.host, isName(host),
      RequestRule.isPort(target.port)
    else { throw AQError(.malformed, "\(request.host) redirected to an address that can't be read.") }
    guard scheme == "https" || scheme == "http" else {
      throw AQError(.malformed, "\(request.host) redirected to something that is not HTTP.")
    }
    guard scheme == "https" || origin.scheme?.lowercased() == "http" else {
      throw AQError(
        .untrusted,
        "\(request.host) redirected from https to http, which would send the request in clear text.")
    }

    var next = request
    next.url = target.absoluteString
    if response.status == 303 || (response.status < 303 && request.method == .post) {
      next.method = .get
      next.body = []
      for name in ["Content-Type", "Content-Length", "Content-Encoding"] { next.headers.remove(name) }
    }
    next.headers.redirect(from: origin.absoluteString, to: target.absoluteString)
    return next
  }

  /// Returns whether a host, once decoded, contains only allowed characters: letters, digits, and the punctuation of
  /// addresses.
  private static func isName(_ host: String) -> Bool {
    !host.isEmpty
      && host.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || "0123456789.-_:".unicodeScalars.contains($0)
      }
  }
}
