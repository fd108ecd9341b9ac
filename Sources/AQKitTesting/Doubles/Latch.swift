import AQKit

/// A gate that opens once; tasks that arrive earlier wait for that, later ones pass at once.
package final class Latch: Sendable {
  private let isOpen = Condition(false)

  package init() {}

  package func wait() async throws { try await isOpen.wait { $0 } }

  package func open() { isOpen.change { $0 = true } }

  static func untilCancelled() async throws -> Never {
    try await Latch().wait()
    throw CancellationError()
  }
}
