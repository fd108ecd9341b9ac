import AQKit
import Foundation
import TestRuns
import Testing

@testable import AQKitCommands

/// The input that an engine pipes: a list of files, or a document per line.
@Suite("normalize, line by line", .timeLimit(.minutes(10)))
struct NormalizeLinesTests {
  private static let header = "location_id,sensors_id,location,datetime,lat,lon,parameter,units,value\n"
  private static let report = """
    {"schema":1,"source":"net","site":{"kind":"city","name":"A"},"kind":"observation","series":[],\
    "receivedAt":"2026-10-01T00:00:00Z"}
    """
  private let received = ["--received-at", "2026-10-01T12:00:00Z", "--no-config"]

  private func row(_ site: Int, _ hour: Int) -> String {
    "\(site),\(site)1,Place \(site),2026-09-01T0\(hour):00:00+02:00,50,14,pm25,µg/m³,\(hour).5\n"
  }

  /// Runs a body with a folder that is gone afterwards.
  private func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }

  /// Runs the command on an input.
  private func normalize(_ arguments: String..., input: String) async throws -> CommandOutcome {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    try Data(input.utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try await CommandRun(["normalize"] + arguments + received + [path]).outcome()
  }

  @Test("a list of files gives the same as its files one by one, in order")
  func files() async throws {
    try await withFolder { folder in
      let paths = (1...3).map { folder.appendingPathComponent("\($0) é.csv").path }
      for (site, path) in zip(1..., paths) {
        try Data((Self.header + row(site, 1) + row(site, 2)).utf8).write(to: URL(fileURLWithPath: path))
      }
      var alone = ""
      for path in paths {
        alone += try await CommandRun(["normalize", "--format", "openaq-csv", path] + received).outcome()
          .output
      }
      let list = paths.joined(separator: "\n\n")
      let run = try await normalize("--format", "openaq-csv", "--lines", "files", input: list)
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.output == alone)
      #expect(alone.split(separator: "\n").count == 3)
    }
  }

  @Test("a compressed list or document is an error that says what to do", arguments: ["files", "documents"])
  func compressed(lines: String) async throws {
    try await withFolder { folder in
      let path = folder.appendingPathComponent("list.gz").path
      try Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]).write(to: URL(fileURLWithPath: path))
      let run = try await CommandRun(
        ["normalize", "--format", "city", "--lines", lines, path] + received
      ).outcome()
      #expect(run.status == 1)
      #expect(run.errors.contains("gunzip"), "\(run.errors)")
    }
  }

  @Test("a warning is a separate line, in a table or a map it is only counted, and a page is an error")
  func notices() async throws {
    let message = """
      <alert xmlns="urn:oasis:names:tc:emergency:cap:1.2"><identifier>1</identifier><sent>2026-10-01T08:00:00Z</sent>
      <info><event>Smog</event><severity>Unknown</severity><expires>2026-10-02T00:00:00Z</expires></info></alert>
      """
    let run = try await normalize("--format", "cap", input: message)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.hasPrefix(#"{"notice":{"#) && run.output.contains(#""title":"Smog""#))
    #expect(run.output.split(separator: "\n").count == 1 && !run.errors.contains("no values"))
    for (form, whole) in [
      ("csv", ReportCSV.columns.joined(separator: ",") + "\r\n"),
      ("geojson", #"{"type":"FeatureCollection","features":[]}"# + "\n"),
    ] {
      let other = try await normalize("--format", "cap", "--output", form, input: message)
      #expect(other.status == 0 && other.output == whole, "\(other.output)")
      #expect(other.errors.contains("1 warning left out; --output json has them."), "\(other.errors)")
    }
    let page = try await normalize("--format", "cap", input: "<html><body>Down</body></html>")
    #expect(page.status == 1 && page.output.isEmpty)
  }

  @Test("a line of a list may name its format and its time of receipt")
  func fields() async throws {
    try await withFolder { folder in
      let path = folder.appendingPathComponent("rows").path
      try Data((Self.header + row(1, 1)).utf8).write(to: URL(fileURLWithPath: path))
      let run = try await normalize("--lines", "files", input: "\(path)\topenaq-csv\t2026-09-02T00:00:00Z\n")
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.output.contains(#""receivedAt":"2026-09-02T00:00:00Z""#))
    }
  }

  @Test("a file that is missing ends the work with an error that names it")
  func missing() async throws {
    let run = try await normalize(
      "--format", "openaq-csv", "--lines", "files", input: "/nowhere/to-be-found.csv\n")
    #expect(run.status != 0)
    #expect(run.errors.contains("/nowhere/to-be-found.csv"))
  }

  @Test("an empty list is neither an error nor a report")
  func empty() async throws {
    let run = try await normalize("--format", "openaq-csv", "--lines", "files", input: "")
    #expect(run.status == 0 && run.output.isEmpty && run.errors.isEmpty)
  }

  @Test("each line is a document; a bad one ends the work with an error that names its line")
  func documents() async throws {
    let good = try await normalize(
      "--format", "aqkit", "--lines", "documents", input: "\(Self.report)\n\n[\(Self.report)]\n")
    #expect(good.status == 0 && good.output.split(separator: "\n").count == 2, "\(good.errors)")
    let bad = try await normalize(
      "--format", "aqkit", "--lines", "documents", input: "\(Self.report)\n{\"schema\":\n")
    #expect(bad.status == 1 && bad.errors.contains("line 2"), "\(bad.errors)")
  }

  @Test("control characters are escaped in a printed report")
  func escapes() async throws {
    let hostile = Self.report.replacing(#""name":"A""#, with: "\"name\":\"A\u{202E}B\"")
    let run = try await normalize("--format", "aqkit", input: hostile)
    #expect(run.output.contains(#""name":"A\u202eB""#), "\(run.output)")
  }

  @Test("without a list the format must be named")
  func formatIsRequired() async throws {
    let run = try await normalize("--lines", "documents", input: "")
    #expect(run.status != 0 && run.errors.contains("--format"))
  }
}
