/// Work that several callers wait for, with the other shared work that it waits for.
///
/// If it waited for its own result, even indirectly, it would wait forever. Such a wait is refused.
final class SharedWork: Sendable {
  private static let local = TaskLocal<SharedWork?>(wrappedValue: nil)
  /// The work that it waits for, each with the number of its tasks that wait.
  private let awaited = Locked<[ObjectIdentifier: (work: SharedWork, count: Int)]>([:])

  /// The work to which the current task belongs; nil for none.
  static var current: SharedWork? { local.get() }

  /// Runs a body whose tasks belong to a piece of work, or to none.
  static func inherit<Result>(_ work: SharedWork?, _ body: () -> Result) -> Result {
    local.withValue(work, operation: body)
  }

  /// Begins to wait for other work, until ``endWait(for:)``.
  ///
  /// - Throws: ``AQError/Code/invalidRequest`` when the other work waits for this one.
  func beginWait(for other: SharedWork) throws(AQError) {
    // Recorded before the others are checked, so that at least one of two that begin to wait for each other notices.
    awaited.withLock { $0[ObjectIdentifier(other), default: (other, 0)].count += 1 }
    guard other.awaits(self) else { return }
    endWait(for: other)
    throw .circularWait
  }

  func endWait(for other: SharedWork) {
    awaited.withLock { awaited in
      let key = ObjectIdentifier(other)
      awaited[key]?.count -= 1
      if awaited[key]?.count == 0 { awaited[key] = nil }
    }
  }

  private func awaits(_ work: SharedWork) -> Bool {
    var seen: Set<ObjectIdentifier> = []
    var rest = [self]
    while let next = rest.popLast() {
      if next === work { return true }
      guard seen.insert(ObjectIdentifier(next)).inserted else { continue }
      rest += next.awaited.withLock { $0.values.map(\.work) }
    }
    return false
  }
}

extension AQError {
  static let circularWait = AQError(
    .invalidRequest,
    "A source waits for its own answer: what it asks leads back to the query that it is answering. Ask another query, or name the other sources to ask (AirQuery.sources)."
  )
}

/// The queries that the current task works on, from the innermost to the outermost, so that a source that asks its own
/// hub doesn't do so endlessly.
enum QuestionChain {
  enum Way { case answer, stream, placeSearch }

  private struct Link: Equatable {
    let asked: ObjectIdentifier
    let question: AirQuery
    let way: Way
  }

  private static let local = TaskLocal<[Link]>(wrappedValue: [])
  /// The maximum depth of nested queries: more than hubs over hubs need.
  private static let longest = 32

  /// Sends a query to a source or hub.
  /// - Throws: ``AQError/Code/invalidRequest`` when the current task is part of answering the same query, and the
  ///   errors of the body.
  static func asking<Result>(
    _ asked: AnyObject, _ question: AirQuery, by way: Way = .answer, _ body: () async throws -> Result
  ) async throws -> Result {
    let outer = local.get()
    let link = Link(asked: ObjectIdentifier(asked), question: question, way: way)
    if outer.count >= longest || outer.contains(link) { throw AQError.circularWait }
    return try await local.withValue(outer + [link], operation: body)
  }
}
