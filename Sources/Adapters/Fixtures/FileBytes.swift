import AQKit
import AQKitInflate
package import Foundation

/// The only access to files that others have named or placed; such a file must be a regular file within a size limit.
package enum FileBytes {
  package struct Fault: Error { package let reason: String }

  /// Opens a file for reading. If allowed, it may be a terminal or a pipe, such as that of `<(command)`; the call then waits
  /// for the writer.
  package static func handle(of path: String, atMost limit: Int = .max, allowsPipe: Bool = false)
    throws(Fault) -> FileHandle
  {
    // Opening a pipe without a writer would block.
    let file = open(path, O_RDONLY | O_CLOEXEC | (allowsPipe ? 0 : O_NONBLOCK))
    guard file >= 0 else { throw Fault(reason: String(cString: strerror(errno))) }
    let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
    var info = stat()
    guard fstat(file, &info) == 0 else { throw Fault(reason: String(cString: strerror(errno))) }
    switch info.st_mode & S_IFMT {
    case S_IFREG:
      guard info.st_size <= limit else { throw tooLarge(limit) }
    case S_IFDIR: throw Fault(reason: "it is a folder")
    default: guard allowsPipe else { throw Fault(reason: "it isn't a regular file") }
    }
    return handle
  }

  package static func all(of handle: FileHandle, atMost limit: Int) throws(Fault) -> [UInt8] {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { buffer.deallocate() }
    var bytes: [UInt8] = []
    while true {
      guard let count = read(from: handle, into: buffer) else {
        throw Fault(reason: "it can't be read to its end")
      }
      if count == 0 { return bytes }
      guard bytes.count <= limit - count else { throw tooLarge(limit) }
      bytes.append(contentsOf: buffer[..<count])
    }
  }

  /// Reads the rest of a file or pipe in pieces; decompresses gzip. Throws ``AQError/Code/unavailable`` if it can't be read
  /// to its end, ``AQError/Code/malformed`` for damaged gzip, or the errors of `take`.
  package static func pieces(
    of handle: FileHandle, named name: String, _ take: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4 << 20, alignment: 16)
    defer { buffer.deallocate() }
    var inflater: Inflater?
    var isFirst = true
    var held = 0
    while true {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[held...])
      guard let more = read(from: handle, into: rest) else {
        throw AQError(.unavailable, "The rest of \(name) can't be read.")
      }
      let count = held + more
      // A pipe may begin with a single byte, by which gzip isn't recognised.
      held = isFirst && count == 1 && more > 0 ? 1 : 0
      if held > 0 { continue }
      if count == 0 { break }
      let piece = UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
      if isFirst, piece.starts(with: [0x1F, 0x8B]) { inflater = Inflater() }
      isFirst = false
      if let inflater {
        try inflater.decompress(piece, take)
      } else {
        try take(UnsafeRawBufferPointer(piece))
      }
    }
    try inflater?.finish()
  }

  private static func tooLarge(_ limit: Int) -> Fault {
    Fault(reason: "it is larger than \(limit >> 20) MiB")
  }

  /// Reads as many bytes as fit; returns 0 at the end, nil on failure.
  package static func read(from handle: FileHandle, into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    while true {
      let count = Foundation.read(handle.fileDescriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      guard errno == EINTR else { return nil }
    }
  }
}
