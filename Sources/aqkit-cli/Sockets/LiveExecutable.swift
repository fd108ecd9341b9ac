import AQKit
import Foundation

/// `aqkit-cli-live`, the executable that opens and serves sockets, as `aqkit-cli` sees it.
///
/// Both have the same commands, so a command is handed over by running the other executable with the same arguments.
struct LiveExecutable: Sendable {
  static let name = "aqkit-cli-live"

  /// The folder of both.
  let folder: URL

  /// The executable next to the running one; nil if the system doesn't tell its location.
  static var besideThis: LiveExecutable? {
    guard let file = Bundle.main.executableURL else { return nil }
    return LiveExecutable(folder: file.resolvingSymlinksInPath().deletingLastPathComponent())
  }

  /// Replaces this process by it: with the same arguments, environment, open files and process number.
  ///
  /// - Throws: ``AQError/Code/invalidRequest`` with the remedy if it is missing.
  func takeOver() throws -> Never {
    // Threads of tasks block signals, and an executable begins with the mask of the thread that starts it.
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
    // The arguments are passed on byte by byte, because a file's name needn't be UTF-8. The call returns only if it fails.
    _ = execv(folder.appending(path: Self.name).path, CommandLine.unsafeArgv)
    throw AQError(
      .invalidRequest,
      """
      This needs \(Self.name), which isn't in \(folder.path). In AQKit's folder, swift run \(Self.name) builds it and \
      takes the same arguments.
      """)
  }
}
