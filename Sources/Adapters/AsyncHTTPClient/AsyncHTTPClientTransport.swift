#if AsyncHTTPClient
  public import AQKit
  import AQKitHTTPRules
  public import AsyncHTTPClient
  import NIOSSL

  /// The HTTP transport for servers, on every platform: swift-server's AsyncHTTPClient over SwiftNIO, without cookies, cache
  /// or stored credentials. It requires the package's trait `AsyncHTTPClient`.
  ///
  /// **Use one.** Create one and pass it to a container or a source; copies share the client and its connections, which
  /// are kept open and used again for a minute. A transport is safe to use from any number of tasks at once, and its
  /// client is shut down with the last copy.
  ///
  /// ```swift
  /// let transport = AsyncHTTPClientTransport()
  /// ```
  ///
  /// `AQContainer.liveAsyncHTTPClient` is a container that has one. An application that already has an `HTTPClient` can
  /// share it, and shuts it down itself; see ``init(sharing:maximumRedirects:userAgent:trustedCertificates:)``.
  ///
  /// **What it guards.** The same as `URLSessionTransport`, whose page has the rules: both time-outs, the limit on the body
  /// (which may arrive as gzip or deflate), cancellation, which closes the connection, and redirects, up to
  /// ``Configuration/maximumRedirects``. Header bytes that aren't UTF-8 are read as Latin-1. The header of a response
  /// must be complete within one idle time-out and 64 KiB; trailers are ignored. It uses HTTP/1.1. A request on a kept
  /// connection that had already ended is sent again on another one, but a `POST` only if the server can't have received it.
  ///
  /// **Errors.** ``AQError/Code/timedOut``, ``AQError/Code/tooLarge``, ``AQError/Code/unreachable``,
  /// ``AQError/Code/untrusted``, ``AQError/Code/malformed``, ``AQError/Code/invalidRequest`` and
  /// ``AQError/Code/notConfigured`` as in `Docs/Errors.md`; a response that states two lengths is malformed, and a
  /// truncated one never passes as complete. Messages contain only the host of the address; the cause is an
  /// ``AsyncHTTPClientFailure``, which contains no address.
  public struct AsyncHTTPClientTransport: HTTPTransport {
    private let client: Result<ClientHandle, AQError>
    private let requests: RequestBuilder
    private let maximumRedirects: Int

    /// Creates a transport with a new client.
    ///
    /// A configuration that can't be used shows on the first request, as ``AQError/Code/notConfigured``.
    public init(configuration: Configuration = Configuration()) {
      client = Result { () throws(AQError) in
        ClientHandle(HTTPClient(configuration: try configuration.client()), isOwn: true)
      }
      requests = RequestBuilder(userAgent: configuration.userAgent, tls: nil)
      maximumRedirects = configuration.maximumRedirects
    }

    /// Creates a transport that uses an application's own client, with its connections, its proxy and its threads. The
    /// application shuts the client down when no transport needs it anymore.
    ///
    /// Make the client with ``Configuration/client()``, changed as you like, to have all that the transport promises.
    /// A client that is made otherwise may use HTTP/2, waits up to its own time-outs to connect, and doesn't read Latin-1.
    ///
    /// - Parameters:
    ///   - client: A client that doesn't follow redirects or decompress, since the transport does both by its own rules, and
    ///     that doesn't trace.
    ///   - maximumRedirects: The maximum number of redirects of one request; 0 makes the first one an error.
    ///   - userAgent: The `User-Agent` of requests that don't name one; `AQKit` if nil.
    ///   - trustedCertificates: PEM certificates to trust instead of the client's.
    /// - Throws: ``AQError/Code/notConfigured`` for a client that follows redirects or decompresses, such as
    ///   `HTTPClient.shared`, for one with a tracer, whose spans hold whole addresses with the keys in them, and for
    ///   certificates that can't be read.
    public init(
      sharing client: HTTPClient, maximumRedirects: Int = 5, userAgent: String? = nil,
      trustedCertificates: String? = nil
    ) throws(AQError) {
      try ClientHandle.check(client)
      self.client = .success(ClientHandle(client, isOwn: false))
      requests = RequestBuilder(
        userAgent: userAgent, tls: try trustedCertificates.map(TLSConfiguration.init(trusting:)))
      self.maximumRedirects = maximumRedirects
    }

    /// Sends a request, follows its redirects, and returns the complete response, whatever its status. Runs off the caller's
    /// actor.
    ///
    /// - Throws: An ``AQError`` when no complete response arrived, `CancellationError` when the task was cancelled.
    @concurrent
    public func send(_ request: TransportRequest) async throws -> TransportResponse {
      try Task.checkCancellation()
      let handle = try client.get()
      let timeouts = ExchangeTimeouts(request.timeouts)
      return try await RedirectRule.following(request, atMost: maximumRedirects) { request in
        try await requests.exchange(for: request, timeouts: timeouts).response(by: handle)
      }
    }
  }

  extension AsyncHTTPClientTransport: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable
  {
    /// The name of the type.
    public var description: String { "AsyncHTTPClientTransport" }
    /// The name of the type.
    public var debugDescription: String { description }
    /// A mirror without children: a client's proxy may hold credentials.
    public var customMirror: Mirror { Mirror(self, children: []) }
  }
#endif
