/// What a message means for the step of a ``FeedHandshake`` that waits for one.
public enum FeedReply: Sendable {
  /// It is what the step waits for, and nothing else.
  case matched
  /// It is what the step waits for, and holds readings too: it goes to the decoder as well.
  case matchedWithReadings
  /// It is something else: it goes to the decoder, and the step waits on.
  case other
  /// The server refuses. The connection is closed with this error; one whose retry advice is
  /// `never` or `whenChanged`, such as
  /// ``AQError/Code/unauthorized``, ends the feed.
  case refused(AQError)
}
