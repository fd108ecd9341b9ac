/// A time in which nothing could be heard, or nothing was.
public struct AirHistoryGap: Hashable, Sendable {
  /// Why.
  public enum Cause: Hashable, Sendable {
    /// There was no connection: it was being opened, or waited to be opened again.
    case disconnected
    /// The application had paused the feed.
    case paused
    /// Connected, but no data came for longer than the feed says is usual.
    case silent
    /// The feed was given up, or the stream failed.
    case failed
    /// The stream ended, or nobody followed it any more.
    case ended
  }

  /// The source that was not heard; nil for all that are recorded without one.
  public var source: SourceID?
  /// When it began.
  public var start: AirTime
  /// When it ended; nil while it lasts.
  public var end: AirTime?
  /// Why.
  public var cause: Cause

  /// Makes a gap.
  public init(source: SourceID? = nil, start: AirTime, end: AirTime? = nil, cause: Cause) {
    self.source = source
    self.start = start
    self.end = end
    self.cause = cause
  }
}

extension AirHistoryGap.Cause {
  /// What a state of the connection means for a history; nil where data can come.
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
