#if AsyncHTTPClient
  import AQKit
  import NIOSSL

  /// The certificates that a client should trust instead of the system's.
  enum TrustRoots {
    /// Returns a TLS configuration that trusts the certificates in a PEM text.
    ///
    /// - Throws: ``AQError/Code/notConfigured`` when the text contains no PEM certificate.
    static func configuration(trusting pem: String) throws(AQError) -> TLSConfiguration {
      var configuration = TLSConfiguration.makeClientConfiguration()
      do {
        let certificates = try NIOSSLCertificate.fromPEMBytes(Array(pem.utf8))
        guard !certificates.isEmpty else { throw NIOSSLError.failedToLoadCertificate }
        configuration.trustRoots = .certificates(certificates)
      } catch {
        throw AQError(
          .notConfigured, "The transport's trusted certificates hold no certificate in PEM.",
          cause: AsyncHTTPClientFailure(error))
      }
      return configuration
    }
  }
#endif
