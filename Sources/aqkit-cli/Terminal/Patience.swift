import AQKit

/// How long a person at a terminal waits for an answer.
enum Patience {
  /// The longest time for one source, or one search.
  static let limit: Duration = .seconds(10)

  /// A source that is given up on when it takes longer. What would have to wait longer, such as for a limit of the
  /// service, says at once when to come back.
  static func limited(_ source: some AirDataSource, clock: any AQClock) -> any AirDataSource {
    source.timeLimited(limit, clock: clock)
  }
}
