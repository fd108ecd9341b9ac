import AQKit
import ArgumentParser

#if Board
  import AQKitFixtures
#endif

/// Shows places and live sites in the browser.
struct BoardCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "board", "Show places and live sites in the browser, on a page of this machine.",
    about: """
      The address goes to stdout. Only this machine can open it. Ctrl-C ends it. Places are asked about like those of \
      current, and feeds are followed like those of watch; without any it shows the recorded places and a recorded feed, \
      and needs no network.
      """,
    "It needs a build with the trait Board: swift run --traits Board aqkit-cli board",
    examples: "aqkit-cli board", "aqkit-cli board --at 52.52,13.41 --source open-meteo-air-quality")

  @OptionGroup var places: PlaceArguments

  @Option(
    name: .customLong("live"),
    help: ArgumentHelp(
      "A live feed: an address as of watch, or a source; may be repeated.", valueName: "URL|SOURCE"))
  var feeds: [String] = []

  @OptionGroup var live: LiveArguments

  @Option(
    name: .customLong("standard"),
    help: ArgumentHelp("The index by which places and concentrations are judged.", valueName: "INDEX"))
  var standard = "us-epa"

  @Option(
    name: .customLong("interval"),
    help: ArgumentHelp("Seconds between the samples of a live chart.", valueName: "S"))
  var interval = 5

  @Option(
    name: .customLong("port"), help: ArgumentHelp("The port; any that is free by default.", valueName: "N"))
  var port = 0

  @OptionGroup var patience: Patience

  @OptionGroup var options: ContainerOptions

  mutating func validate() throws {
    guard (0...65_535).contains(port) else { throw ValidationError("--port is 0 to 65535.") }
    try LiveArguments.checkSeconds("interval", Double(interval))
    for feed in feeds { try live.validate(feed) }
  }

  #if Board
    mutating func run() async throws {
      let tools = try SocketAccess.needed()
      let interrupt = Interrupt()
      let plan = try plan(in: options.container())
      let container = plan.container
      let (clock, catalog) = (try container[.clock], try container[.indexCatalog])
      let index = try catalog.named(standard)
      let client = try client(in: container, for: places.selection(usual: plan.sources, in: container))
      var followed = try feeds.map { try live.source($0, in: container) }
      let replay = plan.hasRecordedFeed ? try await recordedFeed(by: tools) : nil
      if let replay {
        let endpoint = FeedEndpoint(url: replay.url)
        followed.append(
          try FeedFormat.city.source(at: endpoint, scale: "in-naqi", reconnects: true, in: container))
      }
      let contents = BoardContents(
        places: plan.places, client: client, feeds: followed, index: index,
        reference: IndexEdition.Reference(standard), catalog: catalog, interval: .seconds(interval),
        clock: clock, remark: plan.remark)
      try await tools.serve(contents, port: port) { url in
        try StandardOutput.print("\(url)")
        complain("aqkit-cli: Open the address in a browser of this machine; Ctrl-C ends the board.")
        await interrupt.wait()
      }
      await replay?.stop()
    }

    /// The bundled feed, served to the command itself.
    private func recordedFeed(by tools: any SocketTools) async throws -> any ReplayServing {
      let recording = try FixtureFolder.bundled.manifest().recordings.first { $0.format == "city" }
      guard let recording else { throw AQError(.notConfigured, "No recorded feed is bundled.") }
      let replay = try FeedReplay(FixtureFolder.bundled.feed(recording), speed: 1, loops: true)
      return try await tools.serve(replay, over: .sse, port: 0)
    }

    /// A client that asks some of the sources only.
    private func client(in container: AQContainer, for sources: AirQuery.SourceSelection) throws -> AirClient
    {
      let original = AirClient(try places.hub(in: container), within: patience.limit)
      var client = original
      client.fetch = { query in
        var query = query
        query.sources = sources
        return try await original.fetch(query)
      }
      return client
    }

    /// The plan of what is shown.
    struct Plan {
      var container: AQContainer
      var places: [AirQuery.Place]
      /// The sources of places where none is named.
      var sources: AirQuery.SourceSelection
      var hasRecordedFeed = false
      var remark: String?
    }

    /// The places and feeds that are asked for, or else the recorded ones.
    func plan(in container: AQContainer) throws -> Plan {
      let asked = try places.places
      var plan = Plan(container: container, places: asked, sources: container.liveSources)
      let isRecorded =
        places.sources.isEmpty ? asked.isEmpty && feeds.isEmpty : places.sources == ["recordings"]
      guard isRecorded else {
        if asked.isEmpty, feeds.isEmpty {
          throw ValidationError("--source goes with a place: --at 52.52,13.41, or a name such as Brno.")
        }
        return plan
      }
      if !container.hasOption("timing", of: "recordings") {
        try plan.container.setOption("timing", of: "recordings", to: "now")
        plan.remark = "These are recordings, shown as if they were of now; it is not the air of now."
      }
      plan.sources = .only(["recordings"])
      if asked.isEmpty { plan.places = SourceDescriptor.recordings.testPlaces }
      plan.hasRecordedFeed = feeds.isEmpty
      return plan
    }
  #else
    mutating func run() async throws {
      complain(
        "aqkit-cli: This build has no board; with it: swift run --traits Board aqkit-cli board")
      throw ExitCode(2)
    }
  #endif
}
