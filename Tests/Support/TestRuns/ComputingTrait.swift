import AQKitTesting
package import Testing

/// Marks a test that computes for a long time: it runs outside the cooperative pool, whose two or more threads are left to
/// the tests that wait for sockets and clocks.
package struct ComputingTrait: TestTrait, SuiteTrait, TestScoping {
  package let isRecursive = true

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(ComputingExecutor()) { try await function() }
  }
}

extension Trait where Self == ComputingTrait {
  /// The test computes for a long time.
  package static var computing: Self { Self() }
}
