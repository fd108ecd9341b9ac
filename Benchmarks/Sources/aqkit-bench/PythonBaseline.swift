import Foundation

/// A baseline in another language: a script in the benchmarks' folder, started by the same command.
enum PythonBaseline {
  /// The reason for a missing baseline.
  struct Absence: Error { var reason: String }

  /// The best processor time of Python's `orjson.loads` on the same bytes, in seconds.
  static func loads(_ bytes: [UInt8]) -> Result<Double, Absence> {
    run("orjson_loads.py", [], input: bytes, library: "orjson")
  }

  /// The best processor time of a table library's reading of a CSV file with its dates, in seconds.
  static func readCSV(_ path: String, by library: String) -> Result<Double, Absence> {
    run("csv_read.py", [library, path], input: [], library: String(library.prefix { $0 != "-" }))
  }

  /// The best processor time of pandas' reading of tables given as bytes, with the dates of two columns, in seconds.
  static func readTables(_ bytes: [UInt8], date: String, time: String) -> Result<Double, Absence> {
    run("pandas_read.py", ["csv-parts", date, time], input: bytes, library: "pandas")
  }

  /// The best processor time of pandas' reading of JSON as a table, in seconds.
  static func readJSON(_ bytes: [UInt8]) -> Result<Double, Absence> {
    run("pandas_read.py", ["json"], input: bytes, library: "pandas")
  }

  /// The best processor time of pandas' reading of a day of French stations with its dates, in seconds.
  static func readFrenchDay(_ bytes: [UInt8]) -> Result<Double, Absence> {
    run("pandas_read.py", ["french-day"], input: bytes, library: "pandas")
  }

  /// The best processor time of the estimate of one place from 20 stations and a model by its prototype, in seconds.
  static func estimate() -> Result<Double, Absence> {
    run("place_estimate.py", [], input: [], library: "numpy")
  }

  private static func run(
    _ script: String, _ arguments: [String], input bytes: [UInt8], library: String
  ) -> Result<Double, Absence> {
    let script = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Scripts/\(script)")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", script.path] + arguments
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    do {
      try process.run()
      // A script that can't start has closed its end: the error reports that, and the status the reason.
      try? input.fileHandleForWriting.write(contentsOf: Data(bytes))
      try? input.fileHandleForWriting.close()
    } catch {
      return .failure(Absence(reason: "no process can be started here"))
    }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    switch process.terminationStatus {
    case 0:
      guard let seconds = Double(text.trimmingCharacters(in: .whitespacesAndNewlines)), seconds > 0 else {
        return .failure(Absence(reason: "its script said nothing"))
      }
      return .success(seconds)
    case 3: return .failure(Absence(reason: "python3 has no \(library) here"))
    case 127: return .failure(Absence(reason: "no python3 here"))
    default: return .failure(Absence(reason: "its script failed"))
    }
  }
}
