/// How long, and how many, answers are kept.
///
/// Let L be the source's cadence plus latency, or the given duration. An answer is fresh up to L at most, is returned
/// during its renewal for another L, and replaces an error until 6 L: the bounds of ``Freshness``.
public struct CachePolicy: Hashable, Sendable {
  /// How long an answer is fresh; nil for until new values are likely, by the source's cadence and latency and the
  /// answer's intervals.
  public var fresh: Duration?
  /// How much longer an answer is returned at once while a new one is fetched; nil for L.
  public var staleWhileRevalidate: Duration?
  /// How long after its freshness an answer is returned if the source fails; nil for 5 L.
  public var staleIfError: Duration?
  /// How long the source is not asked after an older answer replaced its error, unless the error requests a longer
  /// wait. 10 s by default.
  public var pauseAfterFailure: Duration
  /// How long an answer is fresh at least if it doesn't tell when new values are likely. 60 s by default.
  public var floor: Duration
  /// The greatest age of an answer. One day by default.
  public var maximumAge: Duration
  /// The most answers. 100 by default; the least recently used one is dropped first.
  public var maximumEntries: Int
  /// The approximate maximum size in bytes. 8 MiB by default.
  public var maximumBytes: Int

  /// A policy; by default it follows the source's cadence.
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
  /// How long an answer may be used, from its arrival.
  struct Lifetime: Equatable {
    var fresh: Duration
    var whileRevalidating: Duration
    var ifError: Duration
  }

  /// How long an answer to a query may be used.
  func lifetime(
    of response: AirResponse, to query: AirQuery, from descriptor: SourceDescriptor, at now: AirTime
  ) -> Lifetime {
    let declared = descriptor.cadenceAndLatency(of: query.parameters)
    let (cadence, latency) = (declared.cadence.bounded, declared.latency.bounded)
    let period = max(.seconds(1), fresh?.bounded ?? (cadence + latency))
    let fresh = min(
      max(.zero, fresh ?? untilNews(in: response, to: query, cadence: cadence, latency: latency, now: now)),
      maximumAge)
    return Lifetime(
      fresh: fresh,
      whileRevalidating: min(fresh.bounded + max(.zero, staleWhileRevalidate?.bounded ?? period), maximumAge),
      ifError: min(fresh.bounded + max(.zero, staleIfError?.bounded ?? period * 5), maximumAge))
  }

  /// The time until the source is likely to have values newer than the answer's.
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
      // A model's next hour exists beforehand; a station's arrives after its latency.
      let next = newest + period + (isObserved ? latency : .zero)
      // An overdue value may come at any time or never, so it doesn't tell when to ask.
      return next > now ? min(next.since(now), cadence) : nil
    }
    return max(floor, expected.min() ?? floor)
  }
}

extension AirSeries {
  /// The step of a regular timeline with at least two intervals.
  fileprivate var step: Duration? {
    guard let regular = timeline.regular, regular.count > 1 else { return nil }
    return .seconds(regular.step)
  }
}

extension SourceDescriptor {
  /// The shortest cadence, with its latency, of the offers with one of the parameters; of all offers if there are no
  /// parameters.
  func cadenceAndLatency(of parameters: [AirParameter]) -> (cadence: Duration, latency: Duration) {
    let asked = Set(parameters)
    var copy = self
    copy.offers = offers.filter { !asked.isDisjoint(with: $0.parameters) }
    return copy.offers.isEmpty ? cadenceAndLatency : copy.cadenceAndLatency
  }
}
