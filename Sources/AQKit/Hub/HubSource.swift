/// A source of a hub: its declaration, and the source itself, which is created when needed.
final class HubSource: Sendable {
  /// A source that has been made, with its declaration, because reading a declaration passes through all layers.
  private final class Made: Sendable {
    let source: any AirDataSource
    /// An instance may refine its recipe's declaration.
    let descriptor: SourceDescriptor
    /// Whether one of its addresses is deprecated.
    let retires: Bool
    let cached: (@Sendable (AirQuery, Bool) -> AirResponse?)?

    init(_ source: any AirDataSource) {
      self.source = source
      descriptor = source.descriptor
      retires = descriptor.endpoints.contains { $0.retiresOn != nil }
      cached = source.layerInsight.cached
    }
  }

  let descriptor: SourceDescriptor
  private let recipe: SourceRecipe
  private let container: AQContainer
  private let budgets: RequestBudgets
  private let observer: (any HubObserver)?
  private let made = Locked<Made?>(nil)

  init(
    _ recipe: SourceRecipe, of container: AQContainer, _ budgets: RequestBudgets,
    _ observer: (any HubObserver)?
  ) {
    descriptor = recipe.declaration
    (self.recipe, self.container, self.budgets, self.observer) = (recipe, container, budgets, observer)
  }

  var log: SourceHealthLog { recipe.log }
  var budgetLeft: [AirHub.SourceHealth.BudgetLeft] { budgets.left(of: descriptor) }
  var known: (any AirDataSource)? { recipe.made.known() }

  /// Returns the source, made at the first call.
  func make() throws -> any AirDataSource { try statement?.source ?? container.shared(recipe) }

  /// Returns the reason why its declaration rules the source out; nil if it should be asked.
  func reasonToSkip(_ query: AirQuery, at now: AirTime) -> AirAnswer.SourceOutcome.SkipReason? {
    if !query.sources.contains(descriptor.id) { return .notSelected }
    if !recipe.isEnabled { return .disabled }
    if !descriptor.endpoints.isEmpty,
      descriptor.endpoints.allSatisfy({ $0.retiresOn.map { $0 <= now } ?? false })
    {
      return .retired
    }
    let unallowed = descriptor.rights.unallowed(of: query.purposes)
    // If stations have their own licences, the reports decide on rights that the source leaves open.
    if !unallowed.isEmpty,
      !descriptor.offers.contains(where: \.statesRights)
        || unallowed.contains(where: { descriptor.rights.permission(of: $0) != .unknown })
    {
      return .rights(unallowed)
    }
    var isOffered = false
    for offer in descriptor.offers where offer.matches(query, at: now) {
      isOffered = true
      if query.places.isEmpty || query.places.contains(where: offer.mayCover) { return nil }
    }
    return isOffered ? .notCovered : .notOffered
  }

  func outcome(_ query: AirQuery, _ clock: any AQClock) async -> AirAnswer.SourceOutcome {
    // Most hubs have no observer, and its frames take time.
    guard let observer else { return await askedOutcome(query, clock) }
    return await self.observer.result(of: .source(descriptor.id)) {
      await HubObservation.with(observer, of: descriptor.id) { await askedOutcome(query, clock) }
    }
  }

  private func askedOutcome(_ query: AirQuery, _ clock: any AQClock) async -> AirAnswer.SourceOutcome {
    let start = clock.seconds
    tell(.asked)
    do {
      let source = try make()
      let statement = statement(of: source)
      let response = try await QuestionChain.asking(self, query) { try await source.fetch(query) }
      return succeeded(response, statement, since: start, at: clock.seconds)
    } catch {
      return failed(error, statement?.descriptor ?? descriptor, since: start, at: clock.seconds)
    }
  }

  private func succeeded(
    _ response: AirResponse, _ statement: Made, since start: Double, at end: Double
  ) -> AirAnswer.SourceOutcome {
    var response = response
    let (now, took) = (AirTime(seconds: end), Duration(boundedSeconds: end - start))
    // No value ends after it was received: now, or when it was cached.
    response.notes += response.reports.heedReceipt(at: response.cached?.since ?? now)
    if statement.retires { response.notes += notesOfRetirement(at: now) }
    if let cached = response.cached {
      tell(.cachedResponseGiven, took)
      if let code = cached.failure, !cached.isOfEarlierFailure {
        lost(
          AQError(code, "A cached response replaces an error.", source: descriptor.id), took: took, at: now)
      }
    } else if let failure = response.failure(of: descriptor.id) {
      _ = failed(failure, statement.descriptor, since: start, at: end)
    } else {
      log.succeeded(response, took: took, at: now)
      if observer != nil {
        tell(.responded(values: response.reports.valueCount), took)
        tellRefused(response.notes)
      }
    }
    return AirAnswer.SourceOutcome(
      descriptor: statement.descriptor, result: .responded(response), receivedAt: now)
  }

  private func failed(
    _ error: any Error, _ descriptor: SourceDescriptor, since start: Double, at end: Double
  ) -> AirAnswer.SourceOutcome {
    let error = AQError.wrapping(error, source: descriptor.id)
    if error.code == .notConfigured {
      tell(.notConfigured)
      return AirAnswer.SourceOutcome(descriptor: descriptor, result: .skipped(.notConfigured(error.message)))
    }
    if let spent = error.cause as? RequestBudgets.Budget.Spent {
      tell(.budgetSpent)
      return .init(descriptor: descriptor, result: .skipped(.budgetSpent(until: spent.until)))
    }
    let (now, took) = (AirTime(seconds: end), Duration(boundedSeconds: end - start))
    // A query that the caller gave up says nothing about the source.
    if error.isExcused() {
      tell(.gaveUp, took)
    } else if !Task.isCancelled {
      lost(error, took: took, at: now)
    }
    return AirAnswer.SourceOutcome(descriptor: descriptor, result: .failed(error), receivedAt: now)
  }

  func heard(_ update: AirUpdate, at now: AirTime) {
    let isConnection = update.state == .live
    if isConnection || !update.reports.isEmpty {
      log.heard(update.reports, isConnection: isConnection, at: now)
      tell(.responded(values: update.reports.valueCount))
    }
    tellRefused(update.notes)
    for note in update.notes {
      guard note.code == .disconnected || note.code == .failed, let code = note.failure else { continue }
      lost(AQError(code, note.message, source: descriptor.id), took: .zero, at: now)
    }
  }

  func lost(_ error: AQError, took duration: Duration, at now: AirTime) {
    log.failed(error, took: duration, at: now)
    tell(.failed(error.code), duration)
  }

  func tell(_ kind: HubEvent.Kind, _ duration: Duration? = nil) {
    observer?.observe(HubEvent(kind, of: descriptor.id, duration: duration))
  }

  private func tellRefused(_ notes: [AirNote]) {
    let refused = notes.count(of: .refused)
    if refused > 0 { tell(.refused(count: refused)) }
  }

  /// Returns the cached response to a query, without a request; nil if there is none.
  func cached(_ query: AirQuery, isFresh: Bool, _ clock: any AQClock) -> AirAnswer.SourceOutcome? {
    let outcome = peek(query, isFresh: isFresh, clock)
    if outcome != nil { tell(.cachedResponseGiven) }
    return outcome
  }

  /// Returns the same result as ``cached(_:isFresh:_:)`` without telling the observer.
  func peek(_ query: AirQuery, isFresh: Bool, _ clock: any AQClock) -> AirAnswer.SourceOutcome? {
    let statement = statement
    // The source decides whether a stored response is fresh, once the source exists.
    let cached =
      if let statement { statement.cached?(query, isFresh) } else {
        isFresh ? nil : container.storedResponse(to: query, from: descriptor)
      }
    guard var response = cached else { return nil }
    response.notes += response.reports.heedReceipt(at: response.cached?.since ?? clock.time)
    if statement?.retires ?? false { response.notes += notesOfRetirement(at: clock.time) }
    return AirAnswer.SourceOutcome(
      descriptor: statement?.descriptor ?? descriptor, result: .responded(response),
      receivedAt: response.cached?.since ?? clock.time)
  }

  /// Returns the notes that an address of the source will soon be switched off, which aren't part of a cached response.
  private func notesOfRetirement(at now: AirTime) -> [AirNote] {
    let address = (statement?.descriptor ?? descriptor).retirement(at: now)
    guard let day = address?.retiresOn else { return [] }
    let date = "\(day)".prefix(10)
    return [AirNote(.remark, "The provider switches off an address of this source on \(date).", time: day)]
  }

  private var statement: Made? { made.withLock { $0 } ?? known.map(statement(of:)) }

  private func statement(of source: any AirDataSource) -> Made {
    if let made = made.withLock({ $0 }) { return made }
    let new = Made(source)
    made.withLock { $0 = new }
    return new
  }
}

extension SourceDescriptor.Offer {
  /// Returns whether the offer matches a part of a query, ignoring coverage. Warnings match any values, if the query is about
  /// now or the time ahead.
  func matches(_ query: AirQuery, at now: AirTime) -> Bool {
    guard query.places.isEmpty || query.places.contains(where: { placeKinds.contains($0.kind) }) else {
      return false
    }
    if isOfNotices {
      guard query.detail == .values else { return false }
      switch query.window {
      case .current, .next: return true
      case .past: return false
      case .interval(let interval): return interval.end > now
      }
    }
    if !query.kinds.isEmpty, kinds.isDisjoint(with: query.kinds) { return false }
    if !parameters.isEmpty, !parameters.contains(where: { query.asks(for: $0) }) { return false }
    if query.detail == .sites { return capabilities.contains(.stations) }
    let isCurrent = capabilities.contains(.current)
    switch query.window {
    case .current: return isCurrent || capabilities.contains(.live)
    case .past: return isCurrent || capabilities.contains(.history)
    case .next: return capabilities.contains(.forecast)
    case .interval(let interval):
      if interval.end <= now { return capabilities.contains(.history) }
      if interval.start > now { return capabilities.contains(.forecast) }
      return isCurrent || !capabilities.isDisjoint(with: [.forecast, .history, .live])
    }
  }
}

extension [AirReport] {
  /// The number of values that aren't missing.
  package var valueCount: Int {
    flatMap(\.series).reduce(0) { sum, series in sum + series.values.count { !$0.isNaN } }
  }
}

extension [AirNote] {
  /// Returns the number of values, rows or messages that the notes with a code summarise.
  func count(of code: AirNote.Code) -> Int {
    reduce(0) { $1.code == code ? $0.addingSaturating($1.count) : $0 }
  }
}
