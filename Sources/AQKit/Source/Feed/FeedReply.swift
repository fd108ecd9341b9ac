/// What a message means for the waiting step of a ``FeedHandshake``.
public enum FeedReply: Sendable {
  /// It is the expected message, without readings.
  case matched
  /// It is the expected message and has readings, too: it also goes to the decoder.
  case matchedWithReadings
  /// It is another message: it goes to the decoder, and the step keeps waiting.
  case other
  /// The server refuses. The connection closes with this error; if its retry advice is `never` or `whenChanged`, as for
  /// ``AQError/Code/unauthorized``, the feed ends.
  case refused(AQError)
}
