import AQKit
import Foundation
import Testing

@Suite("The times of a CSV text") struct CSVTimeTests {
  private let context = PayloadFormat.Context(receivedAt: AirTime(secondsSince1970: 1_793_000_000))

  private func layout(_ format: TimeStamp.Format, further: [String] = []) -> PayloadFormat.CSVLayout {
    var layout = PayloadFormat.CSVLayout.wide(
      time: "t", columns: [.init("v", .pm10, unit: .microgramsPerCubicMetre)])
    layout.delimiter = ";"
    layout.timeFormat = format
    layout.furtherTimes = further
    layout.siteID = "s"
    return layout
  }

  private func starts(_ response: AirResponse) -> [[String]] {
    response.reports.map { report in
      report.series.first.map { $0.timeline.intervals.map { "\($0.start)" } } ?? []
    }
  }

  @Test("are of any pattern, in several columns and in any order of them")
  func severalColumns() throws {
    let days = layout(
      .pattern("dd/MM/yyyy k mm", in: .fixed(secondsFromUTC: 32_400)), further: ["hour", "minute"])
    let text = "minute;v;hour;t;s\n00;1;24;01/10/2026;a\n30;2;9;02/10/2026;a\n00;3;25;02/10/2026;a\n"
    let response = try PayloadFormat.csv(days).decode(Array(text.utf8), context)
    #expect(starts(response) == [["2026-10-01T15:00:00Z", "2026-10-02T00:30:00Z"]])
    let note = try #require(response.notes.first { $0.code == .refused })
    #expect(note.message.contains("“dd/MM/yyyy k mm”") && note.message.contains("line 4") && note.count == 1)
  }

  @Test(
    "of a repeated hour are resolved by the order of each site's rows, in pieces as well",
    arguments: [1, 7, 1000])
  func repeatedHours(piece: Int) throws {
    let format = PayloadFormat.csv(layout(.iso8601(in: try TimeStamp.Zone(named: "Europe/Warsaw"))))
    let hours = ["01:00", "02:00", "02:00", "03:00"]
    let utc = [
      "2026-10-24T23:00:00Z", "2026-10-25T00:00:00Z", "2026-10-25T01:00:00Z", "2026-10-25T02:00:00Z",
    ]
    var text = "t;s;v\n"
    for hour in hours { text += "2026-10-25T\(hour);a;1\n2026-10-25T\(hour);b;2\n" }
    for hour in hours.reversed() { text += "2026-10-25T\(hour);c;3\n" }
    let whole = try format.decode(Array(text.utf8), context)
    #expect(starts(whole) == [utc, utc, utc] && whole.notes.isEmpty)
    var decoder = format.makeDecoder(context)
    var found: [String: Set<String>] = [:]
    var left = Array(text.utf8)[...]
    while true {
      let bytes = left.prefix(piece)
      left = left.dropFirst(piece)
      let response = try bytes.isEmpty ? decoder.finish() : decoder.decode(Array(bytes))
      for (report, times) in zip(response.reports, starts(response)) {
        found[report.site.id ?? "", default: []].formUnion(times)
      }
      if bytes.isEmpty { break }
    }
    #expect(found["a"] == Set(utc) && found["b"] == Set(utc))
  }

  @Test("of a repeated hour may belong to an endless averaging period")
  func repeatedHoursOfEndlessMeans() throws {
    var layout = layout(.iso8601(in: try TimeStamp.Zone(named: "Europe/Warsaw")))
    (layout.averaging, layout.timeConvention) = (AveragingPeriod(seconds: .max), .start)
    let text = "t;s;v\n2026-10-25T02:00;a;1\n2026-10-25T02:00;a;2\n"
    let past = PayloadFormat.Context(receivedAt: AirTime(secondsSince1970: -3600))
    // Such means end beyond the calendar, so no value is left.
    let response = try? PayloadFormat.csv(layout).decode(Array(text.utf8), past)
    #expect(response?.reports.contains { !$0.series.isEmpty } != true)
  }

  @Test("of a repeated hour are resolved by the order of the rows, also of several texts")
  func repeatedHoursOfTexts() throws {
    let warsaw = layout(.iso8601(in: try TimeStamp.Zone(named: "Europe/Warsaw")))
    let offer = SourceDescriptor.Offer(
      capabilities: [.history], placeKinds: [.site], parameters: [.pm10], kinds: [.observation],
      timeConvention: .instant, averaging: .instant)
    var report = ReportBuilder(
      SourceDescriptor(id: "s", name: "S", offers: [offer]), receivedAt: context.receivedAt)
    // The newest row comes first.
    let later = (0..<9).reversed().map { "2026-10-26T0\($0):00;a;0\n" }
    let hours = [("03:00", 4), ("02:00", 3), ("02:00", 2), ("01:00", 1)]
    let rows = hours.map { hour, value in "2026-10-25T\(hour);a;\(value)\n" }
    try report.read(csv: Array("t;s;v\n\(later.joined())".utf8), warsaw)
    try report.read(csv: Array("t;s;v\n\(rows.joined())".utf8), warsaw)
    let response = report.response()
    #expect(response.reports.first?.series.first?.values.prefix(4) == [1, 2, 3, 4])
  }

  @Test("may be an age; without a zone or beyond the years they are refused one by one")
  func otherForms() throws {
    let ages = try PayloadFormat.csv(layout(.age)).decode(
      Array("t;v;s\n60;1;a\n-1;2;a\nx;3;a\n".utf8), context)
    #expect(starts(ages) == [["\(context.receivedAt - .seconds(60))"]])
    #expect(ages.notes.filter { $0.code == .refused }.map(\.count) == [1, 1])
    let bare = try PayloadFormat.csv(layout(.pattern("yyyy-MM-dd"))).decode(
      Array("t;v;s\n2026-10-01;1;a\n".utf8), context)
    #expect(bare.reports.isEmpty && bare.notes.first?.message.contains("no zone or offset") == true)
  }

  @Test("have the convention of their column, else of the call or the source")
  func perColumn() throws {
    var layout = PayloadFormat.CSVLayout.wide(
      time: "t",
      columns: [
        .init("a", .pm10, unit: "µg/m³", timeConvention: .start, averaging: .day),
        .init("b", .pm25, unit: "µg/m³"),
      ])
    layout.siteID = "s"
    let offer = SourceDescriptor.Offer(
      capabilities: [.history], placeKinds: [.site], parameters: [.pm10, .pm25], kinds: [.observation],
      timeConvention: .end, averaging: .oneHour)
    var report = ReportBuilder(
      SourceDescriptor(id: "s", name: "S", offers: [offer]), receivedAt: context.receivedAt)
    let text = Array("t,s,a,b\n2026-10-01T00:00Z,x,1,2\n".utf8)
    try report.read(csv: text, layout)
    try report.read(csv: text, layout, timeConvention: .start, averaging: .minutes(15))
    let series = try #require(report.response().reports.first).series
    #expect(series.map(\.averaging) == [.day, .oneHour, .minutes(15)])
    let midnight = AirTime("2026-10-01T00:00Z")
    #expect(series.map { $0.timeline.first?.start } == [midnight, AirTime("2026-09-30T23:00Z"), midnight])
  }

  @Test("and names of parameters and units follow the layout, then the source")
  func names() throws {
    var layout = PayloadFormat.CSVLayout.long(time: "t", parameter: "p", unit: "u", value: "v")
    layout.siteID = "s"
    layout.parameterNames = ["feinstaub": .pm25]
    layout.unitNames = ["mikro": "µg/m³"]
    let offer = SourceDescriptor.Offer(
      capabilities: [.history], placeKinds: [.site], parameters: [.pm25, .humidity], kinds: [.observation],
      timeConvention: .instant, averaging: .instant)
    let descriptor = SourceDescriptor(
      id: "s", name: "S", offers: [offer], parameterNames: ["feuchte": .humidity, "feinstaub": .pm10],
      unitNames: ["prozent": "%"])
    var report = ReportBuilder(descriptor, receivedAt: context.receivedAt)
    let rows = ["feinstaub,mikro,1", "Feuchte,prozent,2", "ozon,mikro,3", "feinstaub,makro,4"]
    let text = "t,s,p,u,v\n" + rows.map { "2026-10-01T00:00Z,x,\($0)\n" }.joined()
    try report.read(csv: Array(text.utf8), layout)
    let response = report.response()
    #expect(response.reports.first?.series.map(\.parameter) == [.pm25, .humidity])
    let messages = response.notes.filter { $0.code == .refused }.map(\.message)
    #expect(messages.count == 2 && messages.contains { $0.contains("“ozon”") })
    #expect(messages.contains { $0.contains("“makro”") && $0.contains("unitNames") })
  }

  @Test("are declared in JSON")
  func json() throws {
    let text = """
      {"time": "date", "furtherTimes": ["hour"], "siteID": "s", "delimiter": ";",
       "timeFormat": {"format": "yyyy/MM/dd k", "zone": "+09:00"},
       "columns": [{"header": "v", "parameter": "pm10", "unit": "µg/m³", "averaging": "1h", "timeConvention": "end"}]}
      """
    let layout = try JSONDecoder().decode(PayloadFormat.CSVLayout.self, from: Data(text.utf8))
    let response = try PayloadFormat.csv(layout).decode(
      Array("date;hour;s;v\n2026/10/01;24;a;5\n".utf8), context)
    #expect(
      starts(response) == [["2026-10-01T14:00:00Z"]]
        && response.reports.first?.series.first?.averaging == .oneHour)
    #expect(
      try JSONDecoder().decode(PayloadFormat.CSVLayout.self, from: try JSONEncoder().encode(layout)) == layout
    )
  }
}

extension AirTimeline {
  fileprivate var intervals: [AirInterval] { (0..<count).compactMap { self[$0] } }
}
