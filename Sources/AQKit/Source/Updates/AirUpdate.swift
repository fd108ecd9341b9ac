/// One step of a live stream: new reports, notes, or a change of the connection's state.
public struct AirUpdate: Hashable, Sendable {
  /// New reports; a feed's have series of length one.
  public var reports: [AirReport]
  /// What was refused, dropped or absent.
  public var notes: [AirNote]
  /// The state of the connection, where it changed with this update.
  public var state: FeedState?

  /// Makes an update.
  public init(reports: [AirReport] = [], notes: [AirNote] = [], state: FeedState? = nil) {
    self.reports = reports
    self.notes = notes
    self.state = state
  }

  /// Makes an update of a whole response.
  public init(_ response: AirResponse) { self.init(reports: response.reports, notes: response.notes) }
}
