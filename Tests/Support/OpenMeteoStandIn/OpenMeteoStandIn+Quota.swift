import AQKit

extension OpenMeteoStandIn {
  /// The limits of one address without a key.
  public struct Quota: Hashable, Sendable {
    /// The weight within a minute; nil for no limit.
    public var minute: Double?
    /// The weight per clock hour; nil for no limit. No single call may weigh more.
    public var hour: Double?
    /// The weight within a UTC day; nil for no limit.
    public var day: Double?
    /// The maximum number of concurrent requests per host.
    public var atOnce: Int
    /// The maximum number of waiting requests.
    public var waiting: Int

    /// Creates a quota; by default the free service's.
    public init(
      minute: Double? = 600, hour: Double? = 5000, day: Double? = 10_000, atOnce: Int = 1, waiting: Int = 4
    ) {
      self.minute = minute
      self.hour = hour
      self.day = day
      self.atOnce = max(1, atOnce)
      self.waiting = max(0, waiting)
    }

    /// The free service's: 600 a minute, 5,000 an hour, 10,000 a day, one request at a time and four waiting.
    public static let free = Quota()
    /// A quota without limits, except for those of a single call.
    public static let none = Quota(minute: nil, hour: nil, day: nil, atOnce: .max / 2, waiting: 0)
  }

  /// A window of the quota.
  public enum Window: String, Hashable, Sendable, CaseIterable {
    /// Cleared every minute.
    case minute
    /// Cleared on the hour.
    case hour
    /// Cleared at midnight UTC.
    case day

    var seconds: Int64 {
      switch self {
      case .minute: 60
      case .hour: 3600
      case .day: 86_400
      }
    }
  }
}

/// Counts calls in windows that reset at fixed times.
struct OpenMeteoMeter {
  private var counts: [OpenMeteoStandIn.Window: (index: Int64, weight: Double)] = [:]
  private(set) var total = 0.0
  var refusals = 0

  private func used(_ window: OpenMeteoStandIn.Window, at now: AirTime) -> Double {
    guard let count = counts[window], count.index == now.secondsSince1970 / window.seconds else { return 0 }
    return count.weight
  }

  /// Refuses a call when a window is full; the call that fills it passes, whatever its weight.
  mutating func check(_ quota: OpenMeteoStandIn.Quota, at now: AirTime) throws {
    for (window, limit) in [
      (OpenMeteoStandIn.Window.minute, quota.minute), (.hour, quota.hour), (.day, quota.day),
    ] {
      if let limit, used(window, at: now) >= limit {
        refusals += 1
        throw OpenMeteoRefusal.limit(window)
      }
    }
  }

  mutating func count(_ weight: Double, at now: AirTime) {
    total += weight
    for window in OpenMeteoStandIn.Window.allCases {
      counts[window] = (now.secondsSince1970 / window.seconds, used(window, at: now) + weight)
    }
  }
}

/// Limits the running and the waiting requests, in order; refuses more.
final class OpenMeteoLane: Sendable {
  private let state = Condition((running: 0, waiting: 0))
  private let atOnce: Int
  private let most: Int

  init(_ quota: OpenMeteoStandIn.Quota) {
    atOnce = quota.atOnce
    most = quota.atOnce.addingReportingOverflow(quota.waiting).partialValue
  }

  /// Waits for the turn; false if too many wait already.
  func enter() async throws -> Bool {
    let isTaken = state.change { [most] state in
      guard state.running + state.waiting < most else { return false }
      state.waiting += 1
      return true
    }
    guard isTaken else { return false }
    do {
      try await state.wait { [atOnce] state in
        guard state.running < atOnce else { return false }
        state.running += 1
        state.waiting -= 1
        return true
      }
    } catch {
      state.change { $0.waiting -= 1 }
      throw error
    }
    return true
  }

  /// Lets the next one run.
  func leave() { state.change { $0.running -= 1 } }
}
