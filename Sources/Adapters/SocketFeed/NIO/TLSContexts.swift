#if NIO
  import AQKit
  import NIOSSL

  /// TLS contexts of one connector, so that the system's certificates are read once and not per connection.
  final class TLSContexts: Sendable {
    /// The maximum number of sets of private authorities that are kept.
    private static let capacity = 8
    private struct Key: Hashable {
      let pem: String?
      let offersHTTP: Bool
    }

    private let contexts = Locked<[Key: NIOSSLContext]>([:])

    /// Returns a context with full verification, against given authorities in PEM or the system's.
    func context(trusting pem: String?, offersHTTP: Bool) throws(AQError) -> NIOSSLContext {
      let key = Key(pem: pem, offersHTTP: offersHTTP)
      if let known = contexts.withLock({ $0[key] }) { return known }
      var configuration = TLSConfiguration.makeClientConfiguration()
      if offersHTTP { configuration.applicationProtocols = ["http/1.1"] }
      let made: NIOSSLContext
      do {
        if let pem {
          let certificates = try NIOSSLCertificate.fromPEMBytes(Array(pem.utf8))
          guard !certificates.isEmpty else { throw NIOSSLError.failedToLoadCertificate }
          configuration.trustRoots = .certificates(certificates)
        }
        made = try NIOSSLContext(configuration: configuration)
      } catch {
        throw AQError(
          .notConfigured,
          pem == nil
            ? "The system's certificates can't be read; give the feed's endpoint trusted certificates."
            : "The feed's trusted certificates hold no certificate in PEM.", cause: error)
      }
      contexts.withLock { contexts in
        if contexts.count >= Self.capacity { contexts = [:] }
        contexts[key] = made
      }
      return made
    }
  }
#endif
