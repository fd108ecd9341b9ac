/// A single query to a live feed, answered from its first messages.
struct FeedFetch: Sendable {
  let descriptor: SourceDescriptor
  let clock: any AQClock
  let patience: Duration

  /// Follows a stream until each place of a query has a report, or patience runs out.
  ///
  /// - Parameter follow: Follows the stream until its end or until an update suffices.
  func response(
    to query: AirQuery,
    follow:
      @escaping @Sendable (_ take: @escaping @Sendable (AirUpdate) async throws -> Bool) async throws -> Void
  ) async throws -> AirResponse {
    let plan = try QueryPlan(query, for: descriptor)
    let wanted = Set(plan.parts.flatMap(\.places))
    let collected = Locked(FeedSnapshot())
    let hasClosed = try await withThrowingTaskGroup(of: Bool.self) { group in
      defer { group.cancelAll() }
      group.addTask {
        try await follow { update in
          collected.withLock { snapshot in
            snapshot.merge(update)
            return !snapshot.hasReports || !wanted.isSubset(of: snapshot.answeredPlaces)
          }
        }
        return true
      }
      group.addTask {
        try await clock.sleep(for: patience)
        return false
      }
      return try await group.next() ?? false
    }
    var response = collected.withLock { $0.response }
    if response.reports.isEmpty, response.notes.allSatisfy({ $0.code == .refused }) {
      guard response.notes.isEmpty else {
        throw AQError(.malformed, "The feed sent nothing that can be read.", source: descriptor.id)
      }
      throw hasClosed
        ? AQError(.unavailable, "The feed closed before it sent anything.", source: descriptor.id)
        : AQError(.timedOut, "The feed is connected but sent nothing in time.", source: descriptor.id)
    }
    let unseen = wanted.subtracting(response.reports.flatMap(\.places)).sorted()
    if !unseen.isEmpty {
      response.notes.append(
        AirNote(
          .failed, "The feed said nothing about this place in time.", places: unseen, count: unseen.count,
          failure: .timedOut))
    }
    response.notes.insert(contentsOf: plan.notes, at: 0)
    return response
  }
}
