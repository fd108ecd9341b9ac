/// Asks many sources at once, and accounts for each: what it answered and how fresh, or what failed and why.
///
/// ```swift
/// let air = try AirHub(.live.installing(.openMeteo))
/// let answer = try await air.answer(for: AirQuery(near: Coordinate(52.52, 13.41)))
/// ```
///
/// Results are in order of registration, whatever finishes first.
public struct AirHub: Sendable {
  private let candidates: [Candidate]
  private let clock: any AQClock

  /// A hub over existing sources.
  ///
  /// - Throws: ``AQError/Code/invalidRequest`` when two sources have the same identifier.
  public init(sources: [any AirDataSource], clock: any AQClock = SystemClock()) throws(AQError) {
    try self.init(
      candidates: sources.map { source in Candidate(source.descriptor, isEnabled: true) { source } },
      clock: clock)
  }

  /// A hub over all sources of a container. Each source is made on first use, once per hub.
  ///
  /// - Throws: ``AQError/Code/notConfigured`` when the container has no clock.
  public init(_ container: AQContainer) throws(AQError) {
    try self.init(
      candidates: container.recipes.map { recipe in
        Candidate(recipe.declaration, isEnabled: recipe.isEnabled) { try recipe.make(in: container) }
      },
      clock: container[.clock])
  }

  private init(candidates: [Candidate], clock: any AQClock) throws(AQError) {
    var seen: Set<SourceID> = []
    for candidate in candidates where !seen.insert(candidate.descriptor.id).inserted {
      throw AQError(
        .invalidRequest, "Two sources have the identifier “\(candidate.descriptor.id)”.",
        source: candidate.descriptor.id)
    }
    self.candidates = candidates
    self.clock = clock
  }

  /// The declarations of all sources in order of registration; makes no source.
  public var descriptors: [SourceDescriptor] { candidates.map(\.descriptor) }

  /// One of the sources.
  ///
  /// - Throws: ``AQError/Code/notConfigured`` for an unknown identifier, or what its recipe throws.
  public func source(_ id: SourceID) throws -> any AirDataSource {
    guard let candidate = candidates.first(where: { $0.descriptor.id == id }) else {
      let known = candidates.map(\.descriptor.id.rawValue).joined(separator: ", ")
      throw AQError(
        .notConfigured, "There is no source “\(id)”; registered: \(known.isEmpty ? "none" : known).",
        source: id)
    }
    return try candidate.source()
  }

  /// Asks the sources and accounts for every one.
  ///
  /// A source that neither answers nor heeds its cancellation delays nobody: a cancelled caller is freed at once, and
  /// at the task's ``AirDeadline`` the source counts as failed with ``AQError/Code/timedOut``.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - policy: Whether to ask all sources at once, or one after another until one answers.
  /// - Throws: `CancellationError` when the task was cancelled, nothing else: a failed source is part of the answer.
  @concurrent public func answer(for query: AirQuery, policy: AnswerPolicy = .all)
    async throws(CancellationError)
    -> AirAnswer
  {
    if Task.isCancelled { throw CancellationError() }
    let now = clock.time
    let skips = candidates.map { $0.reasonToSkip(query, at: now) }
    let outcomes: [SourceOutcome]
    switch policy.strategy {
    case .all: outcomes = try await askAll(query, skips, now)
    case .firstSuccess: outcomes = try await askInTurn(query, skips, now)
    }
    if Task.isCancelled { throw CancellationError() }
    return AirAnswer(query: query, outcomes: outcomes, at: now)
  }

  private func askAll(_ query: AirQuery, _ skips: [SourceOutcome.SkipReason?], _ now: AirTime)
    async throws(CancellationError)
    -> [SourceOutcome]
  {
    do {
      return try await inOrder(Array(candidates.indices)) { index in
        try await candidates[index].outcome(query, skips[index], clock)
      }
    } catch {
      throw CancellationError()
    }
  }

  private func askInTurn(_ query: AirQuery, _ skips: [SourceOutcome.SkipReason?], _ now: AirTime)
    async throws(CancellationError)
    -> [SourceOutcome]
  {
    let byPrecedence = candidates.indices.sorted {
      let (first, second) = (candidates[$0].descriptor.precedence, candidates[$1].descriptor.precedence)
      return first == second ? $0 < $1 : first > second
    }
    var outcomes = [SourceOutcome?](repeating: nil, count: candidates.count)
    var winner: SourceID?
    for index in byPrecedence {
      let candidate = candidates[index]
      let skip = skips[index] ?? winner.map { .notNeeded(answeredBy: $0) }
      let outcome = try await candidate.outcome(query, skip, clock)
      outcomes[index] = outcome
      if winner == nil, outcome.isUsable { winner = candidate.descriptor.id }
    }
    return outcomes.compactMap { $0 }
  }
}

extension AQContainer {
  /// Makes a separate instance of a source, which no hub shares.
  ///
  /// - Throws: ``AQError/Code/notConfigured`` for an unknown identifier, or what its recipe throws.
  public func makeSource(_ id: SourceID) throws -> any AirDataSource { try AirHub(self).source(id) }
}
