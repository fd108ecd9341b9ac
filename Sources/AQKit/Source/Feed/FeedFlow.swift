/// The policy for a live feed's updates while their consumer is busy.
///
/// | policy | for | while the consumer is busy |
/// |---|---|---|
/// | ``backPressure`` | recorders | reading stops, down to TCP's window; nothing is lost |
/// | ``latest`` | displays | keeps the newest reading of each key |
/// | ``newest(_:)`` | histories | keeps that many readings, the newest ones |
/// | ``oldest(_:)`` | histories | keeps that many readings, the first ones |
///
/// Dropped and replaced readings are counted in a note with the code `dropped`, in the next update after the loss.
/// Notes, gap marks and the last state are never dropped: they join that update.
///
/// Under every policy, readings of one key without times of their own, whose messages arrived together within one
/// second, have the same interval: the last one counts, and a note with the code `duplicate` counts the others; with
/// ``FeedOptions/updatesPerMessage`` each is delivered. Readings with times of their own are never merged that way:
/// each message is judged by itself, and a late or repeated reading is flagged.
public struct FeedFlow: Hashable, Sendable {
  enum Rule: Hashable, Sendable {
    case backPressure
    case latest
    case newest(Int)
    case oldest(Int)
  }

  let rule: Rule

  /// The feed waits for the consumer: ``FeedEndpoint/maximumBufferedBytes`` bounds the waiting messages, then reading
  /// from the socket stops. For consumers that need everything.
  public static let backPressure = FeedFlow(rule: .backPressure)

  /// Keeps the newest reading of each key until the consumer is ready. For displays.
  public static let latest = FeedFlow(rule: .latest)

  /// Keeps the newest readings, up to a number that only the last update may exceed; drops older ones.
  public static func newest(_ readings: Int) -> FeedFlow { FeedFlow(rule: .newest(max(1, readings))) }

  /// Keeps the oldest readings, up to a number; drops newer ones.
  public static func oldest(_ readings: Int) -> FeedFlow { FeedFlow(rule: .oldest(max(1, readings))) }
}
