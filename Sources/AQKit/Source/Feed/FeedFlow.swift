/// What becomes of a live feed's updates while their consumer is busy.
///
/// | policy | for | while the consumer is busy |
/// |---|---|---|
/// | ``backPressure`` | recorders | reading stops, down to TCP's window; nothing is lost |
/// | ``latest`` | displays | of each key the newest reading is kept |
/// | ``newest(_:)`` | histories | so many readings are kept, the newest ones |
/// | ``oldest(_:)`` | histories | so many readings are kept, the first ones |
///
/// What is dropped or replaced is counted, and said by a note with the code `dropped` in the update that comes next where
/// it is missing. Notes and the marks of gaps are never dropped, nor is the last state: they join that update.
///
/// Whatever the policy, readings of one key that have no time of their own, and whose messages arrived together within one
/// second, stand for the same interval: the last one counts, and a note with the code `duplicate` says how many others
/// there were; with ``FeedOptions/updatesPerMessage`` each is delivered. Readings with times of their own are never merged so: each message is judged by itself, and one that is
/// late or comes again is flagged.
public struct FeedFlow: Hashable, Sendable {
  enum Rule: Hashable, Sendable {
    case backPressure
    case latest
    case newest(Int)
    case oldest(Int)
  }

  let rule: Rule

  /// The feed waits for the consumer: what waits on the way is bounded in bytes by
  /// ``FeedEndpoint/maximumBufferedBytes``, then reading from the socket stops. For whoever needs everything.
  public static let backPressure = FeedFlow(rule: .backPressure)

  /// Of each key the newest reading is kept until the consumer is ready. For displays.
  public static let latest = FeedFlow(rule: .latest)

  /// The newest readings are kept, as many as given but for the last update's; older ones are dropped.
  public static func newest(_ readings: Int) -> FeedFlow { FeedFlow(rule: .newest(max(1, readings))) }

  /// The oldest readings are kept, as many as given; newer ones are dropped.
  public static func oldest(_ readings: Int) -> FeedFlow { FeedFlow(rule: .oldest(max(1, readings))) }
}
