/// The content of live updates so far: the history and the state of each feed. All of it runs off the main actor.
@available(Systems 2023, *)
final class LiveAirLog: Sendable {
  /// The versions of what the store shows.
  struct Mark: Sendable {
    var changes: UInt64 = 0
    var choices: UInt64 = 0
  }

  private enum End: Sendable {
    case ended
    case failed(AQError, hasDelivered: Bool)
    case paused
    case cancelled
  }

  let history: AirHistory
  let isActive = Condition(true)
  private let maximumAge: Duration
  private let feeds = Locked<[LiveAirStore.Feed]>([])
  /// The current versions of the data and the user's choices; taken before the choices are read.
  let mark = Condition(Mark())
  private static let mostFeeds = 1024

  init(_ history: AirHistory, maximumAge: Duration) {
    self.history = history
    self.maximumAge = maximumAge
  }

  func restore(_ snapshot: AirHistory.Snapshot) {
    history.restore(snapshot)
    history.removeAll(before: history.clock.time - maximumAge)
    noteChange()
  }

  // MARK: Following

  /// Follows a stream whenever it is active; reopens it after a temporary error. Returns when the task is cancelled.
  @concurrent func follow(_ open: @escaping @Sendable () -> AirUpdates) async {
    var failures = 0
    while (try? await isActive.wait { $0 }) != nil {
      let first = try? await firstOutcome(
        { await self.listen(to: open()) },
        { await self.untilInactive() ? End.paused : .cancelled })
      let end = first ?? .cancelled
      note(end)
      switch end {
      case .cancelled: return
      case .paused: failures = 0
      case .ended: _ = await untilInactive()
      case .failed(let error, let hasDelivered):
        failures = hasDelivered ? 1 : failures.addingSaturating(1)
        guard let floor = FeedOptions.ReconnectPolicy.standard.floor(after: error) else {
          _ = await untilInactive()
          continue
        }
        let wait =
          floor + FeedOptions.ReconnectPolicy.standard.backOff(beforeAttempt: failures, using: .system)
        _ = try? await firstOutcome(
          { try await self.history.clock.sleep(for: wait) }, { _ = await self.untilInactive() })
      }
    }
  }

  private func listen(to updates: AirUpdates) async -> End {
    var hasDelivered = false
    do {
      for try await update in updates {
        take(update)
        hasDelivered = hasDelivered || !update.reports.isEmpty
      }
      return Task.isCancelled ? .cancelled : .ended
    } catch {
      // A stream that other code cancelled has failed.
      if Task.isCancelled { return .cancelled }
      return .failed(AQError.wrapping(error), hasDelivered: hasDelivered)
    }
  }

  /// Waits until the log is inactive; returns false if the task was cancelled first.
  private func untilInactive() async -> Bool { (try? await isActive.wait { !$0 }) != nil }

  private func take(_ update: AirUpdate) {
    let now = history.clock.time
    var update = update
    feeds.withLock { feeds in
      guard let index = self.index(of: update.source, in: &feeds, at: now) else { return }
      // A stream that doesn't report its state is live again when readings arrive.
      if feeds[index].isInterrupted, !update.reports.isEmpty, update.state == nil { update.state = .live }
      if update.state != nil { feeds[index].isInterrupted = false }
      feeds[index].take(update, at: now)
    }
    history.record(update)
    noteChange()
  }

  /// Returns the index of a feed, and creates the feed if it is missing; nil if there is no room.
  private func index(
    of source: SourceID?, in feeds: inout [LiveAirStore.Feed], at now: AirTime
  ) -> Int? {
    if let index = feeds.firstIndex(where: { $0.id == source }) { return index }
    // The first named source replaces an entry without a name, such as that of a failed start, and ends its gap.
    if let unnamed = feeds.firstIndex(where: { $0.id == nil && $0.heardAt == nil }) {
      feeds.remove(at: unnamed)
      history.mark(nil, from: [nil], at: now)
    }
    guard feeds.count < Self.mostFeeds else { return nil }
    feeds.append(LiveAirStore.Feed(source, at: now))
    return feeds.count - 1
  }

  /// Notes in every feed why it is no longer followed, and begins a gap.
  private func note(_ end: End) {
    let now = history.clock.time
    let state: AirUpdate.FeedState? =
      switch end {
      case .paused: .paused
      case .failed(let error, _): .failed(error.code)
      case .ended, .cancelled: nil
      }
    let interrupted: Set<SourceID?> = feeds.withLock { feeds in
      if case .failed = end, feeds.isEmpty { feeds.append(LiveAirStore.Feed(nil, at: now)) }
      for index in feeds.indices {
        feeds[index].isInterrupted = true
        if state == nil, case .failed = feeds[index].state { continue }
        feeds[index].enter(state, at: now)
        if case .failed(let error, _) = end {
          feeds[index].take(AirNote(error))
        }
      }
      return Set(feeds.map(\.id))
    }
    let cause = state.flatMap { AirHistory.Gap.Cause($0) } ?? .ended
    history.mark(cause, from: interrupted, at: now)
    noteChange()
  }

  private func noteChange() { mark.change { $0.changes &+= 1 } }

  // MARK: Showing

  func noteChoice() { mark.change { $0.choices &+= 1 } }

  /// Returns what the store shows from now on; nil for sites that haven't changed, and the start of the newest sample.
  @concurrent func state(
    _ banding: AirChart.Banding, in order: LiveAirStore.Order, shown: [LiveAirStore.Site],
    lastSample: AirTime?
  ) async -> (
    sites: [LiveAirStore.Site]?, feeds: [LiveAirStore.Feed], counts: AirHistory.Counts, sampledAt: AirTime
  ) {
    let now = history.clock.time
    let sampledAt = now.floored(toMultipleOf: history.interval.boundedSeconds)
    if sampledAt != lastSample {
      // The earlier of two steps decides, so that a clock that jumps ahead once doesn't empty the history.
      let step = min(now, lastSample ?? now)
      history.removeAll(before: step - maximumAge)
    }
    let sites = LiveAirStore.Site.all(of: history, banding, in: order)
    return (sites == shown ? nil : sites, feeds.withLock { $0 }, history.counts, sampledAt)
  }

  /// Waits until there is something new to show: at once after a user's choice, at each sampling step, and at most once
  /// per pace after updates.
  @concurrent func untilNews(after shown: Mark, pace: Duration) async {
    _ = try? await firstOutcome(
      { try await self.mark.wait { $0.choices != shown.choices } },
      { await self.history.untilNextStep() },
      {
        try await self.history.clock.sleep(for: pace)
        try await self.mark.wait { $0.changes != shown.changes }
      })
  }
}
