/// Bytes stored uncompressed within the formats for compressed ones (RFC 1950 to 1952).
enum StoredCompression {
  /// Deflate's blocks, none of them compressed.
  static func deflate(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var rest = bytes[...]
    repeat {
      let block = rest.prefix(0xFFFF)
      rest = rest.dropFirst(block.count)
      let count = UInt16(block.count)
      result += [rest.isEmpty ? 1 : 0] + little(count) + little(~count) + block
    } while !rest.isEmpty
    return result
  }

  static func gzip(_ bytes: [UInt8]) -> [UInt8] {
    [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + deflate(bytes) + little(checksum(bytes))
      + little(UInt32(bytes.count))
  }

  static func zlib(_ bytes: [UInt8]) -> [UInt8] {
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return [0x78, 0x01] + deflate(bytes) + little(b << 16 | a).reversed()
  }

  /// CRC-32.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum = UInt32.max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
  }

  private static func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }
}
