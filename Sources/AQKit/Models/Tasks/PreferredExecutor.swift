/// The executor for the work of a task's live streams: an unstructured task doesn't inherit its parent's
/// preferred executor. A manual clock sets it, so that a test knows when no more work can run. Apple's
/// systems before those of 2024 have none.
package enum PreferredExecutor {
  /// The executor; nil for the global one.
  @available(Systems 2024, *)
  package static let current = TaskLocal<(any TaskExecutor)?>(wrappedValue: nil)

  /// Starts a task on the executor. It inherits priority and task-local values, but no actor.
  package static func task<Success: Sendable>(
    _ operation: sending @escaping @concurrent () async -> Success
  ) -> Task<Success, Never> {
    if #available(Systems 2024, *), let executor = current.get() {
      return Task(executorPreference: executor, operation: operation)
    }
    return Task(operation: operation)
  }
}
