import AQKitTesting
import Testing

@testable import AQKit

@Suite("A line of reports that is too long")
struct LongLineTests {
  private let context = PayloadFormat.Context(receivedAt: AirTime(secondsSince1970: 1_800_000_000))
  private let format = PayloadFormat("lines", summary: "Short lines.") {
    SchemaReader(isStrict: $0.isStrict, longestLine: 2000)
  }
  private static let report =
    #"{"schema":1,"source":"net","site":{"name":"Brno","kind":"reference station"},"kind":"observation","#
    + #""receivedAt":"2026-10-01T13:10:00Z","attribution":[],"rights":{"commercialUse":"allowed","#
    + #""redistribution":"unknown","caching":"unknown","modification":"unknown","shareAlike":false,"#
    + #""attributionRequired":true},"series":[]}"#

  private func text(_ long: String) -> [UInt8] {
    Array([Self.report, long, Self.report].joined(separator: "\n").utf8)
  }

  @Test(
    "is refused and counted, and the lines around it are kept, in whole and in pieces",
    arguments: [2001, 4000, 100_000], [1, 7, 1999, 4096, 1_000_000])
  func refused(length: Int, piece: Int) throws {
    let bytes = text(String(repeating: "x", count: length))
    let whole = try format.decode(bytes, context)
    var pieces = AirResponse()
    var decoder = format.makeDecoder(context)
    for start in stride(from: 0, to: bytes.count, by: piece) {
      let response = try decoder.decode(Array(bytes[start..<min(start + piece, bytes.count)]))
      pieces.reports += response.reports
      pieces.notes += response.notes
    }
    let rest = try decoder.finish()
    pieces.reports += rest.reports
    pieces.notes += rest.notes
    for response in [whole, pieces] {
      #expect(response.reports.map(\.site.name) == ["Brno", "Brno"])
      #expect(
        response.notes.map(\.message) == [
          "Refused: no report; the first at line 2, column 1: a line is longer than 2000 bytes"
        ])
      #expect(response.notes.map(\.count) == [1])
    }
  }

  @Test("is an error if everything must be readable")
  func strict() {
    let context = PayloadFormat.Context(receivedAt: context.receivedAt, isStrict: true)
    let error = #expect(throws: AQError.self) {
      try format.decode(text(String(repeating: "x", count: 3000)), context)
    }
    #expect(error?.code == .malformed)
  }
}
