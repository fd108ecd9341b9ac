package import AQKit
import AQKitHTTPRules
import Foundation

/// Converts the session's errors into AQKit's, keeping only the host of the address.
package enum FailureTranslation {
  /// Returns the error for a task that failed. Once the head has arrived, a broken connection means a truncated body.
  package static func error(for error: any Error, host: String, hasHead: Bool) -> AQError {
    let system = error as NSError
    let failure = URLSessionFailure(domain: system.domain, code: system.code)
    // Linux gives one code for most of libcurl's errors; they differ in libcurl's text, which is always English.
    let text = system.code == NSURLErrorUnknown ? system.localizedDescription.lowercased() : ""
    return hasHead
      ? cut(failure, text: text, host: host) : noResponse(failure, text: text, host: host)
  }

  private static func cut(_ failure: URLSessionFailure, text: String, host: String) -> AQError {
    switch failure.code {
    case NSURLErrorTimedOut:
      AQError(.timedOut, "\(host) did not finish its response in time.", cause: failure)
    case NSURLErrorDataLengthExceedsMaximum:
      AQError(.tooLarge, "The response of \(host) is larger than the system accepts.", cause: failure)
    case NSURLErrorCannotDecodeRawData, NSURLErrorCannotDecodeContentData,
      NSURLErrorUnknown where text.contains("encoding") && !text.contains("chunk"):
      AQError(.malformed, "The response of \(host) can't be decompressed.", retry: .never, cause: failure)
    default: ExchangeFault.cut.error(host, failure)
    }
  }

  private static func noResponse(_ failure: URLSessionFailure, text: String, host: String) -> AQError {
    switch failure.code {
    case NSURLErrorTimedOut:
      AQError(.timedOut, "\(host) did not respond in time.", cause: failure)
    case NSURLErrorCannotFindHost, NSURLErrorDNSLookupFailed:
      AQError(.unreachable, "The name \(host) can't be found.", cause: failure)
    case NSURLErrorCannotConnectToHost:
      AQError(.unreachable, "No connection to \(host) could be made.", cause: failure)
    case NSURLErrorNotConnectedToInternet, NSURLErrorInternationalRoamingOff, NSURLErrorCallIsActive,
      NSURLErrorDataNotAllowed:
      AQError(.unreachable, "There is no network connection to \(host).", cause: failure)
    case NSURLErrorSecureConnectionFailed, NSURLErrorServerCertificateHasBadDate,
      NSURLErrorServerCertificateUntrusted, NSURLErrorServerCertificateHasUnknownRoot,
      NSURLErrorServerCertificateNotYetValid, NSURLErrorClientCertificateRejected,
      NSURLErrorClientCertificateRequired, NSURLErrorAppTransportSecurityRequiresSecureConnection:
      ExchangeFault.untrusted.error(host, failure)
    case NSURLErrorBadURL:
      AQError(.invalidRequest, "The address of the request to \(host) can't be read.", cause: failure)
    case NSURLErrorUnsupportedURL, NSURLErrorCannotParseResponse:
      // The scheme was checked before; libcurl reports this for a response that isn't HTTP.
      ExchangeFault.notHTTP.error(host, failure)
    #if !canImport(FoundationNetworking)
      // libcurl gives this code for a connection that was closed without a response.
      case NSURLErrorBadServerResponse: ExchangeFault.notHTTP.error(host, failure)
    #endif
    case NSURLErrorHTTPTooManyRedirects, NSURLErrorRedirectToNonExistentLocation:
      AQError(.malformed, "\(host) redirected to an address that can't be requested.", cause: failure)
    case NSURLErrorUnknown where text.contains("transfer closed"):
      ExchangeFault.cut.error(host, failure)
    case NSURLErrorUnknown where text.contains("writing header"):
      AQError(
        .malformed, "\(host) sent a header that the system can't read.", cause: failure)
    case NSURLErrorUnknown where text.contains("header") || text.contains("content-length"):
      ExchangeFault.notHTTP.error(host, failure)
    case NSURLErrorUnknown where isAboutTrust(text):
      ExchangeFault.untrusted.error(host, failure)
    default: ExchangeFault.closed.error(host, failure)
    }
  }

  /// Returns whether libcurl's text is about TLS, and not about a connection that was lost during the handshake.
  private static func isAboutTrust(_ text: String) -> Bool {
    guard !text.contains("reset by peer"), !text.contains("syscall") else { return false }
    return ["ssl", "tls", "certificate"].contains { text.contains($0) }
  }
}
