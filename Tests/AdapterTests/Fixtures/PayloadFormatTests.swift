import AQKit
import AQKitFixtures
import Foundation
import TestRuns
import Testing

@Suite("A payload format")
struct PayloadFormatTests {
  private let context = PayloadFormat.Context(receivedAt: AirTime(secondsSince1970: 1_777_000_000))

  private func decode(_ text: String) throws -> AirResponse {
    try PayloadFormat.aqkit.decode(Array(text.utf8), context)
  }

  @Test("of AQKit's schema reads one report, an array, and one report a line")
  func shapes() throws {
    let report = reportText()
    let pretty = report.replacing(",", with: ",\n  ")
    #expect(try decode(report).reports.count == 1)
    #expect(try decode("\u{FEFF} \(pretty)\n").reports.count == 1)
    #expect(try decode("[]").reports.isEmpty)
    #expect(try decode("[\(report), \(pretty)]").reports.count == 2)
    #expect(try decode("\(report)\r\n\n\(report)\n\(report)").reports.count == 3)
    #expect(try decode(report).notes.isEmpty)
  }

  @Test(
    "of AQKit's schema reads one report a line in pieces, however lines end",
    arguments: ["\n", "\r\n", "\r"], [1, 7, 1 << 20])
  func lineEnds(end: String, size: Int) throws {
    let bytes = Array(Array(repeating: reportText(), count: 3).joined(separator: end).utf8)
    var decoder = PayloadFormat.aqkit.makeDecoder(context)
    var count = 0
    for start in stride(from: 0, to: bytes.count, by: size) {
      count += try decoder.decode(Array(bytes[start..<min(start + size, bytes.count)])).reports.count
    }
    count += try decoder.finish().reports.count
    #expect(count == 3)
  }

  @Test(
    "of AQKit's schema says where the input is invalid",
    arguments: [
      ("", "empty"), ("   \n", "empty"), ("<html>", "line 1, column 1"), ("\n\n  Hello", "line 3, column 3"),
      ("[\n {\"schema\":1", "line 2, column 2"), ("[1,]", "line 1, column 4"), ("[1 2]", "line 1, column 4"),
      ("{\"schema\":1}", "line 1, column 1: Unexpected JSON at series: expected an array"),
      ("[\n\n{\"a\":1}]", "line 3, column 1"),
      ("{\"a\":\n\"b", "line 2, column 1"), ("[1]x", "line 1, column 4"), ("[}", "line 1, column 2"),
      ("nul", "line 1, column 1"),
    ])
  func positions(text: String, position: String) {
    let error = #expect(throws: AQError.self) { try decode(text) }
    #expect(error?.code == .malformed)
    #expect(error?.message.contains(position) == true, "\(error?.message ?? "")")
  }

  @Test("of AQKit's schema refuses nesting without end")
  func nesting() {
    let error = #expect(throws: AQError.self) { try decode(String(repeating: "[", count: 100_000)) }
    #expect(error?.code == .tooLarge)
  }

  @Test("of AQKit's schema keeps the rest of an array with a bad element, and of lines with a bad one")
  func badElement() throws {
    let mixed = try decode("[\(reportText()),\n  {\"schema\":1,\"source\":7},\(reportText(name: "B"))]")
    #expect(mixed.reports.map(\.site.name) == ["Here", "B"])
    #expect(mixed.notes.map(\.count) == [1])
    #expect(mixed.notes[0].message.contains("line 2, column 3: Unexpected JSON at series"))
    let cut = try decode("\(reportText())\n\(reportText().dropLast(20))")
    #expect(cut.reports.count == 1 && cut.notes.map(\.count) == [1])
    #expect(cut.notes[0].message.contains("line 2"))
  }

  @Test("of AQKit's schema in pieces of any length reads the same as in one piece")
  func pieces() throws {
    let reports = [
      reportText(), reportText(name: "B"), "{\"bad\":1}", reportText(name: "“C”", values: [nil, 2]),
    ]
    let pretty = reports.map { $0.replacing(",", with: ",\n ") }
    let texts = [
      reports[0], pretty[1], reports.joined(separator: "\n"), "[\(reports.joined(separator: ","))]",
      "\n[\n\(pretty.joined(separator: " ,\n"))\n]\n",
      "\(reports[0]),\"more\":1}\n\(reports[1])\n", "\u{FEFF}\(pretty[1])\n",
    ]
    for text in texts {
      let bytes = Array(text.utf8)
      let whole = try PayloadFormat.aqkit.decode(bytes, context)
      for size in [1, 3, 17, 100, 500] {
        var decoder = PayloadFormat.aqkit.makeDecoder(context)
        var pieces = AirResponse()
        for start in stride(from: 0, to: bytes.count, by: size) {
          let piece = try decoder.decode(Array(bytes[start..<min(start + size, bytes.count)]))
          pieces.reports += piece.reports
          pieces.notes += piece.notes
        }
        let rest = try decoder.finish()
        pieces.reports += rest.reports
        pieces.notes += rest.notes
        #expect(pieces == whole, "pieces of \(size)")
      }
    }
  }

  @Test("of AQKit's schema reads the same as Codable, for everything in the schema")
  func sameAsCodable() throws {
    let folder = FixtureFolder.bundled
    for file in ["brno.json", "enschede.json"] {
      let bytes = try folder.bytes(of: file)
      let expected = try JSONDecoder().decode(AirReport.self, from: Data(bytes))
      #expect(try PayloadFormat.aqkit.decode(bytes, context).reports == [expected])
    }
    let rich = """
      {"schema":1,"source":"s","site":{"id":"1","name":"N","coordinate":{"latitude":1,"longitude":-2.5},"elevation":3,
      "timeZone":"Europe/Prague","country":"CZ","kind":"city","indoor":false},"kind":"analysis","series":[
      {"parameter":"PM2.5","unit":"ug/m3","averaging":"24h","timeline":{"intervals":[
      ["2026-10-23T22:00:00Z","2026-10-24T22:00:00Z"],["2026-10-24T22:00:00+00:00","2026-10-25T23:00:00Z"]]},
      "values":[12.5,null],"flags":[["provisional","suspect"],[]],"completeness":[{"observed":1,"expected":2},null],
      "origin":{"source":"o","siteID":"x","model":"m","instrument":"i"},
      "correction":{"method":"z","inputs":["temperature"],"author":"provider"},
      "conversion":{"from":"ppb","conditions":{"kelvin":293.15,"kilopascal":101.325}}}],
      "issuedAt":"2026-10-01T13:05:00Z","receivedAt":"2026-10-01T13:10:00Z",
      "attribution":[{"text":"t","link":"l","licence":"c","licenceLink":"k"}],
      "rights":{"commercialUse":"allowed","redistribution":"forbidden","caching":"unknown","modification":"allowed",
      "shareAlike":true,"attributionRequired":false,"terms":"t"},"places":[0,2],"unknown":1}
      """
    let expected = try JSONDecoder().decode(AirReport.self, from: Data(rich.utf8))
    #expect(try decode(rich).reports == [expected])
    let least =
      #"{"schema":1,"source":"s","site":{"kind":"city"},"kind":"forecast","series":[],"receivedAt":"2026-10-01T13:10Z"}"#
    #expect(try decode(least).reports == [try JSONDecoder().decode(AirReport.self, from: Data(least.utf8))])
  }

  @Test(
    "of AQKit's schema names the member that is wrong",
    arguments: [
      ("\"kind\":\"observation\"", "\"kind\":\"guess\"", "at kind"),
      ("\"count\":3", "\"count\":2", "series[0]"),
      ("PT1H", "P1M", "timeline.step"), ("\"latitude\":50", "\"latitude\":95", "coordinate"),
      ("[1.0,", "[\"1\",", "series[0].values[0]"), ("\"schema\":1", "\"schema\":2", "Schema 2"),
      ("2020-01-01T00:00:00Z", "2020-01-01T00:00:00", "at receivedAt"),
      ("instant", "often", "series[0].averaging"),
    ])
  func wrongMember(found: String, wrong: String, message: String) {
    let text = reportText().replacing(found, with: wrong)
    #expect(text != reportText())
    let error = #expect(throws: AQError.self) { try decode(text) }
    #expect(error?.code == .malformed && error?.message.contains(message) == true, "\(error?.message ?? "")")
  }

  @Test("cut at any byte is an error or fewer reports, and never ends the process")
  func cutAnywhere() {
    let whole = Array("[\(reportText()),\(reportText(name: "B"))]".utf8)
    for count in TestEffort.some(of: Array(whole.indices), debug: 7) {
      let response = try? PayloadFormat.aqkit.decode(Array(whole[..<count]), context)
      #expect(response == nil)
    }
  }

  @Test("of an adapter reads recorded bytes as a fetch does, and fills in the site's missing facts")
  func adapter() throws {
    let format = PayloadFormat(NumberAdapter())
    #expect(format.name == "numbers")
    let places = [
      AirSite(name: "Brno", coordinate: try Coordinate(49.2, 16.6), country: "CZ", kind: .city),
      AirSite(name: "Oslo", coordinate: try Coordinate(59.9, 10.7), timeZone: "Europe/Oslo", kind: .city),
    ]
    let response = try format.decode(
      Array("1,2".utf8), PayloadFormat.Context(receivedAt: context.receivedAt, places: places))
    #expect(response.reports.map { $0[.pm25]?.values } == [[1], [2]])
    #expect(response.reports.map(\.site.name) == ["Brno", "Oslo"])
    #expect(response.reports[1].site.timeZone == "Europe/Oslo")
    #expect(response.reports[0].receivedAt == context.receivedAt)
    #expect(response.reports[0].source == "numbers")
  }

  @Test("of an adapter gives the adapter's own errors, and malformed for any other")
  func adapterErrors() {
    let format = PayloadFormat(NumberAdapter(), name: "other")
    #expect(format.name == "other")
    let own = #expect(throws: AQError.self) { try format.decode(Array("error".utf8), context) }
    #expect(own?.code == .unavailable && own?.source == "numbers")
    let other = #expect(throws: AQError.self) { try format.decode(Array("1,x".utf8), context) }
    #expect(other?.code == .malformed && other?.cause != nil)
  }

  @Test("of an adapter notes the requests that would follow")
  func followUps() throws {
    let response = try PayloadFormat(NumberAdapter()).decode(Array("1,more".utf8), context)
    #expect(response.notes.map(\.code) == [.remark])
  }

  @Test("of a feed reads messages line by line, with the time of each where it is recorded")
  func feed() throws {
    let format = PayloadFormat(CityDecoder(), name: "pairs")
    let plain = try format.decode(Array("Oslo=1\nbad\nOslo=2\n\nRome=3".utf8), context)
    #expect(plain.reports.map(\.site.name) == ["Oslo", "Rome"])
    #expect(plain.reports[0][.publishedIndex]?.values == [2])
    #expect(plain.notes.map(\.code) == [.refused, .duplicate])
    #expect(plain.notes[0].message.contains("line 2"))
    let start = AirTime(secondsSince1970: 1_000_000)
    let recording = FeedRecording(
      startedAt: start,
      entries: [
        .init(after: .zero, message: FeedMessage(text: "Oslo=1")),
        .init(after: .milliseconds(2500), message: FeedMessage(text: "Oslo=2")),
        .init(after: .seconds(4), message: FeedMessage(.binary, [0xFF])),
      ])
    let timed = try format.decode(recording.bytes, context)
    let series = try #require(timed.reports.first?[.publishedIndex])
    #expect(series.readings.map(\.interval.start) == [start, start.adding(seconds: 2)])
    #expect(timed.notes.map(\.message) == ["Refused: no pair (first at line 4)."])
    let error = #expect(throws: AQError.self) { try format.decode(Array("a\nb".utf8), context) }
    #expect(error?.code == .malformed && error?.message.contains("line 1") == true)
  }

  @Test("of a feed judges the times of a column as its policy says, like single ones")
  func feedColumn() throws {
    let text = #"{"t":[60,1776999000],"v":[1,2]}"#
    let response = try PayloadFormat(BufferDecoder()).decode(Array(text.utf8), context)
    let readings = try #require(response.reports.first?[.pm25]).readings
    #expect(readings.map(\.value) == [2, 1])
    #expect(
      readings.map(\.interval.start) == [AirTime(secondsSince1970: 1_776_999_000), context.receivedAt])
    #expect(readings.map(\.flags) == [[], [.timeOfReceipt]])
  }

  @Test(
    "of a feed resolves hours that occur twice, whatever its policy is",
    arguments: [ReportBuilder.FeedTimePolicy.epoch, .iso8601])
  func repeatedHours(time: ReportBuilder.FeedTimePolicy) throws {
    let rows = ["01:00,1", "02:00,2", "02:00,3", "03:00,4"].map { "2025-10-26T\($0)" }
    let message = Array(rows.joined(separator: ";").utf8)
    let semantics = FeedOptions.Semantics(time: time)
    let response = try PayloadFormat(RowsDecoder(semantics: semantics)).decode(message, context)
    #expect(response.reports.first?[.pm25]?.values == [1, 2, 3, 4])
  }

  @Test("a recorded feed is the same after writing and reading, whatever the messages are")
  func feedRoundTrip() throws {
    let recording = FeedRecording(
      startedAt: AirTime(secondsSince1970: 1_000_000),
      entries: [
        .init(after: .zero, message: FeedMessage(text: "a \"quoted\"\n\\line\u{1}, “µ”"), line: 2),
        .init(after: .milliseconds(1019), message: FeedMessage(.binary, [0, 255, 10, 13]), line: 3),
        .init(after: .seconds(86_400), message: FeedMessage(.text, [0xC3, 0x28]), line: 4),
      ])
    let again = try FeedRecording(recording.bytes, startedAt: AirTime(secondsSince1970: 0))
    #expect(again == recording)
    // An impossible time becomes the nearest possible one.
    for (after, read) in [
      (Duration.milliseconds(-500), Duration.zero), (.seconds(Int64.max), .seconds(999_999_999)),
    ] {
      let odd = FeedRecording(
        startedAt: again.startedAt, entries: [.init(after: after, message: FeedMessage(text: "a"))])
      #expect(try FeedRecording(odd.bytes, startedAt: again.startedAt).entries.map(\.after) == [read])
    }
    #expect(throws: AQError.self) {
      try FeedRecording(Array(#"{"aqkit":"feed","version":2}"#.utf8), startedAt: context.receivedAt)
    }
    let bad = try FeedRecording(
      FeedRecording.header(startedAt: context.receivedAt) + Array("{\"after\":-1,\"text\":\"a\"}\n[]\n".utf8),
      startedAt: context.receivedAt)
    #expect(bad.entries.isEmpty && bad.refused.map(\.number) == [2, 3])
  }

  @Test("a recorded feed's start is a time; without one, the given start counts")
  func feedStart() throws {
    for start in ["\"yesterday\"", "1790000000", "\"2026-10-08T12:00:00\""] {
      let header = #"{"aqkit":"feed","version":1,"startedAt":\#(start)}"#
      let error = #expect(throws: AQError.self) {
        try FeedRecording(Array(header.utf8), startedAt: context.receivedAt)
      }
      #expect(error?.code == .malformed && error?.message.contains("startedAt") == true)
    }
    for rest in ["", #","startedAt":null"#] {
      let header = #"{"aqkit":"feed","version":1\#(rest)}"#
      let recording = try FeedRecording(Array(header.utf8), startedAt: context.receivedAt)
      #expect(recording.startedAt == context.receivedAt)
    }
  }
}

private func descriptor(_ id: SourceID, _ parameter: AirParameter) -> SourceDescriptor {
  SourceDescriptor(
    id: id, name: "Numbers",
    offers: [
      SourceDescriptor.Offer(
        capabilities: [.current], placeKinds: [.coordinate], parameters: [parameter], kinds: [.observation],
        timeConvention: .instant, averaging: .instant)
    ])
}

/// Reads numbers separated by commas, one per place.
private struct NumberAdapter: HTTPAdapter {
  struct NoNumber: Error {}
  static let descriptor = AdapterTests.descriptor("numbers", .pm25)

  func calls(for query: AirQuery, at now: AirTime) throws -> [HTTPCall<Void>] { [] }

  func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws -> [HTTPCall<Void>] {
    let text = String(decoding: reply.body, as: UTF8.self)
    if text == "error" { throw AQError(.unavailable, "Down.") }
    var followUps: [HTTPCall<Void>] = []
    for (index, word) in text.split(separator: ",").enumerated() {
      if word == "more" {
        followUps.append(HTTPCall(TransportRequest(url: "https://example.org")))
        continue
      }
      guard let value = Double(word) else { throw NoNumber() }
      let coordinate = reply.query.places.indices.contains(index) ? reply.query.places[index].coordinate : nil
      let site = report.site(AirSite(coordinate: coordinate, kind: .modelCell), place: index)
      report.add(.pm25, value, unit: .microgramsPerCubicMetre, at: .received, to: site)
    }
    return followUps
  }
}

/// Reads messages such as `Oslo=12`.
private struct CityDecoder: FeedDecoder {
  static let descriptor = AdapterTests.descriptor("cities", .publishedIndex)

  func decode(_ message: FeedMessage, for query: AirQuery, into report: inout ReportBuilder) throws {
    let parts = String(decoding: message.bytes, as: UTF8.self).split(separator: "=")
    guard parts.count == 2, let value = Double(parts[1]) else { throw AQError(.malformed, "no pair") }
    let site = report.site(AirSite(name: String(parts[0]), kind: .city))
    report.add(.publishedIndex, value, unit: .one, at: .received, to: site)
  }
}

/// Reads the values of a device's memory, whose clock may have been unset.
private struct BufferDecoder: FeedDecoder {
  static let descriptor = AdapterTests.descriptor("buffer", .pm25)

  var semantics: FeedOptions.Semantics { FeedOptions.Semantics(time: .epoch) }

  func decode(_ message: FeedMessage, for query: AirQuery, into report: inout ReportBuilder) throws {
    let memory = try message.json()
    let site = report.site(AirSite(id: "b", kind: .lowCostSensor))
    report.add(
      .pm25, column: memory["v"], unit: .microgramsPerCubicMetre, at: .unix(try memory["t"].instants()),
      to: site)
  }
}

/// Reads rows such as `2025-10-26T02:00,7;2025-10-26T03:00,8`, whose times are those of a zone.
private struct RowsDecoder: FeedDecoder {
  static let descriptor = AdapterTests.descriptor("rows", .pm25)

  let semantics: FeedOptions.Semantics

  func decode(_ message: FeedMessage, for query: AirQuery, into report: inout ReportBuilder) throws {
    var layout = PayloadFormat.CSVLayout.wide(
      time: "t", columns: [.init("v", .pm25, unit: .microgramsPerCubicMetre)])
    layout.timeFormat = .iso8601(in: try TimeStamp.Zone(named: "Europe/Warsaw"))
    let rows = String(decoding: message.bytes, as: UTF8.self).replacing(";", with: "\n")
    try report.read(csv: Array("t,v\n\(rows)".utf8), layout, site: AirSite(id: "b", kind: .lowCostSensor))
  }
}
