#if AsyncHTTPClient
  import AQKit
  import AsyncHTTPClient

  /// A client, retained by the copies of the transport and by running exchanges; the last one shuts the transport's own down.
  final class ClientHandle: Sendable {
    let client: HTTPClient
    private let isOwn: Bool

    init(_ client: HTTPClient, isOwn: Bool) { (self.client, self.isOwn) = (client, isOwn) }

    static let followsRedirects = AQError(
      .notConfigured,
      "The shared HTTPClient follows redirects: make it with redirectConfiguration .disallow.")

    deinit {
      // The closure holds the client until all of its connections are closed.
      if isOwn { client.shutdown { _ in } }
    }

    /// Refuses a client that would itself do what the transport guards against.
    ///
    /// A client doesn't expose its configuration, and its rules can't be changed for a single request: a redirect that it
    /// follows would carry an API key to any host. So the configuration is read by reflection; if that fails, each
    /// response is checked for redirects that were followed. Its tracer is accessible.
    static func check(_ client: HTTPClient) throws(AQError) {
      // If an application has no tracer, the client has one without effect.
      guard client.tracer.map({ "\(type(of: $0))" == "NoOpTracer" }) ?? true else {
        throw AQError(
          .notConfigured,
          "The shared HTTPClient writes whole addresses into its traces: make it with tracing.tracer = nil.")
      }
      let configuration = Mirror(reflecting: client).descendant("configuration")
      guard let configuration = configuration as? HTTPClient.Configuration else { return }
      let redirects = Mirror(reflecting: configuration.redirectConfiguration).descendant("mode")
      if let redirects, "\(redirects)" != "disallow" { throw followsRedirects }
      if case .enabled = configuration.decompression {
        throw AQError(
          .notConfigured, "The shared HTTPClient decompresses: make it with decompression .disabled.")
      }
    }
  }
#endif
