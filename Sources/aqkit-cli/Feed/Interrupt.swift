import Dispatch
import Foundation

/// Ctrl-C, or the wish of the system that the process ends. From its making on a signal doesn't end the process; once one
/// was awaited, the next one does.
final class Interrupt: Sendable {
  private static let numbers = [SIGINT, SIGTERM]
  private let signals: AsyncStream<Void>
  // Kept so that they go on; nothing touches them between the making and the end.
  private nonisolated(unsafe) let sources: [any DispatchSourceSignal]

  init() {
    let (signals, continuation) = AsyncStream.makeStream(of: Void.self)
    self.signals = signals
    sources = Self.numbers.map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { continuation.yield() }
      source.activate()
      return source
    }
  }

  deinit {
    for source in sources { source.cancel() }
  }

  /// Waits for the first one, or until the task is cancelled.
  func wait() async {
    for await _ in signals { break }
    for number in Self.numbers { signal(number, SIG_DFL) }
  }
}
