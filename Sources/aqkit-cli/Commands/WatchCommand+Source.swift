import AQKit
import AQKitSocketFeed
import ArgumentParser
import Foundation

/// What is watched: an address in one of the tool's formats, or a source of the container.
extension WatchCommand {
  private var isAddress: Bool { target.contains("://") }

  /// Checks the address, or that no option of an address goes with a source.
  func validateTarget() throws {
    if isAddress {
      do { try NIOFeedConnector.check(target) } catch { throw ValidationError(error.message) }
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

  /// What is watched.
  ///
  /// - Throws: ``WrongUsage`` for a source that isn't there or has no live updates.
  func source(in container: AQContainer) throws -> any AirDataSource {
    guard isAddress else { return try registered(in: container) }
    return try (format ?? .city).source(
      at: try endpoint(), scale: scale, reconnects: !endsAtFailure, in: container)
  }

  private func registered(in container: AQContainer) throws -> any AirDataSource {
    let id = try container.sourceID(target)
    var container = container
    return try WrongUsage.checked {
      let declared = container.descriptors.first { $0.id == id }?.options.map(\.name)
      if declared?.contains("updatesPerMessage") == true {
        try container.setOption("updatesPerMessage", of: id, to: "true")
      }
      let settings = [
        ("scale", "scale", scale), ("idle-timeout", "idleTimeout", idleTimeout.map { "\($0)" }),
        ("no-reconnect", "reconnect", endsAtFailure ? "false" : nil),
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

  private func endpoint() throws -> FeedEndpoint {
    var endpoint = FeedEndpoint(url: target, idleTimeout: idleTimeout.map { .seconds($0) })
    if let timeout { endpoint.handshakeTimeout = min(endpoint.handshakeTimeout, .seconds(timeout)) }
    endpoint.headers = headers.map { header in
      let parts = header.split(separator: ":", maxSplits: 1)
      // A field that somebody types by hand is a credential as likely as not.
      return TransportHeader(
        String(parts.first ?? ""),
        secret: AirSecret(parts.dropFirst().joined().trimmingCharacters(in: .whitespaces)))
    }
    if let authorities {
      guard let data = FileManager.default.contents(atPath: authorities) else {
        throw AQError(.invalidRequest, "The file “\(authorities)” can't be read.")
      }
      endpoint.trustedCertificates = String(decoding: data, as: UTF8.self)
    }
    return endpoint
  }
}
