import AQKit
import ArgumentParser

/// How long a person at a terminal waits for an answer.
struct Patience: ParsableArguments {
  @Option(
    name: .customLong("timeout"),
    help: ArgumentHelp("Give up on a source after so many seconds.", valueName: "S"))
  var seconds = 10.0

  /// The longest time for one source, or one search.
  var limit: Duration { .seconds(seconds) }

  mutating func validate() throws {
    guard seconds > 0, seconds <= 86_400 else {
      throw ValidationError("--timeout takes a number of seconds up to a day, such as 30.")
    }
  }

  /// A source that is given up on when it takes longer. What would have to wait longer, such as for a limit of the
  /// service, says at once when to come back.
  func limited(_ source: some AirDataSource, clock: any AQClock) -> any AirDataSource {
    source.timeLimited(limit, clock: clock)
  }
}
