import AQKit
import Foundation
import Testing

/// An overall value that lacks pollutants says so, and gives no value if the caller allows none.
@Suite("A partial index")
struct PartialIndexTests {
  private let microgram: AirUnit = .microgramsPerCubicMetre

  private func day(_ value: Double) -> [Double] { Array(repeating: value, count: 24) }

  private func report(_ columns: [(AirParameter, AirUnit, [Double])]) throws -> AirReport {
    try ReportIndexTests.report(columns)
  }

  @Test("NO2 alone is only a lower bound, without ozone and particles")
  func nitrogenDioxideAlone() throws {
    let value = try report([(.no2, .ppb, day(5))]).index(using: .usEPA).get()
    #expect(value.number == 5 && value.isPartial)
    #expect(Set(value.missing) == [.o3, .pm25, .pm10])
    #expect(value.description.hasPrefix("at least 5 Good (US EPA AQI 2024"))
    #expect(value.description.contains("without ") && value.description.contains("Ozone"))
  }

  @Test("says so in JSON, too, and is read back")
  func json() throws {
    let outcome = try report([(.no2, .ppb, day(5))]).index(using: .usEPA)
    let bytes = try JSONEncoder().encode(outcome)
    let value = try AQJSON(parsing: Array(bytes)).require("value")
    #expect(value["isPartial"].boolValue == true)
    #expect(try value.require("missing").array().count == 3)
    #expect(try JSONDecoder().decode(AQIOutcome.self, from: bytes) == outcome)
  }

  @Test("three hours of PM2.5 with an hour of NO2 are named as missing")
  func tooFewHours() throws {
    let report = try report([(.no2, .ppb, day(5)), (.pm25, microgram, [.nan, .nan, 22])])
    let value = try report.index(using: .usEPA).get()
    #expect(value.missing.contains(.pm25) && !value.missing.contains(.co))
  }

  @Test(
    "too few hours make the band of a value, an entry and an hour uncertain; unmeasured pollutants don't"
  )
  func uncertainBand() throws {
    let end = ReportIndexTests.noon
    for (particles, isUncertain) in [([80.0], true), ([], false)] {
      var columns = [(AirParameter.no2, AirUnit.ppb, day(5))]
      if !particles.isEmpty {
        columns.append((.pm25, microgram, Array(repeating: .nan, count: 23) + particles))
      }
      let report = try report(columns)
      let value = try report.index(using: .usEPA).get()
      #expect(value.isPartial && value.isBandUncertain == isUncertain && value.band?.name == "Good")
      #expect(value.title == (isUncertain ? "5" : "5 Good"))
      let entry = try #require(try report.indexSeries(using: .usEPA).entries.reversed().first)
      #expect(entry.isBandUncertain == isUncertain && entry.title == value.title)
      let hour = try #require(
        report.hourlyIndex(using: .usEPA, from: end, hours: 1, options: .standard).first)
      #expect(hour.isBandUncertain == isUncertain && hour.title == value.title)
      let plot = AirChart.Plot([hour])
      #expect(plot.points.first?.value == 5 && (plot.points.first?.color == nil) == isUncertain)
      #expect(try JSONDecoder().decode(HourlyIndex.self, from: JSONEncoder().encode(hour)) == hour)
    }
    var beyond = try report([(.no2, .ppb, day(5)), (.pm25, microgram, [80])]).index(using: .usEPA).get()
    beyond.isBeyondScale = true
    #expect(!beyond.isBandUncertain && beyond.title == "5 Good")
  }

  @Test("the last band is certain although a pollutant has too few hours, in a series and on screens, too")
  func lastBand() throws {
    let ozone = Array(repeating: Double.nan, count: 20) + [30, 30, .nan, .nan]
    let report = try report([(.pm25, microgram, day(300)), (.o3, .ppb, ozone)])
    let value = try report.index(using: .usEPA).get()
    #expect(value.missing == [.o3] && !value.isBandUncertain)
    #expect(value.title == "449 Hazardous" && value.description.hasPrefix("at least 449 Hazardous"))
    #expect(try report.indexSeries(using: .usEPA).entries.map(\.isBandUncertain).last == false)
    #expect(try report.index(using: .usEPA, options: .shown).get() == value)
  }

  @Test("screens show a proxy if an average can't be formed, the same for a moment and in a series")
  func shown() throws {
    var particles = day(12)
    for i in 4..<23 { particles[i] = .nan }
    let report = try report([(.no2, .ppb, day(5)), (.pm25, microgram, particles)])
    let series = try report.indexSeries(using: .usEPA, options: .shown)
    var proxies = 0
    for i in 0..<series.count {
      let interval = try #require(series.timeline[i])
      let outcome = report.index(using: .usEPA, at: interval.end, options: .shown)
      #expect(series[i]?.number == outcome.value?.number, "hour \(i)")
      #expect(series.outcome(at: i)?.value?.number == outcome.value?.number, "hour \(i)")
      #expect(series[i]?.isBandUncertain != true && outcome.value?.isBandUncertain != true)
      if series[i]?.isProxy == true { proxies += 1 }
    }
    #expect(proxies > 0)
    let last = try report.index(using: .usEPA, options: .shown).get()
    #expect(last.isProxy && last.dominant == [.pm25] && last.proxyText == "from the last hour")
    #expect(last.number ?? 0 > 40)
  }

  @Test(
    "a value that meets the standard's rules is shown unchanged, even next to a proxy of another pollutant")
  func shownWhole() throws {
    let report = try report([(.pm25, microgram, day(12)), (.o3, .ppb, day(30))])
    let shown = try report.index(using: .usEPA, options: .shown).get()
    #expect(shown == (try report.index(using: .usEPA).get()) && !shown.isProxy)
  }

  @Test("with ozone and particles it is complete, though others aren't measured")
  func whole() throws {
    let value = try report([(.pm25, microgram, day(12)), (.o3, .ppb, day(30))]).index(using: .usEPA).get()
    #expect(!value.isPartial && value.missing.isEmpty)
    #expect(!value.description.hasPrefix("at least"))
  }

  @Test("a pollutant of the report that can't be averaged is missing")
  func unaveraged() throws {
    let value = try report([
      (.pm25, microgram, day(12)), (.o3, .ppb, day(30)), (.co, .ppm, [1, 1]),
    ]).index(using: .usEPA).get()
    #expect(value.missing == [.co])
  }

  @Test("a pollutant that fell silent, or has no valid value, is missing at the moment and in the series")
  func silent() throws {
    var silent = day(20)
    for i in 1..<24 { silent[i] = .nan }
    for particles in [silent, day(-500)] {
      let report = try report([
        (.pm25, microgram, particles), (.pm10, microgram, day(30)), (.o3, .ppb, day(30)),
      ])
      let value = try report.index(using: .usEPA).get()
      #expect(value.missing == [.pm25] && value.isBandUncertain)
      #expect(try report.indexSeries(using: .usEPA).entries.map(\.isPartial).last == true)
    }
  }

  @Test("a concentration in a gap of its table makes a value partial, the same for a moment and in a series")
  func gapOfTable() throws {
    let index = try BreakpointIndex(
      json: """
        {"schema": 1, "identifier": "gaps_1", "title": "Gaps", "document": "wiki", "kind": "level",
         "rules": {"allowsGaps": true},
         "bands": [{"key": "a", "name": "A", "index": [1, 1]}, {"key": "b", "name": "B", "index": [2, null]}],
         "scales": [
           {"pollutant": "o3", "averaging": "1h", "unit": "ppb", "current": "1h", "rows": [[0, null, 1, 1]]},
           {"pollutant": "pm25", "averaging": "1h", "unit": "µg/m³", "current": "1h",
            "rows": [[0, 10, 1, 1], [20, null, 2, 2]]}]}
        """)
    let report = try report([(.o3, .ppb, [30, 30, 30]), (.pm25, microgram, [5, 15, 25])])
    let series = try report.indexSeries(using: index)
    #expect(series.entries.map(\.isPartial) == [false, true, false])
    for i in 0..<series.count {
      let moment = try #require(series.timeline[i]).end
      #expect(report.index(using: index, at: moment).value?.isPartial == series[i]?.isPartial)
    }
    let whole = try report.indexSeries(using: index, options: IndexOptions(partial: .none))
    #expect(whole.entries.map(\.number) == [1, 2])
  }

  @Test("one-hour ozone below its table isn't a gap")
  func lowOzone() throws {
    let value = try report([(.pm25, microgram, day(12)), (.o3, .ppb, day(21))]).index(using: .usEPA).get()
    #expect(value.problems.isEmpty && !value.isPartial)
  }

  @Test("the caller can refuse a partial value, and gets the reason and the sub-indices")
  func refused() throws {
    let outcome = try report([(.no2, .ppb, day(5))]).index(
      using: .usEPA, options: IndexOptions(partial: .none))
    let reason = try #require(outcome.reason)
    #expect("\(reason.reason)".hasPrefix("without ") && reason.subIndices.count == 1)
  }

  @Test(
    "the last level or category is complete, whatever is missing, and the one before isn't",
    arguments: [
      ("uk_daqi_2012", 80.0, 10, 68.0), ("eu_eaqi_2024", 200, 6, 100), ("eu_eaqi_2024", 2000, 6, 140),
    ] as [(IndexEdition.Reference, Double, Int, Double)])
  func lastLevel(_ index: IndexEdition.Reference, _ high: Double, _ last: Int, _ lower: Double) throws {
    let whole = IndexOptions(partial: .none)
    let report = try report([(.pm25, microgram, day(high))])
    let value = try report.index(using: index).get()
    #expect(value.number == last && !value.isPartial && !value.description.hasPrefix("at least"))
    #expect(try report.index(using: index, options: whole).get().number == last)
    #expect(try report.indexSeries(using: index, options: whole).numbers.last == Int32(last))
    let below = try self.report([(.pm25, microgram, day(lower))])
    #expect(try below.index(using: index).get().missing == [.o3])
    #expect(below.index(using: index, options: whole).value == nil)
  }

  @Test("a traffic site isn't expected to have ozone if the standard doesn't require it there")
  func traffic() throws {
    let street = [(AirParameter.no2, microgram, day(50)), (.pm10, microgram, day(60))]
    var report = try report(street)
    report.site.details.setting = .traffic
    let whole = IndexOptions(partial: .none)
    for index in ["eu_eaqi_2017", "eu_eaqi_2019"] as [IndexEdition.Reference] {
      #expect(try report.index(using: index).get().missing.isEmpty)
      #expect(try report.index(using: index, options: whole).get().number == 4)
      #expect(try report.indexSeries(using: index, options: whole).numbers.last == 4)
    }
    #expect(try report.index(using: "eu_eaqi_2024").get().missing == [.o3])
    var silent = try self.report(street + [(.o3, microgram, Array(repeating: 20, count: 23) + [.nan])])
    silent.site.details.setting = .traffic
    #expect(try silent.index(using: "eu_eaqi_2017").get().missing == [.o3])
  }

  @Test("an index of one pollutant is complete with it")
  func onePollutant() throws {
    let index = try #require(AirQualityIndexCatalog.standard.index("sg_pm25_1h_2016"))
    let value = try report([(.pm25, microgram, day(12))]).index(using: index).get()
    #expect(!value.isPartial)
  }

  @Test("a value of single concentrations doesn't mention other pollutants")
  func given() throws {
    let index = try #require(AirQualityIndexCatalog.standard.index("us_epa_2024"))
    let input = try #require(index.inputs.first { $0.parameter == .no2 })
    #expect(try !index.value(of: [IndexInput.Concentration(input, 5)]).get().isPartial)
  }

  @Test(
    "a series marks the hours that are partial as the moment does, and leaves them out where they are refused"
  )
  func series() throws {
    var particles = day(12)
    for i in 14..<24 { particles[i] = .nan }
    let report = try report([(.no2, .ppb, day(5)), (.pm25, microgram, particles), (.o3, .ppb, day(30))])
    let whole = try report.indexSeries(using: .usEPA)
    let refused = try report.indexSeries(using: .usEPA, options: IndexOptions(partial: .none))
    var states: Set<Bool> = []
    for i in 0..<whole.count {
      guard let entry = whole[i] else { continue }
      #expect(entry.isBandUncertain == entry.isPartial, "hour \(i)")
      let moment = report.index(using: .usEPA, at: entry.interval.end)
      #expect(entry.isPartial == moment.value?.isPartial)
      #expect((refused[i] == nil) == entry.isPartial)
      states.insert(entry.isPartial)
    }
    #expect(states == [true, false])
  }

  @Test("a concentration below its table can't raise the index, so that the value isn't partial without it")
  func belowTable() throws {
    func hours(_ value: Double, _ count: Int = 24) -> [Double] { Array(repeating: value, count: count) }
    // Noise about zero, which has no index, and NO2 of which Singapore's table has none below 1131 µg/m³.
    let noise = try ReportIndexTests.report([
      (.pm25, "µg/m³", hours(12)), (.o3, "ppm", hours(0.03)), (.so2, "ppb", hours(-0.2)),
    ])
    let city = try ReportIndexTests.report([
      (.pm25, "µg/m³", hours(20)), (.o3, "µg/m³", hours(40)), (.no2, "µg/m³", hours(30)),
    ])
    var whole = IndexOptions()
    whole.partial = .none
    for (report, index) in [(noise, "us_epa_2024"), (city, "sg_psi_2014")]
      as [(AirReport, IndexEdition.Reference)]
    {
      let value = try report.index(using: index, options: whole).get()
      #expect(value.missing.isEmpty && !value.isBandUncertain && value.band?.key == "moderate")
      let series = try report.indexSeries(using: index, options: whole)
      #expect(
        series[series.count - 1]?.number == value.number && series[series.count - 1]?.isPartial == false)
    }
    let problems = try noise.index(using: "us_epa_2024").get().problems
    #expect(problems.map(\.reason) == [.invalid(-0.2)])
    // Two hours of ozone are below the hourly table, which only extends that of 8 h.
    let short = try ReportIndexTests.report([(.pm25, "µg/m³", hours(12)), (.o3, "ppm", hours(0.05, 2))])
    #expect(try short.index(using: "us_epa_2024").get().missing == [.o3])
  }

  @Test("a concentration beyond a table without an index there leaves the value partial, in a series too")
  func beyondTable() throws {
    let report = try ReportIndexTests.report([
      (.pm25, "µg/m³", Array(repeating: 20, count: 24)), (.o3, "µg/m³", Array(repeating: 40, count: 24)),
      (.so2, "µg/m³", Array(repeating: 900, count: 24)),
    ])
    // HJ 633-2012, Table 1, note 2: SO2 has no hourly index above 800 µg/m³.
    let value = try report.index(using: "cn_hj633_2012").get()
    let series = try report.indexSeries(using: "cn_hj633_2012")
    #expect(value.missing == [.so2] && series[23]?.isPartial == true && series[23]?.number == value.number)
    // The last class of Germany's index has no end, but 2,000 g/m³ isn't a concentration.
    let absurd = try ReportIndexTests.report([
      (.pm25, "µg/m³", [2e9]), (.pm10, "µg/m³", [20]), (.o3, "µg/m³", [40]),
    ])
    #expect(try absurd.index(using: "de_lqi_2025").get().missing == [.pm25])
    #expect(try absurd.indexSeries(using: "de_lqi_2025")[0]?.isPartial == true)
  }
}
