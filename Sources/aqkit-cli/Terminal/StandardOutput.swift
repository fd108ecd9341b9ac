import AQKit
import Foundation

/// A buffer in front of stdout or stderr, and the only access to them.
///
/// A reader that goes away (`| head`) isn't a failure: ``ReaderGone`` is thrown, and the command ends quietly.
struct StandardOutput: ~Copyable {
  struct ReaderGone: Error {}

  private(set) var pending = ContiguousArray<UInt8>()
  private let descriptor: Int32
  private let escapes: Bool
  private let limit = 1 << 18

  init(descriptor: Int32 = STDOUT_FILENO, escapesData: Bool? = nil) {
    self.descriptor = descriptor
    escapes = escapesData ?? (isatty(descriptor) == 1)
    // Otherwise the process would be killed before write() could report that the reader is gone.
    signal(SIGPIPE, SIG_IGN)
  }

  mutating func append(_ bytes: [UInt8]) { pending.append(contentsOf: bytes) }

  mutating func append(_ text: String) { pending.append(contentsOf: text.utf8) }

  /// Writes pending lines once there are enough; for whole lines.
  mutating func flushIfFull() throws {
    if pending.count >= limit { try flush() }
  }

  /// Writes everything that is pending, which nothing writes again after a failure; for whole lines.
  mutating func flush() throws {
    defer { pending.removeAll(keepingCapacity: true) }
    if escapes {
      let text = TerminalText(lines: String(decoding: pending, as: UTF8.self))
      pending = ContiguousArray(text.sent.utf8)
    }
    let descriptor = descriptor
    try pending.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let part = UnsafeRawBufferPointer(rebasing: rest)
        let written = write(descriptor, part.baseAddress, part.count)
        if written >= 0 {
          rest = rest.dropFirst(written)
          continue
        }
        switch errno {
        case EINTR: continue
        case EAGAIN:
          var waited = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          poll(&waited, 1, -1)
        case EPIPE: throw ReaderGone()
        default:
          throw AQError(.invalidRequest, "The output can't be written: \(String(cString: strerror(errno))).")
        }
      }
    }
  }

  /// Writes text and a line end at once.
  static func print(_ text: TerminalText, to descriptor: Int32 = STDOUT_FILENO) throws {
    var output = StandardOutput(descriptor: descriptor, escapesData: false)
    output.append(text.sent + "\n")
    try output.flush()
  }
}

/// Writes a sentence to stderr, after the name of the executable.
func complain(_ text: TerminalText) {
  try? StandardOutput.print("\(toolName): \(text)", to: STDERR_FILENO)
}

/// Writes an error and its advice to stderr, as sentences on one line.
func complain(_ error: AQError, of source: SourceID? = nil, _ advice: String) {
  let message = error.message
  let end = message.last.map { ".!?…".contains($0) } ?? true ? "" : "."
  let parts = [source.map { "\($0):" } ?? "", message + end, advice]
  complain(TerminalText(parts.filter { !$0.isEmpty }.joined(separator: " ")))
}

/// Unavailable, because it doesn't escape its output.
@available(*, unavailable, message: "Use StandardOutput.print, or complain for stderr.")
func print(_ items: Any..., separator: String = " ", terminator: String = "\n") {}
