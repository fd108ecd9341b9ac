#if AsyncHTTPClient
  public import AQKit
  public import AsyncHTTPClient
  import NIOCore
  import NIOSSL

  extension AsyncHTTPClientTransport {
    /// The settings of a transport; the defaults suit a server.
    ///
    /// Time-outs and the limit on the body belong to each request.
    public struct Configuration: Hashable, Sendable {
      /// The maximum number of concurrent connections to one host; at least 1, 32 by default. The idle time-out of a
      /// request runs while it waits for a connection.
      public var maximumConnectionsPerHost: Int
      /// The maximum number of redirects of one request; 0 makes the first one an error. 5 by default.
      public var maximumRedirects: Int
      /// The `User-Agent` of requests that don't name one; nil, the default, sends `AQKit`.
      public var userAgent: String?
      /// PEM certificates to trust instead of the system's, such as a private authority's; nil, the default, trusts the
      /// system's.
      public var trustedCertificates: String?
      /// The proxy for requests; nil, the default, means none. Environment variables are ignored.
      public var proxy: Proxy?
      /// The longest time to wait for a connection, whether it is being made (with proxy and TLS) or in use by another
      /// request; a request's own time-outs may end it sooner. 120 s by default.
      public var connectTimeout: Duration
      /// The time that a connection without a request is kept open for the next one. A minute by default.
      public var keepAlive: Duration

      /// Creates a configuration.
      public init(
        maximumConnectionsPerHost: Int = 32, maximumRedirects: Int = 5, userAgent: String? = nil,
        trustedCertificates: String? = nil, proxy: Proxy? = nil, connectTimeout: Duration = .seconds(120),
        keepAlive: Duration = .seconds(60)
      ) {
        self.maximumConnectionsPerHost = maximumConnectionsPerHost
        self.maximumRedirects = maximumRedirects
        self.userAgent = userAgent
        self.trustedCertificates = trustedCertificates
        self.proxy = proxy
        self.connectTimeout = connectTimeout
        self.keepAlive = keepAlive
      }

      /// Returns the configuration for an `HTTPClient` that a transport can share and that keeps all of its promises; you
      /// may change everything except redirects, decompression, tracing, the HTTP version and the HTTP/1.1 initializer.
      ///
      /// - Throws: ``AQError/Code/notConfigured`` for certificates that can't be read.
      public func client() throws(AQError) -> HTTPClient.Configuration {
        var client = HTTPClient.Configuration(redirectConfiguration: .disallow, decompression: .disabled)
        client.httpVersion = .http1Only
        client.timeout = HTTPClient.Configuration.Timeout(connect: TimeAmount(bounding: connectTimeout))
        client.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = min(
          max(maximumConnectionsPerHost, 1), 10_000)
        client.connectionPool.idleTimeout = TimeAmount(bounding: keepAlive)
        client.connectionPool.retryConnectionEstablishment = false
        client.proxy = proxy?.client
        // A span would hold the whole address, with the keys and the coordinates in it.
        client.tracing.tracer = nil
        if let trustedCertificates {
          client.tlsConfiguration = try TLSConfiguration(trusting: trustedCertificates)
        }
        client.http1_1ConnectionDebugInitializer = { HeadReader.install(on: $0) }
        return client
      }
    }
  }

  extension TLSConfiguration {
    /// Creates a client's configuration that trusts the certificates in a PEM text instead of the system's. Throws
    /// ``AQError/Code/notConfigured`` when the text contains no PEM certificate.
    init(trusting pem: String) throws(AQError) {
      self = .makeClientConfiguration()
      do {
        let certificates = try NIOSSLCertificate.fromPEMBytes(Array(pem.utf8))
        guard !certificates.isEmpty else { throw NIOSSLError.failedToLoadCertificate }
        trustRoots = .certificates(certificates)
      } catch {
        throw AQError(
          .notConfigured, "The transport's trusted certificates contain no PEM certificate.",
          cause: AsyncHTTPClientFailure(error))
      }
    }
  }

  extension TimeAmount {
    /// Creates a duration between a millisecond and ten years.
    init(bounding duration: Duration) {
      self.init(min(max(duration, .milliseconds(1)), .seconds(10 * 365 * 86_400)))
    }
  }
#endif
