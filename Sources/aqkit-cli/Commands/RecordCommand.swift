import AQKit
import AQKitFixtures
import ArgumentParser

struct RecordCommand: ToolCommand {
  static let help = CommandHelp(
    "record", "Record a live source into a folder that the source of recordings serves.",
    about: """
      Credentials are taken out by name and by value, and coordinates that were asked about are rounded to 0.1°. Ctrl-C \
      or closing the terminal ends the listening, and what was heard is recorded. What was recorded is shown with \
      aqkit-cli current --source recordings --set recordings.folder=DIR
      """,
    examples: "record open-meteo --at 52.52,13.41 --parameters pm25,o3 --into Recordings",
    "record city-feed --set city-feed.url=wss://example.org/feed --for 60 --into Recordings")

  @Argument(help: "The source; see \(toolName) sources.")
  var source: String

  @OptionGroup var places: PlaceOptions

  @Option(
    name: .customLong("site"),
    help: ArgumentHelp("A site by the source's identifier; may be repeated.", valueName: "ID"))
  var sites: [String] = []

  @Option(help: ArgumentHelp("The parameters, such as pm25,o3; all by default.", valueName: "LIST"))
  var parameters: String?

  @Option(help: ArgumentHelp("current, past=PT24H, next=P3D, or START/END as ISO 8601.", valueName: "WINDOW"))
  var window = "current"

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("Listen to live updates for this number of seconds.", valueName: "SECONDS"))
  var seconds: Double?

  @Option(help: ArgumentHelp("Listen to live updates until N of them have brought a report.", valueName: "N"))
  var count: Int?

  @Option(
    name: .customLong("into"),
    help: ArgumentHelp("The folder; other recordings in it are kept.", valueName: "DIR"))
  var folder: String

  @Option(
    help: ArgumentHelp(
      "The prefix of the file names, by default the source and the time; a recording of that name is replaced.",
      valueName: "NAME"))
  var name: String?

  @Flag(name: .customLong("exact-coordinates"), help: "Don't round the coordinates that were asked about.")
  var keepsCoordinates = false

  @OptionGroup var output: OutputOptions
  @OptionGroup var options: ContainerOptions

  mutating func validate() throws {
    _ = try query()
    let isTime = seconds.map { $0 > 0 && $0 < 1e8 } ?? true
    try refuse(if: !isTime, "--for takes a positive number of seconds.")
    try refuse(if: count ?? 1 < 1, "--count takes a positive number.")
    try refuse(if: name.map(Self.isFileName) == false, "--name takes a prefix for file names.")
  }

  mutating func run() async throws {
    let container = try options.container(asking: [source])
    let id = try container.declaration(of: source).id
    _ = try WrongUsage.checked { try AirHub(container).source(id) }
    let recorder = FixtureRecorder(
      FixtureFolder(path: folder), redaction: Redaction(roundsCoordinates: !keepsCoordinates))
    let extent: FixtureRecorder.Extent? =
      seconds == nil && count == nil
      ? nil : .init(duration: seconds.map { .milliseconds(Int64($0 * 1000)) }, updates: count)
    let query = try query()
    // Without an extent, a live recording ends at Ctrl-C.
    let interrupt = extent == nil ? nil : Interrupt()
    let outcome: FixtureRecorder.Outcome
    do {
      outcome = try await recorder.record(
        id, of: container, query, live: extent, as: name, until: interrupt?.wait)
    } catch let error as AQError where error.code == .unsupported {
      // The source was not asked, because it doesn't support this query.
      throw WrongUsage(reason: error)
    }
    for note in outcome.response.notes { complain("\(id): \(note)") }
    let tally = Tally([outcome.response])
    if tally.values == 0, tally.notices == 0 { complain("\(id) had no air data to record\(tally.refusals).") }
    let warnings = tally.notices > 0 ? ", \(Text.count(tally.notices, "warning"))" : ""
    try output.print(["recordings": outcome.recordings]) { [folder] _ in
      [
        "Recorded \(Text.count(tally.reports, "report")) with \(Text.count(tally.values, "value"))\(warnings) of \(id) into \(folder):"
      ] + outcome.recordings.map { "  \($0.file) (\($0.format))" }
    }
  }

  /// Returns whether file names can begin with this text; up to 20 bytes follow it.
  private static func isFileName(_ name: String) -> Bool {
    let text = name.utf8
    return (1...200).contains(text.count) && text.first != UInt8(ascii: ".")
      && !text.contains { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
  }

  private func query() throws -> AirQuery {
    AirQuery(
      places: try places.places + sites.map(AirQuery.Place.site),
      parameters: try QueryArguments.parameters(parameters), window: try QueryArguments.window(window))
  }
}
