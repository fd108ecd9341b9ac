import AQKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SourceContract {
  /// Rules for the times of an answer.
  static let timeRules: [ContractRule] = [
    ContractRule(
      "time.interval-is-averaging",
      "Each value's interval has both ends, and its length is the stated averaging period, or that of a local day."
    ) {
      contract in
      try await contract.everySeries { series, report, _ in
        guard let seconds = series.averaging.seconds, !series.averaging.isDailyMaximum else { return [] }
        return (0..<series.count).lazy.compactMap { series.timeline[$0] }.filter {
          $0.length != .seconds(seconds)
            && !(series.averaging == .day && $0.isLocalDay(in: report.site.timeZone))
        }
        .prefix(1).map { "\(series.parameter) is a mean over \(series.averaging) of \($0)." }
      }
    },
    ContractRule(
      "time.averaging-declared", "A series has the averaging period of an offer, where parameters are listed."
    ) { contract in
      try await contract.everySeries { series, _, _ in
        let offers = contract.descriptor.offers.filter {
          $0.parameters.isEmpty || $0.parameters.contains(series.parameter)
        }
        return offers.isEmpty || offers.contains { $0.averaging == series.averaging || $0.parameters.isEmpty }
          ? [] : ["\(series.parameter) is averaged over \(series.averaging), which no offer says."]
      }
    },
    ContractRule("time.observed-before-received", "An observation's interval has ended when it is received.")
    { contract in
      try await contract.everySeries { series, report, _ in
        // The server's clock and ours may differ a little.
        guard report.kind == .observation, let last = series.newestReading(),
          last.interval.end > report.receivedAt.adding(seconds: 120)
        else { return [] }
        return ["An observation of \(series.parameter) ends at \(last.interval.end), after it was received."]
      }
    },
    ContractRule(
      "time.received", "The time of receipt is the time of receipt: between the question and the answer."
    ) {
      contract in
      try await contract.everyReport { report, sample in
        report.receivedAt >= sample.askedAt.adding(seconds: -1)
          && report.receivedAt <= sample.endedAt.adding(seconds: 1)
          ? [] : ["A report was received at \(report.receivedAt), outside of the time of the question."]
      }
    },
    ContractRule("time.issued-before-received", "A report isn't issued after it was received.") { contract in
      try await contract.everyReport { report, _ in
        report.issuedAt.map { $0 > report.receivedAt.adding(seconds: 120) } ?? false
          ? ["A report was issued after it was received."] : []
      }
    },
    ContractRule("time.window", "Every value has a moment in common with the time that was asked about.") {
      contract in
      try await contract.everySeries { series, _, sample in
        if contract.drive == .connector { return [] }
        let window = sample.query.window.interval(at: sample.endedAt)
        let start = min(window.start, sample.query.window.interval(at: sample.askedAt).start)
        guard let whole = try? AirInterval(start: start, end: window.end) else { return [] }
        return series.readings.lazy.filter { !$0.interval.overlaps(whole) }.prefix(1)
          .map { "\(series.parameter) has a value of \($0.interval), which was not asked about." }
      }
    },
    ContractRule(
      "time.clock-change",
      "On the days when clocks change, no value is lost, told twice, or longer than its averaging.",
      requires: .payloads
    ) { contract in
      let sample = try await contract.sampleWithValues()
      let honest = sample.responses.readings
      guard let newest = honest.keys.map(\.interval.start).max() else {
        throw NotApplicable("there is no value")
      }
      let sundays: [(name: String, noon: String)] = [
        ("25 October 2026", "2026-10-25T12:00:00Z"), ("28 March 2027", "2027-03-28T12:00:00Z"),
        ("1 November 2026", "2026-11-01T12:00:00Z"), ("14 March 2027", "2027-03-14T12:00:00Z"),
      ]
      var messages: [String] = []
      for sunday in sundays {
        guard let noon = AirTime(sunday.noon) else { continue }
        let days = noon.dayNumber - newest.dayNumber
        let subjectUnderTest = try contract.subjectUnderTest(
          replaying: sample,
          payloads: contract.payloads(of: sample).map { PayloadFields($0).movingTimes(byDays: days) },
          at: contract.now.adding(seconds: days * 86_400))
        let moved = await contract.sample(sample.query.shifted(by: days * 86_400), of: subjectUnderTest)
        let readings = moved.responses.readings
        let zones = moved.responses.timeZones
        // If days follow the clock changes, the same hours may touch one day more or less.
        let hasLongDays = readings.keys.contains { $0.isChangeOfClocks(in: zones) }
        let tolerance = hasLongDays ? Set(honest.keys.filter(\.isOfDay).map(\.ofAllTimes)).count : 0
        let (told, expected) = (readings.keys.counts, honest.keys.counts)
        if readings.keys.contains(where: { key in honest[key] != nil }) {
          throw NotApplicable("the payloads' times are written in a way that the contract doesn't read")
        }
        if moved.outcome.value == nil {
          messages.append("With the same values on \(sunday.name): \(moved.outcome.summary).")
        } else if told.others != expected.others || abs(told.days - expected.days) > tolerance {
          messages.append("Of \(honest.count) values, \(readings.count) are left on \(sunday.name).")
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
  ]
}

extension AirQuery {
  /// The same query about a time some seconds later.
  func shifted(by seconds: Int64) -> AirQuery {
    var copy = self
    if case .interval(let interval) = window,
      let moved = try? AirInterval(
        start: interval.start.adding(seconds: seconds), end: interval.end.adding(seconds: seconds))
    {
      copy.window = .interval(moved)
    }
    return copy
  }
}

extension ReadingIdentity {
  /// Whether the value is of a day.
  fileprivate var isOfDay: Bool { averaging == .day || averaging.isDailyMaximum }

  /// Whether the value is for a local day that isn't 24 hours long.
  fileprivate func isChangeOfClocks(in zones: [String: String]) -> Bool {
    isOfDay && interval.length != .seconds(86_400) && interval.isLocalDay(in: zones[site])
  }

  /// The same for every value of a series.
  fileprivate var ofAllTimes: ReadingIdentity {
    ReadingIdentity(
      site: site, kind: kind, issuedAt: issuedAt, parameter: parameter, unit: unit, averaging: averaging,
      origin: origin, correction: correction, interval: AirInterval(instant: AirTime(secondsSince1970: 0)))
  }
}

extension Collection<ReadingIdentity> {
  /// The number of daily values and of others.
  fileprivate var counts: (days: Int, others: Int) {
    let days = count { $0.isOfDay }
    return (days, count - days)
  }
}

extension Sequence<AirResponse> {
  /// The zones that sites name, by the sites' identity.
  fileprivate var timeZones: [String: String] {
    reduce(into: [:]) { zones, response in
      for report in response.reports { zones[report.site.identity] = report.site.timeZone }
    }
  }
}

extension AirInterval {
  /// Whether this is one day of a zone, from its first moment to the next day's, 23 to 25 hours later. If the zone's
  /// rules are unknown, only its length is judged.
  fileprivate func isLocalDay(in identifier: String?) -> Bool {
    guard let identifier, (82_800...90_000).contains(end.secondsSince1970 - start.secondsSince1970) else {
      return false
    }
    guard let zone = TimeZone(identifier: identifier) else { return true }
    func day(_ time: AirTime) -> Int64 {
      time.adding(seconds: Int64(zone.secondsFromGMT(for: time.date))).dayNumber
    }
    return day(start) != day(start.adding(seconds: -1)) && day(end) == day(start) + 1
      && day(end.adding(seconds: -1)) == day(start)
  }
}
