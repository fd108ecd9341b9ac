/// A step of a live stream: new reports, notes, or a change of the connection's state.
public struct AirUpdate: Hashable, Sendable {
  /// New or changed reports: whole ones of a source that is asked, with values that earlier updates had; those of a feed
  /// have what its last messages say, mostly single values.
  public var reports: [AirReport]
  /// The notes on what was refused, dropped or absent.
  public var notes: [AirNote]
  /// All current notices of the source; nil if they have not changed.
  public var notices: [AirNotice]?
  /// The new state of the connection; nil if it did not change.
  public var state: AirUpdate.FeedState?
  /// Whether the reports are complete: a site of the source without a report no longer exists. Otherwise such a site has not
  /// changed.
  public var isSnapshot: Bool
  /// The time before this update without a connection, because it was lost or paused; the feed's data for that time are
  /// missing.
  public var gap: AirInterval?
  /// The source, in the updates of a hub; nil in those of a source.
  public internal(set) var source: SourceID?

  /// Creates an update; empty by default.
  public init(
    reports: [AirReport] = [], notes: [AirNote] = [], state: AirUpdate.FeedState? = nil,
    isSnapshot: Bool = false,
    gap: AirInterval? = nil, source: SourceID? = nil, notices: [AirNotice]? = nil
  ) {
    self.reports = reports
    self.notes = notes
    self.notices = notices
    self.state = state
    self.isSnapshot = isSnapshot
    self.gap = gap
    self.source = source
  }

  /// Creates an update with a whole response.
  public init(_ response: AirResponse) {
    self.init(
      reports: response.reports, notes: response.notes,
      notices: response.notices.isEmpty ? nil : response.notices)
  }

  /// The content of the update without its state.
  package var response: AirResponse { AirResponse(reports: reports, notes: notes, notices: notices ?? []) }

  var isEmpty: Bool {
    reports.isEmpty && notes.isEmpty && notices == nil && state == nil && !isSnapshot && gap == nil
  }

  /// The number of values in its reports, gaps included.
  var readingCount: Int {
    reports.reduce(0) { sum, report in report.series.reduce(sum) { $0 &+ $1.count } }
  }

  /// Returns the part of the update that matches a query: its cities, sites, boxes, parameters and kinds. Each report says
  /// which of the query's places it is for, as does each notice, unless its area has no shape.
  func filtered(by query: AirQuery) -> AirUpdate {
    guard !query.places.isEmpty || !query.parameters.isEmpty || !query.kinds.isEmpty else { return self }
    var copy = self
    copy.reports = reports.compactMap { report in
      guard query.asks(for: report.kind) else { return nil }
      var report = report
      if !query.places.isEmpty {
        report.places = query.places.indices.filter {
          query.places[$0].names(report.site, within: query.reach)
        }
        if report.places.isEmpty { return nil }
      }
      if !query.parameters.isEmpty {
        report.series.removeAll { !query.parameters.contains($0.parameter) }
        if report.series.isEmpty { return nil }
      }
      return report
    }
    if query.places.isEmpty { return copy }
    copy.notices = notices?.compactMap { notice -> AirNotice? in
      guard notice.places.isEmpty, notice.area.hasShape else { return notice }
      let places = query.places(in: notice.area)
      return places.isEmpty ? nil : changed(notice) { $0.places = places }
    }
    return copy
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
}

extension AirUpdate.FeedState: Codable {
  /// Reads `"live"`, `{"silent": "2026-10-01T22:00:00Z"}` and the like.
  public init(from decoder: any Decoder) throws {
    let coded = try CodedCase(from: decoder)
    switch coded.name {
    case "connecting": self = .connecting
    case "live": self = .live
    case "silent": self = .silent(since: try coded.held())
    case "waiting": self = .waiting(until: try coded.held())
    case "paused": self = .paused
    case "failed": self = .failed(try coded.held())
    default: throw coded.unknown
    }
  }

  /// Writes the state, with its moment or the error's code.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .connecting: try CodedCase.encode("connecting", to: encoder)
    case .live: try CodedCase.encode("live", to: encoder)
    case .silent(let since): try CodedCase.encode("silent", since, to: encoder)
    case .waiting(let until): try CodedCase.encode("waiting", until, to: encoder)
    case .paused: try CodedCase.encode("paused", to: encoder)
    case .failed(let code): try CodedCase.encode("failed", code, to: encoder)
    }
  }
}
