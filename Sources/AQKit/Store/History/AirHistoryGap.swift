/// A time without data, because of no connection, silence or the end of the stream.
public struct AirHistoryGap: Hashable, Sendable {
  /// Why.
  public enum Cause: Hashable, Sendable {
    /// No connection: it was being opened, or the next attempt was pending.
    case disconnected
    /// The application had paused the feed.
    case paused
    /// Connected, but without data for longer than is usual for the feed.
    case silent
    /// The feed was given up, or the stream failed.
    case failed
    /// The stream ended, or nobody followed it.
    case ended
  }

  /// The source without data; nil for all sources recorded without an identifier.
  public var source: SourceID?
  /// When it began.
  public var start: AirTime
  /// When it ended; nil while it lasts.
  public var end: AirTime?
  /// Why.
  public var cause: Cause

  /// A gap; without an end it is still open.
  public init(source: SourceID? = nil, start: AirTime, end: AirTime? = nil, cause: Cause) {
    self.source = source
    self.start = start
    self.end = end
    self.cause = cause
  }
}

extension AirHistoryGap.Cause {
  /// The cause that a connection state implies; nil if data can arrive.
  init?(_ state: FeedState) {
    switch state {
    case .live: return nil
    case .silent: self = .silent
    case .paused: self = .paused
    case .failed: self = .failed
    default: self = .disconnected
    }
  }
}
