import AQKit

extension SourceContract {
  static let timeRules: [ContractRule] = [
    eachSeries(
      "time.interval-is-averaging",
      "Each value's interval has both ends, and its length is the stated averaging period, or that of a local day."
    ) { _, series, report, _ in
      guard let seconds = series.averaging.seconds, !series.averaging.isDailyMaximum else { return [] }
      return (0..<series.count).lazy.compactMap { series.timeline[$0] }.filter {
        $0.length != .seconds(seconds)
          && !(series.averaging == .day && $0.isLocalDay(in: report.site.timeZone))
      }
      .prefix(1).map { "\(series.parameter) is a mean over \(series.averaging) of \($0)." }
    },
    eachSeries(
      "time.averaging-declared", "A series has the averaging period of an offer, where parameters are listed."
    ) { contract, series, _, _ in
      let offers = contract.descriptor.offers.filter {
        $0.parameters.isEmpty || $0.parameters.contains(series.parameter)
      }
      return offers.isEmpty || offers.contains { $0.averaging == series.averaging || $0.parameters.isEmpty }
        ? [] : ["\(series.parameter) is averaged over \(series.averaging), which no offer states."]
    },
    eachSeries("time.observed-before-received", "An observation's interval has ended when it is received.") {
      _, series, report, _ in
      // The server's clock and ours may differ a little.
      guard report.kind == .observation, let last = series.newestReading(),
        last.interval.end > report.receivedAt.adding(seconds: 120)
      else { return [] }
      return ["An observation of \(series.parameter) ends at \(last.interval.end), after it was received."]
    },
    eachReport(
      "time.received", "The stated time of receipt lies between the query and the response."
    ) { _, report, sample in
      report.receivedAt >= sample.askedAt.adding(seconds: -1)
        && report.receivedAt <= sample.endedAt.adding(seconds: 1)
        ? [] : ["A report was received at \(report.receivedAt), outside the time of the query."]
    },
    eachReport("time.issued-before-received", "A report isn't issued after it was received.") {
      _, report, _ in
      report.issuedAt.map { $0 > report.receivedAt.adding(seconds: 120) } ?? false
        ? ["A report was issued after it was received."] : []
    },
    ContractRule(
      "time.window",
      "Every value overlaps the queried time; current values may be old, but are at most the newest 25 hours of their series."
    ) { contract in
      if contract.drive == .connector { throw NotApplicable("a feed sends what there is") }
      return try await contract.everySeries { series, report, sample in
        let window = sample.query.window.interval(at: sample.endedAt)
        var start = min(window.start, sample.query.window.interval(at: sample.askedAt).start)
        if sample.query.window == .current, let newest = series.newestReading(notAfter: sample.endedAt) {
          start = min(start, newest.interval.end.adding(seconds: -25 * 3600))
        }
        guard let whole = try? AirInterval(start: start, end: window.end) else { return [] }
        // Another rule covers observations of the future.
        let end = report.receivedAt.adding(seconds: 120)
        return series.readings.lazy.filter {
          !$0.interval.overlaps(whole) && !(report.kind == .observation && $0.interval.end > end)
        }
        .prefix(1).map { "\(series.parameter) has a value of \($0.interval), which was not asked about." }
      }
    },
    ContractRule(
      "time.stale",
      "An old value keeps its time, however late it is shown; without one a note says that there is nothing newer.",
      requires: .payloads
    ) { contract in
      let sample = try await contract.sampleWithValues()
      // This is beyond every forecast.
      let late = contract.now.adding(seconds: 400 * 86_400)
      let shown = try await contract.ask(replaying: sample, at: late)
      guard shown.outcome.value != nil else {
        return ["Asked 400 days later, with the same payloads, the source gives \(shown.outcome.summary)."]
      }
      // An age that the payload states, in seconds, minutes or milliseconds, follows the clock.
      let ages = NumberPositions(contract.payloads(of: sample).map(contract.fields), scales: [60, 0.001])
      var messages = shown.responses.flatMap(\.series).compactMap { series -> String? in
        guard let newest = series.newestReading(), !newest.flags.contains(.timeOfReceipt),
          newest.interval.end > late.adding(seconds: -10 * 86_400)
        else { return nil }
        let age = late.secondsSince1970 - newest.interval.end.secondsSince1970
        if age > 0, ages.has(Double(age)) { return nil }
        return "\(series.parameter) of \(contract.now) is shown 400 days later as of \(newest.interval)."
      }
      if messages.isEmpty, !shown.hasValue, shown.responses.flatMap(\.notes).isEmpty,
        contract.drive != .connector
      {
        messages.append("Asked 400 days later, the source returns no values, and no note says why.")
      }
      return messages
    },
    ContractRule(
      "time.clock-change",
      "On the days when clocks change, no value is lost, repeated, or longer than its averaging period.",
      requires: .payloads
    ) { contract in
      let sample = try await contract.sampleWithValues()
      let honest = sample.responses.readings
      let newest = try honest.keys.map(\.interval.start).max().orNotApplicable("there is no value")
      let sundays: [(name: String, noon: String)] = [
        ("25 October 2026", "2026-10-25T12:00:00Z"), ("28 March 2027", "2027-03-28T12:00:00Z"),
        ("1 November 2026", "2026-11-01T12:00:00Z"), ("14 March 2027", "2027-03-14T12:00:00Z"),
      ]
      func shift(to noon: String) -> Int64 {
        ((AirTime(noon) ?? newest).dayNumber - newest.dayNumber) * 86_400
      }
      var messages: [String] = []
      for sunday in sundays {
        let moved = try await contract.moved(sample, by: shift(to: sunday.noon))
        let readings = moved.responses.readings
        let zones = moved.responses.timeZones
        if readings.keys.contains(where: { key in honest[key] != nil }) { throw timesAreUnread }
        if !moved.hasAsMany(as: honest) {
          // If values are also lost on a day without a change, they aren't lost by it.
          let ordinary = try await contract.moved(sample, by: shift(to: "2027-01-15T12:00:00Z"))
          if !ordinary.hasAsMany(as: honest) { throw timesAreUnread }
          messages.append(
            moved.outcome.value == nil
              ? "With the same values on \(sunday.name): \(moved.outcome.summary)."
              : "Of \(honest.count) values, \(readings.count) are left on \(sunday.name).")
        }
        for key in readings.keys {
          guard let seconds = key.averaging.seconds, !key.averaging.isDailyMaximum,
            !key.isChangeOfClocks(in: zones),
            key.interval.length != .seconds(seconds),
            !honest.keys.contains(where: {
              $0.averaging == key.averaging && $0.interval.length == key.interval.length
            })
          else { continue }
          messages.append("On \(sunday.name) a mean over \(key.averaging) stands for \(key.interval).")
          break
        }
      }
      return messages
    },
    ContractRule(
      "time.hour-24",
      "Hour 24 of a day is the midnight that ends it: its values have the same times, or are refused and counted.",
      requires: .payloads
    ) { contract in
      let sample = try await contract.sampleWithValues()
      let payloads = contract.payloads(of: sample).map(contract.fields)
      guard let newest = payloads.compactMap(\.latestClock).max() else {
        throw contract.nothingKnown(payloads, "no payload has a date with a time of day")
      }
      // All times are moved so that the newest one is a midnight, which is then written in both ways.
      let shift = (86_400 - (newest % 86_400 + 86_400) % 86_400) % 86_400
      let moved = payloads.map { contract.fields($0.movingTimes(bySeconds: shift)) }
      let later = moved.map { $0.writingMidnightAsHour24(newest + shift) }
      let samples = try await [moved.map(\.bytes), later].asyncFlatMap { bodies in
        let query = sample.query.shifted(by: shift)
        let now = contract.now.adding(seconds: shift)
        return [try await contract.ask(query, replaying: sample, payloads: bodies, at: now)]
      }
      let (plain, written) = (samples[0].responses.readings, samples[1].responses.readings)
      // A written time keeps its seconds.
      if plain.isEmpty || later == moved.map(\.bytes) {
        throw NotApplicable("the newest values can't be moved to midnight")
      }
      if (samples[1].outcome.error as? AQError)?.code == .malformed { return [] }
      guard samples[1].outcome.value != nil else {
        return ["With 24:00 in place of midnight there is \(samples[1].outcome.summary)."]
      }
      if let wrong = written.first(where: { plain[$0.key] == nil }) {
        return [
          "With 24:00 in place of midnight there is a value \(wrong.key.label), which nothing states."
        ]
      }
      let counts = samples.map { $0.responses.count(of: [.refused, .failed]) }
      return written.count < plain.count && counts[1] <= counts[0]
        ? [
          "With 24:00 in place of midnight \(plain.count - written.count) values are lost, and no note counts them."
        ]
        : []
    },
  ]
}

extension SourceContract {
  private static var timesAreUnread: NotApplicable {
    NotApplicable("the payloads' times are written in a way that the contract doesn't read")
  }

  /// Asks for a sample with all times of its payloads moved. Local times may then be an hour earlier or later in UTC; if
  /// values are missing, the source's clock is moved by that hour, too.
  private func moved(_ sample: Sample, by shift: Int64) async throws -> Sample {
    let payloads = payloads(of: sample).map { fields($0).movingTimes(bySeconds: shift) }
    let honest = sample.responses.readings
    var asked: [Sample] = []
    for seconds in [shift, shift + 3600, shift - 3600] {
      let moved = try await ask(
        sample.query.shifted(by: seconds), replaying: sample, payloads: payloads,
        at: now.adding(seconds: seconds))
      if moved.hasAsMany(as: honest) { return moved }
      asked.append(moved)
    }
    return asked[0]
  }
}

extension Sample {
  /// Returns whether the response has as many values as before its times were moved.
  fileprivate func hasAsMany(as honest: [ReadingIdentity: Double]) -> Bool {
    let readings = responses.readings
    let zones = responses.timeZones
    // If days follow the clock changes, the same hours may touch one day more or less.
    let hasLongDays = readings.keys.contains { $0.isChangeOfClocks(in: zones) }
    let tolerance = hasLongDays ? Set(honest.keys.filter(\.isOfDay).map(\.ofAllTimes)).count : 0
    let (told, expected) = (readings.keys.counts, honest.keys.counts)
    return outcome.value != nil && told.others == expected.others
      && abs(told.days - expected.days) <= tolerance
  }
}

extension AirQuery {
  func shifted(by seconds: Int64) -> AirQuery {
    guard case .interval(let interval) = window,
      let moved = try? AirInterval(
        start: interval.start.adding(seconds: seconds), end: interval.end.adding(seconds: seconds))
    else { return self }
    return changed(self) { $0.window = .interval(moved) }
  }
}

extension ReadingIdentity {
  fileprivate var isOfDay: Bool { averaging == .day || averaging.isDailyMaximum }

  /// Returns whether the value is for a local day that isn't 24 hours long.
  fileprivate func isChangeOfClocks(in zones: [String: String]) -> Bool {
    isOfDay && interval.length != .seconds(86_400) && interval.isLocalDay(in: zones[site])
  }
}

extension Collection<ReadingIdentity> {
  fileprivate var counts: (days: Int, others: Int) {
    let days = count { $0.isOfDay }
    return (days, count - days)
  }
}

extension Sequence<AirResponse> {
  fileprivate var timeZones: [String: String] {
    reduce(into: [:]) { zones, response in
      for report in response.reports { zones[report.site.identity] = report.site.timeZone }
    }
  }
}

extension AirInterval {
  /// Returns whether this is one day of a zone, 23 to 25 hours long; without a zone whose rules are known, only the length is
  /// judged.
  fileprivate func isLocalDay(in identifier: String?) -> Bool {
    guard (82_800...90_000).contains(end.secondsSince1970 - start.secondsSince1970) else { return false }
    guard let zone = identifier.flatMap(AirTime.Zone.init(identifier:)) else { return true }
    func day(_ time: AirTime) -> Int64 {
      time.adding(seconds: zone.offset(at: time.secondsSince1970)).dayNumber
    }
    return day(start) != day(start.adding(seconds: -1)) && day(end) == day(start) + 1
      && day(end.adding(seconds: -1)) == day(start)
  }
}
