import AQKit
import AQKitTesting
import TestRuns
import Testing

/// The time of each of the core's readers grows no faster than its input, whatever the content.
@Suite("The core's readers: four times the input takes four times the time", .computing)
struct GrowthTests {
  /// An input that grows, and its reader.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let growth: @Sendable () -> Growth

    /// A text and its reader; errors count as an end.
    init(
      _ name: String, _ text: @escaping @Sendable (Int) -> String,
      by read: @escaping @Sendable ([UInt8]) throws -> Void
    ) {
      testDescription = name
      growth = { Growth(of: { Array(text($0).utf8) }) { try? read($0) } }
    }

    /// Steps that are repeated.
    init(_ name: String, steps: @escaping @Sendable (Int) -> Void) {
      testDescription = name
      growth = { Growth(of: { $0 }, steps) }
    }
  }

  private static func list(_ count: Int, _ element: (Int) -> String) -> String {
    (0..<count).map(element).joined(separator: ",")
  }

  private static let context = PayloadFormat.Context(receivedAt: AirTime(secondsSince1970: 1_790_980_200))

  @Test("JSON", arguments: json)
  func readsJSON(_ one: Case) { expectLinear(one) }

  @Test("tables and markup", arguments: tables)
  func readsTables(_ one: Case) { expectLinear(one) }

  @Test("AQKit's own formats", arguments: formats)
  func readsFormats(_ one: Case) { expectLinear(one) }

  @Test("the report builder", arguments: builder)
  func builds(_ one: Case) { expectLinear(one) }

  @Test("a correction by humidity, one value of which is for years")
  func correctsByHumidity() throws {
    func series(_ parameter: AirParameter, _ unit: AirUnit, _ count: Int) throws -> AirSeries {
      let intervals = try (0..<count).map { number in
        let start = AirTime(secondsSince1970: 1_700_000_000 + Int64(number) * 60)
        let isLong = parameter == .humidity && number == 0
        return try AirInterval(start: start, end: start.adding(seconds: isLong ? 200_000_000 : 60))
      }
      return try AirSeries(
        parameter, unit: unit, averaging: .minutes(1), timeline: AirTimeline(intervals),
        values: Array(repeating: 40, count: count))
    }
    func corrected(_ raw: AirSeries?, _ humidity: AirSeries?) throws -> AirSeries {
      try #require(raw).corrected(by: .barkjohn2021, humidity: #require(humidity))
    }
    let few = try corrected(series(.pm25, .microgramsPerCubicMetre, 3), series(.humidity, .percent, 3))
    #expect(few.values.map(\.isNaN) == [true, false, false])
    let growth = Growth(of: { count in
      [try? series(.pm25, .microgramsPerCubicMetre, count), try? series(.humidity, .percent, count)]
    }) { both in
      _ = try? corrected(both[0], both[1])
    }
    #expect(growth.isLinear, "\(growth)")
  }

  @Test("short series of one pollutant, one after another, have the index of one, and take hardly longer")
  func formsShortSeries() throws {
    func report(_ series: [Range<Int64>], of pollutant: AirParameter = .o3) throws -> AirReport {
      let series = try series.map { runs in
        let starts = runs.flatMap { run in (Int64(0)..<24).map { (run * 504 + $0) * 3600 } }
        return try AirSeries(
          pollutant, unit: .microgramsPerCubicMetre,
          timeline: AirTimeline(starts.map { AirInterval(seconds: $0, $0 + 3600) }),
          values: starts.indices.map { Double($0 % 24) * 9 })
      }
      return AirReport(
        source: "net", site: AirSite(timeZone: "UTC", kind: .referenceStation), kind: .observation,
        series: series, receivedAt: Town.now)
    }
    let (one, many) = try (report([0..<200]), report((0..<200).map { $0..<$0 + 1 }))
    let numbers = try one.indexSeries(using: "eu_eaqi_2024").numbers
    #expect(numbers.count { $0 > 0 } == 4800)
    #expect(try many.indexSeries(using: "eu_eaqi_2024").numbers == numbers)
    func form(_ report: AirReport) { _ = try? report.indexSeries(using: "eu_eaqi_2024") }
    #expect(Growth.keeps(within: 5, of: { form(one) }) { form(many) })
    let runs = (Int64(0)..<250).map { $0..<$0 + 1 }
    let (whole, parts) = try (report(runs, of: .pm25), runs.map { try report([$0], of: .pm25) })
    func days(_ report: AirReport) throws -> AQISeries {
      try report.indexSeries(using: "us_epa_2024", options: IndexOptions(variant: .daily))
    }
    let indices = try days(whole).entries.map(\.number)
    #expect(indices.count == 250)
    #expect(try parts.flatMap { try days($0).entries.map(\.number) } == indices)
    #expect(Growth.keeps(within: 3, of: { parts.forEach { _ = try? days($0) } }) { _ = try? days(whole) })
  }

  @Test("hours without an index, long after the last of irregular values, take hardly longer than the values")
  func listsLaterHours() throws {
    let seconds = (0..<Int64(4000)).map { 1_700_000_000 + $0 * 600 + $0 % 7 }
    let series = try AirSeries(
      .pm25, unit: .microgramsPerCubicMetre,
      timeline: AirTimeline(seconds.map { AirInterval(seconds: $0, $0) }),
      values: seconds.map { Double($0 % 50) })
    let report = AirReport(
      source: "net", site: AirSite(timeZone: "UTC", kind: .referenceStation), kind: .observation,
      series: [series], receivedAt: Town.now)
    func hours(from start: Int64) -> [HourlyIndex] {
      report.hourlyIndex(using: "us_epa_2024", from: AirTime(secondsSince1970: start), hours: 200)
    }
    let first = 1_700_000_000 as Int64
    let moment = AirTime(secondsSince1970: first + 100_000)
    #expect(report.index(using: "us_epa_2024", at: moment).value?.leading?.basis.hours == 12)
    #expect(hours(from: first + 9_000_000).count { $0.isKnown } == 0)
    func form() { _ = try? report.indexSeries(using: "us_epa_2024", options: .shown) }
    #expect(Growth.keeps(within: 10, of: form) { _ = hours(from: first + 9_000_000) })
    #expect(Growth.keeps(within: 10, of: form) { _ = hours(from: first - 9_000_000) })
  }

  @Test("an index of days whose means are published, one of which is for all of them")
  func formsPublishedDays() throws {
    func report(_ days: Int64) throws -> AirReport {
      let intervals = try (0..<days).map { number in
        let start = AirTime(secondsSince1970: number * 86_400)
        return try AirInterval(start: start, end: start.adding(seconds: number == 0 ? days * 86_400 : 86_400))
      }
      let series = try AirSeries(
        .pm25, unit: .microgramsPerCubicMetre, averaging: .day, timeline: AirTimeline(intervals),
        values: (0..<days).map { Double($0 % 50) })
      return AirReport(
        source: "net", site: AirSite(timeZone: "UTC", kind: .referenceStation), kind: .observation,
        series: [series], receivedAt: Town.now)
    }
    let options = IndexOptions(variant: .daily)
    let series = try report(3).indexSeries(using: "us_epa_2024", options: options)
    #expect(series.entries.map(\.basis?.end?.secondsSince1970) == [2 * 86_400, 3 * 86_400])
    let growth = Growth(from: 4096, of: { try? report(Int64($0)) }) { report in
      _ = try? report?.indexSeries(using: "us_epa_2024", options: options)
    }
    #expect(growth.isLinear, "\(growth)")
  }

  @Test("a value of a thousand years ago doesn't change WHO's ratios of ozone, nor their time by much")
  func guidelinesOfOzone() throws {
    let noon = AirTime(secondsSince1970: 1_790_856_000)
    func report(_ early: [Int64]) throws -> AirReport {
      let ends = early + (0..<Int64(400 * 24)).reversed().map { -3600 * $0 }
      let intervals = try ends.map { second in
        try AirInterval(start: noon.adding(seconds: second - 3600), end: noon.adding(seconds: second))
      }
      let series = try AirSeries(
        .o3, unit: .microgramsPerCubicMetre, timeline: AirTimeline(intervals),
        values: Array(repeating: 90, count: intervals.count))
      return AirReport(
        source: "net", site: AirSite(timeZone: "UTC", kind: .referenceStation), kind: .observation,
        series: [series], receivedAt: noon)
    }
    let (usual, stray) = (try report([]), try report([-3600 * 8_766_000]))
    let ratios = usual.whoRatios()
    #expect(ratios.map(\.guideline.averaging) == [AveragingPeriod.eightHours.dailyMaximum, nil])
    #expect(stray.whoRatios() == ratios)
    #expect(Growth.keeps(within: 10, of: { _ = usual.whoRatios() }) { _ = stray.whoRatios() })
  }

  @Test("a history that hears all of its readings again")
  func hearsAgain() throws {
    func repeated(_ count: Int) throws -> (AirHistory, AirUpdate) {
      let bench = HistoryBench(interval: .seconds(1), limits: .init(maximumSamples: count))
      let timeline = try AirTimeline(
        start: HistoryBench.at(-Int64(count)), step: .seconds(1), length: .zero, count: count)
      var report = try bench.report(1)
      report.series = [
        try AirSeries(
          HistoryBench.parameter, unit: .one, timeline: timeline, values: Array(repeating: 1, count: count))
      ]
      bench.history.record(AirUpdate(reports: [report]))
      return (bench.history, AirUpdate(reports: [report]))
    }
    let (history, update) = try repeated(100)
    history.record(update)
    #expect(history.counts.readings == 200 && history.counts.repeated == 100)
    let growth = Growth(from: 1024, of: { try? repeated($0) }) { made in
      if let (history, update) = made { history.record(update) }
    }
    #expect(growth.isLinear, "\(growth)")
  }

  @Test("an index of many tables and as many bands is prepared and checked")
  func preparesIndex() throws {
    func index(_ scales: [BreakpointIndex.Scale]) throws -> BreakpointIndex {
      let edition = IndexEdition(identifier: "x", family: "x", title: "X", body: "", document: "X")
      let bands = scales.indices.map {
        AQIBand(rank: $0, key: "\($0)", name: "A", lowerIndex: $0, upperIndex: $0)
      }
      return try BreakpointIndex(edition: edition, bands: bands, scales: scales)
    }
    func scale(_ pollutant: AirParameter, to last: Int) throws -> BreakpointIndex.Scale {
      let input = IndexInput(pollutant, .eightHours, .microgramsPerCubicMetre, current: .mean(hours: 8))
      return try BreakpointIndex.Scale(input: input, rows: [.init(0, Double(last), 0, last)], rules: .init())
    }
    func scales(_ count: Int) throws -> [BreakpointIndex.Scale] {
      try (0..<count).map { try scale(AirParameter("p\($0)"), to: 1) }
    }
    #expect(throws: BreakpointIndex.DataError.self) { try index(scales(3) + scales(1)) }
    // The next band of one that few indices have.
    let high = try index(scales(99) + [scale("high", to: 99)])
    let value = try #require(high.value(of: [.init(high.inputs[99], 70)]).value)
    #expect(value.number == 70 && value.subIndices.map(\.nextBandFrom) == [70.5])
    #expect(try high.subIndex(of: "high", 70).nextBandFrom == 70.5)
    let growth = Growth(from: 1024, of: { (try? scales($0)) ?? [] }) { _ = try? index($0) }
    #expect(growth.isLinear, "\(growth)")
  }

  @Test("an unknown name is compared with the known ones for the note, not for each row")
  func comparesUnknownNames() throws {
    func refuse(_ parameter: AirParameter, _ unit: AirUnit) {
      var report = ReportBuilder(Town.descriptor, receivedAt: Town.now)
      let site = report.site(AirSite(id: "s", kind: .area))
      for _ in 0..<2000 { report.add(parameter, 1, unit: unit, at: .unix(1_790_000_000), to: site) }
      #expect(report.response().notes.map(\.count) == [2000])
    }
    func compareParameters() { for _ in 0..<500 { _ = AirParameter.nearest(to: "particels") } }
    #expect(Growth.keeps(within: 1, of: compareParameters) { refuse("particels", .microgramsPerCubicMetre) })
    func compareUnits() { for _ in 0..<500 { _ = AirUnit.nearest(to: "grians/m3") } }
    #expect(Growth.keeps(within: 1, of: compareUnits) { refuse(.pm25, "grians/m3") })
    // An archive with another station in each row, whose unit is one that isn't known, or another such one.
    func isRead(_ unit: (Int) -> String) throws -> Bool {
      let rows = (0..<2000).map { Self.archived($0).replacing("µg/m³", with: unit($0)) }
      let bytes = Array((Self.archive + rows.joined()).utf8)
      let notes = try PayloadFormat.openAQCSV.decode(bytes, Self.context).notes.filter { $0.code == .refused }
      #expect(notes.map(\.count).reduce(0, +) == 2000)
      #expect(notes.first?.message.contains(AirUnit.suggestion(for: unit(0))) == true)
      return Growth.keeps(within: 1, of: compareUnits) {
        _ = try? PayloadFormat.openAQCSV.decode(bytes, Self.context)
      }
    }
    #expect(try isRead { _ in "grians/m3" })
    #expect(try isRead { "grians/m\($0)" })
  }

  private func expectLinear(_ one: Case) {
    let growth = one.growth()
    #expect(growth.isLinear, "\(one.testDescription): \(growth)")
  }

  // MARK: JSON

  private static let json: [Case] = [
    Case("a document of rows", { "[\(list($0) { #"{"id":\#($0),"v":1.5}"# })]" }) {
      _ = try AQJSON(parsing: $0)
    },
    Case("an object of many members", { "{\(list($0) { #""m\#($0)":1"# })}" }) {
      for member in try AQJSON(parsing: $0).members { _ = member.name }
    },
    Case("nesting", { String(repeating: "[", count: $0) + String(repeating: "]", count: $0) }) {
      _ = try AQJSON(parsing: $0, maximumDepth: .max)
    },
    Case("an error for each row of a value", { "[\(list($0) { #"{"v":"x\#($0)"}"# })]" }) {
      for row in try AQJSON(parsing: $0).elements { _ = try? row["v"].double() }
    },
    Case("an error for each row of a reader", { "[\(list($0) { #""x\#($0)""# })]" }) {
      var reader = try AQJSON.Reader($0)
      try reader.beginArray()
      while try reader.nextElement() { if (try? reader.instant()) == nil { try reader.skip() } }
    },
    Case("an error for each row of a reader, a line each", { "[\n\(list($0) { "\n\"x\($0)\"" })]" }) {
      var reader = try AQJSON.Reader($0)
      try reader.beginArray()
      while try reader.nextElement() { if (try? reader.double()) == nil { try reader.skip() } }
    },
    Case("an error for each of some rows", { "[\(list($0) { #"{"t":"x\#($0)","v":"y"}"# })]" }) {
      var reader = try AQJSON.Reader($0)
      try reader.rows(["t", "v"]) { row throws(AQError) in
        _ = try? row.instant(0)
        _ = try? row.double(1)
      }
    },
    Case("an error for each line", { (0..<$0).map { "x\($0)\n" }.joined() }) { bytes in
      var start = 0
      while let end = bytes[start...].firstIndex(of: 10) {
        if var reader = try? AQJSON.Reader(bytes, in: start..<end) { _ = try? reader.double() }
        start = end + 1
      }
    },
    Case(
      "errors below a long name",
      { #"{"\#(String(repeating: "n", count: $0 * 16))":[\#(list($0) { "\"x\($0)\"" })]}"# }
    ) {
      var reader = try AQJSON.Reader($0)
      try reader.beginObject()
      _ = try reader.nextMember()
      try reader.beginArray()
      while try reader.nextElement() { if (try? reader.double()) == nil { try reader.skip() } }
    },
    Case(
      "errors of values below a long name",
      { #"{"\#(String(repeating: "n", count: $0 * 16))":[\#(list($0) { "\"x\($0)\"" })]}"# }
    ) {
      for row in try AQJSON(parsing: $0).members {
        for one in try row.value.elements { _ = try? one.double() }
      }
    },
    Case(
      "errors of values below a long name with an escape at its beginning",
      { #"{"\"\#(String(repeating: "n", count: $0 * 16))":[\#(list($0) { "\"x\($0)\"" })]}"# }
    ) {
      for row in try AQJSON(parsing: $0).members {
        for one in try row.value.elements { _ = try? one.double() }
      }
    },
    Case(
      "an area of a long outline and of many short ones",
      { count in
        #"{"type":"MultiPolygon","coordinates":[[[\#(list(count) { "[\($0 % 90),\($0 % 89)]" })]],\#(list(count) { "[[[0,0],[1,\($0 % 2)],[1,1]]]" })]}"#
      }
    ) { _ = try GeoShape(geoJSON: AQJSON(parsing: $0)) },
    Case("a column of numbers with a fault at its end", { "[\(list($0) { "\($0)" }),true]" }) {
      _ = try AQJSON(parsing: $0).doubles()
    },
    Case(
      "an index's table",
      {
        #"{"id":"x","bands":[\#(list($0) { #"{"key":"b\#($0)","name":"B\#($0)","colour":"00e400"}"# })],"scales":[]}"#
      }
    ) { _ = try BreakpointIndex(json: $0) },
  ]

  // MARK: Tables and markup

  private static let archive =
    "location_id,sensors_id,location,datetime,lat,lon,parameter,units,value\n"

  private static func archived(_ station: Int) -> String {
    "\(station),7,Place \(station),2026-10-01T00:00:00+02:00,50,14,pm25,µg/m³,4.5\n"
  }

  /// Lines on which a quoted field ends and another one begins, whether the line begins within quotes or not.
  private static func runOn(_ count: Int) -> String { String(repeating: "x\",\"\n", count: count) }

  private static let tables: [Case] = [
    Case("CSV", { "a,b,c\n" + (0..<$0).map { "\($0),x\($0),1.5\n" }.joined() }) {
      for row in try AQCSV(parsing: $0).rows { _ = try row["c"].double() }
    },
    Case("CSV of which each row has an error", { "a,b,c\n" + (0..<$0).map { "\($0),x\($0)\n" }.joined() }) {
      for row in try AQCSV(parsing: $0).rows {
        _ = try? row["c"].double()
        _ = try? row["b"].double()
      }
    },
    Case("CSV with a quote that doesn't end", { "a,b\n" + (0..<$0).map { "\($0),\"x\($0)\n" }.joined() }) {
      for row in try AQCSV(parsing: $0).rows { _ = try? row["b"].string() }
    },
    Case("CSV whose quoted fields run on from line to line", { "a,b\n" + runOn($0) }) {
      for row in try AQCSV(parsing: $0).rows { _ = row.isBroken }
    },
    Case("CSV whose quoted fields run on to a stray quote", { "a,b\n" + runOn($0) + "x\"z\n" }) {
      for row in try AQCSV(parsing: $0).rows { _ = row.isBroken }
    },
    Case("an archive whose quoted fields run on from line to line", { archive + runOn($0) }) {
      _ = try PayloadFormat.openAQCSV.decode($0, context)
    },
    Case(
      "an archive of many stations in pieces of a row",
      { count in
        archive + (0..<count).map { archived($0) }.joined() + (0..<count).map { archived($0) }.joined()
      }
    ) { bytes in
      var decoder = PayloadFormat.openAQCSV.makeDecoder(context)
      let start = bytes.count / 2
      _ = try decoder.decode(Array(bytes[..<start]))
      for row in bytes[start...].split(separator: 10) { _ = try decoder.decode(row + [10]) }
      _ = try decoder.finish()
    },
    Case("a header of many columns", { (0..<$0).map { "c\($0)" }.joined(separator: ",") + "\n1,2\n" }) {
      for row in try AQCSV(parsing: $0).rows { _ = try? row["c1"].double() }
    },
    Case(
      "an archive of measurements",
      { count in
        archive
          + (0..<count).map { "\($0),7,Place \($0),2026-10-01T00:00:00+02:00,50,14,pm25,µg/m³,4.5\n" }
          .joined()
      }
    ) { _ = try PayloadFormat.openAQCSV.decode($0, context) },
    Case(
      "an archive whose rows are unreadable",
      { count in
        archive
          + (0..<count).map { "\($0),7,Place,yesterday \($0),50,14,pm\($0),µg/l\($0),x\($0)\n" }.joined()
      }
    ) { _ = try PayloadFormat.openAQCSV.decode($0, context) },
    Case("XML", { "<a>" + (0..<$0).map { "<b n=\"\($0)\"><c>\($0)</c></b>" }.joined() + "</a>" }) {
      for row in try AQXML(parsing: $0).children("b") { _ = try? row.require("c").text.double() }
    },
    Case(
      "XML of which each row has an error",
      {
        "<a>\n" + (0..<$0).map { "<b>\n<c>x\($0)</c></b>" }.joined() + "</a>"
      }
    ) {
      for row in try AQXML(parsing: $0).children("b") {
        _ = try? row.require("c").text.double()
        _ = try? row.require("d")
      }
    },
    Case(
      "XML of which each row lacks an attribute",
      { "<a>\n" + (0..<$0).map { "<b n=\"\($0)\">\n<c/></b>" }.joined() + "</a>" }
    ) {
      for row in try AQXML(parsing: $0).children("b") { _ = row.attribute("m").content }
    },
    Case("XML of many entities", { "<a>" + String(repeating: "&amp;", count: $0) + "</a>" }) {
      _ = try AQXML(parsing: $0).text.string()
    },
    Case("XML of many attributes", { "<a \((0..<$0).map { "n\($0)=\"1\"" }.joined(separator: " "))/>" }) {
      _ = try AQXML(parsing: $0)
    },
  ]

  // MARK: AQKit's formats

  private static func report(_ site: String, _ values: String = "[1]") -> String {
    #"{"schema":1,"source":"net","site":{"id":"\#(site)","kind":"area"},"kind":"observation","series":[{"parameter":"o3","unit":"ppb","averaging":"1h","timeline":{"start":"2026-10-01T10:00:00Z","step":"PT1H","length":"PT1H","count":1},"values":\#(values)}],"receivedAt":"2026-10-01T13:10:00Z"}"#
  }

  private static let formats: [Case] = [
    Case("reports, a line each", { (0..<$0).map { report("s\($0)") + "\n" }.joined() }) {
      _ = try PayloadFormat.aqkit.decode($0, context)
    },
    Case("reports in an array", { "[\(list($0) { report("s\($0)") })]" }) {
      _ = try PayloadFormat.aqkit.decode($0, context)
    },
    Case(
      "unreadable reports, a line each", { (0..<$0).map { report("s\($0)", "\"x\($0)\"") + "\n" }.joined() }
    ) {
      _ = try PayloadFormat.aqkit.decode($0, context)
    },
    Case("lines that are no reports", { report("s") + "\n" + (0..<$0).map { "{\"x\($0)\":1}\n" }.joined() }) {
      _ = try PayloadFormat.aqkit.decode($0, context)
    },
    Case("lines that are no JSON", { report("s") + "\n" + (0..<$0).map { "x\($0)\n" }.joined() }) {
      _ = try PayloadFormat.aqkit.decode($0, context)
    },
    Case("reports in small pieces", { (0..<$0).map { report("s\($0)") + "\n" }.joined() }) { bytes in
      var decoder = PayloadFormat.aqkit.makeDecoder(context)
      for start in stride(from: 0, to: bytes.count, by: 100) {
        _ = try decoder.decode(Array(bytes[start..<min(start + 100, bytes.count)]))
      }
      _ = try decoder.finish()
    },
    Case(
      "a recorded feed",
      { count in
        "{\"aqkit\":\"feed\",\"version\":1,\"startedAt\":\"2026-10-08T12:00:00Z\"}\n"
          + (0..<count).map { #"{"after":\#($0),"text":"x\#($0)"}"# + "\n" }.joined()
      }
    ) { _ = try FeedRecording($0, startedAt: AirTime(secondsSince1970: 0)) },
    Case(
      "a recorded feed of unreadable lines",
      { count in
        "{\"aqkit\":\"feed\",\"version\":1,\"startedAt\":\"2026-10-08T12:00:00Z\"}\n"
          + (0..<count).map { "{\"after\":\"x\($0)\"\n" }.joined()
      }
    ) { _ = try FeedRecording($0, startedAt: AirTime(secondsSince1970: 0)) },
    Case(
      "a configuration",
      {
        #"{"sources":[\#(list($0) { #"{"id":"s\#($0)","recipe":"town-air","options":{"apiKey":"k"}}"# })]}"#
      }
    ) { json in
      var container = AQContainer()
      try container.register(Town.descriptor) { _, _ in TownMemory() }
      try container.configure(json: json)
    },
  ]

  // MARK: The report builder

  private static func building(_ add: @escaping @Sendable (Int, inout ReportBuilder) throws -> Void)
    -> @Sendable (Int) -> Void
  {
    { count in
      var report = ReportBuilder(Town.descriptor, receivedAt: Town.now)
      _ = try? report.each(0..<count) { try add($0, &$1) }
      _ = report.response(keepingEmptySites: true)
    }
  }

  /// Returns a site that measures parameters of these numbers.
  private static func measuring(_ numbers: Range<Int>) -> AirSite {
    var site = AirSite(id: "s", kind: .area)
    site.details.measures = numbers.map { .init(AirParameter("p\($0)")) }
    return site
  }

  private static func merge(
    _ site: AirSite, _ attribution: [AirAttribution] = [], into snapshot: inout FeedSnapshot
  ) {
    let report = AirReport(
      source: "feed", site: site, kind: .observation, series: [], receivedAt: Town.now,
      attribution: attribution)
    snapshot.merge(AirUpdate(reports: [report]))
  }

  private static let builder: [Case] = [
    Case(
      "a site for each row",
      steps: building { index, report in
        let site = report.site(AirSite(id: "s\(index)", kind: .area))
        report.add(.pm25, 1, unit: "µg/m³", at: .unix(1_790_000_000), to: site)
      }),
    Case(
      "a site without an identifier for each row",
      steps: building { index, report in
        _ = report.site(AirSite(name: "s\(index)", kind: .area))
      }),
    Case(
      "a site with another issue in each row",
      steps: building { index, report in
        _ = report.site(
          AirSite(id: "s", kind: .area), kind: .forecast, issuedAt: AirTime(secondsSince1970: Int64(index)))
      }),
    Case(
      "a site with another credit in each row",
      steps: building { index, report in
        _ = report.site(AirSite(id: "s", kind: .area), attribution: [AirAttribution("Agency \(index)")])
      }),
    Case(
      "a site that measures something else in each row",
      steps: building { index, report in
        var site = AirSite(id: "s", kind: .area)
        site.details.measures = [.init(AirParameter("p\(index)"))]
        _ = report.site(site)
      }),
    Case(
      "a site of many measurements with another credit in each row",
      steps: { count in
        let site = measuring(0..<count)
        var report = ReportBuilder(Town.descriptor, receivedAt: Town.now)
        for index in 0..<count { _ = report.site(site, attribution: [AirAttribution("Agency \(index)")]) }
      }),
    Case(
      "a feed whose site measures something else in each message",
      steps: { count in
        var snapshot = FeedSnapshot()
        for index in 0..<count { merge(measuring(index..<index + 1), into: &snapshot) }
      }),
    Case(
      "a feed whose site measures many other things in each message",
      steps: { count in
        var snapshot = FeedSnapshot()
        for index in 0..<4 { merge(measuring(index * count..<(index + 1) * count), into: &snapshot) }
      }),
    Case(
      "a feed whose site has another further fact in each message",
      steps: { count in
        var snapshot = FeedSnapshot()
        for index in 0..<count {
          let details = AirSite.Details(identifiers: ["\(index)": "1"], further: ["\(index)": "2"])
          merge(AirSite(id: "s", kind: .area, details: details), into: &snapshot)
        }
      }),
    Case(
      "a feed whose site has many other credits in each message",
      steps: { count in
        var snapshot = FeedSnapshot()
        for index in 0..<4 {
          let credits = (index * count..<(index + 1) * count).map { AirAttribution("Agency \($0)") }
          merge(AirSite(id: "s", kind: .area), credits, into: &snapshot)
        }
      }),
    Case(
      "the credits of a report of many series",
      steps: { count in
        let series = (0..<count).compactMap { index in
          try? AirSeries(
            .pm25, unit: "µg/m³", timeline: AirTimeline(AirInterval(instant: Town.now)), values: [1],
            origin: index % 2 == 0
              ? nil : AirOrigin(instrument: .init("\(index)"), attribution: [AirAttribution("\(index)")]))
        }
        let report = AirReport(
          source: "net", site: AirSite(id: "s", kind: .area), kind: .observation, series: series,
          receivedAt: Town.now, attribution: (0..<count).map { AirAttribution("Agency \($0)") })
        _ = report.attributionOfSeries
      }),
    Case(
      "the places in the area of a warning",
      steps: { count in
        let ring = (0..<4 * count).compactMap {
          try? Coordinate(Double($0 % 2), 10 * Double($0) / Double(4 * count))
        }
        guard let point = try? Coordinate(50, 10), let inside = try? Coordinate(0.5, 5) else { return }
        let query = AirQuery(places: Array(repeating: .near(point), count: count) + [.near(inside)])
        _ = query.places(in: AirNotice.Area(polygons: [[ring]]))
      }),
    Case(
      "points, identifiers and names of as many stations, with a list of them",
      steps: { count in
        let sites = (0..<count).map { number in
          AirSite(
            id: "s\(number)", name: "Town \(number)",
            coordinate: try? Coordinate(Double(number * 37 % 17_000) / 100 - 85, Double(number % 360) - 180),
            kind: .referenceStation)
        }
        let points = sites.compactMap(\.coordinate).map(AirQuery.Place.near)
        let names = (0..<count).flatMap { [AirQuery.Place.site("s\($0)"), .city("TOWN \($0)")] }
        _ = AirQuery(places: points + names).matches(among: sites)
      }),
    Case(
      "a search from the newest reading on, with as many gaps before the oldest",
      steps: { count in
        guard
          let timeline = try? AirTimeline(
            start: Town.now, step: .seconds(1), length: .seconds(1), count: 2 * count),
          let series = try? AirSeries(
            .pm25, unit: "µg/m³", timeline: timeline, values: (0..<2 * count).map { $0 < count ? .nan : 1 })
        else { return }
        _ = series.readings.last { $0.value < 0 }
      }),
    Case(
      "a history of many readings of a site with a long description",
      steps: { count in
        let history = AirHistory(clock: ManualClock(Town.now))
        // The site is known, and then its description doesn't fit; and one that never fits.
        for (id, further) in [("a", 0), ("a", count), ("b", count)] {
          var site = AirSite(id: id, kind: .area)
          site.details.further = Dictionary((0..<further).map { ("\($0)", "text") }) { one, _ in one }
          guard
            let timeline = try? AirTimeline(
              start: Town.now.adding(seconds: -Int64(count)), step: .seconds(1), length: .seconds(1),
              count: count),
            let series = try? AirSeries(
              .pm25, unit: "µg/m³", timeline: timeline, values: Array(repeating: 1, count: count))
          else { continue }
          history.record(
            AirUpdate(reports: [
              AirReport(
                source: "feed", site: site, kind: .observation, series: [series], receivedAt: Town.now,
                attribution: (0..<further).map { AirAttribution("Agency \($0)") })
            ]))
        }
      }),
    Case(
      "a series of another instrument in each row",
      steps: building { index, report in
        let site = report.site(AirSite(id: "s", kind: .area))
        report.add(
          .pm25, 1, unit: "µg/m³", at: .unix(1_790_000_000),
          with: .init(
            origin: AirOrigin(instrument: .init("\(index)"), attribution: [AirAttribution("Owner \(index)")])),
          to: site)
      }),
    Case(
      "another reason for refusing each row",
      steps: building { index, report in
        report.refuse("row \(index)")
        throw AQError(.malformed, "Row [\(index)] is \(index).")
      }),
    Case("another note for each row", steps: building { $1.note(AirNote(.remark, "Note \($0).")) }),
    Case(
      "a note about another place in each row",
      steps: building { index, report in
        report.note(AirNote(.nothingNear, "Nothing.", places: [index]))
      }),
    Case(
      "a value of an unknown parameter and unit in each row",
      steps: building { index, report in
        let site = report.site(AirSite(id: "s", kind: .area))
        _ = report.parameter(named: "p\(index)")
        report.add(.pm25, 1, unit: report.unit(named: "u\(index)"), at: .unix(1), to: site)
      }),
    Case(
      "times in falling order",
      steps: building { index, report in
        let site = report.site(AirSite(id: "s", kind: .area))
        report.add(.pm25, 1, unit: "µg/m³", at: .unix(1_790_000_000 - Int64(index) * 3600), to: site)
      }),
    Case(
      "the same time in each row",
      steps: building { index, report in
        let site = report.site(AirSite(id: "s", kind: .area))
        report.add(.pm25, Double(index), unit: "µg/m³", at: .unix(1_790_000_000), to: site)
      }),
  ]
}
