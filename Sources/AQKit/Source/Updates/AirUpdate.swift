/// One step of a live stream: new reports, notes, or a change of the connection's state.
public struct AirUpdate: Hashable, Sendable {
  /// New reports; a feed's have series of length one.
  public var reports: [AirReport]
  /// What was refused, dropped or absent.
  public var notes: [AirNote]
  /// The new state of the connection; nil if it did not change.
  public var state: FeedState?
  /// Whether the reports are complete: a site without a report no longer exists. Otherwise such a site has not changed.
  public var isSnapshot: Bool
  /// The time before this update without a connection, because it was lost or paused; the feed's data of that time is
  /// missing.
  public var gap: AirInterval?
  /// The source, in the updates of a hub; nil in those of a source.
  public var source: SourceID?

  /// An update; empty by default.
  public init(
    reports: [AirReport] = [], notes: [AirNote] = [], state: FeedState? = nil, isSnapshot: Bool = false,
    gap: AirInterval? = nil, source: SourceID? = nil
  ) {
    self.reports = reports
    self.notes = notes
    self.state = state
    self.isSnapshot = isSnapshot
    self.gap = gap
    self.source = source
  }

  /// An update with a whole response.
  public init(_ response: AirResponse) { self.init(reports: response.reports, notes: response.notes) }

  /// Whether it says nothing at all.
  var isEmpty: Bool { reports.isEmpty && notes.isEmpty && state == nil && !isSnapshot && gap == nil }

  /// The number of values in its reports, gaps included.
  var readingCount: Int {
    reports.reduce(0) { sum, report in report.series.reduce(sum) { $0 &+ $1.count } }
  }

  /// The part of the update that matches a query.
  func filtered(by query: AirQuery) -> AirUpdate {
    var copy = self
    copy.reports = AirResponse(reports: reports).filtered(by: query).reports
    return copy
  }
}

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
