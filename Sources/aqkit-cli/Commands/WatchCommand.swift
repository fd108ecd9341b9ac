import AQKit
import AQKitFeedFormats
import ArgumentParser

struct WatchCommand: ToolCommand {
  static let help = CommandHelp(
    "watch", "Show a live feed, a line for each reading.",
    about: """
      An address is followed as city-feed or, with --format aqkit, as aqkit-feed; --set and --config set its options, such \
      as city-feed.authorization. Ctrl-C ends it. With --count the exit code is 0 if that many readings arrived, and 1 if \
      the feed ended or the time was up first; without it, 0 if any arrived. Try it with aqkit-cli serve-feed.
      """,
    examples: "watch wss://air.example.org/feed --scale in-naqi",
    "watch recordings --set recordings.speed=3600")

  /// The formats of live feeds that the tool reads, each with the source that reads it.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case city, aqkit

    var source: SourceID { self == .city ? "city-feed" : "aqkit-feed" }
  }

  @Argument(
    help: ArgumentHelp(
      "The address: ws or wss (WebSocket), http or https (server-sent events), tcp or tls (lines). Or a source.",
      valueName: "URL|SOURCE"))
  var target: String

  @Option(
    help: ArgumentHelp(
      "With an address, the format of its messages: city (the default) or aqkit.", valueName: "FORMAT"))
  var format: Format?

  @Option(
    help: ArgumentHelp(
      "The scale whose bands a city feed's indices have, such as in-naqi, or a FILE.json.",
      valueName: "INDEX"))
  var scale: String?

  @Option(
    name: .customLong("city"), help: ArgumentHelp("Only this city; may be repeated.", valueName: "NAME"))
  var cities: [String] = []

  @Option(help: ArgumentHelp("End after this number of readings.", valueName: "N"))
  var count: Int?

  @Option(help: ArgumentHelp("End after this number of seconds.", valueName: "S"))
  var timeout: Double?

  @Flag(name: .customLong("no-reconnect"), help: "End at the first failure, with exit code 1.")
  var endsAtFailure = false

  @OptionGroup var output: OutputOptions
  @OptionGroup var options: ContainerOptions

  /// Whether an address is followed rather than a source.
  private var isAddress: Bool { target.contains("://") }

  mutating func validate() throws {
    if isAddress {
      do { _ = try FeedAddress(target) } catch { throw ValidationError(error.message) }
    }
    try refuse(
      if: format != nil && !isAddress,
      "--format goes with an address such as wss://example.org/feed, which “\(target)” isn't.")
    try refuse(if: count ?? 1 < 1, "--count is at least 1.")
    let isTime = timeout.map { $0 > 0 && $0 < 1e9 } ?? true
    try refuse(if: !isTime, "--timeout is a number of seconds above 0.")
  }

  mutating func run() async throws {
    if isAddress, SocketAccess.isElsewhere { _ = try SocketAccess.needed() }
    let container = try options.container(asking: [target])
    let catalog = try catalog(in: container)
    let source = try source(in: container)
    let interrupt = Interrupt()
    let session = WatchSession(
      updates: source.updates(for: AirQuery(places: cities.map { .city($0) })), printsJSON: output.printsJSON,
      limit: count, timeout: timeout.map { .seconds($0) }, catalog: catalog, clock: try container[.clock],
      interruption: { await interrupt.wait() }, write: { try StandardOutput.print($0) },
      complain: { AQKitCommands.complain($0) })
    let (end, progress) = try await session.run()
    // A user who asked for a number of readings and got them needs no message.
    if end != .complete || progress.refused > 0 || progress.dropped > 0 || progress.unsaid > 0 {
      AQKitCommands.complain("\(end.sentence(progress))")
    }
    let code = end.exitCode(progress)
    if code != 0 { throw ExitCode(code) }
  }

  /// Reads the scale's file, which may be a pipe: its index joins the catalogue, and its identifier becomes the scale.
  mutating func catalog(in container: AQContainer) throws -> AirQualityIndexCatalog {
    var catalog = try container[.indexCatalog]
    scale = try scale.map { try catalog.take($0) }
    return catalog
  }

  /// Returns the source that is followed, with the options that the arguments set. A source that doesn't exist, has no
  /// live updates, or lacks an option is wrong usage.
  func source(in container: AQContainer) throws -> any AirDataSource {
    let id = try isAddress ? (format ?? .city).source : container.declaration(of: target).id
    var container = container
    return try WrongUsage.checked {
      let declared = container.descriptors.first { $0.id == id }?.options.map(\.name) ?? []
      // The user sees every reading, even if several of one city arrive within a second.
      if declared.contains("updatesPerMessage") {
        try container.setOption("updatesPerMessage", of: id, to: "true")
      }
      if isAddress { try container.setOption("url", of: id, to: target) }
      let settings = [
        ("scale", "scale", scale), ("no-reconnect", "reconnect", endsAtFailure ? "false" : nil),
      ]
      for case (let name, let option, let value?) in settings {
        guard declared.contains(option) else {
          throw AQError(.invalidRequest, "“\(target)” has no option for --\(name).")
        }
        try container.setOption(option, of: id, to: value)
      }
      let source = try AirHub(container).source(id)
      guard source.descriptor.offers.contains(where: { $0.capabilities.contains(.live) }) else {
        let advice =
          target == "recordings" ? " Set recordings.speed, such as --set recordings.speed=3600." : ""
        throw AQError(.invalidRequest, "“\(target)” has no live updates.\(advice)")
      }
      return source
    }
  }
}
