/// Runs an operation on all elements concurrently and returns the results in the elements' order.
package func inOrder<Element: Sendable, Result: Sendable>(
  _ elements: [Element], _ work: @escaping @Sendable (Element) async throws -> Result
) async throws -> [Result] {
  if elements.count < 2 {
    var results: [Result] = []
    for element in elements { results.append(try await work(element)) }
    return results
  }
  return try await withThrowingTaskGroup(of: (Int, Result).self) { group in
    for (index, element) in elements.enumerated() {
      group.addTask { (index, try await work(element)) }
    }
    var results = [Result?](repeating: nil, count: elements.count)
    for try await (index, result) in group { results[index] = result }
    return results.compactMap { $0 }
  }
}

/// The executor for the work of a task's live streams.
///
/// An unstructured task, which a stream needs, doesn't inherit its parent's preferred executor, and the runtime doesn't
/// expose it. A manual clock sets this one, so that a test knows when no work can run any more.
package enum PreferredExecutor {
  /// The executor; nil for the global one.
  package static let current = TaskLocal<(any TaskExecutor)?>(wrappedValue: nil)
}
