extension TransportRequest {
  /// The time for which the reply to a call may be reused for the same request.
  ///
  /// A source keeps replies by request: one file for a whole country serves every place, and two fetches that ask at
  /// once share one request. Afterwards the service is asked whether the reply has changed, if it gave an `ETag` or a
  /// `Last-Modified`; a 304 makes the cached reply new again (RFC 9110 §13).
  ///
  /// ```swift
  /// let stations = HTTPCall(stationList, step: CityStep.stations, keepsFor: .days(1))
  /// let values = HTTPCall(wholeCountry, step: CityStep.values("all"), keepsFor: .untilNextValue)
  /// ```
  ///
  /// A query for a reload (``AirQuery/Freshness/reload``) asks again, unless the reply is kept for a day or more.
  ///
  /// A reply isn't kept if the rights of the source or a site forbid it (``AirRights/caching``), if it says
  /// `Cache-Control: no-store`, has a status other than 2xx, or can't be read. A source keeps at most 500 replies and 32 MiB; the
  /// least recently used ones are dropped first.
  public struct Keeping: Hashable, Sendable {
    /// The time for which a reply is kept; nil until the source should have published a newer value.
    private let duration: Duration?
    /// More than a century.
    private static let mostHours = 1_000_000

    /// Keeps a reply for a number of seconds; below 1 it is the same as ``whileUnchanged``.
    public static func seconds(_ seconds: Int64) -> TransportRequest.Keeping {
      TransportRequest.Keeping(duration: .seconds(max(0, seconds)))
    }
    /// Keeps a reply for a number of hours, at most a million; below 1 it is the same as ``whileUnchanged``.
    public static func hours(_ hours: Int) -> TransportRequest.Keeping {
      seconds(Int64(min(max(0, hours), mostHours)) * 3600)
    }
    /// Keeps a reply for a number of days, such as one for a list of stations and seven for their details. The bounds are
    /// those of ``hours(_:)``.
    public static func days(_ days: Int) -> TransportRequest.Keeping {
      hours(min(max(0, days), mostHours) * 24)
    }
    /// Keeps a reply until the source should have published something newer than its newest value, by the cadence and latency
    /// of its offers. When that is overdue, the service is asked again after a twelfth of the cadence, a minute at least.
    public static var untilNextValue: Self { Self(duration: nil) }
    /// Keeps a reply until the service says that it has changed: it is asked each time, with the cached reply's `ETag` or
    /// `Last-Modified`.
    public static var whileUnchanged: Self { Self(duration: .zero) }

    /// Whether it is meant for values, which a reload asks for again, as opposed to lists and details.
    var isForValues: Bool { duration.map { $0 < .seconds(86_400) } ?? true }

    /// Whether a kept reply is never used without asking.
    var asksEachTime: Bool { duration == .zero }

    /// Returns the time until which a reply is used without asking, by the end of its newest value.
    func end(
      from arrival: AirTime, newest: AirTime?, _ news: (cadence: Duration, latency: Duration)
    ) -> AirTime {
      if let duration { return arrival + duration.bounded }
      let (cadence, latency) = (max(.seconds(1), news.cadence.bounded), max(.zero, news.latency.bounded))
      guard let newest else {
        // The next time of publication, if the intervals begin at multiples of the cadence.
        return (arrival - latency).floored(toMultipleOf: cadence.wholeSeconds) + cadence + latency
      }
      let next = newest + cadence + latency
      return next > arrival
        ? min(next, arrival + cadence) : arrival + min(cadence, max(.seconds(60), cadence / 12))
    }
  }
}
