package import AQKit

/// The tools with which commands use sockets; `aqkit-cli-live`, which links SwiftNIO, has them.
package protocol SocketTools: Sendable {
  /// Opens live feeds; nil in a build without the trait NIO.
  var connector: (any FeedConnector)? { get }

  /// The paths of `smoke` without internet.
  var smokeChecks: [SmokeCheck] { get }

  /// Serves a recorded feed on a loopback port.
  ///
  /// - Throws: ``AQError/Code/unreachable`` when the port isn't available, ``AQError/Code/malformed`` for a recording
  ///   without a message.
  func serve(_ recording: FeedRecording, speed: Double, loops: Bool, port: Int) async throws
    -> any ReplayServing
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
