/// A source whose answers are kept in memory for a while, by query.
///
/// A fresh answer is given without asking. One that is a little older is given at once, while a new one is fetched for
/// the next caller. When the source fails in a way that will pass, an older answer stands in, with a note that says so;
/// an error that won't pass (a bad query, a missing credential) is thrown. How long each holds is the ``CachePolicy``'s.
///
/// Not kept: partial answers, answers larger than the cache, and anything whose rights forbid it
/// (``Rights/caching``): a source that declares so is always asked. Live streams are forwarded as they are. Reports keep
/// the time at which they were received, so that their age can be seen.
public struct CachingSource<Base: AirDataSource>: AirLayer {
  /// The source that is asked.
  public let base: Base
  /// How long answers are kept, and how many.
  public let policy: CachePolicy
  private let clock: any AQClock
  private let cache: ResponseCache

  /// Makes the layer. Copies of it share what is kept.
  public init(_ base: Base, policy: CachePolicy = CachePolicy(), clock: any AQClock = SystemClock()) {
    self.base = base
    self.policy = policy
    self.clock = clock
    self.cache = ResponseCache(policy)
  }

  /// How many answers are kept.
  public var count: Int { cache.count }
  /// About how many bytes they take.
  public var approximateSize: Int { cache.size }
  /// Forgets everything, and cancels what is being renewed.
  public func removeAll() { cache.removeAll() }

  /// An answer that is kept, or the source's.
  ///
  /// - Throws: What the source throws when no older answer may stand in, `CancellationError` when the task was cancelled.
  @concurrent public func fetch(_ query: AirQuery) async throws -> AirResponse {
    try Task.checkCancellation()
    guard base.descriptor.rights.caching != .forbidden else { return try await base.fetch(query) }
    switch cache.find(query, at: clock.now) {
    case .fresh(let response): return response
    case .standIn(let response, let error): return response.standingIn(for: error)
    case .stale(let response, let renewal):
      if let renewal { cache.renew(query, renewal, work(of: renewal, query)) }
      return response
    case .nothing: return try await ask(query)
    }
  }

  /// The source's answer, whatever is kept; it is kept then.
  ///
  /// - Throws: What the source throws.
  @concurrent public func reload(_ query: AirQuery) async throws -> AirResponse {
    let number = cache.beginFetch()
    let response = try await base.fetch(query)
    Self.keep(response, to: query, number, in: cache, policy, clock, base.descriptor)
    return response
  }

  private func ask(_ query: AirQuery) async throws -> AirResponse {
    do {
      return try await reload(query)
    } catch let error as AQError where error.mayPass && !Task.isCancelled {
      guard let response = cache.fail(query, with: error, at: clock.now) else { throw error }
      return response.standingIn(for: error)
    }
  }

  private static func keep(
    _ response: AirResponse, to query: AirQuery, _ number: UInt64, in cache: ResponseCache,
    _ policy: CachePolicy, _ clock: any AQClock, _ descriptor: SourceDescriptor
  ) {
    guard !response.isPartial, descriptor.rights.caching != .forbidden,
      !response.reports.contains(where: { $0.rights.caching == .forbidden })
    else { return }
    let lifetime = policy.lifetime(of: response, to: query, from: descriptor, at: clock.time)
    cache.store(response, to: query, fetch: number, lifetime: lifetime, at: clock.now)
  }

  /// The renewal of an answer. It doesn't hold on to the cache, which ends it when nobody uses it any more.
  private func work(of number: UInt64, _ query: AirQuery) -> @Sendable () async -> Void {
    { [base, policy, clock, weak cache] in
      let failure: AQError
      do {
        let response = try await base.fetch(query)
        guard let cache else { return }
        Self.keep(response, to: query, number, in: cache, policy, clock, base.descriptor)
        guard response.isPartial else { return }
        failure = AQError(.unavailable, "A part of the answer failed.", source: base.descriptor.id)
      } catch {
        if Task.isCancelled { return }
        failure = .wrapping(error, source: base.descriptor.id)
      }
      // Said to a caller who has nothing newer to get.
      _ = cache?.fail(query, with: failure, at: clock.now)
    }
  }
}

extension AQError {
  /// Whether the same question may get an answer some other time without anything being changed.
  var mayPass: Bool {
    switch retry {
    case .now, .after: true
    case .whenChanged: false
    // What comes as something else than it says is often an error page.
    case .never: code == .malformed
    }
  }
}

extension AirResponse {
  /// The response, with a note that it is given in place of an error.
  fileprivate func standingIn(for error: AQError) -> AirResponse {
    var copy = self
    copy.notes.append(
      AirNote(
        .remark, "An earlier answer, because the source failed: \(error.message)", failure: error.code))
    return copy
  }
}
