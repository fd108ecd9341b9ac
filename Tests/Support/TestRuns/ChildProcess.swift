package import Foundation

/// A program that runs as a separate process.
///
/// Foundation's `Process` doesn't work: on Linux (Swift 6.3) it reads the list of open files past its end, which crashes a
/// process with more than about 1,300, as the tests may have.
package final class ChildProcess: Sendable {
  /// The end of a process.
  package struct Ending: Sendable {
    /// The exit code, or the signal that ended it.
    package let status: Int32
    /// Whether it ended by itself.
    package let hasExited: Bool
  }

  /// The number of the process.
  package let id: pid_t
  private let ending = NSLock()
  // Read and written under the lock only.
  nonisolated(unsafe) private var known: Ending?

  /// Starts a program, which gets no other open files than its input, its output and its errors.
  ///
  /// - Parameters:
  ///   - path: The program.
  ///   - arguments: Its arguments.
  ///   - environment: Its variables; nil for this process's.
  ///   - input: What it reads; nil for nothing.
  ///   - output: Where its output goes.
  ///   - errors: The file for its errors; nil for this process's.
  package init(
    _ path: String, _ arguments: [String], environment: [String: String]? = nil, input: FileHandle? = nil,
    output: FileHandle, errors: FileHandle? = nil
  ) throws {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input.fileDescriptor, 0)
    } else {
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, output.fileDescriptor, 1)
    if let errors { posix_spawn_file_actions_adddup2(&actions, errors.fileDescriptor, 2) }
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Threads of Dispatch block signals, and a process begins with the mask of the thread that starts it.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    // After `nohup` the tests ignore a closed terminal, in a script's background Ctrl-C, and so would the program.
    var ignored = sigset_t()
    sigemptyset(&ignored)
    for signal in [SIGHUP, SIGINT, SIGQUIT] { sigaddset(&ignored, signal) }
    posix_spawnattr_setsigdefault(&attributes, &ignored)
    let flags = Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF)
    #if canImport(Darwin)
      posix_spawnattr_setflags(&attributes, flags | Int16(POSIX_SPAWN_CLOEXEC_DEFAULT))
    #else
      // Swift's module of glibc doesn't show it, because it is an extension (glibc 2.34).
      typealias CloseFrom = @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32
      if let symbol = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") {
        _ = unsafeBitCast(symbol, to: CloseFrom.self)(&actions, 3)
      }
      posix_spawnattr_setflags(&attributes, flags)
    #endif
    let variables = (environment ?? ProcessInfo.processInfo.environment).map { "\($0)=\($1)" }
    var id: pid_t = 0
    let fault = Self.withTexts([path] + arguments) { arguments in
      Self.withTexts(variables) { variables in
        posix_spawn(&id, path, &actions, &attributes, arguments, variables)
      }
    }
    guard fault == 0 else { throw POSIXError(POSIXErrorCode(rawValue: fault) ?? .EINVAL) }
    self.id = id
  }

  private static func withTexts<Result>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = texts.map { strdup($0) } + [nil]
    defer { for copy in copies { free(copy) } }
    return body(copies)
  }

  /// Sends a signal, unless the process is known to be over.
  package func send(_ signal: Int32) {
    ending.withLock { if known == nil { kill(id, signal) } }
  }

  /// Returns the end of the process; nil if it is still running.
  package func ended() -> Ending? {
    ending.withLock {
      if let known { return known }
      var status: Int32 = 0
      guard waitpid(id, &status, WNOHANG) == id else { return nil }
      let signal = status & 0x7F
      known = Ending(status: signal == 0 ? (status >> 8) & 0xFF : signal, hasExited: signal == 0)
      return known
    }
  }

  /// Waits until it has ended, on the present thread.
  ///
  /// - Parameter look: Called again and again meanwhile.
  package func wait(_ look: () -> Void = {}) -> Ending {
    while true {
      if let ending = ended() { return ending }
      look()
      usleep(5000)
    }
  }
}
