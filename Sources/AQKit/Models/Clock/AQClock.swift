#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The time, and waiting. AQKit's own code uses no other clock, so that tests control it.
public protocol AQClock: Sendable {
  /// The present moment.
  var now: Date { get }
  /// Waits for a duration.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  func sleep(for duration: Duration) async throws
}

extension AQClock {
  /// The present moment in whole seconds.
  public var time: AirTime { AirTime(now) }
}

/// The system's clock.
public struct SystemClock: AQClock {
  /// The system's clock; it has no state.
  public init() {}
  /// The present moment.
  public var now: Date { Date() }
  /// Waits, a century at most: longer durations, which stand for "no limit", leave the range of the system's clock.
  public func sleep(for duration: Duration) async throws {
    try await Task.sleep(for: min(duration, .seconds(3_155_760_000)))
  }
}
