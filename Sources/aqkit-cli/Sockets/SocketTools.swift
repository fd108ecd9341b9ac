package import AQKit

/// The tools with which commands use sockets; `aqkit-cli-live`, which links SwiftNIO, has them.
package protocol SocketTools: Sendable {
  /// Opens live feeds; nil in a build without the trait NIO.
  var connector: (any FeedConnector)? { get }

  /// The paths of `smoke` without internet.
  var smokeChecks: [SmokeCheck] { get }

  /// Serves a recorded feed with at least one message on a free loopback port for as long as a body runs with the
  /// address; returns the number of connections.
  func serve(
    _ recording: FeedRecording, speed: Double, loops: Bool, port: Int,
    during body: (String) async throws -> Void
  ) async throws -> Int
}
