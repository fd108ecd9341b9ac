/// What has to be said before a feed sends its messages, step by step; it is gone through on each connection anew, so that
/// subscriptions are never lost.
///
/// ```swift
/// FeedHandshake([
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
/// Messages that no step matches are decoded once the handshake is over, in the order of their arrival. The whole has to be
/// over within ``FeedOptions/handshakeTimeout``, and before ``FeedEndpoint/maximumBufferedBytes`` of messages have come.
public struct FeedHandshake: Sendable {
  /// The steps, in order.
  public var steps: [Step]
  /// What is said again and again while the connection stands.
  public var renewal: Renewal?

  /// Makes a handshake.
  public init(_ steps: [Step], renewal: Renewal? = nil) {
    self.steps = steps
    self.renewal = renewal
  }

  /// One step of a handshake.
  public struct Step: Sendable {
    enum Action: Sendable {
      case send(@Sendable (inout FeedSession) throws -> FeedMessage?)
      case wait(String, @Sendable (FeedMessage, inout FeedSession) throws -> FeedReply)
    }

    let action: Action

    /// Sends a message; none where the closure returns nil.
    public static func send(_ make: @escaping @Sendable (inout FeedSession) throws -> FeedMessage?) -> Step {
      Step(action: .send(make))
    }

    /// Waits for a message.
    ///
    /// - Parameters:
    ///   - name: What is waited for, as it stands in an error: “the authorisation”.
    ///   - judge: Says what a message is. A message on which it throws is ``FeedReply/other``.
    public static func wait(
      for name: String, _ judge: @escaping @Sendable (FeedMessage, inout FeedSession) throws -> FeedReply
    ) -> Step {
      Step(action: .wait(name, judge))
    }
  }

  /// What is said again and again: a lease that lapses, a ping of the application's own protocol.
  public struct Renewal: Sendable {
    /// How often.
    public var interval: Duration
    let make: @Sendable (inout FeedSession) throws -> FeedMessage?

    /// Makes a renewal.
    ///
    /// - Parameters:
    ///   - interval: How often; at least a second.
    ///   - make: Makes the message; none is sent where it returns nil.
    public init(
      every interval: Duration, _ make: @escaping @Sendable (inout FeedSession) throws -> FeedMessage?
    ) {
      self.interval = max(.seconds(1), interval)
      self.make = make
    }
  }
}
