import AQKit

/// The messages of a recording with the waits between them, as a replay sends them.
struct FeedReplay: Sendable {
  /// One message, and the wait before it.
  struct Step: Equatable {
    let wait: Duration
    let message: FeedMessage
  }

  private let entries: [FeedRecording.Entry]
  private let speed: Double
  private let loops: Bool

  /// The wait before a recording begins again.
  private static let pause = Duration.seconds(1)

  /// Makes a replay.
  ///
  /// - Parameters:
  ///   - recording: The recording; a message that is said to arrive before the one ahead of it follows at once.
  ///   - speed: How many seconds of the recording pass in a second; without limit for infinity.
  ///   - loops: Whether it begins again at the end.
  /// - Throws: ``AQError/Code/malformed`` for a recording without a message.
  init(_ recording: FeedRecording, speed: Double, loops: Bool) throws {
    guard !recording.entries.isEmpty else {
      throw AQError(.malformed, "The recording has no message.")
    }
    entries = recording.entries
    self.speed = speed
    self.loops = loops
  }

  /// How many messages one round has.
  var count: Int { entries.count }

  /// How long one round takes.
  var duration: Duration { scaled(entries.map(\.after).max() ?? .zero) }

  /// Whether a message can't be sent as text.
  var hasBytes: Bool { entries.contains { $0.message.kind == .binary } }

  /// The step after so many others; nil at the end.
  func step(_ number: Int) -> Step? {
    let (round, place) = number.quotientAndRemainder(dividingBy: entries.count)
    guard round == 0 || loops else { return nil }
    let entry = entries[place]
    let before = place == 0 ? nil : entries[place - 1].after
    let wait = before.map { max(.zero, entry.after - $0) } ?? (round == 0 ? .zero : Self.pause)
    return Step(wait: scaled(wait), message: entry.message)
  }

  private func scaled(_ duration: Duration) -> Duration {
    duration.played(at: speed)
  }
}
