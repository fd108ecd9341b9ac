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
  /// Whether it takes every full page for one that has a next.
  var isEndless = false
  /// Whether it declares a single request, whose rows the service limits.
  var isLimited = false

  var descriptor: SourceDescriptor {
    changed(Self.descriptor) { if isLimited { $0.limits.requestsPerFetch = 1 } }
  }

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
    if isLimited {
      report.note(AirNote(.limitReached, "The service sends four rows at most."))
      return []
    }
    return reply.nextPage(received: rows.count, of: isEndless ? nil : body["total"].intValue)
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

  @Test("pages that never end are found")
  func endless() async throws {
    let rule = try #require(SourceContract.allRules.first { $0.id == "conduct.limits" })
    #expect(await PagedRows().contract.check(rule) == .kept)
    guard case .violated(let violations) = await PagedRows(isEndless: true).contract.check(rule) else {
      Issue.record("pages without an end aren't told")
      return
    }
    #expect(violations.first?.message.contains("more than the 100 requests that are declared.") ?? false)
  }

  @Test("a note on the service's own limit isn't taken for a breach of the request limits")
  func ownLimit() async throws {
    let rule = try #require(SourceContract.allRules.first { $0.id == "conduct.limits" })
    #expect(await PagedRows(isLimited: true).contract.check(rule) == .kept)
  }

  @Test("a row that counts twice on one of the pages is found")
  func twice() async {
    #expect(await PagedRows(numbersRows: true).contract.check().brokenRules.contains("payload.duplicates"))
  }
}

/// Eight stations around a place, of which a response holds the nearest.
private struct CrowdedStations: HTTPAdapter {
  static let descriptor = SourceDescriptor(
    id: "crowded", name: "Crowded", summary: "Eight stations.",
    offers: [
      SourceDescriptor.Offer(
        capabilities: [.current], placeKinds: [.coordinate], parameters: [.pm25], kinds: [.observation],
        timeConvention: .end, averaging: .oneHour, cadence: .seconds(3600))
    ],
    precedence: 300, siteKinds: [.referenceStation], attribution: [AirAttribution("Crowded")], rights: .own,
    endpoints: [SourceDescriptor.Endpoint("https://crowded.example.org")], testPlaces: .points((50, 14)))
  /// Whether a station without a value loses the next one's, too.
  var losesTheNext = false

  func calls(for query: AirQuery, at now: AirTime) -> [HTTPCall<Void>] {
    [HTTPCall(TransportRequest(base: "https://crowded.example.org", path: "/rows", query: []))]
  }

  func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws -> [HTTPCall<Void>] {
    let rows = try reply.json().array()
    var isLost = false
    try report.each(rows) { row, report in
      let wasLost = isLost
      isLost = losesTheNext && row["pm25"].isNull
      if wasLost { return }
      let id = try row.require("id").string()
      let site = report.site(
        AirSite(id: id, coordinate: try row.coordinate("lat", "lon"), kind: .referenceStation))
      report.add(
        .pm25, row["pm25"], unit: "µg/m³", at: .text(try row.require("time").string()), to: site)
    }
    return []
  }

  var contract: SourceContract {
    let rows = (1...8).map {
      #"{"id":"s\#($0)","lat":50.0\#($0),"lon":14.0,"time":"2026-10-01T12:00:00Z","pm25":1\#($0).25}"#
    }
    return SourceContract(
      adapter: self, recorded: StubTransport(always: .json("[\(rows.joined(separator: ","))]")), at: .noon
    ).quiet
  }
}

@Suite("The contract of a source with many stations near a place") struct CrowdedContractTests {
  private static let rules: Set<String> = [
    "payload.null", "payload.huge", "payload.text", "payload.silent-instrument",
  ]

  @Test("a station that takes the place of one without a value doesn't count as a changed value")
  func substitutes() async {
    let report = await CrowdedStations().contract.check()
    #expect(report.brokenRules.filter(Self.rules.contains).isEmpty)
    #expect(Self.rules.isSubset(of: report.keptRules))
  }

  @Test("a station that is lost with its neighbour's value is found")
  func lost() async {
    #expect(await CrowdedStations(losesTheNext: true).contract.check().brokenRules.contains("payload.null"))
  }
}
