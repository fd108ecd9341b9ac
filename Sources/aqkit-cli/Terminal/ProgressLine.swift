import AQKit
import Foundation

/// A line with the progress of long work: bytes, rate and remainder, redrawn in place on stderr.
struct ProgressLine {
  private let total: Int?
  private let isShown: Bool
  private let start = ContinuousClock.now
  private var done = 0
  private var drawnAt: ContinuousClock.Instant?

  /// A line for a total number of bytes.
  ///
  /// - Parameters:
  ///   - total: The number of bytes; nil if it isn't known, as of a pipe.
  ///   - isShown: Whether anything is drawn.
  init(total: Int?, isShown: Bool) { (self.total, self.isShown) = (total, isShown) }

  /// Whether stderr is a terminal on which a line can be redrawn without mixing with results.
  static func isWanted(besideResults: Bool) -> Bool {
    isatty(STDERR_FILENO) == 1 && ProcessInfo.processInfo.environment["TERM"] != "dumb"
      && !(besideResults && isatty(STDOUT_FILENO) == 1)
  }

  /// The size of a file; nil for standard input and other inputs without one.
  static func size(ofFile path: String) -> Int? {
    guard path != "-", let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      attributes[.type] as? FileAttributeType == .typeRegular
    else { return nil }
    return (attributes[.size] as? NSNumber)?.intValue
  }

  /// Counts further bytes as done.
  mutating func advance(by bytes: Int) {
    guard isShown else { return }
    done += bytes
    let now = ContinuousClock.now
    // Short work shows no line; otherwise it is drawn five times a second.
    guard start.duration(to: now) > .milliseconds(500),
      drawnAt.map({ $0.duration(to: now) > .milliseconds(200) }) ?? true
    else { return }
    drawnAt = now
    let text = Self.text(done: done, of: total, after: start.duration(to: now))
    try? StandardOutput.print("\r\(text)\u{1B}[K", terminator: "", to: STDERR_FILENO)
  }

  /// Ends the work and removes the line.
  mutating func end() {
    if drawnAt != nil { try? StandardOutput.print("\r\u{1B}[K", terminator: "", to: STDERR_FILENO) }
    drawnAt = nil
  }

  /// Returns the text of the line, such as `1.2 GB of 3 GB, 310 MB/s, 6 s left`.
  static func text(done: Int, of total: Int?, after elapsed: Duration) -> TerminalText {
    let seconds = elapsed / .seconds(1)
    let rate = seconds > 0 ? Double(done) / seconds : 0
    var parts = ["\(size(done))\(total.map { " of \(size($0))" } ?? "")", "\(size(Int(rate)))/s"]
    if let total, rate > 0, total >= done {
      parts.append("\(Text.wait(.seconds(Double(total - done) / rate))) left")
    }
    return TerminalText(parts.joined(separator: ", "))
  }

  private static func size(_ bytes: Int) -> String {
    var (amount, rest) = (Double(bytes), ["kB", "MB", "GB", "TB"][...])
    var unit = "bytes"
    while amount >= 1000, let next = rest.popFirst() { (amount, unit) = (amount / 1000, next) }
    return "\(Text.short(amount)) \(unit)"
  }
}

/// Shows on a terminal that the command is waiting.
enum Waiting {
  /// Runs work that may take long; after a second a line on stderr shows the seconds.
  static func shown<Value>(_ text: String, _ body: () async throws -> Value) async rethrows -> Value {
    guard ProgressLine.isWanted(besideResults: false) else { return try await body() }
    let state = Locked((isOver: false, isDrawn: false))
    let task = Task {
      for second in 1... {
        try await Task.sleep(for: .seconds(1))
        state.withLock { state in
          if state.isOver { return }
          state.isDrawn = true
          try? StandardOutput.print("\r\(text) \(second) s\u{1B}[K", terminator: "", to: STDERR_FILENO)
        }
      }
    }
    defer {
      task.cancel()
      state.withLock { state in
        state.isOver = true
        if state.isDrawn { try? StandardOutput.print("\r\u{1B}[K", terminator: "", to: STDERR_FILENO) }
      }
    }
    return try await body()
  }
}
