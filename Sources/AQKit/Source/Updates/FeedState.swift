/// The state of a live feed's connection.
public enum FeedState: Hashable, Sendable {
  /// A connection is being opened.
  case connecting
  /// Data flow.
  case live
  /// Connected, but without data since this moment.
  case silent(since: AirTime)
  /// Waiting to connect again, until this moment.
  case waiting(until: AirTime)
  /// Paused by the application.
  case paused
  /// Given up.
  case failed(AQError.Code)
}
