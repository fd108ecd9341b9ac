import AQKit
import Foundation

/// A file, or stdin, read piece by piece into one buffer of fixed size.
struct BatchInput: ~Copyable {
  /// The buffer, with the bytes that were read but not consumed yet at its beginning.
  private(set) var buffer: ContiguousArray<UInt8>
  /// The number of bytes filled in the buffer.
  private(set) var count = 0
  /// Whether the end of the file was reached.
  private(set) var isAtEnd = false

  private let name: String
  private let descriptor: Int32

  /// Opens a file; `-` is stdin.
  ///
  /// - Parameter capacity: The size of the buffer, and so of the longest row that is answered.
  init(path: String, capacity: Int = 1 << 20) throws {
    name = path == "-" ? "standard input" : "“\(path)”"
    buffer = ContiguousArray(repeating: 0, count: capacity)
    descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { throw Self.failure(name) }
  }

  deinit { if descriptor > STDERR_FILENO { close(descriptor) } }

  /// Whether the buffer is full.
  var isFull: Bool { count == buffer.count }

  /// Drops the bytes before an offset and reads on; waits for more bytes.
  mutating func advance(to offset: Int) throws {
    let rest = count - offset
    let (old, size, descriptor) = (count, buffer.count, descriptor)
    let got = buffer.withUnsafeMutableBytes { bytes in
      if offset > 0, rest > 0 {
        UnsafeMutableRawBufferPointer(rebasing: bytes[..<rest])
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[offset..<old]))
      }
      guard rest < size else { return 0 }
      let free = UnsafeMutableRawBufferPointer(rebasing: bytes[rest...])
      while true {
        let got = read(descriptor, free.baseAddress, free.count)
        if got >= 0 { return got }
        if errno == EAGAIN {
          var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
          poll(&waited, 1, -1)
        } else if errno != EINTR {
          return -1
        }
      }
    }
    if got < 0 { throw Self.failure(name) }
    count = rest + got
    if got == 0, rest < size { isAtEnd = true }
  }

  /// Returns the system's message about the last call.
  private static func failure(_ name: String) -> AQError {
    AQError(.invalidRequest, "The file \(name) can't be read: \(String(cString: strerror(errno))).")
  }
}

/// The positions of the columns that a batch needs, by the file's header.
struct BatchColumns {
  /// The names, in the order in which they are used.
  static let names = ["standard", "pollutant", "averaging", "unit", "concentration"]

  /// The number of columns of the file.
  let count: Int
  /// The columns that choose a table: standard, pollutant, averaging period, unit.
  let key: ContiguousArray<Int>
  /// The column of the concentration.
  let concentration: Int

  /// Reads a header; its columns may be in any order, with others between them.
  init(_ bytes: RawSpan, _ row: BatchRow) throws {
    var header: [String] = []
    for field in row.fields { header.append(bytes.text(field).lowercased()) }
    var places = ContiguousArray<Int>()
    for name in Self.names {
      let found = header.indices.filter { header[$0] == name }
      guard let place = found.first, found.count == 1 else {
        throw AQError(
          .invalidRequest,
          "The header must have the column “\(name)” once, as in \(Self.names.joined(separator: ",")).")
      }
      places.append(place)
    }
    concentration = places.removeLast()
    key = places
    count = header.count
  }
}
