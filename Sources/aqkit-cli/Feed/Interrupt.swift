import Dispatch
import Foundation

/// Ctrl-C, or the wish of the system that the process ends.
enum Interrupt {
  /// Waits for the first one, or until the task is cancelled. Meanwhile a signal doesn't end the process; afterwards it
  /// does again.
  static func wait() async {
    let (signals, continuation) = AsyncStream.makeStream(of: Void.self)
    let sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { continuation.yield() }
      source.activate()
      return source
    }
    for await _ in signals { break }
    for source in sources { source.cancel() }
    for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
  }
}
