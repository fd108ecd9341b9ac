/// One open connection of a live feed.
///
/// One task receives; any task may send, ping or close. A connection that is released without being closed closes
/// its socket.
public protocol FeedConnection: AnyObject, Sendable {
  /// Waits for the next messages and returns all that have arrived, at least one, or nil when the peer closed in
  /// an orderly way.
  ///
  /// A connector bounds what it buffers and stops reading from the socket while nobody receives.
  ///
  /// - Throws: An ``AQError`` when the connection broke or the peer violated the protocol or a limit, and
  ///   `CancellationError` when the task was cancelled, which also closes the connection.
  func receive() async throws -> [FeedMessage]?

  /// Sends one message.
  func send(_ message: FeedMessage) async throws

  /// Sends a sign of life that the peer has to answer, where the protocol has one; else does nothing.
  func ping() async throws

  /// Closes the connection in an orderly way, waiting a short, bounded time for the peer.
  func close(_ code: FeedCloseCode) async
}
