/// The sign that shows that a feed is alive, and the longest wait for it.
///
/// A feed may be alive without data: a ping every ten seconds, an empty line, a message `Online`. Without a sign within
/// the deadline the connection is considered dead and a new one is opened.
public struct FeedLiveness: Sendable {
  /// What a message says about whether the measuring device is alive.
  public enum Sign: Hashable, Sendable {
    /// It is alive.
    case alive
    /// The device reports, or is reported, gone: the state becomes ``FeedState/silent(since:)`` at once.
    case gone
    /// Nothing: the message comes from elsewhere.
    case none
  }

  /// The longest time between two signs.
  public var deadline: Duration
  /// Classifies a message.
  public var sign: @Sendable (FeedMessage) -> Sign

  /// A declaration of the sign and its deadline.
  ///
  /// - Parameters:
  ///   - deadline: The longest time between two signs; positive.
  ///   - sign: Classifies a message; by default every message is a sign of life.
  public init(within deadline: Duration, sign: @escaping @Sendable (FeedMessage) -> Sign = { _ in .alive }) {
    self.deadline = max(.milliseconds(1), deadline)
    self.sign = sign
  }
}
