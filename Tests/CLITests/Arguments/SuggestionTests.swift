import AQKit
import ArgumentParser
import TestRuns
import Testing

@testable import AQKitCommands

@Suite("A mistyped name", .timeLimit(.minutes(10))) struct SuggestionTests {
  @Test(
    "gets the one that differs by a few characters",
    arguments: [
      ("curent", "current"), ("serach", "search"), ("INDEX", "index"), ("wach", "watch"), ("foo", nil),
      ("", nil),
      ("xyzzyxyzzy", nil),
    ] as [(String, String?)])
  func nearest(typed: String, meant: String?) {
    let names = ["current", "search", "index", "watch", "sources"]
    #expect(nearestSpelling(to: typed, among: names) == meant)
  }

  @Test("may have two neighbours swapped or a letter inserted")
  func distance() {
    #expect(editDistance(Array("open-metoe"), Array("open-meteo")) == 1)
    #expect(editDistance(Array("us-ep"), Array("us-epa")) == 1)
    #expect(editDistance(Array(""), Array("abc")) == 3)
  }

  @Test(
    "of a command, an option, a source, its option, an index, a format or a parameter is wrong usage that names the near one",
    arguments: [
      (["curent"], "aqkit-cli current?"), (["watc", "ws://x", "--count", "3"], "aqkit-cli watch?"),
      (["help", "curent"], "aqkit-cli current?"), (["index", "--lsit"], "--list"),
      (["--color", "never", "forecast"], "aqkit-cli forecast …\n"),
      (["current", "--source", "open-metoe", "--at", "1,1"], "“open-meteo”?"),
      (["sources", "open-metoe"], "“open-meteo”?"), (["check", "recordngs"], "“recordings”?"),
      (["watch", "city-fed"], "“city-feed”?"),
      (["record", "open-metoe", "--into", "/nowhere"], "“open-meteo”?"),
      (
        ["sources", "--set", "open-meteo.baseUrl=x"],
        "“open-meteo” has no option “baseUrl” (did you mean “baseURL”?)"
      ),
      (["index", "--standard", "us-ep", "pm25=3"], "“us-epa”?"),
      (["forecast", "--standard", "us-ep"], "“us-epa”?"),
      (["normalize", "--format", "ctiy"], "“city”?"),
      (["history", "--parameters", "pm52", "--at", "1,1"], "“pm25”?"),
    ])
  func said(arguments: [String], near: String) async throws {
    let outcome = try await CommandRun(arguments).outcome()
    #expect(outcome.status == 2 && outcome.output.isEmpty, "\(outcome.errors)")
    #expect(outcome.errors.contains(near), "\(outcome.errors)")
  }

  @Test(
    "or impossible argument is exit code 2, and says what is possible",
    arguments: [
      (["current", "--at", "100,13"], "Latitude is from -90 to 90"), (["search", "B"], "two letters"),
      (["search", "Brno", "--country", "Germany"], "two letters"),
      (["index", "pm25=nan"], "isn't a concentration"),
      (["index", "pm25=35mg"], "Did you mean mg/m3?"), (["index", "--all", "o3=71"], "Name the unit of o3"),
      (["record", "open-meteo", "--into", "/nowhere"], "coordinate"),
      (["sources", "--config", "/nowhere/x.json"], "“/nowhere/x.json” can't be read: No such file"),
      (["watch", "ws://127.0.0.1:1", "--scale", "foo"], "no index “foo”"),
      (["--generate-completion-script", "foo"], "with one of: zsh bash fish"),
    ])
  func advice(arguments: [String], text: String) async throws {
    let outcome = try await CommandRun(arguments).outcome()
    #expect(
      outcome.status == 2 && outcome.errors.lowercased().contains(text.lowercased()), "\(outcome.errors)")
  }

  @Test("of a file isn't wrong usage: a folder is named as one, and an empty file isn't an error")
  func files() async throws {
    let folder = try await CommandRun(["normalize", "--format", "city", "/tmp"]).outcome()
    #expect(folder.status == 1 && folder.errors.contains("it is a folder"), "\(folder.errors)")
    for format in ["aqkit", "city", "open-meteo"] {
      let empty = try await CommandRun(["normalize", "--format", format, "/dev/null"]).outcome()
      #expect(empty.status == 0 && empty.errors.contains("The input is empty"), "\(empty.errors)")
    }
  }

  @Test("of a folder of recordings is reported, although the source wasn't named")
  func recordings() async throws {
    let outcome = try await CommandRun(["current", "--set", "recordings.folder=/nowhere"]).outcome()
    #expect(outcome.status == 1 && outcome.errors.contains("/nowhere"), "\(outcome.errors)")
  }
}
