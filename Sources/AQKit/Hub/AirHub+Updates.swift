extension AirHub {
  /// What the sources say as it changes, in one sequence.
  ///
  /// A source that can watch is followed; any other one is asked again whenever it may have news, by its cadence and
  /// latency, somewhat spread, and within its budget. Each update names its ``AirUpdate/source``: with new or changed
  /// reports, its state, silence (``FeedState/silent(since:)``), the gap of a lost connection — which is filled by a
  /// question where the source has history —, and failures and drops as notes. A source that isn't asked says why in its
  /// only update.
  ///
  /// Sources don't wait for one another, nor for the consumer: of what isn't taken in time the newest readings are kept,
  /// and a note counts the others. Nobody is asked unless somebody iterates; hubs of one container share connections,
  /// kept answers and budgets.
  public func updates(for query: AirQuery) -> AirUpdates {
    AirUpdates { [self] send in
      let run = LiveRun(self, query)
      defer { run.stop() }
      run.start()
      while let update = try await run.next() { try await send(update) }
    }
  }
}
