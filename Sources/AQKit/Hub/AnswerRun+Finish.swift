extension AnswerRun {
  func startTimer() {
    if isTimed.withLock({ exchange(&$0, with: true) }) { return }
    launch { [self] in
      var bound = currentEnd
      while true {
        let left = Duration(boundedSeconds: bound - hub.clock.seconds)
        do { try await hub.clock.sleep(for: left) } catch { return }
        let later = currentEnd
        if later <= bound { break }
        bound = later
      }
      state.change { $0.isOver = true }
    }
  }

  func finish() {
    let late = late
    state.change { state in
      // A source that has responded and is still open is being asked for its model's values at the stations.
      for index in state.outcomes.indices
      where state.isOver && state.isOpen[index] && !state.outcomes[index].isPending {
        state.lackAround(index, "The time limit was reached.", failure: .timedOut)
      }
      let winner = state.winner.map { state.outcomes[$0].source }
      for index in state.outcomes.indices where state.outcomes[index].isPending {
        let wasAsked = state.isOpen[index]
        if let stood = late[index] {
          state.outcomes[index] = stood
        } else if let winner {
          state.outcomes[index].result = .skipped(
            wasAsked ? .noLongerNeeded(after: winner) : .notNeeded(after: winner))
          state.outcomes[index].receivedAt = nil
        }
        state.outcomes[index].isPending = false
      }
      state.isOpen = state.isOpen.map { _ in false }
      state.isFinal = true
      state.version += 1
    }
  }

  /// The outcome of each source that is pending when the time is over: a failure, or its earlier response with its age; nil
  /// for any other source, and for one whose values another's have replaced.
  private var late: [AirAnswer.SourceOutcome?] {
    let state = state.value
    let now = hub.clock.time
    let isOwn = currentEnd == end
    return state.outcomes.indices.map { index -> AirAnswer.SourceOutcome? in
      var outcome = state.outcomes[index]
      guard state.isOver, outcome.isPending,
        state.winner == nil || hub.members[index].descriptor.isOfNotices
      else { return nil }
      let isSearching = state.isOpen[index] && needsPlaces(index) && !places.isDone
      let silence = state.asked[index].map { $0.contact.silence(since: $0.since, at: hub.clock.seconds) }
      let error =
        isSearching
        ? AQError(.timedOut, "The place search took too long.", source: outcome.source)
        : !state.isOpen[index]
          ? AQError(
            .timedOut, "The time limit was reached before this source was asked.", source: outcome.source)
          : AirDeadline.missed(isOwn ? limit : nil, silence, source: outcome.source)
      let cached = hub.members[index].cached(question(of: index), isFresh: false, hub.clock)
        .map { completed($0, index) }
      if let response = cached?.response {
        outcome.result = .responded(response.standingIn(for: error, at: now))
      } else {
        outcome.result = .failed(error)
      }
      outcome.withheld = cached?.withheld ?? []
      outcome.receivedAt = now
      // A caller's own deadline isn't the source's fault, nor is a search for places, or a query sent at the end.
      if isOwn, state.isOpen[index], let start = state.asked[index]?.since,
        let silence, !silence.isExcused(after: AirPolicy.Circuit.usualPatience)
      {
        let took = Duration(boundedSeconds: hub.clock.seconds - start)
        hub.members[index].lost(error, took: took, at: now)
      }
      return outcome
    }
  }
}
