/// The sign by which a feed shows that it is alive, and how long one waits for it.
///
/// A feed may be alive and have nothing to say: a ping every ten seconds, an empty line, a message `Online`. Without a sign
/// within the deadline the connection counts as dead and a new one is opened.
public struct FeedLiveness: Sendable {
  /// What a message says about the life of whoever measures.
  public enum Sign: Hashable, Sendable {
    /// It is alive.
    case alive
    /// It says, or something says for it, that it is gone: the state becomes ``FeedState/silent(since:)`` at once.
    case gone
    /// Nothing: the message comes from somewhere else.
    case none
  }

  /// The longest time between two signs.
  public var deadline: Duration
  /// What a message says.
  public var sign: @Sendable (FeedMessage) -> Sign

  /// Makes a declaration.
  ///
  /// - Parameters:
  ///   - deadline: The longest time between two signs; positive.
  ///   - sign: What a message says; by default every message is a sign of life.
  public init(within deadline: Duration, sign: @escaping @Sendable (FeedMessage) -> Sign = { _ in .alive }) {
    self.deadline = max(.milliseconds(1), deadline)
    self.sign = sign
  }
}
