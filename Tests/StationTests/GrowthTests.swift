import AQKit
import AQKitDevices
import AQKitStations
import AQKitTesting
import Foundation
import TestRuns
import Testing

/// The time of a network's or a device's reader grows no faster than its input, whatever the further rows are.
@Suite("Networks and devices: four times the input takes four times the time", .computing)
struct StationGrowthTests {
  /// A recorded payload, a way in which it grows, and the format that reads it.
  struct Case: Sendable, CustomTestStringConvertible {
    let format: PayloadFormat
    let testDescription: String
    /// The size that is tried first.
    var first = 8
    let bytes: @Sendable (Int) -> [UInt8]
  }

  private static func cases(_ format: PayloadFormat, in folder: String, of prefix: String = "") throws
    -> [Case]
  {
    let root = try #require(Bundle.module.resourceURL).appendingPathComponent("Payloads/\(folder)")
    let names = try FileManager.default.contentsOfDirectory(atPath: root.path).sorted()
    return try names.filter { !$0.hasPrefix("error") && $0.hasPrefix(prefix) }.flatMap { name -> [Case] in
      let bytes = try Payload.bytes("\(folder)/\(name)")
      if name.hasSuffix(".json") {
        return GrownPayload.all(of: bytes).map { grown in
          Case(
            format: format, testDescription: "\(folder)/\(name), \(grown)", first: max(8, grown.smallest)
          ) { grown.bytes($0) }
        }
      }
      if name.hasSuffix(".xml") {
        let text = String(decoding: bytes, as: UTF8.self)
        let elements = ["wfs:member", "PollutantConcentration", "item", "info"].filter {
          text.contains("<\($0)>")
        }
        return elements.flatMap { element in
          GrownPayload.Rows.allCases.map { rows in
            Case(format: format, testDescription: "\(folder)/\(name), \(rows.rawValue) elements") {
              GrownPayload.elements(of: bytes, element, $0, rows)
            }
          }
        }
      }
      guard name.hasSuffix(".csv") || name.hasSuffix(".dat") else { return [] }
      return GrownPayload.Rows.allCases.map { rows in
        Case(format: format, testDescription: "\(folder)/\(name), \(rows.rawValue) lines") {
          GrownPayload.lines(of: bytes, $0, after: name.hasSuffix(".dat") ? 0 : 1, rows)
        }
      }
    }
  }

  private static let formats: [PayloadFormat] = [
    .airKorea, .airNow, .canadaAQHI, .cpcb, .gios, .londonAir, .luchtmeetnet, .moenv, .nea, .openAQ,
    .purpleAir, .purpleAirLocal, .sensorCommunity, .soramame, .uba, .waqi, .miteco, .chmi, .luftmalinger,
    .hongKongEPD, .fmi, .airGradientCloud, .atmoFrance, .lcsqa, .pirateWeather, .cap,
    PayloadFormat(IRCELINE.self), PayloadFormat(UKAir.self), PayloadFormat(SMHIAir.self),
  ]

  /// Returns some of the cases, spread over all of them, or all of them with effort.
  private static func few(_ cases: [Case], _ count: Int) -> [Case] {
    let wanted = TestEffort.of(count, heavy: cases.count)
    guard wanted < cases.count else { return cases }
    // From the middle of each part, so that the rows differ in kind.
    return (0..<wanted).map { cases[(2 * $0 + 1) * cases.count / (2 * wanted)] }
  }

  /// The payloads of a network; without effort only some of them, but always the attacks.
  private static func tried(_ cases: [Case]) -> [Case] {
    let always = cases.filter {
      $0.testDescription.contains("hourlyaqobs") || $0.testDescription.hasPrefix("gios/stations")
    }
    return few(always, 3) + few(cases, TestEffort.of(2, debug: 1))
  }

  @Test("a reply with four times the rows is read in at most six times the time", arguments: formats)
  func networks(_ format: PayloadFormat) async throws {
    let cases = Self.tried(try Self.cases(format, in: format.name))
    #expect(!cases.isEmpty)
    for one in cases {
      await Task.yield()
      let growth = Self.growth(of: one)
      #expect(growth.isLinear, "\(one.testDescription): \(growth)")
    }
  }

  @Test("a device's reply with four times the members is read in at most six times the time")
  func devices() async throws {
    for description in DeviceCatalog.standard.descriptions {
      await Task.yield()
      let format = PayloadFormat(try MappedAdapter(description))
      let own = try Self.cases(format, in: "devices", of: String(description.id.prefix(4)))
      for one in Self.few(own, 1) {
        let growth = Self.growth(of: one)
        #expect(growth.isLinear, "\(one.testDescription): \(growth)")
      }
    }
  }

  private static func growth(of one: Case) -> Growth {
    let context = PayloadFormat.Context(receivedAt: AirTime(secondsSince1970: 1_790_980_200))
    return Growth(from: one.first, of: one.bytes) { bytes in _ = try? one.format.decode(bytes, context) }
  }

  // MARK: Responses in which two lists grow

  private static func list(_ count: Int, _ element: (Int) -> String) -> String {
    (0..<count).map(element).joined(separator: ",")
  }

  private static let responses: [(name: String, format: PayloadFormat, text: @Sendable (Int) -> String)] = [
    (
      "a station of many measurements", .chmi,
      { count in
        let rows = list(count) {
          #"{"IdRegistration":\#($0),"ComponentCode":"PM10","UnitAsASCII":"u\#($0)"}"#
        }
        return
          #"{"data":{"Localities":[{"LocalityCode":"X","MeasuringPrograms":[{"Measurements":[\#(rows)]}]}]}}"#
      }
    ),
    (
      "a sensor of many means", .purpleAir,
      { count in
        #"{"sensor":{"sensor_index":1,\#(list(count) { #""a\#($0)":1"# }),"stats":{\#(list(count) { #""b\#($0)":1"# })}}}"#
      }
    ),
    (
      "a station of many sensors and licences", .openAQ,
      { count in
        let sensors = list(count) { #"{"id":\#($0),"parameter":{"name":"p\#($0)"}}"# }
        let licences = list(count) { #"{"id":\#($0),"name":"l\#($0)"}"# }
        return
          #"{"results":[{"id":1,"isMonitor":true,"sensors":[\#(sensors)],"licenses":[\#(licences)]}]}"#
      }
    ),
    (
      "a list of many monitors with many columns", .airNow,
      { count in
        let columns = (0..<count).map { "c\($0)" }.joined(separator: "|")
        return "StationID|\(columns)|FullAQSID\n" + String(repeating: "a\n", count: count)
      }
    ),
  ]

  @Test(
    "a response in which two lists grow is read in at most six times the time", arguments: responses.indices)
  func twoLists(_ index: Int) {
    let (name, format, text) = Self.responses[index]
    let growth = Self.growth(
      of: Case(format: format, testDescription: name) { Array(text($0).utf8) })
    #expect(growth.isLinear, "\(name): \(growth)")
  }

  @Test("the members of a station's site are collected from many series in at most six times the time")
  func series() throws {
    typealias Stations = TimeseriesStations<IRCELINE>
    let query = AirQuery(places: [.site("1")], window: .current)
    let now = AirTime(secondsSince1970: 1_790_980_200)
    func body(_ count: Int) -> [UInt8] {
      let rows = Self.list(count) {
        #"{"id":"\#($0)","uom":"ug.m-3","station":{"properties":{"id":1,"label":"X"}},"parameters":{"phenomenon":{"id":"5"}}}"#
      }
      return Array("[\(rows)]".utf8)
    }
    func calls(_ body: [UInt8]) -> [HTTPCall<Stations.Step>] {
      var report = ReportBuilder(IRCELINE.descriptor, receivedAt: now)
      let reply = HTTPReply(
        TransportResponse(status: 200, body: body), step: Stations.Step.list, query: query, receivedAt: now)
      return (try? Stations().decode(reply, into: &report)) ?? []
    }
    try #require(calls(body(8)).count == 1)
    let growth = Growth(from: 1024, of: body) { _ = calls($0) }
    #expect(growth.isLinear, "\(growth)")
  }

  // MARK: Descriptions

  private static let descriptions: [(name: String, text: @Sendable (Int) -> String)] = [
    (
      "options",
      { count in
        description(
          #""options": [\#((0..<count).map { #"{"name": "o\#($0)", "default": "x"}"# }.joined(separator: ","))],"#,
          query: (0..<count).map { #""q\#($0)": "{o\#($0)}""# }.joined(separator: ","))
      }
    ),
    (
      "readings",
      { count in
        description(
          "",
          readings: (0..<count).map {
            #"{"parameter": "aqi.scale-\#($0)", "at": "a\#($0).b", "averaging": "\#($0 % 50 + 1)min"}"#
          }.joined(separator: ","))
      }
    ),
  ]

  private static func description(
    _ more: String, query: String = "",
    readings: String = #"{"parameter": "pm25", "at": "pm", "unit": "µg/m³"}"#
  ) -> String {
    #"{"id": "hub", "name": "Hub", \#(more) "request": {"path": "/", "query": {\#(query)}}, "readings": [\#(readings)]}"#
  }

  @Test(
    "a description with four times the members is read in at most six times the time",
    arguments: descriptions.indices)
  func descriptionsThemselves(_ index: Int) throws {
    let (name, text) = Self.descriptions[index]
    _ = try MappedAdapter(try DeviceDescription(json: text(8)))
    let growth = Growth(of: text) { json in
      guard let description = try? DeviceDescription(json: json) else { return }
      _ = try? MappedAdapter(description)
    }
    #expect(growth.isLinear, "\(name): \(growth)")
  }

  private static let rowsWithRootPath = #"""
    {"id": "hub", "name": "Hub", "request": {"path": "/"}, "rows": "sensors.*",
     "site": {"id": {"at": "id"}, "name": {"at": "$.rooms[id=hall].name"}},
     "time": {"at": "$.clock.*", "format": "unixSeconds"},
     "readings": [{"parameter": "pm25", "at": "pm", "unit": {"at": "$.units.*"}, "when": {"at": "$.sensors.*.ok", "equals": true}}]}
    """#

  @Test(
    "a description whose paths begin at the whole reply reads four times the rows in at most six times the time"
  )
  func rootPaths() throws {
    let format = PayloadFormat(
      try MappedAdapter(try DeviceDescription(json: Self.rowsWithRootPath)))
    let growth = Growth(of: { count in
      let sensors = (0..<count).map { #"{"id": "s\#($0)", "pm": 4.5, "ok": true}"# }.joined(separator: ",")
      let rooms = (0..<count).map { #"{"id": "r\#($0)", "name": "Room \#($0)"}"# }.joined(separator: ",")
      return Array(
        #"{"clock": [1790980000], "units": ["µg/m³"], "sensors": [\#(sensors)], "rooms": [\#(rooms)]}"#.utf8)
    }) { bytes in
      _ = try? format.decode(
        bytes, PayloadFormat.Context(receivedAt: AirTime(secondsSince1970: 1_790_980_200)))
    }
    #expect(growth.isLinear, "\(growth)")
  }
}
