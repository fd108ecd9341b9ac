extension AirResponse {
  /// A response of a source and its time of arrival.
  public struct Stored: Hashable, Sendable {
    /// The response, with ``AirResponse/cached``.
    public let response: AirResponse
    /// The time of arrival.
    public let storedAt: AirTime

    /// Creates a response that arrived at a moment.
    public init(_ response: AirResponse, storedAt: AirTime) {
      self.response = response
      self.storedAt = storedAt
    }
  }

  /// Whether the rights of some of the data forbid caching: those of a report, of one of its series, or of a notice. Without
  /// these data the rest would pass for the whole response, so none of it is kept.
  package var mustNotBeCached: Bool {
    notices.contains { $0.rights.caching == .forbidden }
      || reports.contains { report in
        report.rights.caching == .forbidden
          || report.series.contains { $0.origin?.rights?.caching == .forbidden }
      }
  }
}
