import AQKit

/// A transport that caches whole responses until the service has new ones, and states their `Age` (RFC 9111 §5.1).
///
/// Requests state their time in days from today, so the same request means the same all day. Responses are therefore
/// cached by request and day in UTC, or, as local days begin at other times, by quarter of an hour. The source, which knows
/// the current hour, selects from them.
final class CachedResponses: HTTPTransport {
  private struct Key: Hashable {
    let request: TransportRequest
    /// The time at which the request changes its meaning, in seconds since 1970.
    let end: Int64
  }

  private struct Entry {
    let response: TransportResponse
    let receivedAt: AirTime
  }

  /// Whether the task wants a new response, which is cached like any other.
  static let isBypassed = TaskLocal<Bool>(wrappedValue: false)

  private let base: any HTTPTransport
  private let news: ResponseNews
  private let runs: ModelRuns
  private let clock: any AQClock
  /// The responses, and the number of times that all were removed.
  private let kept: Locked<(entries: RecentEntries<Key, Entry>, removals: Int)>

  init(
    _ base: any HTTPTransport, news: ResponseNews, runs: ModelRuns, policy: AirPolicy.Cache,
    clock: any AQClock
  ) {
    kept = Locked(
      (entries: RecentEntries(count: policy.maximumEntries, size: policy.maximumBytes), removals: 0))
    self.base = base
    self.news = news
    self.runs = runs
    self.clock = clock
  }

  @concurrent func send(_ request: TransportRequest) async throws -> TransportResponse {
    let key = Key(request: request, end: Self.end(of: request, at: clock.time))
    if !Self.isBypassed.get(), let (cached, age) = try await cached(key) {
      var response = cached
      response.headers.remove("Age")
      response.headers.append(TransportRequest.Header("Age", "\(age)"))
      return response
    }
    let removals = kept.withLock { $0.removals }
    let response = try await base.send(request)
    keep(response, key, askedAfter: removals)
    return response
  }

  /// Forgets all responses, and those on their way.
  func removeAll() {
    kept.withLock { kept in
      kept.entries.removeAll { _, _ in true }
      kept.removals += 1
    }
  }

  /// Returns the end of the hour for a request in hours from now, of the quarter for one in local days from today, else of
  /// the UTC day.
  private static func end(of request: TransportRequest, at now: AirTime) -> Int64 {
    let body = String(decoding: request.body, as: UTF8.self)
    func has(_ item: String) -> Bool { request.url.contains(item) || body.contains(item) }
    let isByLocalDay = has("timezone=auto") && has("_days=")
    let length: Int64 = has("_hours=") ? 3600 : isByLocalDay ? 900 : 86_400
    return (now.secondsSince1970 / length + 1) * length
  }

  private func cached(_ key: Key) async throws -> (TransportResponse, age: Int64)? {
    guard let entry = kept.withLock({ $0.entries.use(key) }) else { return nil }
    let age = clock.time.duration(since: entry.receivedAt).components.seconds
    // If the clock was set back, the age is unknown.
    var isCurrent = age >= 0
    if isCurrent {
      switch news {
      case .after(let duration): isCurrent = .seconds(age) < duration
      case .whenRun(let models): isCurrent = try await runs.isCurrent(models, receivedAt: entry.receivedAt)
      }
    }
    return isCurrent ? (entry.response, age) : nil
  }

  private func keep(_ response: TransportResponse, _ key: Key, askedAfter removals: Int) {
    guard ServiceAdvice.isWhole(response) else { return }
    let now = clock.time
    kept.withLock { kept in
      guard kept.removals == removals else { return }
      kept.entries.removeAll { old, _ in old.end <= now.secondsSince1970 }
      kept.entries.insert(Entry(response: response, receivedAt: now), of: response.body.count, for: key)
    }
  }
}
