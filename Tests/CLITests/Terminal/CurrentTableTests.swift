import AQKit
import AQKitFixtures
import ArgumentParser
import Testing

@testable import aqkit_cli

@Suite struct CurrentTableTests {
  @Test(
    "recordings are said to be such, by the days on which they were made", arguments: ["now", "recorded"])
  func recordings(timing: String) async throws {
    let command = try CurrentCommand.parse(["--timeout", "600", "--set", "recordings.timing=\(timing)"])
    let container = try command.options.container()
    let answer = try await command.answer(in: container)
    let catalog = AirQualityIndexCatalog.standard
    let table = CurrentTable(
      answer: answer, index: try #require(catalog.index("us-epa")), catalog: catalog,
      now: try container[.clock].time, terminal: Terminal(usesColour: false))
    let manifest = try FixtureFolder.bundled.manifest()
    let days = Set(manifest.recordings.map { "\($0.recordedAt.description.prefix(10))" })
    let last = try #require(table.lines.last?.sent)
    let first = try #require(last.wholeMatch(of: #/These are recordings from (\S+?)( to \S+)?, .*/#)?.1)
    #expect(days.contains("\(first)") && last.contains("not the air of now. Now: aqkit-cli current --at"))
    #expect(last.contains("shown as if they were of now") == (timing == "now"))
  }
}
