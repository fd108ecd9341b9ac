import AQKit
import AQKitTesting
import ArgumentParser
import Foundation
import Testing

@testable import AQKitCommands

/// Lines that an agent sends to `serve --mcp`, and the replies.
struct AgentConversation {
  /// The replies in the order in which they were written.
  let replies: [AQJSON]

  /// Sends lines to the command and reads its replies until it ends.
  ///
  /// - Parameters:
  ///   - lines: The lines.
  ///   - isOpened: Whether the lines that every client begins with are sent before.
  ///   - container: The sources.
  init(
    _ lines: [String], isOpened: Bool = true, in container: AQContainer, arguments: [String] = []
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "agent-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let opening = [
      Self.request(0, "initialize", #"{"protocolVersion":"2025-11-25","capabilities":{}}"#),
      #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
    ]
    let input = folder.appending(path: "input")
    let output = folder.appending(path: "output")
    try Data(((isOpened ? opening : []) + lines).joined(separator: "\n").utf8).write(to: input)
    try Data().write(to: output)
    let reader = try FileHandle(forReadingFrom: input)
    let writer = try FileHandle(forWritingTo: output)
    let command = try ServeCommand.parse(["--mcp"] + arguments)
    try await command.serve(container, reading: reader, writing: writer.fileDescriptor)
    try writer.close()
    replies = try Data(contentsOf: output).split(separator: UInt8(ascii: "\n"))
      .map { try AQJSON(parsing: Array($0)) }
  }

  /// The reply with an identifier.
  subscript(id: Int64) -> AQJSON? { replies.first { $0["id"].intValue == id } }

  /// The result of a call.
  func result(_ id: Int64) throws -> AQJSON { try #require(self[id])["result"] }

  /// The text of a result.
  func text(_ id: Int64) throws -> String { try result(id)["content"][0]["text"].string() }

  /// The codes of the errors that were written, in their order.
  var errorCodes: [Int64] { replies.compactMap { $0["error"]["code"].intValue } }

  static func request(_ id: Int, _ method: String, _ parameters: String = "{}") -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(parameters)}"#
  }

  static func call(_ id: Int, _ tool: String, _ arguments: String) -> String {
    request(id, "tools/call", #"{"name":"\#(tool)","arguments":\#(arguments)}"#)
  }
}

/// Sources with one station near the place 50, 14.
enum AgentSources {
  static let now = AirTime(secondsSince1970: 1_790_805_600)

  /// A container whose clock stands still.
  static func container(_ sources: ClosureSource...) throws -> AQContainer {
    var container = AQContainer().setting(.clock, to: ManualClock(now))
    for source in sources { try container.register(source.descriptor) { _, _ in source } }
    return container
  }

  /// A source with a warning, and no values.
  static func warning(_ id: SourceID) -> ClosureSource {
    let notice = AirNotice(
      id: "1", source: id, publisher: "Weather Service", kind: .episode, event: "Smog", severity: "Moderate",
      title: "Smog in the valley", text: "Stay inside.", advice: "Close windows.", language: "en",
      area: AirNotice.Area(names: ["Valley"]), until: now.adding(seconds: 3600),
      attribution: [AirAttribution("Warnings of \(id)")], places: [0])
    let descriptor = SourceDescriptor(
      id: id, name: "\(id)",
      offers: [.notices(at: [.coordinate], coverage: .world, cadence: .seconds(600))])
    return ClosureSource(descriptor) { _ in AirResponse(reports: [], notices: [notice]) }
  }

  /// A search that knows one place.
  struct Search: PlaceSearching {
    let attribution = [AirAttribution("Gazetteer", licence: "CC BY 4.0")]

    func places(matching search: AirPlace.Search) async throws -> [AirPlace] {
      [AirPlace(name: "Brno", coordinate: try Coordinate(50, 14), country: "Czechia")]
    }
  }

  /// A station with a constant value of the last and the coming 24 hours.
  ///
  /// - Parameters:
  ///   - id: The source.
  ///   - isIndoorSensor: Whether it is a low-cost sensor indoors.
  ///   - flags: The flags of each value.
  ///   - notes: What the source remarks.
  ///   - hoursOld: How old the newest value is.
  ///   - before: Runs before it responds.
  static func station(
    _ id: SourceID, kind: AirReport.Kind = .observation, isIndoorSensor: Bool = false,
    flags: Set<AirReading.QualityFlag> = [], notes: [AirNote] = [], hoursOld: Int64 = 0,
    before: @escaping @Sendable () async throws -> Void = {}
  ) throws -> ClosureSource {
    let ahead: Int64 = kind == .forecast ? 48 : 0
    let hours = try (-24..<ahead).map { hour in
      let start = now.adding(seconds: (hour - hoursOld) * 3600)
      return try AirInterval(start: start, end: start.adding(seconds: 3600))
    }
    let series = try AirSeries(
      .pm25, unit: .microgramsPerCubicMetre, averaging: .oneHour, timeline: AirTimeline(hours),
      values: hours.map { _ in 12 }, flags: flags.isEmpty ? nil : hours.map { _ in flags })
    let offer = SourceDescriptor.Offer(
      capabilities: [.current, .history, .forecast], placeKinds: [.coordinate], parameters: [.pm25],
      kinds: [kind], timeConvention: .end, averaging: .oneHour, cadence: .seconds(3600))
    var site = AirSite(
      id: "\(id)-1", name: "Station of \(id)", coordinate: try Coordinate(50.01, 14),
      kind: kind == .observation ? .referenceStation : .modelCell)
    if isIndoorSensor { (site.kind, site.isIndoor) = (.lowCostSensor, true) }
    let report = AirReport(
      source: id, site: site, kind: kind, series: [series], receivedAt: now,
      attribution: [AirAttribution("Data of \(id)", licence: "CC BY 4.0")], places: [0])
    return ClosureSource(SourceDescriptor(id: id, name: "\(id)", offers: [offer])) { _ in
      try await before()
      return AirResponse(reports: [report], notes: notes)
    }
  }
}
