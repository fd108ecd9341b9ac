extension AirAlert {
  /// Takes a moment, and tells whether the user is to be told.
  ///
  /// A crossing is the condition holding for ``holding``, the first time since the alert was made or the air went back
  /// by the hysteresis. It has exactly one event. In quiet hours the event waits for the first check after them with a
  /// value for which the condition holds, and is dropped if the air has gone back by then.
  ///
  /// A moment without an index, of another index, of the future, older than ``staleAfter`` or older than the last one
  /// changes nothing. What lies between two values that are farther apart than ``staleAfter`` isn't known: the condition
  /// doesn't count as having held there, and what nobody was told yet is counted anew from the later value; a crossing
  /// whose event was given goes on until the air goes back. A partial moment is a lower bound: while it lacks a pollutant
  /// that gave the last value, and that value isn't stale, it can show that the air is bad, and not that it is good.
  ///
  /// - Parameters:
  ///   - moment: The moment.
  ///   - state: What the alert remembers; store it beside the alert.
  ///   - now: The time of the check.
  ///   - zone: The zone of the user's clock, for the quiet hours.
  /// - Returns: The event of a crossing, once; else `nil`.
  public func check(
    _ moment: AirMoment, state: inout State, now: AirTime, in zone: AirTimeZone
  ) -> Event? {
    guard moment.isKnown, index == nil || index == moment.index || index?.id == moment.edition else {
      return nil
    }
    let sample = Sample(
      time: moment.time, number: moment.number.map(Double.init), band: moment.band, dominant: moment.dominant,
      missing: moment.missing)
    return check(sample, &state, now, zone)
  }

  /// Takes a reading, and tells whether the user is to be told, as for a moment. Its value is compared in its own unit;
  /// a band is never reached.
  public func check(
    _ reading: AirReading, state: inout State, now: AirTime, in zone: AirTimeZone
  ) -> Event? {
    check(Sample(time: reading.interval.end, number: reading.value), &state, now, zone)
  }

  /// A value that may cross.
  private struct Sample {
    var time: AirTime
    var number: Double?
    var band: AQIBand?
    var dominant: [AirParameter] = []
    var missing: [AirParameter] = []
  }

  private func check(
    _ sample: Sample, _ state: inout State, _ now: AirTime, _ zone: AirTimeZone
  ) -> Event? {
    guard sample.time <= now, now.since(sample.time) <= staleAfter,
      state.newest.map({ $0 <= sample.time }) ?? true, let (holds, isBack) = judged(sample)
    else { return nil }
    let isLacking = sample.missing.contains { state.dominant.contains($0) }
    if isLacking, holds == isBelow, let newest = state.newest, now.since(newest) <= staleAfter { return nil }
    let isAfterSilence = state.newest.map { sample.time.since($0) > staleAfter } ?? false
    (state.newest, state.dominant) = (sample.time, sample.dominant)
    let isUntold = !state.isRaised || state.isWaiting
    if isAfterSilence, isUntold { (state.isRaised, state.isWaiting, state.since) = (false, false, nil) }
    if state.isRaised, isBack {
      (state.isRaised, state.isWaiting, state.since) = (false, false, nil)
    } else if !state.isRaised {
      state.since = holds ? state.since ?? sample.time : nil
      if let since = state.since, sample.time.since(since) >= holding {
        (state.isRaised, state.isWaiting) = (true, true)
      }
    }
    guard state.isWaiting, holds, let since = state.since, !isQuiet(now, in: zone) else { return nil }
    state.isWaiting = false
    return Event(alert: id, since: since, time: sample.time, number: sample.number, band: sample.band)
  }

  /// Whether the condition is that the air is good.
  private var isBelow: Bool { if case .below = condition { true } else { false } }

  /// Whether the condition holds, and whether the value lies behind the threshold by the hysteresis; `nil` for a value
  /// that the condition can't be asked of.
  private func judged(_ sample: Sample) -> (holds: Bool, isBack: Bool)? {
    switch condition {
    case .above(let threshold):
      guard let number = sample.number, number.isFinite else { return nil }
      return (number > threshold, number <= threshold - hysteresis)
    case .below(let threshold):
      guard let number = sample.number, number.isFinite else { return nil }
      return (number < threshold, number >= threshold + hysteresis)
    case .reaches(let band):
      guard let own = sample.band else { return nil }
      let isBehind = sample.number.map { $0 < Double(band.lowerIndex) - hysteresis } ?? true
      return (own.rank >= band.rank, own.rank < band.rank && isBehind)
    }
  }

  private func isQuiet(_ now: AirTime, in zone: AirTimeZone) -> Bool {
    guard let quietHours else { return false }
    let local = now.secondsSince1970 + zone.offset(at: now.secondsSince1970)
    return quietHours.contains(minute: Int(local % 86_400) / 60)
  }
}
