/// The queries that the current task works on, from the innermost to the outermost, so that a source that asks its own
/// hub doesn't do so endlessly.
enum QuestionChain {
  enum Way { case fetch, stream, placeSearch }

  private static let local = TaskLocal<[(asked: ObjectIdentifier, question: AirQuery, way: Way)]>(
    wrappedValue: [])
  /// The maximum depth of nested queries: more than hubs over hubs need.
  private static let longest = 32

  /// Sends a query to a source or hub. Throws ``AQError/Code/invalidRequest`` when the current task is part of the same
  /// query, and the errors of the body.
  static func asking<Result>(
    _ asked: AnyObject, _ question: AirQuery, by way: Way = .fetch, _ body: () async throws -> Result
  ) async throws -> Result {
    let outer = local.get()
    let id = ObjectIdentifier(asked)
    let isNested = outer.contains { $0.asked == id && $0.way == way && $0.question == question }
    if isNested || outer.count >= longest { throw AQError.circularWait }
    return try await local.withValue(outer + [(asked: id, question: question, way: way)], operation: body)
  }
}
