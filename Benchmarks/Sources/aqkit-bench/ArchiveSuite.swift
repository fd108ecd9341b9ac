import AQKit
import AQKitFixtures
import Foundation

/// The suite `archive`: files of rows to series, handed over in batches, as the source of recordings reads them.
enum ArchiveSuite {
  /// Thrown if the result differs from the file's content.
  struct WrongResult: Error { var workload: String }

  private static let megabytes = 64

  /// Runs the suite; takes about a minute, with `AQKIT_BENCH_LARGE=1` two more.
  static func figures() throws -> [Figure] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("aqkit-bench-\(getpid())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var figures: [Figure] = []
    for form in ArchiveFile.Form.allCases {
      let file = try ArchiveFile(form, megabytes: megabytes, in: folder)
      figures.append(try figure(of: file))
      if form == .interleaved { figures.append(try compressedFigure(of: file)) }
      if !form.isCSV {
        let reports = try firstReports(of: file)
        figures.append(try writingFigure(reports, form))
        if let held = try heldFigure(reports, form) { figures.append(held) }
      }
      try FileManager.default.removeItem(atPath: file.path)
    }
    figures.append(try peakFigure(in: folder))
    return figures
  }

  private static func figure(of file: ArchiveFile) throws -> Figure {
    let megabytes = Double(file.bytes) / 1e6
    let ours = try Stopwatch.best(runs: 3) { try check(file, try read(file)) }.rate(megabytes)
    let name = "\(file.form.rawValue), \(Int(megabytes)) MB: bytes to series"
    guard file.form.isCSV else {
      return Figure(
        workload: name, value: ours.processor, unit: "MB/s", wall: ours.wall, goal: .atLeast(200))
    }
    func beside(_ library: String, _ title: String, _ ratio: Double?) -> Figure.Baseline {
      switch PythonBaseline.readCSV(file.path, by: library) {
      case .success(let seconds):
        .init(name: title, value: megabytes / seconds, leastRatio: ratio)
      case .failure(let absence): .init(name: title, value: nil, absence: absence.reason)
      }
    }
    return Figure(
      workload: name, value: ours.processor, unit: "MB/s", wall: ours.wall,
      baselines: [
        beside("pandas", "pandas.read_csv with dates", file.form == .wide ? 2 : 3),
        beside("polars", "Polars with dates, one thread", 2),
        beside("polars-format", "the same, told how dates are written, remembering them", nil),
      ])
  }

  private static func firstReports(of file: ArchiveFile) throws -> [AirReport] {
    var reports: [AirReport] = []
    let url = URL(fileURLWithPath: file.path)
    try FixtureFolder(path: url.deletingLastPathComponent().path).read(
      FixtureRecording(
        file: url.lastPathComponent, format: "aqkit", recordedAt: AirTime(secondsSince1970: 1_798_000_000)),
      as: .aqkit
    ) { response in
      reports += response.reports.prefix(max(0, 4_000 - reports.count))
    }
    return reports
  }

  /// The memory of reports that are kept, such as the sites of a server.
  private static func heldFigure(_ reports: [AirReport], _ form: ArchiveFile.Form) throws -> Figure? {
    let pieces = stride(from: 0, to: reports.count, by: 50).map { start in
      var writer = AirReport.Writer()
      for report in reports[start..<min(start + 50, reports.count)] { writer.append(report) }
      return writer.bytes
    }
    let context = PayloadFormat.Context(receivedAt: AirTime(secondsSince1970: 1_798_000_000))
    var held: [AirReport] = []
    let taken = try Allocations.of {
      held.reserveCapacity(reports.count)
      for piece in pieces { held += try PayloadFormat.aqkit.decode(piece, context).reports }
    }
    guard held == reports else { throw WrongResult(workload: "reports that are written and read") }
    return taken.map {
      Figure(
        workload: "\(form.rawValue): memory of a report that is held",
        value: Double($0.peak) / Double(reports.count), unit: "B")
    }
  }

  /// Reports, written out again.
  private static func writingFigure(_ reports: [AirReport], _ form: ArchiveFile.Form) throws -> Figure {
    var bytes = 0
    let ours = Stopwatch.best {
      var writer = AirReport.Writer()
      bytes = 0
      for report in reports {
        writer.append(report)
        guard writer.bytes.count > 1 << 18 else { continue }
        bytes += writer.bytes.count
        writer.removeAll()
      }
      bytes += writer.bytes.count
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var encoded = 0
    let sample = reports.prefix(200)
    let other = try Stopwatch.best {
      encoded = 0
      for report in sample { encoded += try encoder.encode(report).count + 1 }
    }
    guard encoded * reports.count == bytes * sample.count else {
      throw WrongResult(workload: "\(form.rawValue): written \(bytes) bytes, encoded \(encoded)")
    }
    let rate = ours.rate(Double(bytes) / 1e6)
    return Figure(
      workload: "\(form.rawValue): reports to bytes", value: rate.processor, unit: "MB/s",
      wall: rate.wall, goal: .atLeast(200),
      baselines: [
        .init(name: "JSONEncoder", value: other.rate(Double(encoded) / 1e6).processor, leastRatio: 10)
      ])
  }

  private static func compressedFigure(of file: ArchiveFile) throws -> Figure {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["gzip", "-k", "-f", "-6", file.path]
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw WrongResult(workload: "gzip") }
    defer { try? FileManager.default.removeItem(atPath: file.path + ".gz") }
    let ours = try Stopwatch.best(runs: 2) { try check(file, try read(file, ending: ".gz")) }
      .rate(Double(file.bytes) / 1e6)
    return Figure(
      workload: "\(file.form.rawValue), gzip: decompressed bytes to series", value: ours.processor,
      unit: "MB/s", wall: ours.wall)
  }

  // MARK: Reading

  /// The totals of the delivered values.
  struct Totals {
    var batches = 0
    var values = 0
    var refused = 0
  }

  /// Reads a file in batches, each of which is inspected and released.
  private static func read(_ file: ArchiveFile, ending: String = "") throws -> Totals {
    try read(file.path + ending, as: format(of: file.form))
  }

  private static func format(of form: ArchiveFile.Form) -> PayloadFormat {
    switch form {
    case .wide: .csv(ArchiveFile.wideLayout)
    case .days, .values: .aqkit
    default: .openAQCSV
    }
  }

  private static func read(_ path: String, as format: PayloadFormat) throws -> Totals {
    let url = URL(fileURLWithPath: path)
    var totals = Totals()
    try FixtureFolder(path: url.deletingLastPathComponent().path).read(
      FixtureRecording(
        file: url.lastPathComponent, format: format.name, recordedAt: AirTime(secondsSince1970: 1_798_000_000)
      ),
      as: format
    ) { response in
      totals.batches += 1
      for report in response.reports {
        // A plain loop that tests several values at a time, because the check isn't part of the measurement.
        for series in report.series {
          totals.values += series.values.withUnsafeBufferPointer { $0.reduce(0) { $0 &+ ($1.isNaN ? 0 : 1) } }
        }
      }
      totals.refused += response.notes.reduce(0) { $0 + ($1.code == .refused ? $1.count : 0) }
    }
    return totals
  }

  private static func check(_ file: ArchiveFile, _ totals: Totals) throws {
    guard totals.values == file.values, totals.refused == 0 else {
      throw WrongResult(workload: "\(file.form.rawValue): \(totals) of \(file.values) values")
    }
  }

  // MARK: Memory

  /// Whether two gigabytes are read instead of 200 megabytes.
  private static var isLarge: Bool { ProcessInfo.processInfo.environment["AQKIT_BENCH_LARGE"] == "1" }

  /// Returns the peak memory of a separate process that reads a large file.
  private static func peakFigure(in folder: String) throws -> Figure {
    let file = try ArchiveFile(.interleaved, megabytes: isLarge ? 2_000 : 200, in: folder)
    defer { try? FileManager.default.removeItem(atPath: file.path) }
    let peak = try peak(of: file.path, values: file.values)
    return Figure(
      workload: "peak memory of a process that reads \(file.bytes / 1_000_000) MB in batches"
        + (isLarge ? "" : " (AQKIT_BENCH_LARGE=1: 2 GB)"),
      value: peak / 1e6, unit: "MB", goal: .atMost(60, decides: true))
  }

  /// The most memory, in bytes, that a process of its own holds while it reads a file with a number of values.
  static func peak(of path: String, values: Int) throws -> Double {
    let process = Process()
    let output = Pipe()
    process.executableURL = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = [peakArgument, path]
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    guard process.terminationStatus == 0, numbers.count == 2, Int(numbers[1]) == values else {
      throw WrongResult(workload: "memory: \(text)")
    }
    return numbers[0]
  }

  /// The argument with which this executable reads a file and reports the peak memory.
  static let peakArgument = "--peak-of"

  /// Reads a file and prints the peak of this process's memory in bytes, and the number of values.
  static func printPeak(of path: String) throws {
    let values =
      path.hasSuffix(FrenchDay.suffix) ? try FrenchDay.read(path) : try read(path, as: .openAQCSV).values
    print(Memory.peak, values)
  }
}

/// The memory of this process.
private enum Memory {
  /// The most that was resident at once, in bytes.
  static var peak: Int {
    #if os(Linux)
      // getrusage would include the process before it became this program.
      let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
      let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
      return 1_024 * (line.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }.first ?? 0)
    #else
      var usage = rusage()
      getrusage(RUSAGE_SELF, &usage)
      return Int(usage.ru_maxrss)
    #endif
  }
}
