/// One step of a live stream: new reports, notes, or a change of the connection's state.
public struct AirUpdate: Hashable, Sendable {
  /// New reports; a feed's have series of length one.
  public var reports: [AirReport]
  /// What was refused, dropped or absent.
  public var notes: [AirNote]
  /// The state of the connection, where it changed with this update.
  public var state: FeedState?
  /// Whether the reports are all that there is: a site that isn't in them is there no more. Otherwise a site that isn't
  /// in them has not changed.
  public var isSnapshot: Bool
  /// The time before this update during which the feed was not heard, because the connection was lost or paused: what it
  /// said then is missing.
  public var gap: AirInterval?

  /// Makes an update.
  public init(
    reports: [AirReport] = [], notes: [AirNote] = [], state: FeedState? = nil, isSnapshot: Bool = false,
    gap: AirInterval? = nil
  ) {
    self.reports = reports
    self.notes = notes
    self.state = state
    self.isSnapshot = isSnapshot
    self.gap = gap
  }

  /// Makes an update of a whole response.
  public init(_ response: AirResponse) { self.init(reports: response.reports, notes: response.notes) }

  /// Whether it says nothing at all.
  var isEmpty: Bool { reports.isEmpty && notes.isEmpty && state == nil && !isSnapshot && gap == nil }

  /// How many values its reports hold, gaps included.
  var readingCount: Int {
    reports.reduce(0) { sum, report in report.series.reduce(sum) { $0 &+ $1.count } }
  }

  /// What of it a query asks about.
  func filtered(by query: AirQuery) -> AirUpdate {
    var copy = self
    copy.reports = AirResponse(reports: reports).filtered(by: query).reports
    return copy
  }
}
