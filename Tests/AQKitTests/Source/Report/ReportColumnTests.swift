import AQKit
import Testing

@Suite("Values of a row by a table of columns") struct ReportColumnTests {
  private static let columns = [
    ReportColumn("pm2.5", .pm25, "µg/m³"),
    ReportColumn("o3_8hr", .o3, "ppb", averaging: .eightHours, origin: AirOrigin(model: "8 h")),
    ReportColumn("no2", .no2, "ppb", averaging: .oneHour, timeConvention: .start),
  ]

  private func response(_ add: (inout ReportBuilder, ReportBuilder.SiteReference) throws -> Void) throws
    -> AirResponse
  {
    let offers = [AveragingPeriod.oneHour, .eightHours].map {
      SourceDescriptor.Offer(
        capabilities: [.current], placeKinds: [.coordinate], parameters: [.pm25, .o3, .no2],
        kinds: [.observation], timeConvention: .end, averaging: $0)
    }
    var report = ReportBuilder(.sample(offers: offers, sentinels: [-999]), receivedAt: .noon)
    try add(&report, report.site(AirSite(id: "s", kind: .referenceStation)))
    return report.response()
  }

  private func response(json: String, missing words: Set<String> = []) throws -> AirResponse {
    let row = try AQJSON(parsing: Array(json.utf8))
    return try response { report, site in
      report.add(row, Self.columns, missing: words, at: .unix(3600), flags: [.provisional], to: site)
    }
  }

  private func response(csv: String, missing words: Set<String> = []) throws -> AirResponse {
    let table = try AQCSV(parsing: Array(csv.utf8))
    return try response { report, site in
      try report.each(table.rows) { row, report in
        report.add(row, Self.columns, missing: words, at: .unix(3600), flags: [.provisional], to: site)
      }
    }
  }

  private func values(_ response: AirResponse) -> [AirParameter: [Double]] {
    let series = response.reports.flatMap(\.series).map { ($0.parameter, $0.readings.map(\.value)) }
    return Dictionary(series) { first, _ in first }
  }

  private func refused(_ response: AirResponse) -> Int {
    response.notes.filter { $0.code == .refused }.reduce(0) { $0 + $1.count }
  }

  @Test("each value has its unit, averaging period, meaning of the time and origin")
  func meanings() throws {
    let response = try response(json: #"{"pm2.5": 12.5, "o3_8hr": "31.4", "no2": 7, "other": 1}"#)
    let series = try #require(response.reports.first?.series)
    #expect(series.map(\.parameter) == [.pm25, .o3, .no2])
    #expect(series.map(\.averaging) == [.oneHour, .eightHours, .oneHour])
    #expect(series.map { $0.newestReading()?.interval.start.secondsSince1970 } == [0, -7 * 3600, 3600])
    #expect(series.map { $0.newestReading()?.origin?.model } == [nil, "8 h", nil])
    #expect(series.allSatisfy { $0.newestReading()?.flags == [.provisional] })
  }

  @Test("null, blank texts and the words for no value are gaps, and a missing member isn't even a gap")
  func gaps() throws {
    let response = try response(json: #"{"pm2.5": null, "o3_8hr": " ", "no2": "NA"}"#, missing: ["NA"])
    #expect(values(response).values.allSatisfy(\.isEmpty) && refused(response) == 0)
    #expect(try values(self.response(json: #"{"no2": 4}"#)) == [.no2: [4]])
  }

  @Test("a word for no value may be a number without being a declared sentinel, which is counted")
  func numbers() throws {
    let response = try response(json: #"{"pm2.5": 0, "o3_8hr": -999, "no2": 4}"#, missing: ["0"])
    #expect(values(response)[.no2] == [4] && values(response)[.pm25] ?? [] == [])
    #expect(refused(response) == 1)
  }

  @Test(
    "what isn't a number is refused and counted, and the rest is kept",
    arguments: [#""x""#, "true", "[1]", "1e999"])
  func refusals(value: String) throws {
    let response = try response(json: #"{"pm2.5": \#(value), "no2": 4}"#)
    #expect(values(response)[.no2] == [4] && refused(response) == 1)
  }

  @Test("a row of CSV is read in the same way")
  func table() throws {
    let response = try response(csv: "no2,pm2.5,o3_8hr\n4,NA,\n", missing: ["NA"])
    #expect(values(response)[.no2] == [4] && refused(response) == 0)
    let strange = try self.response(csv: "no2,pm2.5\n4,x\n")
    #expect(values(strange)[.no2] == [4])
    #expect(
      strange.notes.contains { $0.code == .refused && $0.message.contains("a value of pm25 isn't a number") })
  }

  @Test("a row of CSV that can't be read as fields is refused and counted")
  func broken() throws {
    let response = try response(csv: "no2,pm2.5\n\"4,5\n6,7\n")
    #expect(values(response)[.no2] == [6] && refused(response) == 1)
  }

  @Test("the children and attributes of an XML element are values; a bad one doesn't affect the others")
  func xml() throws {
    let element = try AQXML(
      parsing: Array("<row no2='7'><pm2.5>12.5</pm2.5><o3_8hr>much</o3_8hr><pm2.5>99</pm2.5></row>".utf8))
    let response = try response { report, site in
      report.add(element, Self.columns, missing: ["-"], at: .unix(3600), to: site)
    }
    #expect(values(response) == [.pm25: [12.5], .no2: [7]] && refused(response) == 1)
    let gaps = try AQXML(parsing: Array("<row><pm2.5> </pm2.5><no2>-</no2></row>".utf8))
    let none = try self.response { report, site in
      report.add(gaps, Self.columns, missing: ["-"], at: .unix(3600), to: site)
    }
    #expect(values(none).values.allSatisfy(\.isEmpty) && refused(none) == 0)
  }
}
