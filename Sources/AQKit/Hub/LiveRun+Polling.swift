extension LiveRun {
  func poll(_ member: HubSource, _ question: AirQuery, _ index: Int) async throws {
    var shown = AirResponse()
    var state: AirUpdate.FeedState?
    var failures = 0
    var question = question
    while true {
      try Task.checkCancellation()
      let outcome = try await outcome(of: member, to: question)
      question.freshness = .revalidated
      let now = hub.clock.time
      // Without a stated time for the next request: half a minute, then twice as long each time, up to the cadence.
      let longest = max(outcome.descriptor.cadenceAndLatency.cadence.bounded, .seconds(60))
      var wait: Duration
      switch outcome.result {
      case .responded(let response):
        failures = response.cached?.failure == nil ? 0 : min(failures + 1, 10)
        let response = response.keepingNotices(of: shown, at: now)
        var update = response.news(since: shown)
        let newState = Self.state(of: response, outcome.descriptor, now)
        if newState != state { update.state = newState }
        (shown, state) = (response, newState)
        if !update.isEmpty { put(update, of: index) }
        wait =
          failures > 0
          ? .seconds(15 * (1 << failures))
          : AirPolicy.Cache().lifetime(of: response, to: question, from: outcome.descriptor, at: now).fresh
        wait = min(wait, longest)
      case .failed(let error):
        failures = min(failures + 1, 10)
        // An error page in place of a response may be temporary, too.
        guard error.mayPass else { throw error }
        fail(error, of: index)
        wait = error.retry.wait(atLeast: min(.seconds(15 * (1 << failures)), longest))
      case .skipped(.budgetSpent(let end)):
        put(AirNote(.limitReached, "The request limit is reached.", time: end), of: index)
        wait = end.duration(since: now)
      case .skipped(let reason):
        put(AirNote(.remark, "Not asked: \(reason)"), of: index)
        return
      case .pending: return
      }
      wait = max(wait, .seconds(1))
      try await hub.clock.sleep(for: wait + hub.randomNumbers.spread(wait))
    }
  }

  /// Asks a source for what licences allow, and waits up to half a minute; throws `CancellationError` only.
  func outcome(of member: HubSource, to question: AirQuery) async throws -> AirAnswer.SourceOutcome {
    let clock = hub.clock
    do {
      return try await AirDeadline.limit(.seconds(30), clock: clock, source: member.descriptor.id) {
        await member.outcome(question, clock)
      }.streamed(for: query)
    } catch let error as AQError {
      if !error.isExcused() { member.lost(error, took: .seconds(30), at: clock.time) }
      return AirAnswer.SourceOutcome(
        descriptor: member.descriptor, result: .failed(error), receivedAt: clock.time)
    }
  }

  private static func state(of response: AirResponse, _ descriptor: SourceDescriptor, _ now: AirTime)
    -> AirUpdate.FeedState?
  {
    if response.reports.contains(where: { descriptor.freshness(of: $0, at: now) != .silent }) { return .live }
    return response.reports.compactMap { $0.newestEnd(notAfter: now) }.max().map { .silent(since: $0) }
  }
}

extension AirResponse {
  /// Returns the response with those notices of an earlier one that still hold at places where a part of this one failed.
  func keepingNotices(of earlier: AirResponse, at now: AirTime) -> AirResponse {
    let failures = notes.filter(\.isFailure)
    guard !failures.isEmpty, !earlier.notices.isEmpty else { return self }
    let places = failures.contains { $0.places.isEmpty } ? nil : Set(failures.flatMap(\.places))
    var copy = self
    var known = Dictionary(notices.enumerated().map { ($1.id, $0) }) { first, _ in first }
    for var notice in earlier.notices where !notice.hasEnded(by: now) {
      if let places {
        notice.places.removeAll { !places.contains($0) }
        if notice.places.isEmpty { continue }
      }
      if let index = known[notice.id] {
        copy.notices[index].addPlaces(of: notice)
      } else {
        known[notice.id] = copy.notices.count
        copy.notices.append(notice)
      }
    }
    return copy
  }

  /// Returns the changes since an earlier response: reports that are new or have changed in more than their time of receipt,
  /// notes if they have changed, and a note on the sites that are gone.
  func news(since earlier: AirResponse) -> AirUpdate {
    let known = Set(earlier.reports.map(\.withoutReceipt))
    let gone = Set(earlier.reports.map { FeedSnapshot.Device($0.site) })
      .subtracting(reports.map { FeedSnapshot.Device($0.site) })
    var update = AirUpdate(reports: reports.filter { !known.contains($0.withoutReceipt) })
    if notes != earlier.notes { update.notes = notes }
    if notices != earlier.notices { update.notices = notices }
    if !gone.isEmpty {
      update.notes.append(
        AirNote(.remark, "Some sites of the previous response are missing from this one.", count: gone.count))
    }
    return update
  }
}

extension AirReport {
  fileprivate var withoutReceipt: AirReport {
    changed(self) { $0.receivedAt = AirTime(secondsSince1970: 0) }
  }
}
