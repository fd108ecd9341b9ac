import AQKit

/// A gate that is opened once; whoever waits before passes then, whoever comes later passes at once.
final class Latch: Sendable {
  private let isOpen = Condition(false)

  /// Waits until the gate is open.
  ///
  /// - Throws: `CancellationError` when the task is cancelled before.
  func wait() async throws { try await isOpen.wait { $0 } }

  /// Opens the gate.
  func open() { isOpen.change { $0 = true } }

  /// Waits until the task is cancelled.
  ///
  /// - Throws: `CancellationError`, always.
  static func untilCancelled() async throws -> Never {
    try await Latch().wait()
    throw CancellationError()
  }
}
