/// A user's alert: a threshold or a band, the time for which it must hold, and quiet hours.
///
/// A plain value to store and edit. `check(_:state:now:in:)` is called with each new ``HourlyIndex`` and returns an event at most
/// once for each crossing; ``State`` is its memory between the calls, and is stored with the alert.
public struct AirAlert: Hashable, Sendable, Identifiable {
  /// The condition that triggers the notification.
  public enum Condition: Hashable, Sendable {
    /// The number, or the reading's value in its own unit, is above a threshold. Where a standard defines only the band, as
    /// beyond the end of its scale, the index is at least the band's start.
    case above(Double)
    /// The number is below a threshold.
    case below(Double)
    /// The index is in this band or a worse one. A reading has no band, so this never holds for it.
    case reaches(AQIBand)
  }

  /// The identifier of the alert.
  public var id: String
  /// The condition that triggers the notification.
  public var condition: Condition
  /// The index that the alert is about; hours of other indices have no effect. A family, such as `.usEPA`, also means its
  /// edition in ``AirQualityIndexCatalog/standard`` that is in force in the hour. `nil` for any value, such as readings.
  public var index: IndexEdition.Reference?
  /// The time for which the condition must hold before the event, without a silence of more than ``staleAfter`` between its
  /// values; zero for an immediate event.
  public var holding: Duration
  /// The margin by which the number must return past the threshold, or fall below the band, before the next crossing
  /// counts; never negative. Fluctuations within this margin don't trigger another event.
  public var hysteresis: Double {
    didSet { hysteresis = hysteresis.ifNotNegative ?? 0 }
  }
  /// The hours of the day during which events are held back; `nil` for none.
  public var quietHours: QuietHours?
  /// The age beyond which a value is stale and has no effect.
  public var staleAfter: Duration

  /// Creates an alert; by default it fires at once, without hysteresis or quiet hours, on values of the last three hours.
  public init(
    id: String, _ condition: Condition, index: IndexEdition.Reference? = nil, holding: Duration = .zero,
    hysteresis: Double = 0, quietHours: QuietHours? = nil, staleAfter: Duration = .seconds(10_800)
  ) {
    self.id = id
    self.condition = condition
    self.index = index
    self.holding = holding
    self.hysteresis = hysteresis.ifNotNegative ?? 0
    self.quietHours = quietHours
    self.staleAfter = staleAfter
  }

  /// A part of every day, on the user's clock, in which no event is given. It may cross midnight.
  public struct QuietHours: Hashable, Sendable, Codable {
    /// The minute of the day at which the quiet hours begin, 0 to 1439.
    public let from: Int
    /// The minute of the day at which they end, 0 to 1439. The same as ``from`` means no quiet hours.
    public let to: Int

    /// Creates quiet hours from minutes since midnight, such as `from: 22 * 60, to: 7 * 60`; other numbers count from
    /// the next or the last midnight.
    public init(from: Int, to: Int) {
      self.from = Self.minute(from)
      self.to = Self.minute(to)
    }

    /// Reads the two minutes.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      try self.init(from: container.value(.from), to: container.value(.to))
    }

    /// Returns whether a minute of the day is quiet.
    public func contains(minute: Int) -> Bool {
      let minute = Self.minute(minute)
      return from <= to ? from <= minute && minute < to : from <= minute || minute < to
    }

    private static func minute(_ number: Int) -> Int { Int(Int64(number).remainderDown(by: 1440)) }
  }

  /// The memory of an alert from one value to the next; stored with it.
  public struct State: Hashable, Sendable, Codable {
    /// Whether the condition has held long enough, and the air has not recovered since.
    public internal(set) var isRaised = false
    /// The time at which the condition began to hold; `nil` while it doesn't, unless ``isRaised``.
    public internal(set) var since: AirTime?
    /// Whether the event of the crossing is held back until the quiet hours end.
    public internal(set) var isWaiting = false
    /// The time of the newest value; older ones have no effect.
    public internal(set) var newest: AirTime?
    /// The dominant pollutants of the newest value, and earlier ones that are missing from it.
    public internal(set) var dominant: [AirParameter] = []

    /// Creates the state of an alert that has seen no value.
    public init() {}
  }

  /// An event to report to the user: one for each crossing.
  public struct Event: Hashable, Sendable, Codable, Identifiable {
    /// The identifier of the alert.
    public let alert: String
    /// The time since which the condition has held.
    public let since: AirTime
    /// The time of the value that made the event.
    public let time: AirTime
    /// The number of the index, or the reading's value; `nil` if there is only a band.
    public let number: Double?
    /// The band of the index; `nil` for a reading.
    public let band: AQIBand?

    /// The alert and the moment since which its condition holds.
    public var id: String { "\(alert) \(since)" }
  }
}

extension AirAlert: Codable {
  /// Reads an alert; only `id` and `condition` are required. Durations are ISO 8601.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    try self.init(
      id: container.value("id"), container.value("condition"), index: container.optional("index"),
      holding: container.decodeIfPresent(ISODuration.self, forKey: "holding")?.duration ?? .zero,
      hysteresis: container.optional("hysteresis") ?? 0, quietHours: container.optional("quietHours"),
      staleAfter: container.decodeIfPresent(ISODuration.self, forKey: "staleAfter")?.duration
        ?? .seconds(10_800))
  }

  /// Writes an alert; durations are ISO 8601 in whole seconds.
  public func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "id": id, "condition": condition, "index": index, "holding": ISODuration(holding),
      "hysteresis": hysteresis, "quietHours": quietHours, "staleAfter": ISODuration(staleAfter),
    ])
  }
}

extension AirAlert.Condition: Codable {
  /// Reads `{"above": 100}`, `{"below": 50}` or `{"reaches": …}` with a band.
  public init(from decoder: any Decoder) throws {
    let coded = try CodedCase(from: decoder)
    switch coded.name {
    case "above": self = .above(try coded.held())
    case "below": self = .below(try coded.held())
    case "reaches": self = .reaches(try coded.held())
    default: throw coded.unknown
    }
  }

  /// Writes the condition.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .above(let threshold): try CodedCase.encode("above", threshold, to: encoder)
    case .below(let threshold): try CodedCase.encode("below", threshold, to: encoder)
    case .reaches(let band): try CodedCase.encode("reaches", band, to: encoder)
    }
  }
}

extension AirAlert {
  /// Takes the index of an hour, and tells whether the user should be alerted.
  ///
  /// A crossing is the first time that the condition has held for ``holding``, since the alert was made or the air recovered
  /// by the ``hysteresis``. It has exactly one event. In quiet hours the event waits for the first check after them with a
  /// value for which the condition holds, and is dropped if the air has recovered by then.
  ///
  /// An hour has no effect if it has no index or another one, or is in the future, older than ``staleAfter`` or older
  /// than the last one. The time between two values that are farther apart than ``staleAfter`` is unknown: the condition
  /// doesn't count as having held, and a crossing without an event starts again at the later value, while a crossing with an
  /// event continues until the air recovers. A partial hour is a lower bound. It can show that the air is
  /// bad, but not that it is good while it lacks a pollutant that gave the last value, or has been missing since it gave
  /// one; this ends as soon as the last value is stale.
  ///
  /// - Parameters:
  ///   - hour: The index of the hour.
  ///   - state: The memory of the alert; store it with the alert.
  ///   - now: The time of the check.
  ///   - zone: The zone of the user's clock, for the quiet hours.
  /// - Returns: The event of a crossing, once; else `nil`.
  public func check(
    _ hour: HourlyIndex, state: inout State, now: AirTime, in zone: AirTime.Zone
  ) -> Event? {
    guard hour.isKnown, index.map(hour.isOf) ?? true else { return nil }
    return check(
      (hour.time, hour.number.map(Double.init), hour.band, hour.dominant, hour.missing), &state, now, zone)
  }

  /// Takes a reading, and tells whether the user should be alerted, as for an hour. The value is compared in its own unit;
  /// a band is never reached. A reading has no effect if the alert names an ``index``, if it is flagged as suspect, or if its
  /// value is a number that means a missing one, such as −999. One beyond the scale, such as `10+`, is above its value.
  public func check(
    _ reading: AirReading, state: inout State, now: AirTime, in zone: AirTime.Zone
  ) -> Event? {
    guard index == nil, !reading.flags.contains(.suspect),
      !reading.parameter.isMissing(reading.value, in: reading.unit)
    else { return nil }
    let sample: Sample = (reading.interval.end, reading.value, nil, [], [])
    return check(sample, isBound: reading.flags.contains(.beyondScale), &state, now, zone)
  }

  private typealias Sample = (
    time: AirTime, number: Double?, band: AQIBand?, dominant: [AirParameter], missing: [AirParameter]
  )

  private func check(
    _ sample: Sample, isBound: Bool = false, _ state: inout State, _ now: AirTime, _ zone: AirTime.Zone
  ) -> Event? {
    // A time in the future is from before the clock was set back, and counts as none.
    let newest = state.newest.flatMap { $0 <= now ? $0 : nil }
    guard sample.time <= now, now.duration(since: sample.time) <= staleAfter,
      newest.map({ $0 <= sample.time }) ?? true, let (holds, isBack) = judged(sample, isBound)
    else { return nil }
    let lacking = state.dominant.filter(sample.missing.contains)
    let isBelow = if case .below = condition { true } else { false }
    let isGood = holds == isBelow
    if !lacking.isEmpty, isGood, let newest, now.duration(since: newest) <= staleAfter { return nil }
    let isAfterSilence =
      newest.map { sample.time.duration(since: $0) > staleAfter } ?? (state.newest != nil)
    (state.newest, state.dominant) = (sample.time, sample.dominant + (isGood ? [] : lacking))
    let isUntold = !state.isRaised || state.isWaiting
    if isAfterSilence, isUntold { (state.isRaised, state.isWaiting, state.since) = (false, false, nil) }
    if state.isRaised, isBack {
      (state.isRaised, state.isWaiting, state.since) = (false, false, nil)
    } else if !state.isRaised {
      state.since = holds ? state.since ?? sample.time : nil
      if let since = state.since, sample.time.duration(since: since) >= holding {
        (state.isRaised, state.isWaiting) = (true, true)
      }
    }
    guard state.isWaiting, holds, let since = state.since else { return nil }
    let local = now.secondsSince1970 + zone.offset(at: now.secondsSince1970)
    if quietHours?.contains(minute: Int(local.remainderDown(by: 86_400) / 60)) == true { return nil }
    state.isWaiting = false
    return Event(alert: id, since: since, time: sample.time, number: sample.number, band: sample.band)
  }

  /// Returns whether the condition holds, and whether the value is beyond the threshold by the hysteresis; `nil` for
  /// a value to which the condition doesn't apply.
  private func judged(_ sample: Sample, _ isBound: Bool) -> (holds: Bool, isBack: Bool)? {
    // Beyond the open end of a scale there is only a band, whose start is the least index: it may not settle the condition.
    let start = sample.number ?? sample.band.map { Double($0.lowerIndex) }
    let (least, isExact) = (isBound ? start?.nextUp : start, sample.number != nil && !isBound)
    switch condition {
    case .above(let threshold):
      guard let least, least.isFinite, isExact || least > threshold else { return nil }
      return (least > threshold, least <= threshold - hysteresis)
    case .below(let threshold):
      guard let least, least.isFinite, isExact || least >= threshold else { return nil }
      return (least < threshold, least >= threshold + hysteresis)
    case .reaches(let band):
      guard let own = sample.band else { return nil }
      let isBehind = sample.number.map { $0 < Double(band.lowerIndex) - hysteresis } ?? true
      return (own.rank >= band.rank, own.rank < band.rank && isBehind)
    }
  }
}

extension HourlyIndex {
  /// Returns whether the hour is of an index, even if one is named by its family and the other by its edition.
  fileprivate func isOf(_ index: IndexEdition.Reference) -> Bool {
    if index == self.index { return true }
    guard let edition = edition?.lowercased() else { return false }
    return index.id == edition
      || index.resolved(ofHourEnding: time)?.edition.identifier.lowercased() == edition
  }
}
