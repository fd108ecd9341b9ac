/// How long the reply to a call may answer the same request again.
///
/// A source keeps replies by request: one file for a whole country answers every place, and two fetches that ask at
/// once share one request. Afterwards the service is asked whether the reply has changed, if it gave an `ETag` or a
/// `Last-Modified`; a 304 makes the kept reply new again (RFC 9110 §13).
///
/// ```swift
/// let stations = HTTPCall(stationList, step: CityStep.stations, keepsFor: .days(1))
/// let values = HTTPCall(wholeCountry, step: CityStep.values("all"), keepsFor: .untilNextValue)
/// ```
///
/// Nothing is kept of a source, or of a reply with a site, whose rights forbid it (``AirRights/caching``), nor of a reply
/// that says `Cache-Control: no-store`, has another status than 2xx, or can't be read. At most 500 replies and 32 MiB
/// are kept by a source; the least recently used ones go first.
public struct HTTPKeeping: Hashable, Sendable {
  private enum Rule: Hashable {
    case time(Duration)
    case nextValue
  }

  private let rule: Rule

  /// For a number of seconds; below 1 it is as ``whileUnchanged``.
  public static func seconds(_ seconds: Int64) -> HTTPKeeping {
    HTTPKeeping(rule: .time(.seconds(max(0, seconds))))
  }
  /// For a number of hours.
  public static func hours(_ hours: Int) -> HTTPKeeping {
    seconds(Int64(clamping: hours).multiplied(by: 3600))
  }
  /// For a number of days: a list of stations for one, their details for seven.
  public static func days(_ days: Int) -> HTTPKeeping {
    seconds(Int64(clamping: days).multiplied(by: 86_400))
  }
  /// Until the source should have published something newer than the reply's newest value, by the cadence and latency
  /// of its offers. When that is overdue, the service is asked again after a twelfth of the cadence, a minute at least.
  public static let untilNextValue = HTTPKeeping(rule: .nextValue)
  /// Until the service says that it has changed: it is asked each time, with the kept reply's `ETag` or
  /// `Last-Modified`.
  public static let whileUnchanged = HTTPKeeping(rule: .time(.zero))

  /// Whether the end depends on the reply's values.
  var looksAtValues: Bool { rule == .nextValue }

  /// Until when a reply is used without asking.
  ///
  /// - Parameters:
  ///   - arrival: When it arrived.
  ///   - newest: The end of its newest value; nil if it has none.
  ///   - news: How often the source has new values, and how late.
  func end(
    from arrival: AirTime, newest: AirTime?, _ news: (cadence: Duration, latency: Duration)
  ) -> AirTime {
    if case .time(let duration) = rule { return arrival + duration.bounded }
    let (cadence, latency) = (max(.seconds(1), news.cadence.bounded), max(.zero, news.latency.bounded))
    guard let newest else {
      // The next time of publication, where the intervals begin at multiples of the cadence.
      return (arrival - latency).floored(toMultipleOf: cadence.wholeSeconds) + cadence + latency
    }
    let next = newest + cadence + latency
    return next > arrival
      ? min(next, arrival + cadence) : arrival + min(cadence, max(.seconds(60), cadence / 12))
  }
}

extension Int64 {
  fileprivate func multiplied(by factor: Int64) -> Int64 {
    let (product, overflow) = multipliedReportingOverflow(by: factor)
    return overflow ? (self < 0 ? .min : .max) : product
  }
}
