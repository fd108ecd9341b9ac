extension FeedOptions {
  /// The options that ``init(_:)`` reads, for the descriptor of a feed.
  public static let declared: [SourceDescriptor.Option] = [
    option("reconnect", "Whether a lost connection is opened again.", "true"),
    option("reconnectBase", "Maximum delay before the first reconnect, in seconds.", "1"),
    option("reconnectCap", "Maximum reconnect delay, in seconds.", "60"),
    option(
      "reconnectAttempts", "Consecutive reconnect attempts before the feed fails; unlimited by default."),
    option("heartbeat", "Seconds without data before a ping is sent; 0 for never.", "20"),
    option("heartbeatTimeout", "Seconds after a ping before a silent peer is considered gone.", "15"),
    option(
      "handshakeTimeout",
      "Time limit for connecting, and again for the feed's own handshake, in seconds.", "10"),
    option(
      "idleTimeout", "Seconds without any byte before the connection is considered dead; never by default."),
    option(
      "silence", "Seconds without a reading before the feed counts as silent; by its cadence by default."),
    option("toleratedGarbage", "Consecutive unreadable messages before the feed fails.", "100"),
    option(
      "updatesPerMessage",
      "Whether each message becomes a separate update, without merging those that arrive together.", "false"),
    option("flow", "Policy for a busy consumer: back-pressure, latest, newest or oldest.", "back-pressure"),
    option("buffer", "Maximum number of waiting readings with newest and oldest.", "10000"),
    option("patience", "Seconds that a fetch waits for the requested values.", "10"),
    option("maximumMessageSize", "The largest message, in bytes.", "1048576"),
    option(
      "authorization",
      "The value of the Authorization field of the request, such as Bearer and a token.", isSecret: true),
    option("trustedCertificates", "PEM certificates to trust instead of the system's, as text."),
    option("shared", "Whether subscribers share one connection.", "true"),
    option("grace", "Seconds that a shared connection stays open without subscribers.", "30"),
  ]

  @inline(never)
  private static func option(
    _ name: String, _ summary: String, _ defaultValue: String? = nil, isSecret: Bool = false
  ) -> SourceDescriptor.Option {
    SourceDescriptor.Option(name, summary: summary, isSecret: isSecret, defaultValue: defaultValue)
  }

  /// Creates feed options from a configuration; missing ones are as in ``standard``.
  ///
  /// - Throws: ``AQError/Code/notConfigured`` for an invalid value or one out of range.
  public init(_ options: SourceOptions) throws(AQError) {
    self.init()
    if let base = try options.seconds("reconnectBase") { reconnection.base = base }
    if let cap = try options.seconds("reconnectCap") { reconnection.cap = cap }
    if let attempts = try options.count("reconnectAttempts") { reconnection.attempts = attempts }
    if try options.bool("reconnect") == false { reconnection.attempts = 0 }
    if let idle = try options.seconds("heartbeat") {
      let timeout = try options.seconds("heartbeatTimeout") ?? FeedOptions.Heartbeat.standard.timeout
      heartbeat = idle == .zero ? nil : FeedOptions.Heartbeat(idle: idle, timeout: timeout)
    }
    if let timeout = try options.seconds("handshakeTimeout") { handshakeTimeout = timeout }
    silence = try options.seconds("silence")
    if let count = try options.count("toleratedGarbage") { toleratedGarbage = max(1, count) }
    if let separates = try options.bool("updatesPerMessage") { updatesPerMessage = separates }
    if let patience = try options.seconds("patience") { self.patience = patience }
    let buffer = try options.count("buffer") ?? 10_000
    switch options["flow"] {
    case nil, "back-pressure": flow = .backPressure
    case "latest": flow = .latest
    case "newest": flow = .newest(buffer)
    case "oldest": flow = .oldest(buffer)
    default: throw options.misfit("flow", "back-pressure, latest, newest or oldest")
    }
  }
}

extension FeedEndpoint {
  /// Creates an address with the limits that a configuration sets by ``FeedOptions/declared``.
  ///
  /// - Throws: ``AQError/Code/notConfigured`` for an invalid value or one out of range.
  public init(url: String, _ options: SourceOptions) throws(AQError) {
    self.init(url: url)
    if let timeout = try options.seconds("handshakeTimeout") { handshakeTimeout = timeout }
    idleTimeout = try options.seconds("idleTimeout")
    if let size = try options.count("maximumMessageSize") { maximumMessageSize = size }
    if let secret = options.secret("authorization") {
      headers.append(TransportRequest.Header("Authorization", secret: secret))
    }
    trustedCertificates = options["trustedCertificates"]
  }
}

// Not inlined: each option would have its own copy of these functions.
extension SourceOptions {
  /// Returns a number of seconds, not negative; nil if not set.
  @inline(never)
  fileprivate func seconds(_ name: String) throws(AQError) -> Duration? {
    guard let seconds = try double(name) else { return nil }
    guard seconds >= 0, seconds <= 1e9 else { throw misfit(name, "a number of seconds, not negative") }
    return .seconds(seconds)
  }

  /// Returns a whole number, not negative; nil if not set.
  @inline(never)
  fileprivate func count(_ name: String) throws(AQError) -> Int? {
    guard let count = try int(name) else { return nil }
    guard count >= 0 else { throw misfit(name, "a whole number, not negative") }
    return count
  }
}

extension FeedSource {
  /// Returns a feed configured by ``FeedOptions/declared``: shared by its subscribers unless `shared` is false,
  /// paused and resumed by the container's ``AQContainer/ServiceKey/feedControl``. The container also provides the connector,
  /// the clock and the random numbers.
  ///
  /// - Throws: ``AQError/Code/notConfigured`` for an invalid option or a missing service;
  ///   ``AQError/Code/untrusted`` for an unencrypted address that neither the declaration nor the option `url` names
  ///   (``SourceDescriptor/refusal(of:)``).
  public static func configured(
    _ decoder: Decoder, at url: String, in container: AQContainer, _ options: SourceOptions
  ) throws(AQError) -> any AirDataSource {
    // A serial line or a file has no host.
    if options["url"] != url, !URLParts(url).host.isEmpty, let refusal = decoder.descriptor.refusal(of: url) {
      throw refusal
    }
    let source = FeedSource(
      decoder, at: try FeedEndpoint(url: url, options), through: try container[.feedConnector],
      clock: try container[.clock], randomNumbers: try container[.randomNumbers],
      control: try container[.feedControl], options: try FeedOptions(options))
    guard try options.bool("shared") ?? true else { return source }
    return source.sharing(grace: try options.seconds("grace") ?? .seconds(30))
  }
}
