import AQKit
import Foundation
import TestRuns
import Testing

@testable import AQKitCommands

@Suite("JSON of every command", .timeLimit(.minutes(10))) struct EnvelopeTests {
  /// Runs a body with a configuration that asks no network.
  private func offline(_ body: (String) async throws -> Void) async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "offline-\(UUID().uuidString).json")
    try Data(#"{"sources": [{"id": "recordings"}], "others": "disable"}"#.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try await body(file.path)
  }

  @Test(
    "is one object with schema, failures, skipped, notes and the command's own members",
    arguments: [
      (["current"], ["reports", "index"]), (["forecast"], ["reports", "index"]),
      (["history", "--days", "1"], ["reports", "index"]), (["explain", "--at", "1,1"], ["candidates"]),
      (["stations", "--at", "1,1", "--source", "recordings"], ["stations"]),
      (["compare", "--at", "49.2,16.6", "--source", "recordings"], ["values", "differences", "askedAt"]),
      (["sources", "--coverage"], ["sources"]), (["sources"], ["sources"]), (["smoke"], ["results"]),
      (["check"], ["rules"]),
      (["doctor"], ["version", "sources"]),
    ])
  func envelope(arguments: [String], members: [String]) async throws {
    try await offline { file in
      let outcome = try await CommandRun(arguments + ["--json", "--config", file]).outcome()
      let json = try AQJSON(parsing: Array(outcome.output.utf8))
      #expect(json["schema"].doubleValue == 1, "\(outcome.errors)")
      let names = Set(try json.members.map { $0.name })
      #expect(names.isSuperset(of: members + ["failures", "skipped", "notes"]), "\(names)")
    }
  }

  @Test("of index is an object for one standard, for several and for the catalogue")
  func index() async throws {
    for arguments in [["pm25=35.4ug/m3"], ["--all", "pm25=35.4ug/m3"], ["--standard", "de-lqi", "pm25=3"]] {
      let outcome = try await CommandRun(["index", "--json"] + arguments).outcome()
      let json = try AQJSON(parsing: Array(outcome.output.utf8))
      #expect(try json["schema"].doubleValue == 1 && json["index"].array().count > 0)
    }
    let list = try await CommandRun(["index", "--json", "--list"]).outcome()
    #expect(try AQJSON(parsing: Array(list.output.utf8))["editions"].array().count > 20)
  }

  @Test("the first check on a new machine breaks no rule, at any minute of the hour")
  func check() async throws {
    let outcome = try await CommandRun(["check", "--json"]).outcome()
    let rules = try AQJSON(parsing: Array(outcome.output.utf8))["rules"].array()
    let broken = try rules.filter { $0["verdict"].stringValue == "broken" }.map { try $0["rule"].string() }
    #expect(broken.isEmpty && rules.count > 60 && outcome.status == 0, "\(broken) \(outcome.errors)")
  }

  @Test("of current has the index of each report, with numbers in full")
  func current() async throws {
    let outcome = try await CommandRun(["current", "--json"]).outcome()
    let json = try AQJSON(parsing: Array(outcome.output.utf8))
    let (reports, index) = (try json["reports"].array(), try json["index"].array())
    #expect(reports.count == 4 && index.count == 4)
    #expect(
      index.first?["standard"].stringValue == "us_epa_2024" && index.first?["site"].stringValue == "Beijing")
  }

  @Test(
    "of an index that lacks hours of a pollutant has the labelled proxy with its band and origin")
  func uncertain() async throws {
    try await offline { file in
      let enschede =
        ["--source", "recordings", "--city", "Enschede", "--json", "--config", file]
        + ["--set", "recordings.timing=now"]
      let outcome = try await CommandRun(["current"] + enschede).outcome()
      let index = try #require(try AQJSON(parsing: Array(outcome.output.utf8))["index"].array().first)
      #expect(index["proxy"].stringValue?.contains("from ") == true, "\(outcome.output)")
      #expect(index["isBandUncertain"].boolValue == false && index["band"].kind == .object)
      #expect(index["index"].doubleValue ?? 0 > 50 && index["provenance"]["kind"].stringValue == "forecast")
      let history = try await CommandRun(["history", "--days", "1"] + enschede).outcome()
      let hours = try AQJSON(parsing: Array(history.output.utf8))["index"].array().flatMap {
        try $0["hours"].array()
      }
      let last = try #require(hours.last, "\(history.errors)")
      #expect(last["isProxy"].boolValue == true && last["band"].kind == .object)
    }
  }

  @Test("has the members of another object, and none without a value")
  func members() throws {
    let (absent, count): (String?, Int?) = (nil, 3)
    let object = Members(["name": "x"], ["absent": absent, "count": count, "list": [1, 2]])
    #expect(try TerminalJSON.line(of: object).sent == #"{"count":3,"list":[1,2],"name":"x"}"#)
  }

  @Test("has an empty array on one line, and what failed with its code")
  func failures() throws {
    let failure = AirAnswer.SourceOutcome(
      descriptor: SourceDescriptor(id: "s", name: "S", offers: []),
      result: .failed(AQError(.rateLimited, "Too much.", retry: .after(.seconds(90)))))
    let answer = AirAnswer(
      query: AirQuery(places: []), outcomes: [failure], askedAt: AirTime(secondsSince1970: 1_790_805_600))
    let text = try TerminalJSON.text(of: Members(enveloping: ["stations": [String]()], of: answer)).sent
    #expect(text.contains(#""stations" : []"#))
    let json = try AQJSON(parsing: Array(text.utf8))
    let first = try #require(json["failures"].array().first)
    #expect(
      first["code"].stringValue == "rateLimited" && first["source"].stringValue == "s"
        && first["retryAfter"].doubleValue == 90)
  }
}
