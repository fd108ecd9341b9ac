package import AQKit
import CZlib

/// Decompresses gzip (RFC 1952) or deflate piece by piece, including several gzip members in a row.
package final class Inflater {
  package enum Format {
    case gzip
    /// The format that HTTP calls deflate: RFC 1950, or RFC 1951 as some servers send it.
    case deflate
  }

  private enum State {
    case beforeMember
    case inMember
    /// After a member, another one, zeros, or the end may follow.
    case betweenMembers
  }

  // zlib keeps the stream's address, so it must not move.
  private let stream: UnsafeMutablePointer<z_stream>
  private let format: Format
  private var state = State.beforeMember
  private let output: UnsafeMutableRawBufferPointer

  /// Creates a decompressor that delivers pieces up to a maximum size.
  package init(_ format: Format = .gzip, pieceSize: Int = 4 << 20) {
    self.format = format
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    output = .allocate(byteCount: pieceSize, alignment: 16)
  }

  deinit {
    output.deallocate()
    inflateEnd(stream)
    stream.deinitialize(count: 1)
    stream.deallocate()
  }

  /// Decompresses bytes and delivers the result in pieces. Throws ``AQError/Code/malformed`` when the bytes are not of this
  /// format or a checksum is wrong, ``AQError/Code/unavailable`` when zlib can't be set up, or the errors of `take`.
  package func decompress(
    _ bytes: UnsafeMutableRawBufferPointer, _ take: (UnsafeRawBufferPointer) throws -> Void
  )
    throws
  {
    var rest = bytes[...]
    while !rest.isEmpty {
      switch state {
      case .beforeMember: try begin(with: rest[rest.startIndex])
      case .inMember: break
      case .betweenMembers:
        rest = rest.drop { $0 == 0 }
        guard !rest.isEmpty else { return }
        guard format == .gzip, inflateReset(stream) == Z_OK else {
          throw AQError(.malformed, "Bytes follow the end of the compressed data.")
        }
      }
      state = .inMember
      rest = rest.dropFirst(try inflate(UnsafeMutableRawBufferPointer(rebasing: rest), take))
    }
  }

  /// Sets zlib up for the format, which the first byte of deflate decides.
  private func begin(with first: UInt8) throws(AQError) {
    // 15 bits of window; 16 more mean gzip, and a negative number means neither header nor check sum.
    let isBare = first & 0x0F != 8 || first >> 4 > 7
    let window: Int32 = format == .gzip ? 15 + 16 : isBare ? -15 : 15
    guard inflateInit2_(stream, window, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw AQError(.unavailable, "zlib can't be set up.")
    }
  }

  /// Decompresses up to the end of the input or of the member; returns the number of consumed bytes.
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
      default: throw AQError(.malformed, "The \(format) is damaged: \(Self.reason(result)).")
      }
    } while stream.pointee.avail_in > 0 || stream.pointee.avail_out == 0
    return input.count
  }

  /// Returns the decompressed bytes of a whole gzip file. Throws the same errors as ``decompress(_:_:)`` and ``finish()``, and
  /// ``AQError/Code/tooLarge`` for more than `limit` bytes.
  package static func decompressed(_ bytes: [UInt8], limit: Int = 256 << 20) throws -> [UInt8] {
    let inflater = Inflater(pieceSize: 1 << 16)
    var (input, result) = (bytes, [UInt8]())
    try input.withUnsafeMutableBytes { input in
      try inflater.decompress(input) { piece in
        guard result.count + piece.count <= limit else {
          throw AQError(.tooLarge, "The compressed bytes expand to more than \(limit >> 20) MiB.")
        }
        result.append(contentsOf: piece)
      }
    }
    try inflater.finish()
    return result
  }

  /// Marks the end of the input. Throws ``AQError/Code/malformed`` when the last member is truncated.
  package func finish() throws(AQError) {
    guard state == .betweenMembers else {
      throw AQError(.malformed, "The \(format) is truncated.", retry: .now)
    }
  }

  private static func reason(_ code: Int32) -> String {
    switch code {
    case Z_DATA_ERROR: "invalid bytes, or a wrong checksum"
    case Z_MEM_ERROR: "not enough memory"
    case Z_NEED_DICT: "it needs a dictionary"
    default: "zlib says \(code)"
    }
  }
}
