extension AirQualityStore {
  /// Shows a place, and renews each part whenever one of its sources can have news: by what the sources declare of their
  /// cadence and latency, somewhat spread. After a failure it waits longer each time, an hour at most. It ends when the
  /// task is cancelled, or when another place is shown.
  ///
  /// ```swift uncompiled
  /// .task(id: place) { await store.follow(place) }
  /// ```
  public func follow(_ place: AirPlace) async {
    await show(place)
    var random = randomNumbers
    while self.place?.coordinate == place.coordinate, !Task.isCancelled {
      let now = client.now()
      let due = parts.compactMap(\.dueAt).min() ?? now
      let wait = max(due.since(now), .seconds(1))
      // What began together shouldn't ask together.
      let spread = min(wait / 10, .seconds(60)) * Double.random(in: 0..<1, using: &random)
      do { try await client.pause(wait + spread) } catch { return }
      guard let shown = self.place, shown.coordinate == place.coordinate else { return }
      let moment = client.now()
      await renew(parts.filter { $0.dueAt.map { $0 <= moment } ?? true }, at: shown, .revalidated)
    }
  }
}
