import AQKitTesting
import TestRuns
import Testing

@testable import AQKit

/// Rows that are chosen to make a table, a list or a text grow, or be searched, without bound.
@Suite("Rows chosen to be expensive", .timeLimit(.minutes(10)))
struct HostileRowTests {
  /// The number of parameters: a search of all of them for each would take seconds.
  private static let many = TestEffort.of(20_000, debug: 5_000)

  /// Sixteen bytes that all had the same hash when groups were hashed with a public seed.
  private static func collidingKeys(_ count: Int) -> [[UInt8]] {
    func fold(_ state: UInt64, _ word: UInt64) -> UInt64 {
      let product = (state ^ word).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
      return product.high ^ product.low
    }
    let start = fold(0x9E37_79B9_7F4A_7C15, 16)
    return (0..<count).map { number in
      let first = UInt64(number) &* 0x9E37_79B9_7F4A_7C15
      let second = fold(start, first) ^ 0x1234_5678
      return [first, second].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
    }
  }

  @Test("groups of CSV are spread, although their keys were chosen to collide")
  func hashes() {
    let hashes = Self.collidingKeys(1000).map { key in
      key.withUnsafeBytes { ByteKey.hash($0.bytes, [0..<16]) }
    }
    #expect(Set(hashes).count == 1000)
  }

  @Test("a site with very many parameters is filled in time, row by row, taken back, and merged")
  func columns() throws {
    let names = (0..<Self.many).map { AirParameter(rawValue: "p\($0)") }
    var builder = ReportBuilder(.sample(offers: [.sample([])]), receivedAt: .noon)
    let site = builder.site(AirSite(id: "a", kind: .referenceStation))
    for parameter in names { builder.add(parameter, 1, unit: .one, at: .received, to: site) }
    try builder.each(names.suffix(10)) { parameter, builder in
      builder.add(parameter, 2, unit: .ppb, at: .received, to: site)
      throw AQError(.malformed, "taken back")
    }
    var whole = builder
    whole.merge(builder, renumberingPlaces: nil)
    let response = whole.response()
    #expect(response.reports.first?.series.count == Self.many)
    #expect(response.reports.first?.series.allSatisfy { $0.count == 1 && $0.unit == .one } == true)
  }

  @Test("a site with very many parameters without a value has one note for each")
  func absent() {
    let names = (0..<Self.many).map { AirParameter(rawValue: "p\($0)") }
    var builder = ReportBuilder(.sample(offers: [.sample([])]), receivedAt: .noon)
    let site = builder.site(AirSite(id: "a", kind: .referenceStation), place: 0)
    for parameter in names { builder.add(parameter, nil, unit: .one, at: .received, to: site) }
    let response = builder.response(keepingEmptySites: true)
    #expect(response.notes.map(\.parameters.count) == [Self.many])
  }

  @Test("rows with ever new units are counted, and their reasons are bounded")
  func units() throws {
    let rows = (0..<300).map { "1,2,A,2022-05-03T01:00:00Z,1,2,pm25,unit\($0),1\n" }.joined()
    let response = try PayloadFormat.openAQCSV.decode(
      Array(("location_id,sensors_id,location,datetime,lat,lon,parameter,units,value\n" + rows).utf8),
      PayloadFormat.Context(receivedAt: .noon))
    let refusals = response.notes.filter { $0.code == .refused }
    #expect(refusals.count == 51)
    #expect(refusals.reduce(0) { $0 + $1.count } == 300)
  }

  @Test("rows of one site with ever new parameters are joined by these whatever their flags")
  func flaggedParameters() throws {
    let rows = (0..<Self.many).map {
      "2026-10-01T10:00:00Z,p\($0),µg/m³,1,V\n2026-10-01T11:00:00Z,p\($0),µg/m³,2,\n"
    }
    var layout = PayloadFormat.CSVLayout.long(
      time: "time", parameter: "parameter", unit: "unit", value: "value")
    layout.quality = .init(flag: "state")
    layout.flagNames = ["V": [.validated]]
    var builder = ReportBuilder(.sample(offers: [.sample([])]), receivedAt: .noon)
    try builder.read(
      csv: Array(("time,parameter,unit,value,state\n" + rows.joined()).utf8), layout,
      site: AirSite(id: "a", kind: .referenceStation))
    let series = try #require(builder.response().reports.first).series
    #expect(series.count == Self.many)
    #expect(series.allSatisfy { $0.values == [1, 2] && $0.flags == [[.validated], []] })
  }

  @Test("a refused value leaves a note that its site has none of the parameter")
  func refused() {
    var builder = ReportBuilder(.sample(offers: [.sample([])]), receivedAt: .noon)
    let site = builder.site(AirSite(id: "a", kind: .referenceStation), place: 0)
    builder.add(.pm25, 1, unit: .microgramsPerCubicMetre, at: .unix(.max), to: site)
    builder.add(.pm10, column: [1, 2, 3], unit: .microgramsPerCubicMetre, at: .unix([0, 1]), to: site)
    let notes = builder.response().notes
    #expect(notes.map(\.code) == [.refused, .refused, .notMeasured])
    #expect(notes.last?.parameters == [.pm25, .pm10] && notes.last?.places == [0])
  }

  @Test("a format says so when an input holds nothing, in whole and in pieces")
  func silence() throws {
    let header = "location_id,sensors_id,location,datetime,lat,lon,parameter,units,value\n"
    let context = PayloadFormat.Context(receivedAt: .noon)
    for (format, text) in [(PayloadFormat.aqkit, "[]"), (.openAQCSV, header)] {
      #expect(
        try format.decode(Array(text.utf8), context).notes.map(\.message) == ["The input contains no report."]
      )
      var decoder = format.makeDecoder(context)
      #expect(try decoder.decode(Array(text.utf8)).notes.isEmpty)
      #expect(try decoder.finish().notes.map(\.message) == ["The input contains no report."])
    }
  }
}
