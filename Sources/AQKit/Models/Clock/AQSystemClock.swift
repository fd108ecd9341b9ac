#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The system's clock.
public struct AQSystemClock: AQClock {
  /// Creates the system's clock; it has no state.
  public init() {}
  /// The current moment.
  public var now: Date { Date() }
  /// Waits for at most a century: longer durations, which mean "no limit", are outside the range of the system's clock.
  /// Throws `CancellationError` as soon as the task is cancelled.
  public func sleep(for duration: Duration) async throws {
    try await Task.sleep(for: min(duration, .seconds(3_155_760_000)))
  }
}
