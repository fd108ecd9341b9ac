extension AirPolicy {
  /// The time for which responses are cached, and their maximum number.
  ///
  /// Let L be the source's cadence plus latency, or the given duration. A response is fresh up to L at most, is returned
  /// during its renewal for another L, and replaces an error until 6 L: the bounds of ``AirReport/Freshness``. Without a given
  /// duration, a response about an interval that ended more than 6 L ago stays fresh for ``maximumAge``, and a source may
  /// state its own time.
  public struct Cache: Hashable, Sendable {
    /// The time for which a response is fresh; nil to keep it until new values are likely, by the source's cadence and
    /// latency and the response's intervals.
    public var fresh: Duration?
    /// The time after its freshness in which a response is returned at once while a new one is fetched; nil for L.
    public var staleWhileRevalidate: Duration?
    /// The time after its freshness in which a response is returned if the source fails; nil for 5 L.
    public var staleIfError: Duration?
    /// The time for which the source isn't asked after an older response replaced its error, unless the error requests a
    /// longer wait. 10 s by default.
    public var pauseAfterFailure: Duration
    /// The minimum time for which a response is fresh if ``fresh`` is nil, at most the source's cadence. 60 s by default.
    public var floor: Duration
    /// The maximum age of a response. One day by default, and more if the other durations require it.
    public var maximumAge: Duration
    /// The maximum number of responses. 1,000 by default; the least recently used one is dropped first. A server that is
    /// asked about more places than that should keep more.
    public var maximumEntries: Int
    /// The approximate maximum size of all responses in bytes. 32 MiB by default.
    public var maximumBytes: Int

    /// Creates a policy; by default it follows the source's cadence.
    public init(
      fresh: Duration? = nil, staleWhileRevalidate: Duration? = nil, staleIfError: Duration? = nil,
      pauseAfterFailure: Duration = .seconds(10), floor: Duration = .seconds(60),
      maximumAge: Duration? = nil, maximumEntries: Int = 1000, maximumBytes: Int = 32 << 20
    ) {
      self.fresh = fresh
      self.staleWhileRevalidate = staleWhileRevalidate
      self.staleIfError = staleIfError
      self.pauseAfterFailure = pauseAfterFailure
      self.floor = floor
      let period = fresh?.bounded ?? .zero
      let longest = max(staleWhileRevalidate?.bounded ?? period, staleIfError?.bounded ?? period * 5)
      self.maximumAge = maximumAge ?? max(.seconds(86_400), period + longest)
      self.maximumEntries = maximumEntries
      self.maximumBytes = maximumBytes
    }
  }
}

extension AirPolicy.Cache {
  /// The time for which a response may be used, from its arrival.
  struct Lifetime {
    var fresh: Duration
    var whileRevalidating: Duration
    var ifError: Duration
    /// The time after which a response is of no use.
    var longest: Duration { max(whileRevalidating, ifError) }
  }

  /// Returns the time for which a response that arrives now may be used; `own` is the validity that the source states.
  func lifetime(
    of response: AirResponse, to query: AirQuery, from descriptor: SourceDescriptor, at now: AirTime,
    own: Duration? = nil
  ) -> Lifetime {
    let declared = descriptor.cadenceAndLatency(of: query.parameters)
    let (cadence, latency) = (declared.cadence.bounded, declared.latency.bounded)
    let period = max(.seconds(1), fresh?.bounded ?? (cadence + latency))
    let usual =
      fresh ?? own ?? untilNews(in: response, to: query, cadence: cadence, latency: latency, now: now)
    let fresh = min(max(.zero, usual), maximumAge)
    return Lifetime(
      fresh: fresh,
      whileRevalidating: min(fresh.bounded + max(.zero, staleWhileRevalidate?.bounded ?? period), maximumAge),
      ifError: min(fresh.bounded + max(.zero, staleIfError?.bounded ?? period * 5), maximumAge))
  }

  /// Returns the time until the source is likely to have values newer than the response's.
  private func untilNews(
    in response: AirResponse, to query: AirQuery, cadence: Duration, latency: Duration, now: AirTime
  ) -> Duration {
    let floor = min(floor, cadence)
    if case .interval(let interval) = query.window,
      now.duration(since: interval.end) > (cadence + latency) * 6
    {
      return maximumAge
    }
    let expected = response.reports.compactMap { report -> Duration? in
      let isObserved = report.kind == .observation
      let steps = report.series.compactMap(\.timeline.regularStep)
      let period = min(cadence, steps.min() ?? cadence)
      guard let newest = report.newestEnd(notAfter: now) ?? (isObserved ? nil : now) else { return nil }
      // A model's next hour exists beforehand; a station's arrives after its latency.
      let next = newest + period + (isObserved ? latency : .zero)
      // An overdue value may come at any time or never, so it doesn't predict when to ask.
      return next > now ? min(next.duration(since: now), cadence) : nil
    }
    return max(floor, expected.min() ?? floor)
  }
}
