#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A clock that tells the time and waits. AQKit's own code uses no other clock, so that tests control it.
public protocol AQClock: Sendable {
  /// The current moment.
  var now: Date { get }
  /// Waits for a duration.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  func sleep(for duration: Duration) async throws
}

extension AQClock {
  /// The current moment in whole seconds.
  public var time: AirTime { AirTime(now) }

  /// The current moment in seconds since 1970, with their fraction, for measuring time.
  package var seconds: Double { now.timeIntervalSince1970 }
}
