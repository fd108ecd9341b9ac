import AQKit
import Dispatch
import Foundation

/// Follows a feed and shows it, until it has seen enough.
struct WatchSession: Sendable {
  /// The style in which readings are shown.
  enum Style: Sendable {
    /// A line of JSON for each reading.
    case json
    /// A line for each reading.
    case lines
    /// A table that is drawn in place.
    case table(Terminal, size: @Sendable () -> TerminalSize)
  }

  let name: String
  let updates: AirUpdates
  let style: Style
  var limit: Int?
  var timeout: Duration?
  var options = AirChart.Options()
  /// The catalogue in which the scales of published indices are looked up.
  var catalog = AirQualityIndexCatalog.standard
  let history: AirHistory
  var clock: any AQClock = SystemClock()
  /// Waits for the person at the terminal to have enough.
  let interruption: @Sendable () async -> Void
  /// Writes to stdout.
  let write: @Sendable (TerminalText) throws -> Void
  /// Writes a line to stderr.
  let complain: @Sendable (TerminalText) -> Void
  /// Whether stderr would write into the table; the lines are below the table anyway.
  var tableTakesNotes = true

  /// Runs to the end.
  ///
  /// - Returns: The end, and the progress.
  /// - Throws: The errors of the stream.
  func run() async throws -> (end: WatchEnd, progress: WatchProgress) {
    let progress = Locked(WatchProgress(limit: limit, catalog: catalog))
    let screen = Locked(Screen())
    defer {
      if case .table = style { try? write(screen.withLock { $0.ending() }) }
    }
    let end: WatchEnd
    do {
      end = try await run(progress, screen)
    } catch {
      // The last drawing shows the reason for the end.
      if case .table(let terminal, let size) = style { try? draw(progress, screen, terminal, size()) }
      throw error
    }
    if case .table(let terminal, let size) = style, end != .readerGone {
      try draw(progress, screen, terminal, size())
    }
    return (end, progress.withLock { $0 })
  }

  /// Runs until the first of the reasons to end.
  private func run(_ progress: Locked<WatchProgress>, _ screen: Locked<Screen>) async throws -> WatchEnd {
    try await withThrowingTaskGroup(of: WatchEnd.self) { group in
      defer { group.cancelAll() }
      group.addTask { try await follow(progress) }
      group.addTask {
        await interruption()
        try Task.checkCancellation()
        return .interrupted
      }
      if let timeout {
        group.addTask {
          try await clock.sleep(for: timeout)
          return .timeIsUp
        }
      }
      if case .table(let terminal, let size) = style {
        group.addTask {
          while true {
            try draw(progress, screen, terminal, size())
            try await clock.sleep(for: .milliseconds(500))
          }
        }
      }
      do {
        return try await group.next() ?? .feedEnded
      } catch is StandardOutput.ReaderGone {
        return .readerGone
      }
    }
  }

  private func follow(_ progress: Locked<WatchProgress>) async throws -> WatchEnd {
    for try await update in updates {
      history.record(update)
      let now = clock.time
      let (news, isComplete) = progress.withLock { progress in
        let news = progress.take(update, at: now)
        return (news, progress.isComplete)
      }
      try show(news)
      if isComplete { return .complete }
    }
    return .feedEnded
  }

  private func show(_ news: WatchProgress.News) throws {
    switch style {
    case .table where tableTakesNotes: return
    case .json where !news.rows.isEmpty:
      try write(news.rows.map { try $0.json + "\n" }.joined())
    case .lines where !news.rows.isEmpty:
      try write(news.rows.map { $0.line + "\n" }.joined())
    default: break
    }
    for line in news.diagnostics { complain("aqkit-cli: \(line)") }
  }

  private func draw(
    _ progress: Locked<WatchProgress>, _ screen: Locked<Screen>, _ terminal: Terminal, _ size: TerminalSize
  ) throws {
    let table = WatchTable(
      name: name, history: history, options: options, progress: progress.withLock { $0 }, now: clock.time,
      size: size, terminal: terminal)
    let lines = table.lines
    try write(screen.withLock { $0.drawing(lines) })
  }
}

/// The end of a watch.
enum WatchEnd: Equatable {
  /// The requested number of readings has arrived.
  case complete
  /// The feed ended in an orderly way.
  case feedEnded
  /// The time that it was given is over.
  case timeIsUp
  /// The user interrupted the command.
  case interrupted
  /// The reader of the output has gone.
  case readerGone

  /// Returns the exit code: 0 if the requested number arrived or, without one, any reading; 1 if the feed or the time ended
  /// before.
  func exitCode(_ progress: WatchProgress) -> Int32 {
    switch self {
    case .complete, .readerGone: 0
    case .interrupted: progress.limit == nil || progress.isComplete ? 0 : 1
    case .feedEnded, .timeIsUp: progress.isComplete || progress.limit == nil && progress.readings > 0 ? 0 : 1
    }
  }

  /// Returns the sentence for stderr.
  func sentence(_ progress: WatchProgress) -> String {
    let wanted = progress.limit.map { " of \($0)" } ?? ""
    let noun = progress.readings == 1 && progress.limit == nil ? "reading" : "readings"
    let figures =
      "\(progress.readings)\(wanted) \(noun), \(progress.refused) refused, \(progress.dropped) dropped"
    let reason =
      switch self {
      case .complete: "Done"
      case .feedEnded: "The feed ended"
      case .timeIsUp: "The time is up"
      case .interrupted: "Interrupted"
      case .readerGone: "Nobody reads the output any more"
      }
    return "\(reason): \(figures)."
  }
}

/// Ctrl-C, or the wish of the system that the process ends. From its making on a signal doesn't end the process; once
/// one was awaited, the next one does.
final class Interrupt: Sendable {
  private static let numbers = [SIGINT, SIGTERM]
  private let signals: AsyncStream<Void>
  // Kept so that they continue; they aren't accessed until the end.
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
