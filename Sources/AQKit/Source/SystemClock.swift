#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The system's clock.
public struct SystemClock: AQClock {
  /// Makes the system's clock.
  public init() {}
  /// The present moment.
  public var now: Date { Date() }
  /// Waits.
  public func sleep(for duration: Duration) async throws { try await Task.sleep(for: duration) }
}
