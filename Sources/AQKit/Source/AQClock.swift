#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What time it is, and waiting: the only clock that AQKit's own code looks at, so that tests can hold it.
public protocol AQClock: Sendable {
  /// The present moment.
  var now: Date { get }
  /// Waits.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  func sleep(for duration: Duration) async throws
}

extension AQClock {
  /// The present moment in whole seconds.
  public var time: AirTime { AirTime(now) }
}
