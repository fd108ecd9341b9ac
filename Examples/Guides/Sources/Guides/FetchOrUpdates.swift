import AQKit

/// Shows updates while the task runs.
func following(_ query: AirQuery, in hub: AirHub, show: (AirUpdate) -> Void) async throws {
  for try await update in hub.updates(for: query) {
    show(update)
  }
}
