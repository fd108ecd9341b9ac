import AQKit
import Testing

@Suite("Rows without end", .timeLimit(.minutes(10)))
struct RowLengthTests {
  private static let header = "location_id,sensors_id,location,datetime,lat,lon,parameter,units,value\n"
  /// The beginning of a row, up to its value.
  private static func row(_ hour: Int) -> String { "1,2,A,2022-05-03T0\(hour):00:00Z,1,2,pm25,µg/m³," }
  private let context = PayloadFormat.Context(receivedAt: AirTime(secondsSince1970: 1_800_000_000))

  private func pieces(_ bytes: [UInt8], of size: Int, _ format: PayloadFormat = .openAQCSV) throws
    -> AirResponse
  {
    var decoder = format.makeDecoder(context)
    var whole = AirResponse()
    var at = 0
    while at < bytes.count {
      let piece = try decoder.decode(Array(bytes[at..<min(at + size, bytes.count)]))
      whole.reports += piece.reports
      whole.notes += piece.notes
      at += size
    }
    let rest = try decoder.finish()
    whole.reports += rest.reports
    whole.notes += rest.notes
    return whole
  }

  private func values(_ response: AirResponse) -> [Double] {
    response.reports.flatMap { $0[.pm25]?.values ?? [] }
  }

  /// Texts that replace the second row's value or name: longer than any row may be.
  private static let long: [(String, String)] = [
    ("a field", String(repeating: "x", count: 17 << 16)),
    ("a number", "1." + String(repeating: "0", count: 17 << 16)),
    ("fields", String(repeating: ",", count: 17 << 16)),
  ]

  @Test("are refused and counted, and the rows around them kept, in whole and in pieces", arguments: long)
  func refused(kind: String, long: String) throws {
    for response in try decoded(long) {
      #expect(values(response) == [1, 3])
      let refusals = response.notes.filter { $0.code == .refused }
      #expect(refusals.map(\.count) == [1])
      #expect(refusals.first?.message == "Refused: a row is longer than 1 MiB (first at line 3).")
    }
  }

  @Test(
    "are skipped line by line if a quote in them isn't closed, in whole and in pieces",
    arguments: [1, 10])
  func quoted(lines: Int) throws {
    let line = String(repeating: "y", count: (17 << 16) / lines)
    let field = "\"" + Array(repeating: line, count: lines).joined(separator: "\n") + "\""
    for response in try decoded(field) {
      #expect(values(response) == [1, 3])
      let refusals = response.notes.filter { $0.code == .refused }
      #expect(refusals.first?.message == "Refused: a quoted field is not closed (first at line 3).")
      #expect(refusals.reduce(0) { $0 + $1.count } == lines)
    }
  }

  /// Returns the response of three rows of which the second has a very long value, read in whole and in pieces.
  private func decoded(_ long: String) throws -> [AirResponse] {
    let bytes = Array((Self.header + "\(Self.row(1))1\n\(Self.row(2))\(long)\n\(Self.row(3))3\n").utf8)
    return [try PayloadFormat.openAQCSV.decode(bytes, context), try pieces(bytes, of: 100_003)]
  }

  @Test("are an error in a strict context, with their line")
  func strict() {
    var context = context
    context.isStrict = true
    let text = Self.header + "\(Self.row(1))1\n" + String(repeating: "x", count: 17 << 16) + "\n"
    let error = #expect(throws: AQError.self) {
      try PayloadFormat.openAQCSV.decode(Array(text.utf8), context)
    }
    #expect(error?.message.hasPrefix("line 3: a row is longer than 1 MiB") == true)
  }

  /// Rows that end with a semicolon; counts the bytes that it is given.
  private struct CountingReader: PayloadFormat.Reader {
    let looked: Locked<Int>

    mutating func read(_ bytes: RawSpan, isLast: Bool) -> (byteCount: Int, response: AirResponse) {
      looked.withLock { $0 += bytes.byteCount }
      let end = bytes.withUnsafeBytes { $0.lastIndex(of: UInt8(ascii: ";")) }
      return (end.map { $0 + 1 } ?? 0, AirResponse())
    }
  }

  @Test(
    "cost time proportional to their length",
    arguments: ["x", "x\n", "\n", "\"\n\""])
  func looks(pattern: String) throws {
    let looked = Locked(0)
    let format = PayloadFormat("rows", summary: "Rows.") { _ in CountingReader(looked: looked) }
    let bytes = Array(String(repeating: pattern, count: 1 << 18 / pattern.utf8.count).utf8)
    _ = try pieces(bytes, of: 256, format)
    #expect(looked.withLock { $0 } <= 4 * bytes.count)
  }

  @Test("that arrive whole are reported at once, whatever was cut before", arguments: [1, 2, 7, 50])
  func prompt(size: Int) throws {
    var decoder = PayloadFormat.openAQCSV.makeDecoder(context)
    _ = try decoder.decode(Array(Self.header.utf8))
    for number in 1...5 {
      let row = Array("\(Self.row(number))\(number)\n".utf8)
      var told: [Double] = []
      for at in stride(from: 0, to: row.count, by: size) {
        told += values(try decoder.decode(Array(row[at..<min(at + size, row.count)])))
      }
      #expect(told == [Double(number)])
    }
  }

  @Test("a report in many pieces is read as in one, without starting again at each")
  func report() throws {
    let list = Array(repeating: "1.25", count: 20_000).joined(separator: ",\n")
    let text = reportText().replacing("[1.0,2.0,3.0]", with: "[\(list)]").replacing(
      "\"count\":3", with: "\"count\":20000")
    let bytes = Array(text.utf8)
    #expect(try pieces(bytes, of: 64, .aqkit).reports == PayloadFormat.aqkit.decode(bytes, context).reports)
  }
}
