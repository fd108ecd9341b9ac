import AQKit
import Foundation

/// One buffer in front of stdout.
///
/// A reader that goes away (`| head`) is no failure: ``ReaderGone`` is thrown, and the command ends quietly.
struct StandardOutput: ~Copyable {
  /// The reader of stdout has closed its end.
  struct ReaderGone: Error {}

  /// What was not written yet.
  private(set) var pending = ContiguousArray<UInt8>()
  private let descriptor: Int32
  private let limit = 1 << 18

  /// Writes to a file descriptor, by default stdout.
  init(descriptor: Int32 = STDOUT_FILENO) {
    self.descriptor = descriptor
    pending.reserveCapacity(limit + limit / 4)
    // Without this the process would be killed before write() could say that the reader is gone.
    signal(SIGPIPE, SIG_IGN)
  }

  /// Appends bytes.
  mutating func append(_ bytes: RawSpan) {
    bytes.withUnsafeBytes { pending.append(contentsOf: $0) }
  }

  /// Appends bytes.
  mutating func append(_ bytes: ContiguousArray<UInt8>) { pending.append(contentsOf: bytes) }

  /// Appends one byte.
  mutating func append(_ byte: UInt8) { pending.append(byte) }

  /// Appends a text.
  mutating func append(_ text: String) { pending.append(contentsOf: text.utf8) }

  /// Writes what is pending once it is much.
  mutating func flushIfFull() throws {
    if pending.count >= limit { try flush() }
  }

  /// Writes all that is pending.
  mutating func flush() throws {
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
    pending.removeAll(keepingCapacity: true)
  }

  /// Writes a text and a terminator, a line end by default, at once.
  static func print(_ text: String, terminator: String = "\n") throws {
    var output = StandardOutput()
    output.append(text)
    output.append(terminator)
    try output.flush()
  }
}
