extension AirHistory {
  /// A time without data, due to a lost connection, silence or the end of the stream.
  public struct Gap: Hashable, Sendable, Codable {
    /// The cause of a gap.
    public enum Cause: String, Hashable, Sendable, Codable {
      /// The feed wasn't connected: a connection was being opened, or the next attempt was pending.
      case disconnected
      /// The application had paused the feed.
      case paused
      /// Connected, but without data for longer than is usual for the feed.
      case silent
      /// The feed gave up, or the stream failed.
      case failed
      /// The stream ended, or was no longer followed.
      case ended

      /// Creates the cause that a connection state implies; nil if data can arrive.
      init?(_ state: AirUpdate.FeedState) {
        switch state {
        case .live: return nil
        case .silent: self = .silent
        case .paused: self = .paused
        case .failed: self = .failed
        default: self = .disconnected
        }
      }
    }

    /// The source without data; nil for all sources recorded without an identifier.
    public let source: SourceID?
    /// The start of the gap.
    public internal(set) var start: AirTime
    /// The end of the gap; nil while it lasts.
    public internal(set) var end: AirTime?
    /// The cause of the gap.
    public let cause: Cause

    /// Creates a gap; without an end it is still open.
    public init(source: SourceID? = nil, start: AirTime, end: AirTime? = nil, cause: Cause) {
      self.source = source
      self.start = start
      self.end = end
      self.cause = cause
    }
  }
}
