#if NIO
  import AQKit
  import NIOCore
  import NIOPosix
  import NIOSSL

  extension AQError {
    /// Returns the error for a failure of a socket, of TLS or of name look-up.
    static func transport(_ error: any Error, isOpen: Bool) -> AQError {
      if let known = error as? AQError { return known }
      switch error {
      case let failed as NIOConnectionError:
        return connection(failed)
      case NIOSSLError.handshakeFailed(let reason):
        return tls(reason, cause: error)
      case NIOSSLError.unableToValidateCertificate, NIOSSLError.noCertificateToValidate,
        NIOSSLError.cannotFindPeerIP, is NIOSSLExtraError:
        return untrusted(error)
      case let failed as IOError where failed.errnoCode == ECONNREFUSED:
        return AQError(.unreachable, "The server refused the connection.", cause: error)
      case _ where isTimeout(error):
        return AQError(
          .timedOut,
          isOpen
            ? "The server doesn't reply any more; the connection is considered dead."
            : "The server did not accept the connection in time.",
          cause: error)
      case let failed as BoringSSLError where !isOpen:
        // With TLS 1.3, a server demands a client certificate only after the client's side of the handshake.
        return tls(failed, cause: error)
      default:
        return AQError(
          .unreachable,
          isOpen
            ? "The connection broke: the server left without closing the feed."
            : "The connection broke during the handshake.", cause: error)
      }
    }

    private static func untrusted(_ error: any Error) -> AQError {
      AQError(.untrusted, "The server's certificate can't be trusted.", cause: error)
    }

    private static func isTimeout(_ error: any Error) -> Bool {
      if case ChannelError.connectTimeout = error { return true }
      return (error as? IOError)?.errnoCode == ETIMEDOUT
    }

    private static func connection(_ failed: NIOConnectionError) -> AQError {
      if failed.connectionErrors.isEmpty {
        return AQError(.unreachable, "The server's name was not found.", cause: failed)
      }
      let reasons = failed.connectionErrors.map(\.error)
      if reasons.contains(where: { ($0 as? IOError)?.errnoCode == ECONNREFUSED }) {
        return AQError(.unreachable, "The server refused the connection.", cause: failed)
      }
      if reasons.allSatisfy(isTimeout) {
        return AQError(.timedOut, "The server did not accept the connection in time.", cause: failed)
      }
      return AQError(.unreachable, "There is no route to the server.", cause: failed)
    }

    /// Returns the error for TLS: an untrusted certificate, or else a server without TLS or without anything acceptable.
    private static func tls(_ reason: BoringSSLError, cause: any Error) -> AQError {
      let text =
        switch reason {
        case .syscallError, .zeroReturn: "EOF during handshake"
        case .sslError(let stack): "\(stack)"
        default: ""
        }
      func says(_ words: String...) -> Bool { words.contains { text.contains($0) } }
      if says("EOF during handshake") {
        return AQError(.unreachable, "The connection broke during the TLS handshake.", cause: cause)
      }
      if says("CERTIFICATE_VERIFY_FAILED") { return untrusted(cause) }
      if says("ALERT_INTERNAL_ERROR", "ALERT_USER_CANCELLED", "ALERT_CLOSE_NOTIFY") {
        return AQError(.unavailable, "The server broke off the TLS handshake.", cause: cause)
      }
      if says("WRONG_VERSION_NUMBER", "HTTP_REQUEST", "PACKET_LENGTH") {
        return AQError(.malformed, "The server doesn't speak TLS on this port.", cause: cause)
      }
      return AQError(.untrusted, "No secure connection could be negotiated with the server.", cause: cause)
    }
  }
#endif
