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
