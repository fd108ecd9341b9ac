import AQKit
import ArgumentParser
import Testing

@testable import AQKitCommands

@Suite("A query on the command line")
struct QueryArgumentsTests {
  @Test("names points, parameters and windows of time")
  func readable() throws {
    #expect(try QueryArguments.point("52.52, -13.41") == .near(Coordinate(52.52, -13.41)))
    #expect(try QueryArguments.parameters("pm2_5, o3") == [.pm25, .o3])
    #expect(try QueryArguments.parameters(nil) == [])
    #expect(try QueryArguments.window("current") == .current)
    #expect(try QueryArguments.window("past=PT24H") == .past(.seconds(86_400)))
    #expect(try QueryArguments.window("next=P3D") == .next(.seconds(3 * 86_400)))
    let start = try #require(AirTime("2026-10-01T00:00Z"))
    let end = try #require(AirTime("2026-10-02T01:00+01:00"))
    #expect(
      try QueryArguments.window("2026-10-01T00:00Z/2026-10-02T01:00+01:00")
        == .interval(AirInterval(start: start, end: end)))
  }

  @Test(
    "that makes no sense is wrong usage",
    arguments: [
      "", "now", "past", "past=", "past=1", "past=-PT1H", "last=PT1H", "2026-10-02T00:00Z", "a/b",
      "2026-10-02T00:00Z/2026-10-01T00:00Z", "2026-10-01T00:00/2026-10-02T00:00",
    ])
  func windows(_ text: String) {
    #expect(throws: ValidationError.self) { try QueryArguments.window(text) }
    #expect(throws: ValidationError.self) { try QueryArguments.point(text) }
  }

  @Test(
    "is checked before any request",
    arguments: [
      ["record", "open-meteo", "--into", "x", "--at", "99,0"], ["record", "open-meteo"],
      ["record", "open-meteo", "--into", "x", "--for", "0"],
      ["record", "open-meteo", "--into", "x", "--count", "0"],
      ["record", "open-meteo", "--into", "x", "--window", "soon"],
      ["record", "open-meteo", "--into", "x", "--parameters", ","],
      ["record", "open-meteo", "--into", "x", "--name", "../y"],
      ["check", "--recordings", "x"], ["record", "--into", "x"],
    ])
  func usage(_ arguments: [String]) {
    do {
      _ = try CommandLineTool.parseAsRoot(arguments)
      Issue.record("\(arguments) was taken")
    } catch {
      #expect(CommandLineTool.exitCode(for: error) == .validationFailure)
    }
  }
}
