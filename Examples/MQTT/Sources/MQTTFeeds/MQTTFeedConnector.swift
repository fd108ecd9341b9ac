import AQKit
import Foundation

/// Subscribes to topics of a broker of MQTT 3.1.1: `mqtt://host` (port 1883) or, over TLS, `mqtts://host` (port
/// 8883).
///
/// ```swift
/// let connector = MQTTFeedConnector(["zigbee2mqtt/#"], credentials: .init(user: "air", password: "…"))
/// let broker = FeedEndpoint(url: "mqtt://broker.local")
/// let source = FeedSource(MQTTFeed(Zigbee2MQTTFeed()), at: broker, through: connector)
/// ```
///
/// A message has its topic and its age (``FeedMessage/age``); ``MQTTFeed`` never shows an old message as new. TLS verifies
/// the broker's certificate and name, against the system's authorities or ``FeedEndpoint/trustedCertificates``. Headers and
/// sub-protocols of the endpoint have no meaning.
///
/// While no task receives, at most ``FeedEndpoint/maximumBufferedBytes`` of messages are buffered, plus one read; then
/// reading stops, and the broker queues messages. It silently drops messages of quality 0 when its own queue is full.
/// ``FeedSource`` takes care of reconnecting: a connection ends with an error, and the next is a new one.
///
/// | what happened | ``AQError/Code`` |
/// |---|---|
/// | refused, reset, name not found, the broker has gone | `unreachable` |
/// | no handshake in time, a peer that doesn't respond to a ping within the keep-alive time | `timedOut` |
/// | a user or a password that the broker refuses, a topic that it denies | `unauthorized` |
/// | the broker says that it isn't available | `unavailable` |
/// | a certificate that can't be trusted | `untrusted` |
/// | trusted certificates without a certificate | `notConfigured` |
/// | another scheme, no host, no topic, an invalid topic or client identifier | `invalidRequest` |
/// | a peer that doesn't speak MQTT, or TLS | `malformed` |
public struct MQTTFeedConnector: FeedConnector {
  /// The topics that are subscribed to.
  public var topics: [Topic]
  /// Whether the broker keeps messages while there is no connection.
  public var session: Session
  /// The time without a packet after which the library pings, and the time for which it waits for the reply; the broker
  /// gives up after one and a half times that. 30 s by default, 5 s at least.
  public var keepAlive: Duration
  /// The user, if the broker asks for one.
  public var credentials: Credentials?

  /// A connector for topics.
  public init(
    _ topics: [Topic], session: Session = .clean, keepAlive: Duration = .seconds(30),
    credentials: Credentials? = nil
  ) {
    self.topics = topics
    self.session = session
    self.keepAlive = keepAlive
    self.credentials = credentials
  }

  /// Connects, subscribes to every topic, and returns once the broker has granted all of them.
  ///
  /// Cancelling returns at once; where the system is looking up the host's name, its thread ends when that does.
  public func connect(to endpoint: FeedEndpoint) async throws -> any FeedConnection {
    let plan = try MQTTPlan(self, endpoint)
    let mailbox = try MQTTMailbox(limit: endpoint.maximumBufferedBytes)
    try Task.checkCancellation()
    Thread.detachNewThread { MQTTClient.run(plan, mailbox) }
    // Released when the next step throws, which ends the thread.
    let connection = MQTTFeedConnection(mailbox)
    try await mailbox.opened()
    return connection
  }
}

extension MQTTFeedConnector {
  /// A filter of topics, such as `tele/+/SENSOR`, and the quality of service that is asked for.
  public struct Topic: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The filter; `+` matches a level, `#` at the end all further levels.
    public var filter: String
    /// The highest quality in which messages are wanted.
    public var quality: Quality

    /// A filter of topics.
    public init(_ filter: String, _ quality: Quality = .atLeastOnce) {
      self.filter = filter
      self.quality = quality
    }

    /// A filter of topics, at least once.
    public init(stringLiteral value: String) { self.init(value) }
  }

  /// The quality of service of messages.
  public enum Quality: Int32, Sendable {
    /// QoS 0: a message may be lost.
    case atMostOnce = 0
    /// QoS 1: a message is repeated until it is acknowledged. Repetitions are flagged like any repeated reading.
    case atLeastOnce = 1
  }

  /// Whether the broker keeps subscriptions and messages while there is no connection.
  public enum Session: Hashable, Sendable {
    /// The broker keeps no messages; the client's identifier differs for each connection.
    case clean
    /// The broker keeps messages of quality 1 under an identifier, which only one connection at a time may have:
    /// let subscribers share it (``FeedSource/sharing(grace:)``).
    case persistent(clientID: String)
  }

  /// A user and a password. Neither is in a description, a log or an error.
  public struct Credentials: Hashable, Sendable {
    /// The user.
    public var user: AirSecret
    /// The password; nil for none.
    public var password: AirSecret?

    /// A user and a password.
    public init(user: AirSecret, password: AirSecret? = nil) {
      self.user = user
      self.password = password
    }
  }
}

/// A connector and an endpoint, checked: all that a connection needs.
struct MQTTPlan: Sendable {
  let endpoint: FeedEndpoint
  let topics: [MQTTFeedConnector.Topic]
  let credentials: MQTTFeedConnector.Credentials?
  let host: String
  let port: Int32
  let isSecured: Bool
  let clientID: String
  let isClean: Bool
  /// The time in seconds.
  let keepAlive: Int32
  /// Whether the host is an address, so that there is only one to try.
  var hasLiteralHost: Bool { host.contains(":") || host.allSatisfy { $0.isNumber || $0 == "." } }

  init(_ connector: MQTTFeedConnector, _ endpoint: FeedEndpoint) throws(AQError) {
    guard let parts = URLComponents(string: endpoint.url), ["mqtt", "mqtts"].contains(parts.scheme),
      let host = parts.host, !host.isEmpty
    else { throw AQError(.invalidRequest, "A broker's address is mqtt://HOST or mqtts://HOST.") }
    guard parts.user == nil, parts.password == nil, ["", "/"].contains(parts.path), parts.query == nil,
      parts.fragment == nil
    else {
      throw AQError(
        .invalidRequest, "A broker's address has no user, no topic and no query; the connector has.")
    }
    self.host = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    isSecured = parts.scheme == "mqtts"
    guard let port = Int32(exactly: parts.port ?? (isSecured ? 8883 : 1883)), (1...65_535).contains(port)
    else {
      throw AQError(.invalidRequest, "A broker's port is between 1 and 65535.")
    }
    self.port = port
    guard !connector.topics.isEmpty else { throw AQError(.invalidRequest, "Name a topic to subscribe to.") }
    for topic in connector.topics where !MQTTClient.isFilter(topic.filter) {
      throw AQError(.invalidRequest, "“\(topic.filter.prefix(80))” isn't a filter of topics.")
    }
    topics = connector.topics
    credentials = connector.credentials
    self.endpoint = endpoint
    keepAlive = Int32(min(max(5, connector.keepAlive / .seconds(1)), 65_535))
    switch connector.session {
    case .clean:
      // The standard lets every client have 23 characters (MQTT 3.1.1, 3.1.3.1).
      clientID = "aqkit" + String(UInt64.random(in: .min ... .max), radix: 36)
      isClean = true
    case .persistent(let id):
      guard !id.isEmpty else { throw AQError(.invalidRequest, "A persistent session needs an identifier.") }
      clientID = id
      isClean = false
    }
  }
}
