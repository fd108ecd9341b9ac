import AQKit
import AQKitTesting
import Testing

@Suite("Lines of CSV")
struct LineEndTests {
  private static let rows = ["time,station,pm25", "2026-10-01T10:00Z,a,5", "2026-10-01T11:00Z,a,6.5"]

  private var layout: PayloadFormat.CSVLayout {
    var layout = PayloadFormat.CSVLayout.wide(
      time: "time", columns: [.init("pm25", .pm25, unit: .microgramsPerCubicMetre)])
    layout.siteName = "station"
    return layout
  }

  @Test(
    "end with LF, with CR LF, or with CR alone, in one piece or byte by byte",
    arguments: ["\n", "\r\n", "\r"], [true, false])
  func ends(end: String, isWhole: Bool) throws {
    let bytes = Array((Self.rows.joined(separator: end) + end).utf8)
    var decoder = PayloadFormat.csv(layout).makeDecoder(
      PayloadFormat.Context(receivedAt: AirTime(secondsSince1970: 1_790_900_000)))
    var values: [Double] = []
    func take(_ response: AirResponse) {
      for report in response.reports { values += report[.pm25]?.values ?? [] }
      #expect(response.notes.isEmpty, "\(response.notes)")
    }
    if isWhole {
      take(try decoder.decode(bytes))
    } else {
      for byte in bytes { take(try decoder.decode([byte])) }
    }
    take(try decoder.finish())
    #expect(values == [5, 6.5])
  }

  @Test("of an adapter's table end with CR alone, too")
  func table() throws {
    let table = try AQCSV(parsing: Array(Self.rows.joined(separator: "\r").utf8))
    #expect(table.header == ["time", "station", "pm25"])
    #expect(Array(table.rows).map { $0["pm25"].content ?? "" } == ["5", "6.5"])
  }
}
