#if AsyncHTTPClient
  import AQKit
  import AQKitHTTPRules
  import AsyncHTTPClient
  import NIOCore
  import NIOHTTP1
  import NIOPosix
  import NIOSSL

  /// Converts the client's errors into AQKit's, keeping only the host of the address.
  enum FailureTranslation {
    /// Returns the error for an exchange that failed. Once the head has arrived, a broken connection means a truncated body.
    static func error(for error: any Error, host: String, hasHead: Bool) -> AQError {
      let failure = AsyncHTTPClientFailure(error)
      if isTimeout(error) {
        return AQError(.timedOut, "\(host) did not respond in time.", cause: failure)
      }
      if hasHead || (error as? HTTPParserError) == .invalidEOFState {
        return ExchangeFault.cut.error(host, failure)
      }
      switch error {
      case let error as HTTPClientError:
        return noResponse(error, host: host, failure: failure)
      case let error as NIOConnectionError where error.connectionErrors.isEmpty:
        return AQError(.unreachable, "The name \(host) can't be found.", cause: failure)
      case let error as IOError where [ECONNRESET, EPIPE, ENOTCONN].contains(error.errnoCode): break
      case is NIOConnectionError, is IOError:
        return AQError(.unreachable, "No connection to \(host) could be made.", cause: failure)
      case is HTTPParserError, is NIOHTTPDecoderError:
        return ExchangeFault.notHTTP.error(host, failure)
      case NIOSSLError.handshakeFailed(let reason) where !isLost(reason):
        return ExchangeFault.untrusted.error(host, failure)
      case NIOSSLError.unableToValidateCertificate, NIOSSLError.noCertificateToValidate,
        NIOSSLError.cannotFindPeerIP, is NIOSSLExtraError, is BoringSSLError:
        return ExchangeFault.untrusted.error(host, failure)
      default: break
      }
      return ExchangeFault.closed.error(host, failure)
    }

    private static func isTimeout(_ error: any Error) -> Bool {
      switch error {
      case ChannelError.connectTimeout: true
      case let error as IOError: error.errnoCode == ETIMEDOUT
      case let error as HTTPClientError:
        [
          .connectTimeout, .readTimeout, .writeTimeout, .deadlineExceeded, .getConnectionFromPoolTimeout,
          .tlsHandshakeTimeout, .socksHandshakeTimeout, .httpProxyHandshakeTimeout,
        ].contains(error)
      default: false
      }
    }

    private static func noResponse(_ error: HTTPClientError, host: String, failure: AsyncHTTPClientFailure)
      -> AQError
    {
      switch error {
      case .alreadyShutdown:
        AQError(
          .notConfigured, "The HTTPClient for \(host) has been shut down.", cause: failure)
      case .proxyAuthenticationRequired:
        AQError(.unauthorized, "The proxy on the way to \(host) requires other credentials.", cause: failure)
      case .invalidProxyResponse:
        AQError(.unreachable, "The proxy can't connect to \(host).", cause: failure)
      case .invalidURL, .emptyHost, .emptyScheme:
        AQError(.invalidRequest, "The address of the request to \(host) can't be read.", cause: failure)
      default: ExchangeFault.closed.error(host, failure)
      }
    }

    /// Returns whether the connection was lost during the handshake, which has nothing to do with trust.
    private static func isLost(_ reason: BoringSSLError) -> Bool {
      switch reason {
      case .syscallError, .zeroReturn: true
      case .sslError(let stack): "\(stack)".contains("EOF during handshake")
      default: false
      }
    }
  }
#endif
