import AQKit
import AQKitStations
import Testing

/// A station's coordinate that is outside the valid range: the values stay, and a note counts the station.
@Suite("Impossible coordinates of stations") struct StationCoordinateTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let format: PayloadFormat
    let payload: String
    /// A regular expression of a coordinate in the payload.
    let coordinate: String
    /// The text that takes its place.
    let impossible: String

    var testDescription: String { payload }
  }

  private static let cases = [
    Case(
      format: .airNow, payload: "airnow/data_bbox_verbose_raw.json", coordinate: #""Latitude": *[0-9.]+"#,
      impossible: #""Latitude":123.4"#),
    Case(
      format: .cpcb, payload: "cpcb/rows.json", coordinate: #""latitude": *"[0-9.]+""#,
      impossible: #""latitude":"123.4""#),
    Case(
      format: .moenv, payload: "moenv/stations.json", coordinate: #""latitude": *"[0-9.]+""#,
      impossible: #""latitude":"123.4""#),
    Case(
      format: .openAQ, payload: "openaq/location_single.json", coordinate: #""latitude": *-?[0-9.]+"#,
      impossible: #""latitude":123.4"#),
    Case(
      format: .canadaAQHI, payload: "canada-aqhi/features.json", coordinate: #""coordinates": *\[[^\]]*\]"#,
      impossible: #""coordinates":[-75.7,123.4]"#),
    Case(
      format: .miteco, payload: "miteco/hour.csv", coordinate: #"[0-9.]+,(?=-?[0-9.]+,(true|false))"#,
      impossible: "123.4,"),
    Case(
      format: .luftmalinger, payload: "luftmalinger/rows.json", coordinate: #""latitude":[0-9.]+"#,
      impossible: #""latitude":123.4"#),
  ]

  @Test("are refused and counted, and the values stay", arguments: cases)
  func impossible(_ item: Case) throws {
    let text = try Payload.text(item.payload)
    let context = PayloadFormat.Context(receivedAt: AirTime(secondsSince1970: 1_795_170_600))
    let changed = text.replacing(try Regex(item.coordinate), with: item.impossible)
    try #require(changed != text)
    let before = try item.format.decode(Array(text.utf8), context)
    let after = try item.format.decode(Array(changed.utf8), context)
    let refusals = after.notes.filter { $0.message.contains("outside the valid range") }
    #expect(refusals.map(\.code) == [.refused])
    #expect(refusals.first?.count ?? 0 > 0)
    #expect(before.reports.contains { $0.site.coordinate != nil })
    #expect(after.reports.allSatisfy { $0.site.coordinate == nil })
    #expect(count(after) == count(before))
  }

  private func count(_ response: AirResponse) -> Int {
    response.reports.reduce(0) { $0 + $1.series.reduce(0) { $0 + $1.values.count } }
  }
}
