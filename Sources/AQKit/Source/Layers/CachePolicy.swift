/// How long answers are kept, and how many.
///
/// With L, the cadence and latency that the source declares or the duration that the cache was made for, an answer is
/// fresh up to L at most, is served while it is renewed for another L, and serves in place of an error until 6 L: the
/// bounds of ``Freshness``.
public struct CachePolicy: Hashable, Sendable {
  /// How long an answer is fresh; nil for until the source is likely to have something new, by its cadence and latency
  /// and by the intervals of the answer.
  public var fresh: Duration?
  /// For how long after that an answer is given at once while a new one is fetched; nil for L.
  public var staleWhileRevalidate: Duration?
  /// For how long after it was fresh an answer is given when the source fails; nil for 5 L.
  public var staleIfError: Duration?
  /// How long the source is left alone after a failure that an older answer stood in for, unless its error asks for
  /// longer. 10 s by default.
  public var pauseAfterFailure: Duration
  /// The least time for which an answer is fresh that says nothing about when there is something new. 60 s by default.
  public var floor: Duration
  /// The age beyond which nothing is kept. One day by default.
  public var maximumAge: Duration
  /// The most answers. 100 by default; the one that was not asked for the longest leaves first.
  public var maximumEntries: Int
  /// The most memory, approximately, in bytes. 8 MiB by default.
  public var maximumBytes: Int

  /// Makes a policy.
  public init(
    fresh: Duration? = nil, staleWhileRevalidate: Duration? = nil, staleIfError: Duration? = nil,
    pauseAfterFailure: Duration = .seconds(10), floor: Duration = .seconds(60),
    maximumAge: Duration = .seconds(86_400), maximumEntries: Int = 100, maximumBytes: Int = 8 << 20
  ) {
    self.fresh = fresh
    self.staleWhileRevalidate = staleWhileRevalidate
    self.staleIfError = staleIfError
    self.pauseAfterFailure = pauseAfterFailure
    self.floor = floor
    self.maximumAge = maximumAge
    self.maximumEntries = maximumEntries
    self.maximumBytes = maximumBytes
  }
}

extension CachePolicy {
  /// How long an answer may be used, each counted from its arrival.
  struct Lifetime: Equatable {
    var fresh: Duration
    var whileRevalidating: Duration
    var ifError: Duration
  }

  /// How long an answer to a query may be used.
  func lifetime(
    of response: AirResponse, to query: AirQuery, from descriptor: SourceDescriptor, at now: AirTime
  ) -> Lifetime {
    let (cadence, latency) = descriptor.cadenceAndLatency(of: query.parameters)
    let period = max(.seconds(1), fresh ?? (cadence + latency))
    let fresh = min(
      max(.zero, fresh ?? untilNews(in: response, to: query, cadence: cadence, latency: latency, now: now)),
      maximumAge)
    return Lifetime(
      fresh: fresh, whileRevalidating: min(fresh + max(.zero, staleWhileRevalidate ?? period), maximumAge),
      ifError: min(fresh + max(.zero, staleIfError ?? period * 5), maximumAge))
  }

  /// How long it is until the source is likely to have something that is not in the answer.
  private func untilNews(
    in response: AirResponse, to query: AirQuery, cadence: Duration, latency: Duration, now: AirTime
  ) -> Duration {
    let floor = min(floor, cadence)
    if case .interval(let interval) = query.window, now.since(interval.end) > (cadence + latency) * 6 {
      return maximumAge
    }
    let expected = response.reports.compactMap { report -> Duration? in
      let isObserved = report.kind == .observation
      let steps = report.series.compactMap(\.step)
      let period = min(cadence, steps.min() ?? cadence)
      guard let newest = report.newestEnd(notAfter: now) ?? (isObserved ? nil : now) else { return nil }
      // A model's next hour is known beforehand; a station's arrives with its latency.
      let next = newest + period + (isObserved ? latency : .zero)
      // A value that is overdue may come at any moment, or never: it doesn't say when to ask.
      return next > now ? min(next.since(now), cadence) : nil
    }
    return max(floor, expected.min() ?? floor)
  }
}

extension AirSeries {
  /// From one interval to the next, where the timeline is regular and has two.
  fileprivate var step: Duration? {
    guard let regular = timeline.regular, regular.count > 1 else { return nil }
    return .seconds(regular.step)
  }
}

extension SourceDescriptor {
  /// The shortest cadence of the offers that have one of the parameters, and its latency; of all offers where there are
  /// none.
  func cadenceAndLatency(of parameters: [AirParameter]) -> (cadence: Duration, latency: Duration) {
    let asked = Set(parameters)
    var copy = self
    copy.offers = offers.filter { !asked.isDisjoint(with: $0.parameters) }
    return copy.offers.isEmpty ? cadenceAndLatency : copy.cadenceAndLatency
  }
}
