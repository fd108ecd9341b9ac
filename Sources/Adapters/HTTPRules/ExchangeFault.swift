package import AQKit

/// The faults of an exchange that every transport reports in the same words.
package enum ExchangeFault {
  case closed
  case cut
  case notHTTP
  case tooLarge(limit: Int)
  case untrusted

  /// Returns the error, which names only the host of the address.
  package func error(_ host: String, _ cause: (any Error)? = nil) -> AQError {
    switch self {
    case .closed: AQError(.unreachable, "\(host) closed the connection without a response.", cause: cause)
    case .cut:
      AQError(.malformed, "The response of \(host) broke off before its end.", retry: .now, cause: cause)
    case .notHTTP: AQError(.malformed, "\(host) gave a response that is not HTTP.", cause: cause)
    case .tooLarge(let limit):
      AQError(.tooLarge, "The response of \(host) is larger than the limit of \(limit) bytes.", cause: cause)
    case .untrusted: AQError(.untrusted, "No trusted TLS connection to \(host) could be made.", cause: cause)
    }
  }
}
