extension HourlyIndex {
  /// The hours that a widget or an activity shows at a place, and when to ask again.
  ///
  /// ```swift
  /// let timeline = try await client.timeline(at: brno, hours: 6)
  /// for hour in timeline.hours { print(hour) }  // this hour, the next one…
  /// print(timeline.dueAt)
  /// ```
  public struct Timeline: Hashable, Sendable, Codable {
    /// The hours, from the present one on; empty if there is nothing to show.
    public let hours: [HourlyIndex]
    /// The time at which the values were received; nil without any.
    public let receivedAt: AirTime?
    /// The time at which asking again is worthwhile: a source may have new values, or another day begins at the place.
    public let dueAt: AirTime
    /// The error of the last attempt, even if there are older values; nil after a success.
    public let error: AQError?

    /// Creates a timeline, for tests and previews; ``AirClient/timeline(at:using:hours:options:)`` makes that of a place.
    public init(hours: [HourlyIndex], receivedAt: AirTime? = nil, dueAt: AirTime, error: AQError? = nil) {
      self.hours = hours
      self.receivedAt = receivedAt
      self.dueAt = dueAt
      self.error = error
    }
  }

  /// Returns a made-up hour in the best band of an index, for a widget's placeholder. It has no values and no credit: show it
  /// redacted only.
  public static func placeholder(
    using reference: IndexEdition.Reference = .usEPA, at place: AirPlace? = nil, time: AirTime
  ) -> HourlyIndex {
    let index = reference.resolved(ofHourEnding: time)
    let band = index?.bands.first
    return HourlyIndex(
      time: time, number: nil, display: band?.name ?? "–", band: band, kind: .forecast, index: reference,
      edition: index?.edition.identifier, indexTitle: index?.edition.title, site: AirSite(kind: .modelCell),
      place: place)
  }
}

extension AirClient {
  /// Returns the present hour and the next ones at a place: as many as asked for, at least one. Without a network they are
  /// those that the client's sources cached or stored, up to a day old.
  ///
  /// - Throws: Only `CancellationError`, if the task was cancelled: a failure is part of the timeline.
  @concurrent public func timeline(
    at place: AirPlace, using reference: IndexEdition.Reference = .usEPA, hours: Int = 12,
    options: IndexOptions = .shown
  ) async throws(CancellationError) -> HourlyIndex.Timeline {
    let count = max(1, hours)
    let topic = AirTopic.forecast(hours: count)
    let result = try await topic.result(from: self, at: place, .usual, isFirst: true).found
    let now = now()
    let hours =
      result.answers.first?.hourlyIndex(
        using: reference, from: now, hours: count, place: place, options: options) ?? []
    var due = result.askAgainAt
    // After a failure a widget asks again in a quarter of an hour, unless the error asks for more.
    if let problem = result.problem {
      due = now + .seconds(900)
      if case .after(let wait) = problem.retry { due = max(due, now + min(wait, .seconds(3600))) }
    }
    return HourlyIndex.Timeline(
      hours: hours, receivedAt: hours.isEmpty ? nil : result.receivedAt,
      dueAt: max(min(due, result.changesAt ?? due), now + .seconds(60)), error: result.problem)
  }
}
