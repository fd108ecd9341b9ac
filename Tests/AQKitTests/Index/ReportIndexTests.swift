import AQKit
import Foundation
import Testing

/// Indices of whole reports: the concentrations are formed by the standard's rule, or there is a reason.
@Suite struct ReportIndexTests {
  static let noon = AirTime(secondsSince1970: 1_770_000_000 / 3600 * 3600)

  /// A report of series that end at noon, hourly means unless `isModel`.
  static func report(
    _ columns: [(AirParameter, AirUnit, [Double])], isModel: Bool = false, zone: String? = nil
  ) throws -> AirReport {
    let series = try columns.map { parameter, unit, values in
      let hours = Int64(values.count - (isModel ? 1 : 0))
      return try AirSeries(
        parameter, unit: unit,
        timeline: AirTimeline(
          start: noon.adding(seconds: -hours * 3600), step: .seconds(3600),
          length: .seconds(isModel ? 0 : 3600),
          count: values.count), values: values)
    }
    return AirReport(
      source: "test", site: AirSite(timeZone: zone, kind: .modelCell), kind: .observation, series: series,
      receivedAt: noon)
  }

  @Test("an optional report prints its index, or the caller's words")
  func oneLine() throws {
    let report: AirReport? = try Self.report([(.pm25, "µg/m³", Array(repeating: 35.4, count: 12))])
    let none: AirReport? = nil
    var printed = ""
    print(report?.index(using: .usEPA).description ?? "no air data here", to: &printed)
    #expect(
      printed.hasPrefix("at least 100 Moderate (US EPA AQI 2024, PM2.5: NowCast of 12 of 12 hourly means"))
    printed = ""
    print(none?.index(using: .usEPA).description ?? "no air data here", to: &printed)
    #expect(printed == "no air data here\n")
  }

  @Test("a model's hourly instants count as hours, and the basis says so")
  func modelValues() throws {
    let values = (0..<24).map { 10 + Double($0 % 3) }
    let report = try Self.report([(.pm10, "µg/m³", values)], isModel: true)
    let index = try #require(AirQualityIndexCatalog.standard.index("in_naqi_2014"))
    let value = try report.index(using: index, options: IndexOptions(proxy: .allowed)).get()
    #expect(value.subIndices.first?.basis.description == "running 24 h mean of 24 of 24 hourly model values")
    #expect(value.subIndices.first?.concentration == 11)
    #expect(value.isProxy && value.proxy == "1 of at least 3 pollutants")
  }

  @Test("too few hours are a reason, or a labelled proxy where the caller allows one")
  func tooFewHours() throws {
    let values = Array(repeating: 20.0, count: 14)
    let report = try Self.report([(.pm10, "µg/m³", values)])
    let outcome = report.index(using: "id-ispu")
    #expect(outcome.reason?.reason == .tooFewHours(have: 14, of: 24, need: 18))
    #expect(outcome.description.contains("14 of 24 h"))
    let proxy = try report.index(using: "id-ispu", options: IndexOptions(proxy: .allowed)).get()
    #expect(proxy.number == 20 && proxy.isProxy)
    #expect(proxy.description.split(separator: "PROXY", omittingEmptySubsequences: false).count == 2)
  }

  @Test("too few hours are the reason, too, where several inputs have no value")
  func tooFewHoursOfSeveral() throws {
    // Ozone over 8 h and, from 0.125 ppm on, over 1 h.
    let ozone = try Self.report([(.o3, "ppb", Array(repeating: 70.9, count: 5))]).index(using: "us_epa_2024")
    #expect(ozone.reason?.reason == .tooFewHours(have: 5, of: 8, need: 6))
    #expect(ozone.reason?.problems.count == 2)
    let hours = Array(repeating: 20.0, count: 17)
    let both = try Self.report([(.pm10, "µg/m³", hours), (.pm25, "µg/m³", hours)]).index(using: "id-ispu")
    #expect(both.reason?.reason == .tooFewHours(have: 17, of: 24, need: 18))
    #expect(both.reason?.problems.map(\.input.parameter) == [.pm10, .pm25])
    let risk = try Self.report([(.o3, "ppb", [30]), (.no2, "ppb", [10])]).index(using: "ca_aqhi_2008")
    #expect(risk.reason?.reason == .tooFewHours(have: 1, of: 3, need: 2))
  }

  @Test(
    "too few of the latest four hours are the reason, although there are enough of twelve",
    arguments: ["tw-aqi", "kr-cai"] as [IndexEdition.Reference])
  func latestFour(_ index: IndexEdition.Reference) throws {
    let hours = [Double](repeating: 20, count: 9) + [.nan, .nan, .nan]
    let outcome = try Self.report([(.pm25, "µg/m³", hours)]).index(using: index, at: Self.noon)
    #expect(outcome.reason?.reason == .tooFewHours(have: 1, of: 4, need: index == "tw-aqi" ? 2 : 3))
  }

  @Test("an average ends with its newest hour, not with a number for a missing one")
  func endOfAverage() throws {
    let report = try Self.report([(.pm10, "µg/m³", Array(repeating: 20, count: 23) + [-999])])
    let hours = try report.indexSeries(using: "id-ispu")
    for outcome in [report.index(using: "id-ispu", at: Self.noon), hours.outcome(at: 23)] {
      let basis = try #require(outcome?.value?.leading?.basis)
      #expect(basis.hours == 23 && basis.end == Self.noon.adding(seconds: -3600))
    }
  }

  @Test(
    "a feed's number for a missing hour is missing from an average, and never lowers it",
    arguments: [-99.0, -999, -9999])
  func missingSigns(_ sign: Double) throws {
    for (name, daily) in [
      ("us_epa_2024", false), ("id-ispu", false), ("us_epa_2024", true), ("tw-aqi", false), ("kr-cai", false),
    ] {
      var (gaps, signs) = ((0..<48).map { 20 + Double($0 % 7) }, (0..<48).map { 20 + Double($0 % 7) })
      for hour in [3, 26, 27, 40, 45] { (gaps[hour], signs[hour]) = (.nan, sign) }
      let options = IndexOptions(
        variant: daily ? .daily : .current, proxy: .allowed, timeZone: AirTime.Zone(secondsFromUTC: 0))
      func outcomes(_ hours: [Double]) throws -> (AQIOutcome, [Int32]) {
        let report = try Self.report([(.pm25, "µg/m³", hours), (.o3, "ppb", hours)])
        let series = try report.indexSeries(
          using: IndexEdition.Reference(stringLiteral: name), options: options)
        return (
          report.index(using: IndexEdition.Reference(stringLiteral: name), options: options), series.numbers
        )
      }
      let (with, without) = try (outcomes(signs), outcomes(gaps))
      #expect(with.0 == without.0 && with.0.value != nil, "\(name)")
      #expect(with.1 == without.1, "\(name)")
    }
    let latest = try Self.report([(.no2, "ppb", [10, sign])]).index(using: "us_epa_2024")
    #expect(latest.reason?.reason == .invalid(sign))
    // Small negatives are an instrument's noise about zero.
    let noise = try Self.report([(.pm10, "µg/m³", (0..<24).map { $0 % 2 == 0 ? -2 : 4 })])
    #expect(try noise.index(using: "id-ispu").get().number == 1)
  }

  @Test("a number for a missing hour doesn't hide the value of another series", arguments: [false, true])
  func missingSignOfSeveral(_ isFirst: Bool) throws {
    let (missing, given) = (
      (AirParameter.no2, AirUnit.ppb, [10.0, -999]), (AirParameter.no2, AirUnit.ppb, [11.0, 40])
    )
    let report = try Self.report(isFirst ? [missing, given] : [given, missing])
    #expect(try report.index(using: "us_epa_2024").get().subIndices.first?.concentration == 40)
    #expect(try report.indexSeries(using: "us_epa_2024").numbers.last == 38)
  }

  @Test(
    "noise of carbon monoxide down to −500 ppb counts in every average, and −999 or −99 ppm don't",
    arguments: [("ppb", -150.0, 350.0), ("µg/m³", -150, 350), ("ppm", -0.15, 0.35)]
      as [(AirUnit, Double, Double)])
  func carbonMonoxide(_ unit: AirUnit, _ low: Double, _ high: Double) throws {
    func report(_ third: Double) throws -> AirReport {
      try Self.report([(.co, unit, (0..<48).map { [low, high, third][$0 % 3] })], zone: "UTC")
    }
    func concentrations(_ report: AirReport) throws -> [Double?] {
      let current = IndexOptions(proxy: .allowed)
      let daily = IndexOptions(variant: .daily, proxy: .allowed)
      let day = Self.noon.adding(seconds: -86_400)
      return try [
        report.index(using: "us_epa_2024", at: Self.noon, options: current).value?.subIndices.first?
          .concentration,
        report.index(using: "us_epa_2024", at: day, options: daily).value?.subIndices.first?.concentration,
        report.index(using: "cn_hj633_2026", at: day, options: daily).value?.subIndices.first?.concentration,
        report.indexSeries(using: "us_epa_2024", options: current).outcome(at: 40)?.value?.subIndices.first?
          .concentration, report.daily(.mean, of: .co, atLeast: 0.5).values.dropFirst().first,
      ]
    }
    let whole = try concentrations(report(2 * high))
    #expect(whole.allSatisfy { ($0 ?? -1) > 0 })
    #expect(whole.last == (unit == .ppm ? 0.3 : 300))
    for sign in unit == .ppm ? [-99.0, -999, -9999] : [-999, -9999] {
      let gaps = try concentrations(report(.nan))
      let signs = try concentrations(report(sign))
      #expect(signs == gaps && gaps != whole, "\(sign): \(signs), \(gaps)")
    }
    // A day of noise has a mean.
    let noise = try AirSeries(
      .co, unit: unit, timeline: report(0).series[0].timeline,
      values: Array(repeating: low, count: 48))
    #expect(try noise.daily(.mean, named: "UTC").values.dropFirst().first == low)
  }

  @Test("a single instant is never passed off as an index")
  func instant() throws {
    let reading = try AirSeries(.pm25, 80, unit: "µg/m³", over: AirInterval(instant: Self.noon))
    let report = AirReport(
      source: "test", site: AirSite(kind: .city), kind: .observation, series: [reading], receivedAt: Self.noon
    )
    #expect(report.index(using: .usEPA).value == nil)
    #expect(report.index(using: .euEAQI).value == nil)
    let proxy = try report.index(using: .usEPA, options: IndexOptions(proxy: .allowed)).get()
    #expect(proxy.subIndices.first?.basis.proxy == .otherPeriod(.instant))
    #expect(proxy.proxyText == "from a single reading")
  }

  @Test("the moment is the newest value not after the receipt, or a given one")
  func moment() throws {
    let values = (0..<48).map { Double($0) }
    var report = try Self.report([(.o3, "ppb", values)])
    report.receivedAt = Self.noon.adding(seconds: -24 * 3600)
    let past = try report.index(using: .usEPA).get()
    #expect(past.time == report.receivedAt)
    #expect(past.subIndices.first?.concentration == 0.0195)
    let now = try report.index(using: .usEPA, at: Self.noon).get()
    #expect(now.subIndices.first?.concentration == 0.0435)
    #expect(now.subIndices.first?.basis.convertedFrom == "ppb")
  }

  @Test("gases convert under the standard's reference conditions, and the basis says so")
  func conversion() throws {
    let report = try Self.report([(.no2, "µg/m³", [100])])
    let us = try report.index(using: .usEPA).get()
    #expect(us.subIndices.first?.concentration == 53.1793018)
    #expect(us.number == 50)
    #expect(us.subIndices.first?.basis.conditions == .us)
    #expect(us.description.contains("converted from µg/m³ at 25 °C"))
    let eu = try report.index(using: .deLQI).get()
    #expect(eu.subIndices.first?.basis.convertedFrom == nil && eu.number == 4)
  }

  @Test(
    "a gas that was converted before, under other conditions than the standard's, has the index of what was given"
  )
  func convertedBefore() throws {
    for (gas, unit, other, conditions, edition, key) in [
      (60.5, "ppb", "µg/m³", .us, "eu_eaqi_2024", "poor"),
      (60.5, "ppb", "mg/m³", .us, "eu_eaqi_2024", "poor"),
      (246, "µg/m³", "ppb", .eu, "us_epa_2012", "unhealthy-for-sensitive-groups"),
    ] as [(Double, AirUnit, AirUnit, AirUnit.ReferenceConditions, IndexEdition.Reference, String)] {
      let given = try Self.report([(.o3, unit, [gas])])
      var converted = given
      converted.series = try given.series.map { try $0.converted(to: other, under: conditions) }
      for report in [given, converted] {
        let value = try report.index(using: edition).get()
        #expect(value.band?.key == key, "\(value)")
        #expect(value.leading?.basis.convertedFrom == unit)
        #expect(try report.indexSeries(using: edition).entries.map(\.band.key) == [key])
      }
    }
  }

  @Test("a gas that was converted from a unit that isn't known has the index of its values")
  func convertedFromUnknownUnit() throws {
    let given = try Self.report([(.o3, "µg/m³", [121])])
    let before = AirUnit.Conversion(from: "tubes", conditions: .us)
    var converted = given
    converted.series = try given.series.map { series in
      try AirSeries(
        .o3, unit: series.unit, averaging: series.averaging, timeline: series.timeline, values: series.values,
        conversion: before)
    }
    let (value, own) = try (
      converted.index(using: "eu_eaqi_2024").get(), given.index(using: "eu_eaqi_2024").get()
    )
    #expect(!before.from.isKnown && value.number == own.number && value.leading == own.leading)
  }

  @Test("a gas that was converted there and back is converted under the standard's conditions")
  func convertedBack() throws {
    var report = try Self.report([(.o3, "ppb", [60.5])])
    report.series = try report.series.map {
      try $0.converted(to: .microgramsPerCubicMetre, under: .us).converted(to: .ppm, under: .us)
    }
    let value = try report.index(using: "eu_eaqi_2024").get()
    #expect(value.band?.key == "poor")
    #expect(value.leading?.basis.convertedFrom == .ppm && value.leading?.basis.conditions == .eu)
  }

  @Test("the dominant pollutant leads, and the next band's threshold is given")
  func dominant() throws {
    let report = try Self.report([
      (.pm25, "µg/m³", Array(repeating: 12, count: 24)), (.pm10, "µg/m³", Array(repeating: 200, count: 24)),
    ])
    let value = try report.index(using: .usEPA).get()
    #expect(value.dominant == [.pm10])
    #expect(value.number == 123 && value.band?.key == "unhealthy-for-sensitive-groups")
    #expect(value.nextBandFrom == 255)
    #expect(value.color?.hex == "#FF7E00" && value.textColor == .black)
  }

  @Test("the bounds of a NowCast contain its value, although a lower old hour raises it")
  func boundsOfNowCast() throws {
    let hours = [Double](repeating: 40, count: 11) + [60]
    let accuracy = hours.indices.map { i in
      AirReading.Accuracy(
        bounds: AirReading.Accuracy.Bounds(
          low: i == 0 ? 30 : hours[i], high: hours[i] * 1.05, probability: 0.8))
    }
    let series = try AirSeries(
      .pm25, unit: "µg/m³",
      timeline: AirTimeline(
        start: Self.noon.adding(seconds: -12 * 3600), step: .seconds(3600), length: .seconds(3600), count: 12),
      values: hours, accuracy: accuracy)
    let report = AirReport(
      source: "test", site: AirSite(kind: .city), kind: .analysis, series: [series], receivedAt: Self.noon)
    let value = try report.index(using: "us_epa_2024").get()
    let (bounds, number) = try (#require(value.bounds), #require(value.number))
    let (low, high) = try (#require(bounds.low), #require(bounds.high))
    #expect(low <= number && number <= high && low < high, "\(value)")
  }

  @Test("beyond the scale keeps the worst band and says so")
  func beyond() throws {
    let report = try Self.report([(.pm25, "µg/m³", Array(repeating: 400, count: 24))])
    let value = try report.index(using: .usEPA).get()
    #expect(value.number == 649 && value.isBeyondScale && value.band?.key == "hazardous")
    #expect(value.description.contains("beyond the scale"))
  }

  @Test("a missing index, and a report without a pollutant, are reasons")
  func reasons() throws {
    let report = try Self.report([(.temperature, "°C", [20])])
    #expect(report.index(using: "us-epb").reason?.reason == .unknownIndex("us-epb"))
    #expect(report.index(using: .usEPA).reason?.reason == .nothingToGoOn)
    let daily = IndexOptions(variant: .daily)
    for moment in [nil, Self.noon] {
      let absent = report.index(using: "eu_eaqi_2019", at: moment, options: daily)
      #expect(absent.reason?.reason == .noSuchVariant(.daily))
    }
    let none = #expect(throws: AQIOutcome.Unavailable.self) {
      try report.indexSeries(using: "eu_eaqi_2019", options: daily)
    }
    #expect(none?.reason == .noSuchVariant(.daily))
    let odd = try Self.report([(.no2, "furlongs", [3])])
    #expect(odd.index(using: .usEPA).reason?.reason == .wrongUnit("furlongs", needed: "ppb"))
    let negative = try Self.report([(.no2, "ppb", [-3])])
    #expect(negative.index(using: .usEPA).reason?.reason == .invalid(-3))
  }
}
