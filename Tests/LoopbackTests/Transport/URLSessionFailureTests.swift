import AQKit
import AQKitURLSession
import Foundation
import Testing

@Suite("URLSessionTransport: the system's failures")
struct URLSessionFailureTests {
  /// Codes of the system before a response, with their meaning.
  static let systemCodes: [(Int, AQError.Code)] = [
    (NSURLErrorTimedOut, .timedOut), (NSURLErrorCannotFindHost, .unreachable),
    (NSURLErrorCannotConnectToHost, .unreachable), (NSURLErrorNetworkConnectionLost, .unreachable),
    (NSURLErrorNotConnectedToInternet, .unreachable), (NSURLErrorCannotParseResponse, .malformed),
    (NSURLErrorHTTPTooManyRedirects, .malformed), (NSURLErrorRedirectToNonExistentLocation, .malformed),
    (NSURLErrorServerCertificateUntrusted, .untrusted), (NSURLErrorBadURL, .invalidRequest),
  ]

  @Test("names what the system's codes mean", arguments: systemCodes)
  func systemCode(code: Int, expected: AQError.Code) {
    let system = NSError(domain: NSURLErrorDomain, code: code)
    let error = FailureTranslation.error(for: system, host: "a.org", hasHead: false)
    #expect(error.code == expected)
    #expect(error.message.contains("a.org"))
  }

  @Test("reports a bad server response as not HTTP, and on Linux, where it is an empty one, as unreachable")
  func badServerResponse() {
    let system = NSError(domain: NSURLErrorDomain, code: NSURLErrorBadServerResponse)
    let error = FailureTranslation.error(for: system, host: "a.org", hasHead: false)
    #if canImport(FoundationNetworking)
      #expect(error.code == .unreachable)
    #else
      #expect(error.code == .malformed)
    #endif
  }
}
