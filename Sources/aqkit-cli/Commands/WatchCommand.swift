import AQKit
import ArgumentParser
import Foundation

/// Shows a live feed as it arrives.
struct WatchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "watch", "Show a live feed: a table on a terminal, a line per reading otherwise.",
    about: """
      Readings go to stdout; states of the connection, drops and refused elements go to stderr, or to the foot of the \
      table. Ctrl-C ends it. With --count the exit code is 0 when so many readings came and 1 when the feed ended, or \
      the time was up, before; without it is 0 when any came. Try it with aqkit-cli serve-feed.
      """,
    "A source with live updates may stand in the place of the address, configured by --set and --config.",
    examples: "aqkit-cli watch wss://air.example.org/feed --scale in-naqi",
    "aqkit-cli watch recordings --set recordings.speed=3600")

  @Argument(
    help: ArgumentHelp(
      "The address: ws or wss (WebSocket), http or https (server-sent events), tcp or tls (lines). Or a source.",
      valueName: "URL|SOURCE"), completion: Completion.sources)
  var target: String

  @OptionGroup var live: LiveArguments

  @Option(
    name: .customLong("standard"),
    help: ArgumentHelp(
      "The index whose bands concentrations get, each value taken as it is.", valueName: "INDEX"),
    completion: Completion.indices)
  var standard: String?

  @Option(
    name: .customLong("city"), help: ArgumentHelp("Only this city; may be repeated.", valueName: "NAME"))
  var cities: [String] = []

  @Option(name: .customLong("count"), help: ArgumentHelp("End after so many readings.", valueName: "N"))
  var count: Int?

  @Option(name: .customLong("timeout"), help: ArgumentHelp("End after so many seconds.", valueName: "S"))
  var timeout: Double?

  @Option(
    name: .customLong("interval"),
    help: ArgumentHelp("Seconds between the samples of the small chart.", valueName: "S"))
  var interval = 5

  @Flag(name: .customLong("no-reconnect"), help: "End at the first failure, with exit code 1.")
  var endsAtFailure = false

  @OptionGroup var output: OutputOptions

  @OptionGroup var options: ContainerOptions

  mutating func validate() throws {
    try live.validate(target)
    if let count, count < 1 { throw ValidationError("--count is at least 1.") }
    try LiveArguments.checkSeconds("timeout", timeout)
    try LiveArguments.checkSeconds("interval", Double(interval))
  }

  mutating func run() async throws {
    if LiveArguments.isAddress(target) { _ = try SocketAccess.needed() }
    let container = try options.container()
    let clock = try container[.clock]
    let catalog = try container[.indexCatalog]
    let source = try live.source(
      target, reconnects: !endsAtFailure, timeout: timeout, in: container)
    for name in [standard, live.scale].compactMap(\.self) { _ = try catalog.named(name) }
    let terminal = output.terminal
    let interrupt = Interrupt()
    let session = WatchSession(
      name: source.descriptor.name, updates: source.updates(for: AirQuery(places: cities.map { .city($0) })),
      style: output.printsJSON
        ? .json : Terminal.drawsInPlace ? .table(terminal, size: { .current }) : .lines,
      limit: count, timeout: timeout.map { .seconds($0) },
      options: AirChart.Options(
        banding: standard.map { .index(IndexEdition.Reference($0), in: catalog) } ?? .published(in: catalog)),
      catalog: catalog, history: AirHistory(interval: .seconds(interval), limits: limits, clock: clock),
      clock: clock,
      interruption: { await interrupt.wait() }, write: { try StandardOutput.print($0, terminator: "") },
      complain: { AQKitCommands.complain($0) },
      tableTakesNotes: isatty(STDERR_FILENO) == 1)
    let (end, progress) = try await session.run()
    // A user who asked for a number of readings and got them needs no message.
    if end != .complete || progress.refused > 0 || progress.dropped > 0 {
      AQKitCommands.complain("aqkit-cli: \(end.sentence(progress))")
    }
    let code = end.exitCode(progress)
    if code != 0 { throw ExitCode(code) }
  }

  /// Thousands of cities, each with half an hour at the usual interval.
  private var limits: AirHistory.Limits {
    AirHistory.Limits(
      maximumSites: 10_000, maximumSeriesPerSite: 32, maximumSamples: min(600, max(60, 1800 / interval) + 1))
  }
}
