import AQKit
import AQKitTesting
import Foundation
import TestRuns
import Testing

/// Tests of identities, and of JSON round trips, for lists, pickers, widgets and stored settings.
@Suite struct ConformancesTests {
  static func reading() throws -> AirReading {
    let series = try AirSeries(
      .pm25, unit: .microgramsPerCubicMetre,
      timeline: AirTimeline(AirInterval(start: .noon.hours(-1), end: .noon)), values: [12.5],
      flags: [[.provisional, .late]], completeness: [.init(observed: 45, expected: 60)],
      accuracy: [.init(uncertainty: 1.5)], origin: AirOrigin(source: "a", model: "m"))
    return try #require(series.reading(at: 0))
  }

  @Test("the models of the change log survive JSON")
  func models() throws {
    let report = try AirReport.sample()
    let series = try #require(report.series.first)
    #expect(try roundTripped(report) == report)
    #expect(try roundTripped(series) == series)
    #expect(try roundTripped(report.site) == report.site)
    #expect(try roundTripped(AirNote(.refused, "No.", count: 2)) == AirNote(.refused, "No.", count: 2))
    #expect(try roundTripped(AirRights.own) == .own)
    #expect(try roundTripped(AirAttribution.Credit(of: [report])) == AirAttribution.Credit(of: [report]))
    for freshness in AirReport.Freshness.allCases { #expect(try roundTripped(freshness) == freshness) }
    for parameter in [AirParameter.pm25, "own"] { #expect(try roundTripped(parameter) == parameter) }
    for unit in [AirUnit.microgramsPerCubicMetre, "own"] { #expect(try roundTripped(unit) == unit) }
  }

  @Test("a reading survives JSON, and its row stays the same when its value is revised")
  func readings() throws {
    let reading = try Self.reading()
    #expect(try roundTripped(reading) == reading)
    #expect(try jsonText(reading).contains(#""flags":["late","provisional"]"#))
    let least = try decode(
      AirReading.self,
      #"{"parameter": "pm2_5", "value": 3, "unit": "ug/m3", "interval": ["2026-10-01T11:00:00Z", "2026-10-01T12:00:00Z"]}"#
    )
    #expect(least.averaging == .oneHour && least.flags.isEmpty)
    let revised = try decode(
      AirReading.self, jsonText(reading).replacingOccurrences(of: "12.5", with: "13"))
    #expect(revised != reading && revised.id == reading.id)
  }

  @Test("a place has an identity with and without a service's identifier")
  func places() throws {
    let brno = AirPlace(name: "Brno", coordinate: try Coordinate(49.2, 16.6), serviceID: "3078610")
    let here = AirPlace(name: "Here", coordinate: try Coordinate(49.2, 16.6))
    let there = AirPlace(name: "Here", coordinate: try Coordinate(50.1, 14.4))
    #expect(Set([brno, here, there].map(\.id)).count == 3)
    #expect(brno.id == "3078610" && here.serviceID == nil)
    for place in [brno, here] { #expect(try roundTripped(place) == place) }
    #expect(try jsonText(here).contains(#""id""#) == false)
  }

  @Test("reports, outcomes and chart rows have identities that outlive their values")
  func reports() throws {
    let old = try AirReport.sample(value: 1)
    let new = try AirReport.sample(value: 2, at: .noon.hours(1))
    #expect(old.id == new.id)
    let other = AirSite(name: "Elsewhere", kind: .city)
    #expect(try AirReport.sample(site: other).id != old.id)
    let series = try ReportIndexTests.report([(.pm25, "µg/m³", Array(repeating: 20, count: 30))])
      .indexSeries(using: .usEPA)
    let entries = Array(series.entries)
    #expect(Set(entries.map(\.id)).count == entries.count)
    #expect(try roundTripped(entries) == entries)
  }

  @Test("indices survive JSON whole: bands, values, sub-indices and their basis", .computing)
  func values() throws {
    let columns: [(AirParameter, AirUnit, [Double])] = [
      (.pm25, "µg/m³", (0..<30).map { 20 + Double($0) }), (.o3, "ppb", Array(repeating: 61.3, count: 30)),
      (.pm10, "µg/m³", Array(repeating: 40, count: 30)), (.no2, "µg/m³", Array(repeating: 55, count: 30)),
      (.so2, "µg/m³", Array(repeating: 9, count: 30)), (.co, "ppm", Array(repeating: 0.4, count: 30)),
    ]
    let report = try ReportIndexTests.report(columns)
    var values = 0
    for index in TestEffort.some(of: AirQualityIndexCatalog.standard.indices, debug: 3) {
      let edition = index.edition.identifier
      #expect(try roundTripped(index.bands) == index.bands, "\(edition)")
      #expect(try roundTripped(index.inputs) == index.inputs, "\(edition)")
      #expect(try roundTripped(index.edition) == index.edition, "\(edition)")
      #expect(Set(index.bands.map(\.id)).count == index.bands.count, "\(edition)")
      for proxy in [IndexOptions.Proxy.none, .allowed] {
        let outcome = report.index(
          using: IndexEdition.Reference(edition), options: IndexOptions(proxy: proxy))
        let again = try roundTripped(outcome)
        #expect(again == outcome, "\(edition)")
        #expect(again.description == outcome.description, "\(edition)")
        values += outcome.value == nil ? 0 : 1
        let subIndices = outcome.value?.subIndices ?? []
        #expect(Set(subIndices.map(\.id)).count == subIndices.count, "\(edition)")
        #expect(outcome.value.map { $0.id.edition == edition } ?? true)
      }
    }
    #expect(values > TestEffort.of(30, debug: 5))
  }

  @Test("every reason for a missing index survives encoding, invalid numbers included")
  func reasons() throws {
    let reasons: [AQIOutcome.Unavailable.Reason] = [
      .nothingToGoOn, .tooFewHours(have: 1, of: 24, need: 18), .tooFewMeans(have: 1, of: 17, need: 13),
      .tooFewPollutants("o3 missing"), .otherPeriod(.oneHour, needed: .day),
      .otherAverage(.day, needed: .mean(hours: 24)), .wrongUnit("ppb", needed: "µg/m³"), .undefined(0.3),
      .countsOnlyBeyond(.oneHour), .invalid(-.infinity), .invalid(-3), .notCovered(.co),
      .notPublished(.pm25), .noSuchVariant(.daily), .noTimeZone(nil), .noTimeZone("Mars/Olympus"),
      .unknownIndex("x"), .stated("No."),
    ]
    for reason in reasons { #expect(try roundTripped(reason) == reason, "\(reason)") }
    let text = try jsonText(AQIOutcome.Unavailable.Reason.invalid(.nan))
    guard case .invalid(let number) = try decode(AQIOutcome.Unavailable.Reason.self, text) else {
      Issue.record("\(text)")
      return
    }
    #expect(number.isNaN)
    #expect(try jsonText(reasons[1]) == #"{"tooFewHours":{"have":1,"need":18,"of":24}}"#)
    #expect(throws: DecodingError.self) { try decode(AQIOutcome.Unavailable.Reason.self, #""other""#) }
    #expect(throws: DecodingError.self) { try decode(AQIOutcome.Unavailable.Reason.self, #""stated""#) }
  }

  @Test("a choice of index is stored by its name, regardless of case")
  func references() throws {
    #expect(IndexEdition.Reference.usEPA == "US-EPA" && IndexEdition.Reference.usEPA != .euEAQI)
    #expect(Set<IndexEdition.Reference>([.usEPA, "US-EPA", .euEAQI]).count == 2)
    #expect(try jsonText(IndexEdition.Reference.usEPA) == #""us-epa""#)
    #expect(try roundTripped(IndexEdition.Reference.cnAQI) == .cnAQI)
    let index = try #require(AirQualityIndexCatalog.standard.index("us_epa_2024") as? BreakpointIndex)
    let own = IndexEdition.Reference(index)
    #expect(own == IndexEdition.Reference(index) && own.id == "us_epa_2024")
    #expect(try roundTripped(own) == "us_epa_2024")
  }

  @Test("a feed's state survives JSON")
  func feeds() throws {
    let states: [AirUpdate.FeedState] = [
      .connecting, .live, .silent(since: .noon), .waiting(until: .noon), .paused, .failed(.timedOut),
    ]
    #expect(try roundTripped(states) == states)
    #expect(try jsonText(states[2]) == #"{"silent":"2026-10-01T12:00:00Z"}"#)
  }

  @Test("an error survives JSON without its cause")
  func errors() throws {
    for retry in [AQError.Retry.now, .after(.seconds(90)), .whenChanged, .never] {
      let error = AQError(
        .rateLimited, "Too many requests.", source: "a", retry: retry, cause: CancellationError())
      let read = try roundTripped(error)
      #expect(read == error && read.cause == nil && read.hashValue == error.hashValue)
    }
    let least = try decode(AQError.self, #"{"code": "timedOut", "message": "Too slow."}"#)
    #expect(least.retry == .now)
  }

  @Test("an answer survives JSON with its outcomes and its merged reports")
  func answers() throws {
    let query = AirQuery(near: try Coordinate(50.08, 14.42))
    let reasons: [AirAnswer.SourceOutcome.SkipReason] = [
      .notCovered, .notOffered, .notSelected, .rights([.caching]), .notConfigured("No key."), .disabled,
      .retired, .budgetSpent(until: .noon), .notNeeded(after: "a"), .noLongerNeeded(after: "a"),
    ]
    var outcomes = reasons.enumerated().map { number, reason in
      AirAnswer.SourceOutcome(descriptor: .sample(SourceID(rawValue: "s\(number)")), result: .skipped(reason))
    }
    outcomes.append(
      AirAnswer.SourceOutcome(
        descriptor: .sample("good"), result: .responded(AirResponse(reports: [try .sample("good")])),
        receivedAt: .noon))
    outcomes.append(
      AirAnswer.SourceOutcome(descriptor: .sample("bad"), result: .failed(AQError(.unreachable, "No route.")))
    )
    outcomes.append(AirAnswer.SourceOutcome(descriptor: .sample("slow"), result: .pending))
    let place = AirPlace(name: "Praha", coordinate: try Coordinate(50.08, 14.42))
    let rule = AirHub.Policy.MergeRule(
      order: [.freshest, .kind, .nearest, .precedence], limits: .init(others: .infinity),
      ownSources: ["b", "a"])
    let policies: [AirHub.Policy] = [
      .all, .firstSuccess, .firstSuccess(hedgeAfter: .seconds(2)), .merged(), .merged(rule),
    ]
    for policy in policies {
      let answer = AirAnswer(
        query: query, outcomes: outcomes, askedAt: .noon, policy: policy, isFinal: false,
        foundPlaces: [0: place])
      let read = try roundTripped(answer)
      #expect(read == answer && read.hashValue == answer.hashValue)
      #expect(read.best == answer.best && read.best != nil)
      #expect(read.merged()?.report == answer.merged()?.report)
    }
    #expect(Set(outcomes.map(\.id)).count == outcomes.count)
  }

  @Test("a hedge of less than a second is written as one second, not as none")
  func shortHedge() throws {
    let read = try roundTripped(AirHub.Policy.firstSuccess(hedgeAfter: .milliseconds(400)))
    #expect(read == .firstSuccess(hedgeAfter: .seconds(1)))
  }

  @Test("a custom order is code, and can't be encoded")
  func customOrder() throws {
    let policy = AirHub.Policy.merged(.custom("own") { _, _ in false })
    #expect(throws: EncodingError.self) { try jsonText(policy) }
  }
}
