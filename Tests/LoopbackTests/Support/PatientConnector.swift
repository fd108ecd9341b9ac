#if NIO
  import AQKit
  import AQKitSocketFeed
  import LoopbackServers
  import NIOCore

  /// The connector of feeds, with a handshake time-out that only a hang reaches in place of the standard one: on a busy machine
  /// a loopback server may take longer than an application would wait.
  struct PatientConnector: FeedConnector {
    private let base: NIOFeedConnector

    init(framing: any FeedFraming = LineFraming()) { base = NIOFeedConnector(framing: framing) }

    init(group: any EventLoopGroup) { base = NIOFeedConnector(group: group) }

    func connect(to endpoint: FeedEndpoint) async throws -> any FeedConnection {
      var endpoint = endpoint
      if endpoint.handshakeTimeout == FeedEndpoint(url: "").handshakeTimeout {
        endpoint.handshakeTimeout = .hangGuard
      }
      return try await base.connect(to: endpoint)
    }
  }

  extension FeedOptions {
    /// These options, with the standard time-outs of handshake and heartbeat so long that only a hang meets them.
    var patient: FeedOptions {
      var options = self
      if handshakeTimeout == FeedOptions().handshakeTimeout { options.handshakeTimeout = .hangGuard }
      if heartbeat == .standard { options.heartbeat = Heartbeat(timeout: .hangGuard) }
      return options
    }
  }
#endif
