import AQKit

/// Follows a feed and shows it, until it has seen enough.
struct WatchSession: Sendable {
  /// How readings are shown.
  enum Style: Sendable {
    /// One line of JSON a reading.
    case json
    /// One line a reading.
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
  let history: AirHistory
  var clock: any AQClock = SystemClock()
  /// Waits for the person at the terminal to have enough.
  let interruption: @Sendable () async -> Void
  /// Writes to stdout.
  let write: @Sendable (TerminalText) throws -> Void
  /// Writes a line to stderr.
  let complain: @Sendable (TerminalText) -> Void
  /// Whether lines on stderr would stand in the middle of the table, at whose foot they are anyway.
  var tableTakesNotes = true

  /// Runs to the end.
  ///
  /// - Returns: How it ended, and what was seen.
  /// - Throws: What the stream throws.
  func run() async throws -> (end: WatchEnd, progress: WatchProgress) {
    let progress = Locked(WatchProgress(limit: limit))
    let screen = Locked(Screen())
    defer {
      if case .table = style { try? write(screen.withLock { $0.ending() }) }
    }
    let end: WatchEnd
    do {
      end = try await run(progress, screen)
    } catch {
      // The last look shows why it is the last.
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
