/// How fresh a report is, judged from the end of its newest interval, never from the time of receipt.
public enum AirFreshness: String, Hashable, Sendable, Codable, Comparable, CaseIterable {
  /// Not older than the source's cadence and latency together.
  case fresh
  /// Up to twice as old.
  case ageing
  /// Up to six times cadence and latency.
  case stale
  /// Older, or without any value.
  case silent

  /// The freshness for an age.
  ///
  /// With L = cadence + latency: fresh up to L, ageing up to 2 L, stale up to 6 L, then silent.
  ///
  /// - Parameters:
  ///   - newestEnd: The end of the newest past interval with a value; nil if there is none.
  ///   - cadence: How often the source has new values.
  ///   - latency: The usual delay between the end of an interval and the publication of its value.
  ///   - now: The moment for which freshness is judged.
  public init(newestEnd: AirTime?, cadence: Duration, latency: Duration = .zero, now: AirTime) {
    guard let newestEnd else {
      self = .silent
      return
    }
    let age = now.since(newestEnd)
    let limit = cadence.bounded + latency.bounded
    if age <= limit {
      self = .fresh
    } else if age <= limit * 2 {
      self = .ageing
    } else if age <= limit * 6 {
      self = .stale
    } else {
      self = .silent
    }
  }

  private var rank: Int {
    switch self {
    case .fresh: 0
    case .ageing: 1
    case .stale: 2
    case .silent: 3
    }
  }

  /// Fresher comes first.
  public static func < (lhs: AirFreshness, rhs: AirFreshness) -> Bool { lhs.rank < rhs.rank }
}
