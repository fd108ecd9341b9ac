package import AQKit
import ArgumentParser

/// The tools with which commands use sockets; `aqkit-cli-live`, which links SwiftNIO, has them.
package protocol SocketTools: Sendable {
  /// Opens live feeds; nil in a build without the trait NIO.
  var connector: (any FeedConnector)? { get }

  /// The paths of `smoke` without internet.
  var smokeChecks: [SmokeCheck] { get }

  /// Serves a recorded feed on a loopback port.
  ///
  /// - Parameters:
  ///   - replay: The feed to send.
  ///   - wire: How to send it.
  ///   - port: The port; 0 for any that is free.
  /// - Throws: ``AQError/Code/unreachable`` when the port isn't available, ``AQError/Code/invalidRequest`` for bytes over a
  ///   protocol of text.
  func serve(_ replay: FeedReplay, over wire: ReplayProtocol, port: Int) async throws -> any ReplayServing
}

/// The protocols that a recorded feed can be served by.
package enum ReplayProtocol: String, CaseIterable, ExpressibleByArgument, Sendable {
  case ws
  case tcp
  case sse
}

/// A recorded feed that is served.
package protocol ReplayServing: Sendable {
  /// The address to connect to.
  var url: String { get }
  /// The number of connections since the start.
  var acceptedConnections: Int { get }
  /// Stops serving.
  func stop() async
}
