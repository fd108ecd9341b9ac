import AQKit
import AQKitTesting
import TestRuns
import Testing

/// A station's values in one of the shapes in which services send tables.
private struct TableService: HTTPAdapter {
  enum Shape: String, CaseIterable, Sendable {
    case positionalRows, namedColumns, headerRow, csv
    /// Fields between semicolons, with decimal commas.
    case semicolons

    var decimalSeparator: Character { self == .semicolons ? "," : "." }
  }

  static let descriptor = Town.descriptor
  let shape: Shape
  /// The character for which the reader of semicolons looks between fields.
  var delimiter: Character = ";"
  /// Whether the reader of decimal commas takes an empty field for zero.
  var takesGapsForZero = false
  var descriptor: SourceDescriptor {
    var descriptor = Town.descriptor
    descriptor.options = []
    descriptor.testPlaces = [.near(Town.market)]
    return descriptor
  }

  func calls(for query: AirQuery, at now: AirTime) throws -> [HTTPCall<Void>] {
    [HTTPCall(TransportRequest(url: "https://air.example.org/v1/table"))]
  }

  func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws -> [HTTPCall<Void>] {
    let site = report.site(
      AirSite(id: "TA1", name: "Market", coordinate: Town.market, kind: .referenceStation), place: 0)
    guard reply.query.detail == .values else { return [] }
    func add(_ parameter: AirParameter, _ value: AQJSON, at time: AQJSON, _ report: inout ReportBuilder)
      throws
    {
      report.add(
        parameter, value.isNull ? nil : try value.double(), unit: .microgramsPerCubicMetre,
        at: .text(try time.string()), to: site)
    }
    switch shape {
    case .positionalRows, .headerRow:
      let rows = try AQJSON(parsing: reply.body).require("data").array()
      try report.each(rows.dropFirst(shape == .headerRow ? 1 : 0)) { row, report in
        try add(.pm25, row.require(1), at: row.require(0), &report)
        try add(.no2, row.require(2), at: row.require(0), &report)
      }
    case .namedColumns:
      let columns = try AQJSON(parsing: reply.body).require("columns")
      let times = try columns.require("to").array()
      for (parameter, name) in [(AirParameter.pm25, "pm25"), (.no2, "no2")] {
        let values = try columns.require(name).array()
        guard values.count == times.count else { throw AQError(.malformed, "The columns differ in length.") }
        try report.each(zip(times, values)) { try add(parameter, $0.1, at: $0.0, &$1) }
      }
    case .csv:
      let lines = String(decoding: reply.body, as: UTF8.self).split(separator: "\n")
      guard lines.first == "to,pm25,no2" else { throw AQError(.malformed, "There is no such header.") }
      try report.each(lines.dropFirst()) { line, report in
        let fields = line.split(separator: ",", omittingEmptySubsequences: false)
        guard fields.count == 3 else { throw AQError(.malformed, "A line has not three fields.") }
        for (index, parameter) in [(1, AirParameter.pm25), (2, .no2)] {
          let value = Double(fields[index])
          guard value != nil || fields[index].isEmpty else {
            throw AQError(.malformed, "A field isn't a number.")
          }
          report.add(parameter, value, unit: .microgramsPerCubicMetre, at: .text(String(fields[0])), to: site)
        }
      }
    case .semicolons:
      try report.each(reply.csv(delimiter: delimiter).rows) { row, report in
        let time = TimeStamp.text(try row["to"].string())
        for (name, parameter) in [("pm25", AirParameter.pm25), ("no2", .no2)] {
          let value = try row[name].double(decimal: ",") ?? (takesGapsForZero ? 0 : nil)
          report.add(parameter, value, unit: .microgramsPerCubicMetre, at: time, to: site)
        }
      }
    }
    return []
  }

  var body: String {
    let rows = [
      (8, 9.5, 30.25), (9, 10.75, 33.5), (10, 12.5, 41.5), (11, 13.25, 38.75), (12, 11.125, 36.625),
    ]
    .map { (to: "2026-10-01T\($0 < 10 ? "0" : "")\($0):00:00Z", pm25: "\($1)", no2: "\($2)") }
    func json(_ texts: [String]) -> String { "[\(texts.joined(separator: ","))]" }
    let tuples = rows.map { #"["\#($0.to)",\#($0.pm25),\#($0.no2),"ok","TA1"]"# }
    return switch shape {
    case .positionalRows: #"{"data":\#(json(tuples))}"#
    case .headerRow: #"{"data":\#(json([#"["to","pm25","no2","quality","station"]"#] + tuples))}"#
    case .namedColumns:
      """
      {"columns":{"to":\(json(rows.map { "\"\($0.to)\"" })),"pm25":\(json(rows.map(\.pm25))),\
      "no2":\(json(rows.map(\.no2)))}}
      """
    case .csv: (["to,pm25,no2"] + rows.map { "\($0.to),\($0.pm25),\($0.no2)" }).joined(separator: "\n") + "\n"
    case .semicolons:
      (["to;pm25;no2"] + rows.map { "\($0.to);\($0.pm25);\($0.no2)".replacing(".", with: ",") })
        .joined(separator: "\n") + "\n"
    }
  }

  var source: SourceContract {
    var contract = SourceContract(
      adapter: self, recorded: StubTransport(always: .json(body)), at: Town.now
    ).quiet
    contract.decimalSeparator = shape.decimalSeparator
    return contract
  }

  var adapter: AdapterContract {
    var contract = AdapterContract(
      self, recordings: [.init(Array(body.utf8), for: AirQuery(near: Town.market), at: Town.now)]
    ).withinEffort
    // Enough to meet the first gap.
    contract.sampledPositions = TestEffort.of(40, debug: 15, heavy: 200)
    contract.decimalSeparator = shape.decimalSeparator
    return contract
  }
}

@Suite("The contract, over tables of other shapes", .timeLimit(.minutes(10)))
struct TableContractTests {
  @Test("a good source of tables keeps every rule", arguments: TableService.Shape.allCases)
  fileprivate func source(shape: TableService.Shape) async throws {
    let report = await TableService(shape: shape).source.check()
    try report.verify()
    for rule in [
      "payload.change", "payload.null", "payload.zero", "payload.negative", "payload.text", "payload.order",
      "payload.duplicates", "time.clock-change",
    ] {
      let isKept = report.keptRules.contains(rule)
      #expect(isKept, "\(rule)")
    }
  }

  @Test("its adapter keeps every rule", arguments: TableService.Shape.allCases, AdapterRule.allCases)
  fileprivate func adapter(shape: TableService.Shape, rule: AdapterRule) async throws {
    try await TableService(shape: shape).adapter.verify(rule)
  }

  @Test("a delimiter that a file doesn't have is reported once")
  func delimiter() async {
    let report = await TableService(shape: .semicolons, delimiter: "|").source.check()
    #expect(report.brokenRules == ["response.something"], "\(report.description)")
  }

  @Test("a gap among decimal commas that is read as zero is reported if the decimal separator is stated")
  func decimalCommas() async throws {
    let service = TableService(shape: .semicolons, takesGapsForZero: true)
    var (source, adapter) = (service.source, service.adapter)
    #expect(await source.check().brokenRules == ["payload.null"])
    let violations = await adapter.check(.survivesNull)
    #expect(violations.first?.message.contains("pm25") ?? false, "\(violations)")
    // Without it `9,5` isn't a number.
    source.decimalSeparator = "."
    source.separators = ";"
    let unaware = await source.check()
    #expect(!unaware.keptRules.contains("payload.null") && !unaware.brokenRules.contains("payload.null"))
    (adapter.decimalSeparator, adapter.separators) = (".", ";")
    #expect(await adapter.check(.survivesNull).isEmpty)
  }
}
