package import AQKit
import CZlib

/// Decompresses gzip (RFC 1952) piece by piece, several members one after the other included.
package final class Gunzip {
  private enum State {
    case inMember
    /// A member has ended; another one, zeros, or the end may follow.
    case betweenMembers
  }

  // zlib keeps the address of the stream, so it must not move.
  private let stream: UnsafeMutablePointer<z_stream>
  private var state = State.inMember
  private let output = UnsafeMutableRawBufferPointer.allocate(byteCount: 4 << 20, alignment: 16)

  /// Makes a decompressor.
  ///
  /// - Throws: ``AQError/Code/unavailable`` when zlib can't be set up.
  package init() throws(AQError) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    // 15 bits of window, and 16 for gzip with its header and check sum.
    guard inflateInit2_(stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw AQError(.unavailable, "zlib can't be set up.")
    }
  }

  deinit {
    output.deallocate()
    inflateEnd(stream)
    stream.deinitialize(count: 1)
    stream.deallocate()
  }

  /// Whether bytes begin as gzip does.
  package static func recognises(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.starts(with: [0x1F, 0x8B])
  }

  /// Decompresses bytes and hands over what comes out in pieces of at most 4 MiB.
  ///
  /// - Throws: ``AQError/Code/malformed`` when the bytes are no gzip or a check sum is wrong, or what `take` throws.
  package func decompress(
    _ bytes: UnsafeMutableRawBufferPointer, _ take: (UnsafeRawBufferPointer) throws -> Void
  )
    throws
  {
    var rest = bytes[...]
    while !rest.isEmpty {
      if state == .betweenMembers {
        rest = rest.drop { $0 == 0 }
        guard !rest.isEmpty else { break }
        guard inflateReset(stream) == Z_OK else { throw AQError(.malformed, "The gzip can't be read on.") }
        state = .inMember
      }
      rest = rest.dropFirst(try inflate(UnsafeMutableRawBufferPointer(rebasing: rest), take))
    }
  }

  /// Decompresses up to the end of the input or of the member; returns how many bytes of the input were used.
  private func inflate(
    _ input: UnsafeMutableRawBufferPointer, _ take: (UnsafeRawBufferPointer) throws -> Void
  )
    throws -> Int
  {
    stream.pointee.next_in = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_in = UInt32(clamping: input.count)
    repeat {
      stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
      stream.pointee.avail_out = UInt32(clamping: output.count)
      let result = CZlib.inflate(stream, Z_NO_FLUSH)
      let produced = output.count - Int(stream.pointee.avail_out)
      if produced > 0 { try take(UnsafeRawBufferPointer(rebasing: output[..<produced])) }
      switch result {
      case Z_STREAM_END:
        state = .betweenMembers
        return input.count - Int(stream.pointee.avail_in)
      case Z_OK, Z_BUF_ERROR: break
      default: throw AQError(.malformed, "The gzip is damaged: \(Self.reason(result)).")
      }
    } while stream.pointee.avail_in > 0 || stream.pointee.avail_out == 0
    return input.count
  }

  /// Says that nothing more comes.
  ///
  /// - Throws: ``AQError/Code/malformed`` when the last member is cut.
  package func finish() throws(AQError) {
    guard state == .betweenMembers else { throw AQError(.malformed, "The gzip is cut.", retry: .now) }
  }

  private static func reason(_ code: Int32) -> String {
    switch code {
    case Z_DATA_ERROR: "no gzip, or a wrong check sum"
    case Z_MEM_ERROR: "not enough memory"
    case Z_NEED_DICT: "it needs a dictionary"
    default: "zlib says \(code)"
    }
  }
}
