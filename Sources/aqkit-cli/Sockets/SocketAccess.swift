package import AQKit
package import Foundation

/// The location of the commands' tools for sockets.
package enum SocketAccess: Sendable {
  case here(any SocketTools)
  /// `aqkit-cli-live` in the folder of this executable has them, and the same commands.
  case beside(folder: URL)
  case nowhere

  /// The location for the running executable; none in a test.
  static let current = TaskLocal(wrappedValue: SocketAccess.nowhere)

  /// The folder of this executable; nil if the system doesn't say.
  package static var besideThis: SocketAccess {
    guard let file = Bundle.main.executableURL else { return .nowhere }
    return .beside(folder: file.resolvingSymlinksInPath().deletingLastPathComponent())
  }

  /// Whether another executable has them.
  static var isElsewhere: Bool { if case .beside = current.get() { true } else { false } }

  /// Returns the tools; if they are in another executable, that one takes over with the same arguments, so a command
  /// calls this before any output or work. If there is no such executable, the error states the remedy.
  static func needed() throws -> any SocketTools {
    switch current.get() {
    case .here(let tools): return tools
    case .beside(let folder): try takeOver(in: folder)
    case .nowhere:
      throw AQError(.notConfigured, "This executable can't open sockets; AQKit's \(name) can.")
    }
  }

  /// The executable that opens and serves sockets.
  static let name = "aqkit-cli-live"

  /// Replaces this process with it, keeping the arguments, environment, open files and process ID.
  private static func takeOver(in folder: URL) throws -> Never {
    // Threads that run tasks block signals, and an executable starts with the signal mask of the thread that starts it.
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
    // The arguments are passed on byte by byte, because a file name need not be UTF-8. The call only returns if it fails.
    _ = execv(folder.appending(path: name).path, CommandLine.unsafeArgv)
    throw AQError(
      .invalidRequest,
      """
      This needs \(name), which isn't in \(folder.path). In AQKit's folder, swift run --traits default,NIO \(name) \
      builds it and takes the same arguments.
      """)
  }
}

/// The tools with which commands use sockets; `aqkit-cli-live`, which links SwiftNIO, has them.
package protocol SocketTools: Sendable {
  /// Opens live feeds; nil in a build without the trait NIO.
  var connector: (any FeedConnector)? { get }

  /// The paths of `smoke` without internet.
  var smokeChecks: [SmokeCheck] { get }

  /// Serves a recorded feed with at least one message on a loopback port (0 for any free one) for as long as a body runs
  /// with the address; returns the number of connections.
  func serve(
    _ recording: FeedRecording, speed: Double, loops: Bool, port: Int,
    during body: (String) async throws -> Void
  ) async throws -> Int
}
