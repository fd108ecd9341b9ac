import AQKit
import AQKitTesting
import Foundation
import TestRuns
import Testing

@Suite("CSV")
struct CSVTests {
  private let context = PayloadFormat.Context(receivedAt: AirTime(secondsSince1970: 1_800_000_000))

  private static let header = "location_id,sensors_id,location,datetime,lat,lon,parameter,units,value\n"

  private func openAQ(_ rows: String, strict: Bool = false) throws -> AirResponse {
    var context = context
    context.isStrict = strict
    return try PayloadFormat.openAQCSV.decode(Array((Self.header + rows).utf8), context)
  }

  private func values(_ response: AirResponse, _ site: Int, _ parameter: AirParameter) -> [[Double]]? {
    response.reports[site][parameter].map { series in
      series.readings.map { [Double($0.interval.start.secondsSince1970), $0.value] }
    }
  }

  @Test("in OpenAQ's long form is grouped by site and parameter, its times read with their offsets")
  func longForm() throws {
    let response = try openAQ(
      """
      2178,3917,"Del Norte-2178",2022-05-03T01:00:00-06:00,35.1353,-106.584702,o3,ppm,0.043
      2178,3916,"Del Norte-2178",2022-05-03T01:00:00-06:00,35.1353,-106.584702,pm25,µg/m³,12
      2178,3917,"Del Norte-2178",2022-05-03T02:00:00-06:00,35.1353,-106.584702,o3,ppm,0.041
      42,7,"A ""quoted"", name",2022-05-03 02:00:00+00:00,0,0,no2,ug/m3,-1.5
      """)
    #expect(response.reports.map(\.site.id) == ["2178", "42"])
    #expect(response.reports.map(\.site.name) == ["Del Norte-2178", "A \"quoted\", name"])
    #expect(response.reports[0].site.coordinate == (try Coordinate(35.1353, -106.584702)))
    #expect(response.reports[1].site.coordinate == (try Coordinate(0, 0)))
    #expect(values(response, 0, .o3) == [[1_651_561_200, 0.043], [1_651_564_800, 0.041]])
    #expect(values(response, 0, .pm25) == [[1_651_561_200, 12]])
    #expect(values(response, 1, .no2) == [[1_651_543_200, -1.5]])
    #expect(
      response.reports[0][.o3]?.unit == .ppm && response.reports[1][.no2]?.unit == .microgramsPerCubicMetre)
    #expect(response.reports[0][.o3]?.origin?.instrument?.id == "3917")
    #expect(response.reports[0].source == "openaq")
    #expect(response.notes.map(\.code) == [.remark])
  }

  @Test("reads times as the ends of intervals if the averaging period is known")
  func averaging() throws {
    var layout = PayloadFormat.CSVLayout.openAQArchive
    layout.averaging = .oneHour
    let text = Self.header + "1,2,A,2022-05-03T01:00:00Z,1,2,o3,ppm,0.04\n"
    let response = try PayloadFormat.csv(layout).decode(Array(text.utf8), context)
    let reading = try #require(response.reports.first?[.o3]?.reading(at: 0))
    #expect(reading.interval.start == AirTime("2022-05-03T00:00:00Z"))
    #expect(reading.interval.end == AirTime("2022-05-03T01:00:00Z"))
    #expect(response.notes.isEmpty)
  }

  @Test("has no note on a missing averaging period if each column states its own")
  func averagingOfColumns() throws {
    var layout = PayloadFormat.CSVLayout.wide(
      time: "t", columns: [.init("o3", .o3, unit: .ppb, averaging: .oneHour), .init("no2", .no2, unit: .ppb)])
    layout.timeConvention = .end
    func hasNote(_ text: String) throws -> Bool {
      let response = try PayloadFormat.csv(layout).decode(Array(text.utf8), context)
      #expect(response.reports.first?[.o3]?.averaging == .oneHour)
      return response.notes.contains { $0.code == .remark }
    }
    #expect(try !hasNote("t,o3\n2022-05-03T01:00:00Z,4\n"))
    #expect(try hasNote("t,o3,no2\n2022-05-03T01:00:00Z,4,5\n"))
  }

  @Test("refuses rows that can't be read, counts them, names the line of the first, and keeps the rest")
  func refusals() throws {
    let good = "1,2,A,2022-05-03T01:00:00Z,1,2,o3,ppm,0.04"
    let response = try openAQ(
      """
      \(good)

      too,few,fields
      1,2,A,yesterday,1,2,o3,ppm,0.04
      1,2,A,2022-05-03T02:00:00,1,2,o3,ppm,0.04
      1,2,A,2022-05-03T03:00:00Z,1,2,o3,ppm,high
      1,2,A,2022-05-03T03:00:00Z,1,2,o3,furlong,1
      1,2,A,2022-05-03T04:00:00Z,1,2,o3,furlong,1
      1,2,A,2022-05-03T03:00:00Z,91,2,o3,ppm,1
      1,2,A,2022-05-03T03:00:00Z,1,2,,ppm,1
      1,2,A,2022-02-30T03:00:00Z,1,2,o3,ppm,1
      1,2,"A,2022-05-03T03:00:00Z,1,2,o3,ppm,1
      1,2,A,2022-05-03T05:00:00Z,1,2,o3,ppm,1e999
      1,2,A,2022-05-03T06:00:00Z,1,2,o3,ppm,0.06
      """)
    #expect(values(response, 0, .o3) == [[1_651_539_600, 0.04], [1_651_557_600, 0.06]])
    let refused = response.notes.filter { $0.code == .refused }
    let expected = [
      ("a different number of fields", "line 4", 1), ("a time can't be read", "line 5", 3),
      ("a value isn't a number", "line 7", 2), ("the unit “furlong” is not known", "line 8", 2),
      ("a coordinate is invalid", "line 10", 1), ("a row names no parameter", "line 11", 1),
      ("a quoted field is not closed", "line 13", 1),
    ]
    #expect(refused.count == expected.count)
    for (note, (reason, line, count)) in zip(refused, expected) {
      #expect(
        note.message.contains(reason) && note.message.contains("\(line))") && note.count == count, "\(note)")
    }
  }

  @Test("a number beyond all numbers isn't a gap, whatever follows it")
  func tooLargeNumbers() throws {
    var layout = PayloadFormat.CSVLayout.wide(time: "t", columns: [.init("v", .o3, unit: .ppb)])
    layout.noValue = ["", "NA"]
    let rows = ["1", "1e999", "1e999NA", "NA"].enumerated().map { "2026-10-01T1\($0):00Z,\($1)\n" }
    let response = try PayloadFormat.csv(layout).decode(Array("t,v\n\(rows.joined())".utf8), context)
    #expect(response.notes.filter { $0.code == .refused }.map(\.count) == [2])
  }

  @Test(
    "a stray quote loses its row, but no character of a site's name or of the next row",
    arguments: [#""Gare "du" Nord""#, #""Gare"x"#, "\"Gare"])
  func strayQuote(_ name: String) throws {
    let response = try openAQ(
      """
      1,2,\(name),2022-05-03T01:00:00Z,1,2,o3,ppm,0.04
      1,2,"Gare ""du"" Nord",2022-05-03T02:00:00Z,1,2,o3,ppm,0.05
      """)
    #expect(response.reports.map(\.site.name) == [#"Gare "du" Nord"#])
    #expect(values(response, 0, .o3)?.map { $0[1] } == [0.05])
    #expect(response.notes.filter { $0.code == .refused }.map(\.count) == [1])
  }

  @Test("counts all lines of rows whose quoted fields have line ends", arguments: ["ppm", "ppk"])
  func linesOfQuotedFields(unit: String) throws {
    let response = try openAQ(
      """
      1,2,"Gare du
      Nord",2022-05-03T01:00:00Z,1,2,o3,\(unit),0.04
      1,2,"Gare du
      Nord",2022-05-03T02:00:00Z,1,2,o3,\(unit),0.05
      1,2,"Gare du
      Nord",2022-05-03T03:00:00Z,1,2,o3,\(unit),0.06
      x,y
      """)
    let refusals = response.notes.filter { $0.code == .refused }.map(\.message)
    #expect(refusals.last?.contains("(first at line 8)") == true, "\(refusals)")
  }

  @Test("counts each blank line before the header once, in pieces as well", arguments: [1, 2, 7, 1000])
  func linesBeforeHeader(piece: Int) throws {
    let text = Array(("\n\r\n" + Self.header + "x,y\n").utf8)
    var decoder = PayloadFormat.openAQCSV.makeDecoder(context)
    for start in stride(from: 0, to: text.count, by: piece) {
      _ = try decoder.decode(Array(text[start..<min(start + piece, text.count)]))
    }
    let refusals = try decoder.finish().notes.filter { $0.code == .refused }.map(\.message)
    #expect(refusals.map { $0.contains("(first at line 4)") } == [true], "\(refusals)")
  }

  @Test("in a strict context fails at the first row that can't be read")
  func strict() throws {
    let good = "1,2,A,2022-05-03T01:00:00Z,1,2,o3,ppm,0.04\n"
    #expect(try openAQ(good, strict: true).reports.count == 1)
    let error = #expect(throws: AQError.self) { try openAQ(good + "x,y\n" + good, strict: true) }
    #expect(error?.code == .malformed && error?.message.contains("line 3") == true)
  }

  @Test("a time outside the years 1 to 9999 is a malformed row like any other, with its line")
  func timeOutOfRange() throws {
    let good = "1,2,A,2022-05-03T01:00:00Z,1,2,o3,ppm,0.04\n"
    let bad = "1,2,A,0000-05-03T01:00:00Z,1,2,o3,ppm,0.04\n"
    let note = try #require(try openAQ(good + bad).notes.first { $0.code == .refused })
    #expect(note.message.contains("line 3") && note.count == 1, "\(note)")
    let error = #expect(throws: AQError.self) { try openAQ(good + bad, strict: true) }
    #expect(error?.code == .malformed && error?.message.contains("line 3") == true)
    for (format, times) in [
      (TimeStamp.Format.unixSeconds, ["253402300800", "-62135596801", "9223372036854775807"]),
      (.unixMilliseconds, ["253402300800000", "-62135596800001", "-9223372036854775808"]),
    ] {
      for time in times {
        var layout = PayloadFormat.CSVLayout.wide(
          time: "t", columns: [.init("o3", .o3, unit: .microgramsPerCubicMetre)])
        layout.timeFormat = format
        let response = try PayloadFormat.csv(layout).decode(Array("t,o3\n0,1\n\(time),2\n".utf8), context)
        let old = Array("t,o3\r0,1\r\(time),2\r".utf8)
        #expect(try PayloadFormat.csv(layout).decode(old, context) == response)
        #expect(response.reports.map { $0[.o3]?.values } == [[1]])
        let note = try #require(response.notes.first { $0.code == .refused })
        #expect(note.message.contains("line 3"), "\(note)")
      }
    }
  }

  @Test(
    "a row of many lines or bytes, in pieces, is read in time proportional to its length", .computing,
    .timeLimit(.minutes(10)))
  func longRows() throws {
    let count = TestEffort.of(100_000, heavy: 500_000)
    let lines = String(repeating: "\n", count: count)
    let long = String(repeating: "x", count: count * 12)
    let text =
      Self.header
      + "1,2,\"A\(lines)\",2022-05-03T01:00:00Z,1,2,o3,ppm,1\n"
      + "2,2,\(long),2022-05-03T01:00:00Z,1,2,o3,ppm,2\n"
      + "3,2,C,never,1,2,o3,ppm,3\n"
    let bytes = Array(text.utf8)
    var decoder = PayloadFormat.openAQCSV.makeDecoder(context)
    var responses: [AirResponse] = []
    for start in stride(from: 0, to: bytes.count, by: 250_000) {
      responses.append(try decoder.decode(Array(bytes[start..<min(bytes.count, start + 250_000)])))
    }
    responses.append(try decoder.finish())
    let reports = responses.flatMap(\.reports)
    #expect(reports.map(\.site.id) == ["1"])
    #expect(reports.map { $0[.o3]?.values } == [[1]])
    let refused = responses.flatMap(\.notes).filter { $0.code == .refused }
    #expect(refused.map(\.count) == [1, 1])
    #expect(
      refused.first?.message.contains("longer than 1 MiB (first at line \(count + 3))") == true, "\(refused)")
    #expect(refused.last?.message.contains("line \(count + 4)") == true, "\(refused)")
  }

  @Test("reads every spelling of no value as a gap, and quoted and signed numbers as numbers")
  func gaps() throws {
    var rows = ""
    for (hour, text) in ["", "NA", "null", "\"\"", "\" 1.5 \"", "+2", ".5", "007", "-0.005", "1e1"]
      .enumerated()
    {
      rows += "1,2,A,2022-05-03T0\(hour):00:00Z,1,2,o3,ppm,\(text)\r\n"
    }
    let series = try #require(try openAQ(rows).reports.first?[.o3])
    #expect(series.values.map { $0.isNaN ? nil : $0 } == [nil, nil, nil, nil, 1.5, 2, 0.5, 7, -0.005, 10])
  }

  @Test("a number among the spellings of no value is a gap in each row, not only in the first")
  func numberAsNoValue() throws {
    var layout = PayloadFormat.CSVLayout.wide(
      time: "t", columns: [.init("pm25", .pm25, unit: .microgramsPerCubicMetre)])
    (layout.timeFormat, layout.noValue) = (.unixSeconds, ["9.9", "-"])
    let text = "t,pm25\n0,9.9\n3600,9.9\n7200,-\n10800,4\n14400,9.9\n18000,99.9\n"
    let response = try PayloadFormat.csv(layout).decode(Array(text.utf8), context)
    #expect(values(response, 0, .pm25) == [[10_800, 4], [18_000, 99.9]])
    #expect(!response.notes.contains { $0.code == .refused })
  }

  @Test("in the wide form has a column for each parameter, found by its header in any order")
  func wideForm() throws {
    var layout = PayloadFormat.CSVLayout.wide(
      time: "Time",
      columns: [
        .init("PM2.5 (ug/m3)", .pm25, unit: .microgramsPerCubicMetre), .init("NO2", .no2, unit: .ppb),
        .init("absent", .o3, unit: .ppb),
      ])
    layout.delimiter = ";"
    layout.timeFormat = .iso8601(in: .fixed(secondsFromUTC: 3600))
    layout.siteName = "Station"
    layout.sentinels = [-999]
    let text = """
      \u{FEFF}NO2;Ignored;Time;Station;PM2.5 (ug/m3)
      10;x;2026-01-01 00:00;Here;1.5
      ;y;2026-01-01 01:00;Here;
      12;z;2026-01-01 02:00;Here;-999
      13;z;2026-01-01 00:00;There;4
      """
    let response = try PayloadFormat.csv(layout).decode(Array(text.utf8), context)
    #expect(response.reports.map(\.site.name) == ["Here", "There"])
    let start = 1_767_222_000.0
    #expect(values(response, 0, .no2) == [[start, 10], [start + 7200, 12]])
    #expect(values(response, 0, .pm25) == [[start, 1.5]])
    #expect(values(response, 1, .pm25) == [[start, 4]])
    #expect(response.notes.contains { $0.code == .refused && $0.message.contains("means a missing value") })
  }

  @Test("in the wide form loses only the unreadable fields of a row")
  func badValueInWideRow() throws {
    var layout = PayloadFormat.CSVLayout.wide(
      time: "t",
      columns: [
        .init("pm25", .pm25, unit: .microgramsPerCubicMetre), .init("no2", .no2, unit: .ppb),
        .init("o3", .o3, unit: .ppb),
      ])
    layout.timeFormat = .unixSeconds
    let text = "t,pm25,no2,o3\n0,1,n.d.,3\n3600,>2,5,6\n7200,7,8,9"
    let response = try PayloadFormat.csv(layout).decode(Array(text.utf8), context)
    #expect(values(response, 0, .pm25) == [[0, 1], [7200, 7]])
    #expect(values(response, 0, .no2) == [[3600, 5], [7200, 8]])
    #expect(values(response, 0, .o3) == [[0, 3], [3600, 6], [7200, 9]])
    #expect(response.notes.filter { $0.code == .refused }.map(\.count) == [2])
  }

  @Test("without columns of a site belongs to the place that was asked about")
  func siteFromContext() throws {
    var layout = PayloadFormat.CSVLayout.wide(
      time: "t", columns: [.init("v", .pm10, unit: .microgramsPerCubicMetre)])
    layout.timeFormat = .unixSeconds
    let place = AirSite(name: "Here", kind: .lowCostSensor)
    let response = try PayloadFormat.csv(layout).decode(
      Array("t,v\n1700000000,5\n".utf8),
      PayloadFormat.Context(receivedAt: context.receivedAt, places: [place]))
    #expect(response.reports.map(\.site) == [place])
    layout.timeFormat = .unixMilliseconds
    let precise = try PayloadFormat.csv(layout).decode(Array("v,t\n5,1700000000999".utf8), context)
    #expect(values(precise, 0, .pm10) == [[1_700_000_000, 5]])
    layout.timeFormat = .unixSeconds
    let fractional = try PayloadFormat.csv(layout).decode(
      Array("t,v\n1700000000.5,5\n1.7000036e9,6\n-0.5,7\n".utf8), context)
    #expect(values(fractional, 0, .pm10) == [[-1, 7], [1_700_000_000, 5], [1_700_003_600, 6]])
  }

  @Test(
    "that doesn't have this layout is malformed, and the error names the line",
    arguments: [
      ("", "empty"), ("\n\n", "empty"), ("<html><body>", "line 1: the header has no column “datetime”"),
      ("\nlocation_id,datetime\n1,2", "line 2: the header has no column “value”"),
      ("{\"a\":1}", "line 1"), ("\"datetime,value", "line 1: a quoted field is not closed in the header"),
      ("datetime,\"value\"x\n", "line 1: an unexpected quotation mark in the header"),
    ])
  func malformed(text: String, message: String) {
    let error = #expect(throws: AQError.self) {
      try PayloadFormat.openAQCSV.decode(Array(text.utf8), context)
    }
    #expect(error?.code == .malformed && error?.message.contains(message) == true, "\(error?.message ?? "")")
  }

  @Test("that has two columns of values with one name is malformed")
  func ambiguousColumns() {
    let layout = PayloadFormat.CSVLayout.wide(time: "t", columns: [.init("o3", .o3, unit: .ppb)])
    let error = #expect(throws: AQError.self) {
      try PayloadFormat.csv(layout).decode(Array("t,o3,o3\n2026-10-01T10:00Z,1,2\n".utf8), context)
    }
    #expect(error?.code == .malformed && error?.message.contains("“o3” occurs twice") == true)
  }

  @Test(
    "isn't read by a layout whose delimiter isn't one ASCII character, or is a quotation mark or a line end",
    arguments: ["·", ";;", "", "\"", "\n", "\r", "\r\n"])
  func delimiter(text: String) {
    var layout = PayloadFormat.CSVLayout.wide(time: "t", columns: [.init("v", .o3, unit: .ppb)])
    layout.delimiter = text
    let error = #expect(throws: AQError.self) {
      try PayloadFormat.csv(layout).decode(Array("t\(text)v\n2026-10-01T10:00Z\(text)1\n".utf8), context)
    }
    #expect(error?.code == .invalidRequest && error?.message.contains("delimiter") == true)
  }

  @Test("isn't read if a time or a value is also a part of the site", arguments: ["t", "v"])
  func columnUsedTwice(name: String) {
    let parts: [WritableKeyPath<PayloadFormat.CSVLayout, String?>] = [
      \.siteID, \.siteName, \.instrument, \.quality.flag,
    ]
    var layouts = parts.map { part in
      var layout = PayloadFormat.CSVLayout.wide(time: "t", columns: [.init("v", .o3, unit: .ppb)])
      layout[keyPath: part] = name
      return layout
    }
    layouts.append(.long(time: "t", parameter: name, unit: "u", value: "v"))
    for layout in layouts {
      let text = Array("t,v,u\n2026-10-01T10:00Z,7,ppb\n2026-10-01T10:00Z,7,ppb\n".utf8)
      let error = #expect(throws: AQError.self) { try PayloadFormat.csv(layout).decode(text, context) }
      #expect(error?.code == .invalidRequest)
    }
  }

  @Test("cut into pieces of any length reads the same as in one piece")
  func pieces() throws {
    var rows = Self.header
    for index in 0..<60 {
      let name = index % 7 == 0 ? "\"Two\nlines, \(index % 3)\"" : "Plain \(index % 3)"
      rows +=
        "\(index % 3),\(index % 2),\(name),2022-05-03T\(10 + index / 6):00:00Z,1.5,2,\(index % 2 == 0 ? "o3" : "co"),ppm,"
        + "\(Double(index) / 8)\(index % 5 == 0 ? "\r\n" : "\n")"
    }
    let bytes = Array(rows.utf8)
    let whole = try PayloadFormat.openAQCSV.decode(bytes, context)
    let count = whole.reports.reduce(0) { $0 + $1.series.reduce(0) { $0 + $1.values.count } }
    #expect(count > 40)
    for size in [1, 2, 3, 5, 7, 11, 64, 100, 1000] {
      var decoder = PayloadFormat.openAQCSV.makeDecoder(context)
      var builder = ReportBuilder(whole.descriptorForTest, receivedAt: context.receivedAt)
      var notes: [AirNote] = []
      func take(_ piece: AirResponse) {
        for report in piece.reports { builder.merge(report) }
        notes += piece.notes.filter { $0.code != .duplicate }
      }
      for start in stride(from: 0, to: bytes.count, by: size) {
        take(try decoder.decode(Array(bytes[start..<min(start + size, bytes.count)])))
      }
      take(try decoder.finish())
      let merged = builder.response()
      #expect(merged.reports == whole.reports, "pieces of \(size)")
      #expect(notes.filter { $0.code == .refused } == whole.notes.filter { $0.code == .refused })
    }
  }

  @Test("cut anywhere, or with a byte changed, never ends the process")
  func robustness() {
    let bytes = Array(
      (Self.header
        + "1,2,\"A\",2022-05-03T01:00:00Z,1,2,o3,ppm,0.04\n1,2,\"A\",2022-05-03T02:00:00Z,1,2,o3,ppm,5\n")
        .utf8)
    for index in stride(from: 0, to: bytes.count, by: TestEffort.of(7, heavy: 1)) {
      _ = try? PayloadFormat.openAQCSV.decode(Array(bytes[..<index]), context)
      for byte in [0, 10, 13, 34, 44, 45, 57, 255] as [UInt8] {
        var changed = bytes
        changed[index] = byte
        _ = try? PayloadFormat.openAQCSV.decode(changed, context)
      }
    }
  }

  @Test("keeps sites apart whose rows differ in one byte, whatever the order of the rows")
  func grouping() throws {
    var rows = ""
    var expected: [String: [Double]] = [:]
    for index in 0..<3000 {
      let site = (index * 7919) % 501
      rows += "\(site),1,S,2022-05-03T01:00:00Z,1,2,o3,ppm,\(site).25\n"
      expected["\(site)"] = [Double(site) + 0.25]
    }
    let response = try openAQ(rows)
    #expect(response.reports.count == 501)
    for report in response.reports { #expect(report[.o3]?.values == expected[report.site.id ?? ""]) }
    #expect(response.notes.contains { $0.code == .duplicate && $0.count == 3000 - 501 })
  }

  @Test("layouts are the same after writing and reading")
  func layoutRoundTrip() throws {
    let wide = PayloadFormat.CSVLayout.wide(time: "t", columns: [.init("v", .pm10, unit: .ppb)])
    for layout in [PayloadFormat.CSVLayout.openAQArchive, wide] {
      let again = try JSONDecoder().decode(PayloadFormat.CSVLayout.self, from: JSONEncoder().encode(layout))
      #expect(again == layout)
    }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(PayloadFormat.CSVLayout.self, from: Data(#"{"time":"t"}"#.utf8))
    }
  }

  @Test("the flags of a spelling are written in alphabetical order, and read again")
  func flagNames() throws {
    struct Written: Decodable { var flagNames: [String: [String]] }
    var layout = PayloadFormat.CSVLayout.openAQArchive
    layout.flagNames = ["V": Set(AirReading.QualityFlag.known)]
    let bytes = try JSONEncoder().encode(layout)
    let names = try #require(try JSONDecoder().decode(Written.self, from: bytes).flagNames["V"])
    #expect(names == names.sorted() && names.count == AirReading.QualityFlag.known.count)
    #expect(try JSONDecoder().decode(PayloadFormat.CSVLayout.self, from: bytes) == layout)
  }
}

extension AirResponse {
  fileprivate var descriptorForTest: SourceDescriptor {
    let any = SourceDescriptor.Offer(
      capabilities: [.history], placeKinds: [], parameters: [], kinds: [.observation], timeConvention: .end,
      averaging: .oneHour)
    return SourceDescriptor(id: reports.first?.source ?? "none", name: "", offers: [any])
  }
}
