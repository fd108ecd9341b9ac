import AQKit
import ArgumentParser
import Foundation

/// Shows a live feed as it comes.
struct WatchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Show a live feed: a table on a terminal, a line per reading otherwise.",
    discussion: """
      Readings go to stdout; states of the connection, drops and refused elements go to stderr, or to the foot of the
      table. Ctrl-C ends it. With --count the exit code is 0 when so many readings came and 1 when the feed ended, or
      the time was up, before; without it is 0 when any came. Try it with aqkit-cli serve-feed.
      """)

  @Argument(
    help: ArgumentHelp(
      "The address: ws or wss (WebSocket), http or https (server-sent events), tcp or tls (lines).",
      valueName: "URL"))
  var url: String

  @Option(name: .customLong("format"), help: ArgumentHelp("The format of the messages.", valueName: "FORMAT"))
  var format: FeedFormat = .city

  @Option(
    name: .customLong("scale"),
    help: ArgumentHelp(
      "The scale of a city feed's indices, such as in-naqi, for their bands.", valueName: "INDEX"))
  var scale: String?

  @Option(
    name: .customLong("standard"),
    help: ArgumentHelp(
      "The index whose bands concentrations get, each value taken as it is.", valueName: "INDEX"))
  var standard: String?

  @Option(
    name: .customLong("city"), help: ArgumentHelp("Only this city; may be repeated.", valueName: "NAME"))
  var cities: [String] = []

  @Option(name: .customLong("count"), help: ArgumentHelp("End after so many readings.", valueName: "N"))
  var count: Int?

  @Option(name: .customLong("timeout"), help: ArgumentHelp("End after so many seconds.", valueName: "S"))
  var timeout: Double?

  @Option(
    name: .customLong("idle-timeout"),
    help: ArgumentHelp(
      "Take a connection for dead after so many seconds without a byte.", valueName: "S"))
  var idleTimeout: Double?

  @Option(
    name: .customLong("interval"),
    help: ArgumentHelp("Seconds between the samples of the small chart.", valueName: "S"))
  var interval = 5

  @Option(
    name: .customLong("header"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A header field of the request; may be repeated.", valueName: "NAME: VALUE"))
  var headers: [String] = []

  @Option(
    name: .customLong("ca"),
    help: ArgumentHelp("PEM certificates to trust in place of the system's.", valueName: "FILE"))
  var authorities: String?

  @Flag(name: .customLong("no-reconnect"), help: "End at the first failure, with exit code 1.")
  var endsAtFailure = false

  @Flag(name: .customLong("json"), help: "Print one reading a line as JSON.")
  var printsJSON = false

  @OptionGroup var options: ContainerOptions

  private static let schemes = ["ws", "wss", "http", "https", "tcp", "tls"]

  mutating func validate() throws {
    guard let scheme = url.range(of: "://").map({ url[..<$0.lowerBound].lowercased() }),
      Self.schemes.contains(scheme)
    else {
      throw ValidationError(
        "The address begins with \(Self.schemes.map { $0 + "://" }.joined(separator: ", ")).")
    }
    if let count, count < 1 { throw ValidationError("--count is at least 1.") }
    for (name, seconds) in [
      ("timeout", timeout), ("idle-timeout", idleTimeout), ("interval", Double(interval)),
    ]
    where seconds.map({ !($0 > 0 && $0 < 1e9) }) ?? false {
      throw ValidationError("--\(name) is a number of seconds above 0.")
    }
    for header in headers where !header.contains(":") {
      throw ValidationError("A header is written NAME: VALUE.")
    }
  }

  mutating func run() async throws {
    let container = try options.container()
    let clock = try container[.clock]
    let catalog = try container[.indexCatalog]
    if let standard, catalog.index(standard) == nil {
      throw WrongUsage(
        reason: AQError(
          .invalidRequest, "There is no index “\(standard)”; aqkit-cli index --list has them all."))
    }
    let source = try format.source(
      at: try endpoint(), scale: scale, reconnects: !endsAtFailure, in: container)
    let terminal = Terminal()
    let interrupt = Interrupt()
    let session = WatchSession(
      name: source.descriptor.name, updates: source.updates(for: AirQuery(places: cities.map { .city($0) })),
      style: printsJSON
        ? .json : isatty(STDOUT_FILENO) == 1 ? .table(terminal, size: { .current }) : .lines,
      limit: count, timeout: timeout.map { .seconds($0) },
      options: AirChartOptions(
        banding: standard.map { .index(IndexReference($0), in: catalog) } ?? .published(in: catalog)),
      history: AirHistory(interval: .seconds(interval), clock: clock), clock: clock,
      interruption: { await interrupt.wait() }, write: { try StandardOutput.print($0, terminator: "") },
      complain: { aqkit_cli.complain($0) },
      tableTakesNotes: isatty(STDERR_FILENO) == 1)
    let (end, progress) = try await session.run()
    aqkit_cli.complain("aqkit-cli: \(end.sentence(progress))")
    let code = end.exitCode(progress)
    if code != 0 { throw ExitCode(code) }
  }

  private func endpoint() throws -> FeedEndpoint {
    var endpoint = FeedEndpoint(url: url, idleTimeout: idleTimeout.map { .seconds($0) })
    if let timeout { endpoint.handshakeTimeout = min(endpoint.handshakeTimeout, .seconds(timeout)) }
    endpoint.headers = headers.map { header in
      let parts = header.split(separator: ":", maxSplits: 1)
      // A field that somebody types by hand is a credential as likely as not.
      return TransportHeader(
        String(parts.first ?? ""),
        secret: Secret(parts.dropFirst().joined().trimmingCharacters(in: .whitespaces)))
    }
    if let authorities {
      guard let data = FileManager.default.contents(atPath: authorities) else {
        throw AQError(.notConfigured, "The file “\(authorities)” can't be read.")
      }
      endpoint.trustedCertificates = String(decoding: data, as: UTF8.self)
    }
    return endpoint
  }
}
