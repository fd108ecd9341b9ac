import AQKit
import AQKitFeedFormats
import AQKitFixtures
import ArgumentParser
import Foundation

/// The options for reaching and reading live feeds, shared by every command that follows them. A target is an address in one
/// of the tool's formats, or a source of the container.
struct LiveArguments: ParsableArguments {
  @Option(
    name: .customLong("format"),
    help: ArgumentHelp(
      "The format of the messages, city (the default) or aqkit; of an address.", valueName: "FORMAT"))
  var format: FeedFormat?

  @Option(
    name: .customLong("scale"),
    help: ArgumentHelp(
      "The scale of a city feed's indices, such as in-naqi, for their bands.", valueName: "INDEX"),
    completion: Completion.indices)
  var scale: String?

  @Option(
    name: .customLong("idle-timeout"),
    help: ArgumentHelp(
      "Take a connection for dead after so many seconds without a byte.", valueName: "S"))
  var idleTimeout: Double?

  @Option(
    name: .customLong("header"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A header field of the request; may be repeated.", valueName: "NAME: VALUE"))
  var headers: [String] = []

  @Option(
    name: .customLong("ca"),
    help: ArgumentHelp("PEM certificates to trust in place of the system's.", valueName: "FILE"))
  var authorities: String?

  mutating func validate() throws {
    try Self.checkSeconds("idle-timeout", idleTimeout)
    for header in headers where !header.contains(":") {
      throw ValidationError("A header is written NAME: VALUE.")
    }
  }

  /// Checks a number of seconds.
  static func checkSeconds(_ name: String, _ seconds: Double?) throws {
    if let seconds, !(seconds > 0 && seconds < 1e9) {
      throw ValidationError("--\(name) is a number of seconds above 0.")
    }
  }

  /// Whether a target is an address rather than a source.
  static func isAddress(_ target: String) -> Bool { target.contains("://") }

  /// Checks an address, or that a source has no option for addresses.
  func validate(_ target: String) throws {
    if Self.isAddress(target) {
      do { _ = try FeedAddress(target) } catch { throw ValidationError(error.message) }
      return
    }
    let given = [
      ("format", format != nil), ("header", !headers.isEmpty), ("ca", authorities != nil),
    ]
    if let (name, _) = given.first(where: \.1) {
      throw ValidationError(
        "--\(name) goes with an address such as wss://example.org/feed, and “\(target)” is none.")
    }
  }

  /// Returns the source for a target.
  ///
  /// - Parameters:
  ///   - target: The address, or the identifier of a source.
  ///   - reconnects: Whether a lost connection is opened again.
  ///   - timeout: The most seconds for the handshake.
  ///   - container: Has the sources, the connector and the clock.
  /// - Throws: ``WrongUsage`` for a source that isn't there or has no live updates.
  func source(
    _ target: String, reconnects: Bool = true, timeout: Double? = nil, in container: AQContainer
  ) throws -> any AirDataSource {
    guard Self.isAddress(target) else { return try registered(target, reconnects, container) }
    return try (format ?? .city).source(
      at: try endpoint(target, timeout), scale: scale, reconnects: reconnects, in: container)
  }

  private func registered(_ target: String, _ reconnects: Bool, _ container: AQContainer) throws
    -> any AirDataSource
  {
    let id = try container.sourceID(target)
    var container = container
    return try WrongUsage.checked {
      let declared = container.descriptors.first { $0.id == id }?.options.map(\.name)
      if declared?.contains("updatesPerMessage") == true {
        try container.setOption("updatesPerMessage", of: id, to: "true")
      }
      let settings = [
        ("scale", "scale", scale), ("idle-timeout", "idleTimeout", idleTimeout.map { "\($0)" }),
        ("no-reconnect", "reconnect", reconnects ? nil : "false"),
      ]
      for case (let name, let option, let value?) in settings {
        guard declared?.contains(option) != false else {
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

  private func endpoint(_ target: String, _ timeout: Double?) throws -> FeedEndpoint {
    var endpoint = FeedEndpoint(url: target, idleTimeout: idleTimeout.map { .seconds($0) })
    if let timeout { endpoint.handshakeTimeout = min(endpoint.handshakeTimeout, .seconds(timeout)) }
    endpoint.headers = headers.map { header in
      let parts = header.split(separator: ":", maxSplits: 1)
      // A header that is typed by hand is probably a credential.
      return TransportRequest.Header(
        String(parts.first ?? ""),
        secret: AirSecret(parts.dropFirst().joined().trimmingCharacters(in: .whitespaces)))
    }
    if let authorities {
      do throws(FileBytes.Fault) {
        let bytes = try InputFile.bytes(atPath: authorities, atMost: 16 << 20)
        endpoint.trustedCertificates = String(decoding: bytes, as: UTF8.self)
      } catch {
        throw AQError(.invalidRequest, "The file “\(authorities)” can't be read: \(error.reason).")
      }
    }
    return endpoint
  }
}
