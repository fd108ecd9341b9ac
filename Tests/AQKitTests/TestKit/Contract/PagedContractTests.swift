import AQKit
import AQKitTesting
import TestRuns
import Testing

/// Rows in pages of four, with their total.
private struct PagedRows: HTTPAdapter {
  static let descriptor = SourceDescriptor(
    id: "paged", name: "Paged", summary: "Rows in pages.",
    offers: [
      SourceDescriptor.Offer(
        capabilities: [.current], placeKinds: [.coordinate], parameters: [.pm25], kinds: [.observation],
        timeConvention: .end, averaging: .oneHour, cadence: .seconds(3600))
    ],
    precedence: 300, siteKinds: [.referenceStation], attribution: [AirAttribution("Paged")], rights: .own,
    endpoints: [SourceDescriptor.Endpoint("https://paged.example.org")], testPlaces: .points((50, 14)))
  /// Whether each row counts as a sensor of its own.
  var numbersRows = false

  func calls(for query: AirQuery, at now: AirTime) -> [HTTPCall<Void>] {
    let request = TransportRequest(base: "https://paged.example.org", path: "/rows", query: [])
    return [HTTPCall(request, page: TransportRequest.Page(size: 4, as: .number("page", size: "size")))]
  }

  func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws -> [HTTPCall<Void>] {
    let body = try reply.json()
    let rows = try body.require("rows").array()
    var number = 0
    try report.each(rows) { row, report in
      number += 1
      let id = try row.require("id").string()
      let site = report.site(
        AirSite(id: id, coordinate: try row.coordinate("lat", "lon"), kind: .referenceStation))
      let origin = numbersRows ? AirOrigin(instrument: .init("\(number)")) : nil
      let time = TimeStamp.text(try row.require("time").string())
      report.add(.pm25, row["pm25"], unit: "µg/m³", at: time, with: .init(origin: origin), to: site)
    }
    return reply.nextPage(received: rows.count, of: body["total"].asInt)
  }

  /// A page, as recorded: four hours of a station.
  static func recorded(page: Int) -> String {
    let rows = (8...11).map { hour in
      #"{"id":"s\#(page)","lat":50.0\#(page),"lon":14.0,"time":"2026-10-01T\#(hour < 10 ? "0" : "")\#(hour):00:00Z","#
        + #""pm25":\#(page)\#(hour).25}"#
    }
    return #"{"total":8,"rows":[\#(rows.joined(separator: ","))]}"#
  }

  var contract: SourceContract {
    let transport = StubTransport { request in
      TransportResponse(status: 200, text: Self.recorded(page: request.url.contains("page=2") ? 2 : 1))
    }
    return SourceContract(adapter: self, recorded: transport, at: .noon).quiet
  }
}

@Suite("The contract of a source with pages") struct PagedContractTests {
  @Test("rows that come twice don't count as lost if they end the list before its last page")
  func duplicates() async throws {
    let report = await PagedRows().contract.check()
    #expect(report.keptRules.contains("payload.duplicates") && report.keptRules.contains("payload.order"))
  }

  @Test("a row that counts twice on one of the pages is found")
  func twice() async {
    #expect(await PagedRows(numbersRows: true).contract.check().brokenRules.contains("payload.duplicates"))
  }
}
