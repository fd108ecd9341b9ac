package import Foundation

/// Reads a file into memory that is there already, as `FileHandle` doesn't.
package enum FileBytes {
  /// Reads what comes next, as much as there is room for; 0 at the end, nil where it can't be read.
  package static func read(from handle: FileHandle, into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    while true {
      let count = Foundation.read(handle.fileDescriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      guard errno == EINTR else { return nil }
    }
  }
}
