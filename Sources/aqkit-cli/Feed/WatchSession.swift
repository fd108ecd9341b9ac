import AQKit
import Dispatch
import Foundation

/// Follows a feed and prints a line for each reading, until it has seen enough.
struct WatchSession: Sendable {
  let updates: AirUpdates
  var printsJSON = false
  var limit: Int?
  var timeout: Duration?
  var catalog = AirQualityIndexCatalog.standard
  var clock: any AQClock = AQSystemClock()
  /// Waits for the user at the terminal to stop it.
  let interruption: @Sendable () async -> Void
  let write: @Sendable (TerminalText) throws -> Void
  let complain: @Sendable (TerminalText) -> Void

  /// Runs until the first of the reasons to end, or until the stream throws.
  func run() async throws -> (end: WatchEnd, progress: WatchProgress) {
    let progress = Locked(WatchProgress(limit: limit, catalog: catalog))
    var timeLimit: (@Sendable () async throws -> WatchEnd)?
    if let timeout {
      timeLimit = {
        try await clock.sleep(for: timeout)
        return .timeIsUp
      }
    }
    let end: WatchEnd
    do {
      end = try await firstOutcome(
        { try await follow(progress) },
        {
          await interruption()
          try Task.checkCancellation()
          return .interrupted
        }, timeLimit)
    } catch is StandardOutput.ReaderGone {
      end = .readerGone
    }
    return (end, progress.withLock { $0 })
  }

  private func follow(_ progress: Locked<WatchProgress>) async throws -> WatchEnd {
    for try await update in updates {
      let now = clock.time
      let (news, isComplete) = progress.withLock { progress in
        let news = progress.take(update, at: now)
        return (news, progress.isComplete)
      }
      if !news.rows.isEmpty {
        try write(news.rows.map { try printsJSON ? $0.json : $0.line }.joined(separator: "\n"))
      }
      for line in news.diagnostics { complain(line) }
      if isComplete { return .complete }
    }
    return .feedEnded
  }
}

enum WatchEnd: String {
  case complete = "Done"
  case feedEnded = "The feed ended"
  case timeIsUp = "The time is up"
  case interrupted = "Interrupted"
  case readerGone = "The reader of the output is gone"

  /// Returns the exit code: 0 if the requested number arrived or, without one, any reading; 1 if something else ended the
  /// session first.
  func exitCode(_ progress: WatchProgress) -> Int32 {
    let isDone = progress.isComplete || progress.limit == nil && progress.readings > 0
    return self == .readerGone || isDone ? 0 : 1
  }

  func sentence(_ progress: WatchProgress) -> String {
    let wanted = progress.limit.map { " of \($0)" } ?? ""
    let noun = progress.readings == 1 && progress.limit == nil ? "reading" : "readings"
    let figures =
      "\(progress.readings)\(wanted) \(noun), \(progress.refused) refused, \(progress.dropped) dropped"
    let others = progress.unsaid == 0 ? "" : ", \(Text.count(progress.unsaid, "further note"))"
    return "\(rawValue): \(figures)\(others)."
  }
}

/// The signals of Ctrl-C, of a closed terminal, or of the system's request to end the process. Once this is created, a signal
/// doesn't end the process; after one has been awaited, the next one does.
final class Interrupt: Sendable {
  private static let numbers = [SIGINT, SIGTERM, SIGHUP]
  private let signals: AsyncStream<Void>
  // Kept so that they stay active; they aren't accessed until the end.
  private nonisolated(unsafe) let sources: [any DispatchSourceSignal]

  init() {
    let (signals, continuation) = AsyncStream.makeStream(of: Void.self)
    self.signals = signals
    sources = Self.numbers.compactMap { number in
      let earlier = unsafeBitCast(signal(number, SIG_IGN), to: Int.self)
      // After `nohup` the process outlives its terminal.
      if number == SIGHUP, earlier == unsafeBitCast(SIG_IGN, to: Int.self) { return nil }
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { continuation.yield() }
      source.activate()
      return source
    }
  }

  deinit {
    for source in sources { source.cancel() }
  }

  /// Waits for the first signal, or until the task is cancelled.
  func wait() async {
    for await _ in signals { break }
    for number in Self.numbers { signal(number, SIG_DFL) }
  }
}
