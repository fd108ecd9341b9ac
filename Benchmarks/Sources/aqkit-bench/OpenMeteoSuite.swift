import AQKit
import AQKitOpenMeteo
import Foundation

/// The suite `open-meteo`: bytes of a reply to reports through the adapter, and the readers below it alone.
enum OpenMeteoSuite {
  /// Thrown if the result differs from the payload's content.
  struct WrongResult: Error { var workload: String }

  /// Runs the suite; takes about fifteen seconds.
  static func figures() throws -> [Figure] {
    try OpenMeteoPayload.Shape.allCases.flatMap { try figures(of: OpenMeteoPayload($0)) }
  }

  private static func figures(of payload: OpenMeteoPayload) throws -> [Figure] {
    let isCompact = payload.shape == .compact
    let megabytes = Double(payload.bytes.count) / 1e6
    let reply = HTTPReply(
      TransportResponse(status: 200, body: payload.bytes), step: (),
      query: AirQuery(near: try Coordinate(52.52, 13.41)),
      receivedAt: AirTime(secondsSince1970: 1_798_000_000))
    let first = try reports(reply)
    guard first.reports.first?.series.count == OpenMeteoPayload.variables.count,
      first.reports.first?[.pm25]?.count == OpenMeteoPayload.hours, first.notes.isEmpty
    else { throw WrongResult(workload: "\(payload.shape.rawValue): \(first.notes.map(\.message))") }

    let ours = try Stopwatch.best { keep(try reports(reply)) }.rate(megabytes)
    let tape = try Stopwatch.best { keep(try columns(payload.bytes)) }.rate(megabytes)
    let decoder = JSONDecoder()
    let data = Data(payload.bytes)
    let decoded = try Stopwatch.best {
      keep(try decoder.decode(DecodedReply.self, from: data))
    }.rate(megabytes)
    let python = PythonBaseline.loads(payload.bytes)
    func orjson(_ leastRatio: Double?) -> Figure.Baseline {
      switch python {
      case .success(let seconds):
        .init(name: "orjson.loads alone", value: megabytes / seconds, leastRatio: leastRatio)
      case .failure(let absence):
        .init(name: "orjson.loads alone", value: nil, absence: absence.reason)
      }
    }
    let name = "\(payload.shape.rawValue), \(payload.bytes.count / 1000) kB"
    var figures = [
      Figure(
        workload: "\(name): bytes to reports", value: ours.processor, unit: "MB/s", wall: ours.wall,
        baselines: [
          .init(
            name: "JSONDecoder into arrays", value: decoded.processor, leastRatio: isCompact ? 25 : nil),
          orjson(isCompact ? 2 : nil),
        ]),
      Figure(
        workload: "\(name): AQJSON to columns", value: tape.processor, unit: "MB/s", wall: tape.wall,
        baselines: [orjson(nil)]),
    ]
    let bare = try Stopwatch.best { keep(try bareColumns(payload.bytes)) }.rate(megabytes)
    figures.insert(
      Figure(
        workload: "\(name): bare reader to columns", value: bare.processor, unit: "MB/s", wall: bare.wall,
        baselines: [orjson(nil)]), at: 1)
    var result: AirResponse?
    let taken = try Allocations.of { result = try reports(reply) }
    if let taken {
      let columns = (result?.reports ?? []).flatMap(\.series).reduce(0) { $0 + $1.values.count * 8 }
      figures.append(
        Figure(
          workload: "\(name): peak memory over the columns produced",
          value: Double(taken.peak) / Double(columns), unit: "times (\(taken.count) allocations)",
          goal: .atMost(3, decides: true)))
    }
    return figures
  }

  /// Bytes to reports.
  private static func reports(_ reply: HTTPReply<Void>) throws -> AirResponse {
    let adapter = OpenMeteoAirQuality()
    var report = ReportBuilder(adapter.descriptor, receivedAt: reply.receivedAt)
    _ = try adapter.decode(reply, into: &report)
    return report.response()
  }

  /// Reads bytes to columns with the tools of every adapter.
  private static func columns(_ bytes: [UInt8]) throws -> [[Double]] {
    let hourly = try AQJSON(parsing: bytes)["hourly"]
    keep(try hourly["time"].instants())
    return try OpenMeteoPayload.variables.map { try hourly[$0.name].doubles() }
  }

  /// Bytes to columns with the reader below, all of the document checked.
  private static func bareColumns(_ bytes: [UInt8]) throws -> [[Double]] {
    var reader = try AQJSON.Reader(bytes)
    var times: [Int64] = []
    var columns: [[Double]] = []
    try reader.beginObject()
    while try reader.nextMember() {
      guard reader.isNamed("hourly") else {
        try reader.skip()
        continue
      }
      try reader.beginObject()
      while try reader.nextMember() {
        if reader.isNamed("time") {
          try reader.instants(into: &times)
        } else {
          var column: [Double] = []
          try reader.doubles(into: &column, expecting: times.count)
          columns.append(column)
        }
      }
    }
    try reader.end()
    return columns
  }
}
