extension FeedOptions {
  /// The steps before a feed sends its messages, repeated on each connection so that subscriptions are never lost.
  ///
  /// ```swift
  /// let handshake = FeedOptions.Handshake([
  ///   .wait(for: "the request to authorise") { message, _ in
  ///     try message.json()["type"].string() == "auth_required" ? .matched : .other
  ///   },
  ///   .send { _ in FeedMessage(text: #"{"type":"auth","access_token":"\#(token.exposed)"}"#) },
  ///   .wait(for: "the authorisation") { message, _ in
  ///     switch try message.json()["type"].string() {
  ///     case "auth_ok": .matched
  ///     case "auth_invalid": .refused(AQError(.unauthorized, "The server refuses the token."))
  ///     default: .other
  ///     }
  ///   },
  ///   .send { session in FeedMessage(text: #"{"id":\#(session.nextID()),"type":"subscribe_events"}"#) },
  /// ])
  /// ```
  ///
  /// Messages that match no step are decoded after the handshake, in order of arrival. The whole handshake must finish
  /// within ``FeedOptions/handshakeTimeout`` and before ``FeedEndpoint/maximumBufferedBytes`` of messages arrive.
  public struct Handshake: Sendable {
    /// The steps, in order.
    public var steps: [Step]
    /// A message that is repeated while the connection is open.
    public var renewal: Renewal?

    /// Creates a handshake of steps, in order.
    public init(_ steps: [Step], renewal: Renewal? = nil) {
      self.steps = steps
      self.renewal = renewal
    }

    /// A step of a handshake.
    public enum Step: Sendable {
      /// Sends a message, unless the closure returns nil.
      case send(@Sendable (inout FeedOptions.Handshake.Session) throws -> FeedMessage?)
      /// Waits for a message that a closure recognises. If the closure throws, the message is
      /// ``FeedOptions/Handshake/Reply/other``. Errors name the expected message, such as “the authorisation”.
      case wait(
        for: String,
        @Sendable (FeedMessage, inout FeedOptions.Handshake.Session) throws -> FeedOptions.Handshake.Reply)
    }

    /// A message that is repeated: the renewal of a lease, or the ping of an application protocol.
    public struct Renewal: Sendable {
      /// The interval between two messages.
      public var interval: Duration
      let make: @Sendable (inout FeedOptions.Handshake.Session) throws -> FeedMessage?

      /// Creates a renewal at an interval.
      ///
      /// - Parameters:
      ///   - interval: The interval; at least a second.
      ///   - make: Makes the message; nil to send none.
      public init(
        every interval: Duration,
        _ make: @escaping @Sendable (inout FeedOptions.Handshake.Session) throws -> FeedMessage?
      ) {
        self.interval = max(.seconds(1), interval)
        self.make = make
      }
    }
  }
}

extension FeedOptions.Handshake {
  /// The state of a handshake on one connection: the identifiers that it used, and values that its steps keep.
  public struct Session: Sendable {
    /// The query to the feed.
    public let query: AirQuery
    /// The number of the connection in the run, from 1.
    public let connection: Int
    /// The identifier used last; 0 before the first.
    public private(set) var lastID = 0
    private var kept: [String: String] = [:]

    /// Creates a session of a connection, counted from 1.
    public init(query: AirQuery, connection: Int = 1) {
      self.query = query
      self.connection = connection
    }

    /// Returns the next identifier: 1, 2, 3… on each connection.
    public mutating func nextID() -> Int {
      lastID &+= 1
      return lastID
    }

    /// A value that a step keeps by name, such as the server's challenge.
    public subscript(name: String) -> String? {
      get { kept[name] }
      set { kept[name] = newValue }
    }
  }

  /// The meaning of a message to the waiting step of a ``FeedOptions/Handshake``.
  public enum Reply: Sendable {
    /// The message is the expected one, without readings.
    case matched
    /// The message is the expected one and has readings, too: it also goes to the decoder.
    case matchedWithReadings
    /// The message is another one: it goes to the decoder, and the step keeps waiting.
    case other
    /// The server refuses. The connection closes with this error; if its retry advice is `never` or `whenChanged`, as
    /// for ``AQError/Code/unauthorized``, the feed ends.
    case refused(AQError)
  }
}
