/// The executor on which a task's live streams do their work.
///
/// A task's preference for an executor isn't inherited by the unstructured task that a stream needs, and the runtime
/// doesn't hand it out. A manual clock sets it, so that a test knows when nothing can run any more.
package enum PreferredExecutor {
  /// The executor; nil for the global one.
  package static let current = TaskLocal<(any TaskExecutor)?>(wrappedValue: nil)
}
