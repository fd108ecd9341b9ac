import AQKit

/// The same answer as it grows: first cached values, then better ones.
func growing(_ query: AirQuery, in hub: AirHub, show: (AirAnswer) -> Void) async throws {
  for try await answer in hub.answers(for: query) { show(answer) }
}

/// Shows updates while the task runs.
func following(_ query: AirQuery, in hub: AirHub, show: (AirUpdate) -> Void) async throws {
  for try await update in hub.updates(for: query) {
    show(update)
  }
}
