import AQKit
import AQKitStations
import Foundation

/// The suite `stations`: large files of networks to reports through their adapters.
enum StationsSuite {
  /// Thrown if the result differs from the file's content.
  struct WrongResult: Error { var workload: String }

  /// Runs the suite; takes about half a minute.
  static func figures() throws -> [Figure] { [try airNow(), try sensorCommunity()] + (try france()) }

  /// AirNow's hourly files of a day, read one after the other into one response, as a query for a day does.
  private static func airNow() throws -> Figure {
    let day = StationPayload.airNowDay()
    let megabytes = Double(day.files.reduce(0) { $0 + $1.count }) / 1e6
    let adapter = AirNowStations()
    func read() throws -> AirResponse { try reports(day.files, adapter, step: ()) }
    try check("AirNow", try read(), sites: day.sites, values: day.values)
    let ours = try Stopwatch.best(runs: 3) { keep(try read()) }.rate(megabytes)
    // One table: pandas is spared the heads of the other files.
    let table = day.files.enumerated().flatMap { number, file in
      number == 0 ? file : Array(file.drop { $0 != UInt8(ascii: "\n") }.dropFirst())
    }
    return Figure(
      workload: "AirNow, \(day.files.count) hourly files, \(Int(megabytes)) MB: bytes to reports",
      value: ours.processor, unit: "MB/s", wall: ours.wall,
      baselines: [
        baseline(
          "pandas.read_csv with dates", megabytes,
          PythonBaseline.readTables(table, date: "ValidDate", time: "ValidTime"))
      ])
  }

  /// Reads the file of all sensors with messages in the last five minutes.
  private static func sensorCommunity() throws -> Figure {
    let file = StationPayload.sensorCommunity()
    let megabytes = Double(file.bytes.count) / 1e6
    let adapter = SensorCommunityStations()
    func read() throws -> AirResponse { try reports([file.bytes], adapter, step: .sensors) }
    try check("Sensor.Community", try read(), sites: file.sites, values: file.values)
    let ours = try Stopwatch.best(runs: 3) { keep(try read()) }.rate(megabytes)
    return Figure(
      workload: "Sensor.Community, \(Int(megabytes.rounded())) MB: bytes to reports", value: ours.processor,
      unit: "MB/s", wall: ours.wall,
      baselines: [
        baseline("pandas.read_json", megabytes, PythonBaseline.readJSON(file.bytes)),
        baseline("orjson.loads alone", megabytes, PythonBaseline.loads(file.bytes), leastRatio: nil),
      ])
  }

  /// A day of all French stations, whole and while it arrives.
  private static func france() throws -> [Figure] {
    let day = FrenchDay()
    let megabytes = Double(day.bytes.count) / 1e6
    func read() throws -> AirResponse { try reports([day.bytes], LCSQAStations(), step: .day) }
    try check("LCSQA", try read(), sites: day.sites, values: day.values)
    let ours = try Stopwatch.best(runs: 3) { keep(try read()) }.rate(megabytes)
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("aqkit-bench-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent(FrenchDay.suffix)
    try Data(day.bytes).write(to: file)
    let name = "LCSQA, a day of France, \(Int(megabytes.rounded())) MB"
    let beside = baseline("pandas.read_csv with dates", megabytes, PythonBaseline.readFrenchDay(day.bytes))
    let path = file.path
    let arriving = try Stopwatch.best(runs: 3, awaiting: { keep(try await FrenchDay.fetch(path)) })
      .rate(megabytes)
    return [
      Figure(
        workload: "\(name): bytes to reports", value: ours.processor, unit: "MB/s", wall: ours.wall,
        baselines: [beside]),
      Figure(
        workload: "\(name): file to reports while it arrives", value: arriving.processor, unit: "MB/s",
        wall: arriving.wall, baselines: [beside]),
      Figure(
        workload: "\(name): peak memory of a process that reads it while it arrives",
        value: try ArchiveSuite.peak(of: file.path, values: day.values) / 1e6, unit: "MB",
        goal: .atMost(60, decides: true)),
    ]
  }

  private static func baseline(
    _ name: String, _ megabytes: Double, _ seconds: Result<Double, PythonBaseline.Absence>,
    leastRatio: Double? = 1
  ) -> Figure.Baseline {
    switch seconds {
    case .success(let seconds): .init(name: name, value: megabytes / seconds, leastRatio: leastRatio)
    case .failure(let absence): .init(name: name, value: nil, absence: absence.reason)
    }
  }

  /// Bytes to reports.
  private static func reports<Adapter: HTTPAdapter>(
    _ files: [[UInt8]], _ adapter: Adapter, step: Adapter.Step
  ) throws -> AirResponse {
    let receivedAt = StationPayload.receivedAt
    var report = ReportBuilder(adapter.descriptor, receivedAt: receivedAt)
    let query = AirQuery(near: try Coordinate(48.79, 9.16))
    for file in files {
      let reply = HTTPReply(
        TransportResponse(status: 200, body: file), step: step, query: query, receivedAt: receivedAt)
      _ = try adapter.decode(reply, into: &report)
    }
    return report.response()
  }

  private static func check(_ name: String, _ response: AirResponse, sites: Int, values: Int) throws {
    let count = response.reports.reduce(0) { sum, report in
      sum + report.series.reduce(0) { $0 + $1.values.count { !$0.isNaN } }
    }
    guard response.reports.count == sites, count == values else {
      throw WrongResult(
        workload: "\(name): \(response.reports.count) of \(sites) sites, \(count) of \(values) values; "
          + "\(response.notes.prefix(3).map(\.message))")
    }
  }
}
