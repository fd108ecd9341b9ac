import AQKit
import AQKitAsyncHTTPClient
import AQKitURLSession
import LoopbackServers
import Testing

/// The HTTP transports that this build has; one suite of tests runs over all of them.
///
/// Time-outs and the limit on the body belong to each `TransportRequest`.
enum TransportUnderTest: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case urlSession = "URLSessionTransport"
  #if AsyncHTTPClient
    case asyncHTTPClient = "AsyncHTTPClientTransport"
  #endif

  var testDescription: String { rawValue }

  /// Whether ``make(maximumConnectionsPerHost:maximumRedirects:userAgent:trustedCertificates:)`` takes certificates
  /// to trust. `URLSession` trusts the system's alone.
  var takesTrustedCertificates: Bool { self != .urlSession }

  /// Whether it stops a compressed body that expands faster than it is consumed (Decisions/0002).
  var endsBombs: Bool {
    #if canImport(FoundationNetworking)
      self != .urlSession
    #else
      true
    #endif
  }

  /// Makes a transport with separate connections, patient if a request has the standard time-outs.
  ///
  /// - Parameter trustedCertificates: PEM certificates to trust instead of the system's; nil trusts the system's.
  func make(
    maximumConnectionsPerHost: Int = 32, maximumRedirects: Int = 5, userAgent: String? = nil,
    trustedCertificates: String? = nil
  ) throws -> any HTTPTransport {
    guard trustedCertificates == nil || takesTrustedCertificates else {
      throw AQError(.unsupported, "\(rawValue) takes no certificates to trust.")
    }
    switch self {
    case .urlSession:
      return PatientTransport(
        URLSessionTransport(
          configuration: .init(
            maximumConnectionsPerHost: maximumConnectionsPerHost, maximumRedirects: maximumRedirects,
            userAgent: userAgent)))
    #if AsyncHTTPClient
      case .asyncHTTPClient:
        return PatientTransport(
          AsyncHTTPClientTransport(
            configuration: .init(
              maximumConnectionsPerHost: maximumConnectionsPerHost, maximumRedirects: maximumRedirects,
              userAgent: userAgent, trustedCertificates: trustedCertificates)))
    #endif
    }
  }

  /// Whether the cause of an error is the transport's own, which holds no address; if the transport found the fault itself,
  /// there may be none.
  func isOwn(_ cause: (any Error)?) -> Bool {
    switch self {
    case .urlSession: cause is URLSessionFailure
    #if AsyncHTTPClient
      case .asyncHTTPClient: cause == nil || cause is AsyncHTTPClientFailure
    #endif
    }
  }
}
