import AQKit
import AQKitFixtures
import Foundation

/// The lines of a file or a pipe as they arrive, without their ends; blank ones are skipped.
struct InputLines: ~Copyable {
  private let input: FileHandle
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
  private var unread = 0..<0
  private let longest: Int
  private var isInLongLine = false
  /// The number of the last line, from 1.
  private(set) var number = 0

  /// Whether no bytes are left of what was read, so that the next line may have to be waited for.
  var isDrained: Bool { unread.isEmpty }

  /// Creates a reader of the lines of a file or a pipe; a line that is longer than the limit in bytes is an error.
  init(_ input: FileHandle, longest: Int = PayloadFormat.Decoder.maximumPendingBytes) {
    (self.input, self.longest) = (input, longest)
  }

  deinit { buffer.deallocate() }

  /// Returns the next line; nil at the end. Throws an ``AQError`` with the code ``AQError/Code/tooLarge`` for a line that
  /// is too long, after which the next line can be read, or another error if the input can't be read.
  mutating func next() throws -> [UInt8]? {
    var line: [UInt8] = []
    while true {
      if unread.isEmpty {
        guard let count = FileBytes.read(from: input, into: buffer) else {
          throw AQError(.unavailable, "The rest of the input can't be read.")
        }
        if count == 0 { return Self.isBlank(line) ? nil : line }
        guard number > 0 || !line.isEmpty || !buffer[..<count].starts(with: [0x1F, 0x8B]) else {
          throw AQError(
            .malformed, "Lines are read as they arrive, and the input is gzip: pipe it through gunzip.")
        }
        unread = 0..<count
      }
      let rest = UnsafeRawBufferPointer(rebasing: buffer[unread])
      let end = rest.firstIndex(of: UInt8(ascii: "\n"))
      unread = (unread.lowerBound + (end.map { $0 + 1 } ?? rest.count))..<unread.upperBound
      if isInLongLine {
        isInLongLine = end == nil
        continue
      }
      if line.isEmpty { number += 1 }
      line.append(contentsOf: rest[..<(end ?? rest.count)])
      guard line.count <= longest else {
        isInLongLine = end == nil
        throw AQError(.tooLarge, "Line \(number) is longer than \(longest >> 20) MiB.")
      }
      guard end != nil else { continue }
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      if !Self.isBlank(line) { return line }
      line.removeAll(keepingCapacity: true)
    }
  }

  private static func isBlank(_ line: [UInt8]) -> Bool {
    line.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r") }
  }
}
