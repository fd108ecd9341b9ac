package import Foundation

/// Reads a file into existing memory, which `FileHandle` can't.
package enum FileBytes {
  /// Reads as much as fits; 0 at the end, nil on failure.
  package static func read(from handle: FileHandle, into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    while true {
      let count = Foundation.read(handle.fileDescriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      guard errno == EINTR else { return nil }
    }
  }
}
