/// The executor for the work of a task's live streams.
///
/// An unstructured task, which a stream needs, doesn't inherit its parent's preferred executor, and the runtime doesn't
/// expose it. A manual clock sets this one, so that a test knows when no work can run any more.
package enum PreferredExecutor {
  /// The executor; nil for the global one.
  package static let current = TaskLocal<(any TaskExecutor)?>(wrappedValue: nil)
}
