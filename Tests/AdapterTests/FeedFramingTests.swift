import AQKit
import AQKitSocketFeed
import Testing

/// Packets of a Plantower PMS5003: 42 4D, the length of the rest, 13 values, and a sum over all before it.
enum PlantowerPacket {
  static let framing = PacketFraming(
    header: [0x42, 0x4D], length: .stated(at: 2, bytes: 2, adding: 4), lengths: 32...32
  ) { packet in
    let sum = packet.dropLast(2).reduce(0) { $0 + Int($1) }
    return packet.suffix(2).elementsEqual([UInt8(sum >> 8 & 0xFF), UInt8(sum & 0xFF)])
  }

  static func bytes(pm25: UInt8) -> [UInt8] {
    let packet: [UInt8] = [0x42, 0x4D, 0, 28, 0, 5, 0, pm25] + Array(repeating: 0, count: 22)
    let sum = packet.reduce(0) { $0 + Int($1) }
    return packet + [UInt8(sum >> 8), UInt8(sum & 0xFF)]
  }
}

@Suite("Framings")
struct FeedFramingTests {
  private static let cuts = [1, 2, 3, 7, 31, 32, 33, .max]

  @Test("reads the same lines however they are cut", arguments: cuts)
  func lines(cut: Int) throws {
    let result = try LineFraming().messages(in: Array("a\r\n\nbb\nccc\r\nrest".utf8), cutEvery: cut)
    #expect(result.messages == ["a", "bb", "ccc"].map { FeedMessage(text: $0) })
    #expect(result.broken == 0)
  }

  @Test("keeps a message with line ends one line")
  func lineEnds() {
    #expect(LineFraming().frame(FeedMessage(text: "a\nb")) == Array("a b\n".utf8))
  }

  @Test(
    "reads back what it framed, in every form, however it is cut",
    arguments: [LengthPrefixFraming.Width.one, .two, .four, .eight])
  func lengthPrefixes(width: LengthPrefixFraming.Width) throws {
    let messages = ["", "a", String(repeating: "b", count: 200)].map { FeedMessage(text: $0) }
    for order in [LengthPrefixFraming.ByteOrder.bigEndian, .littleEndian] {
      for countsItself in [false, true] {
        let framing = LengthPrefixFraming(width, order: order, countsItself: countsItself)
        let bytes = messages.flatMap(framing.frame)
        for cut in Self.cuts { #expect(try framing.messages(in: bytes, cutEvery: cut).messages == messages) }
      }
    }
  }

  @Test("ends a stream with an impossible length")
  func badLengths() {
    #expect(throws: AQError.self) {
      try LengthPrefixFraming(.eight).messages(in: Array(repeating: 255, count: 8))
    }
    #expect(throws: AQError.self) { try LengthPrefixFraming(.four, limit: 10).messages(in: [0, 0, 0, 11]) }
    #expect(throws: AQError.self) { try LengthPrefixFraming(.two, countsItself: true).messages(in: [0, 1]) }
  }

  @Test("delivers invalid text as bytes")
  func prefixedBytes() throws {
    #expect(try LengthPrefixFraming(.one).messages(in: [1, 0xFF]).messages == [FeedMessage(.binary, [0xFF])])
  }

  @Test("finds every whole packet after one that was cut at any byte", arguments: cuts)
  func resynchronising(cut: Int) throws {
    let good = PlantowerPacket.bytes(pm25: 0x42)
    for length in 0..<good.count {
      let stream = Array(good.prefix(length)) + good + good
      let result = try PlantowerPacket.framing.messages(in: stream, cutEvery: cut)
      #expect(result.messages.count == 2, "cut after \(length)")
      #expect(result.broken == length)
    }
  }

  @Test("skips a packet with any single wrong bit and keeps the next")
  func flippedBits() throws {
    let good = PlantowerPacket.bytes(pm25: 9)
    for bit in 0..<good.count * 8 {
      var bad = good
      bad[bit / 8] ^= 1 << (bit % 8)
      let result = try PlantowerPacket.framing.messages(in: bad + good, cutEvery: 5)
      #expect(result.messages.last == FeedMessage(.binary, good), "bit \(bit)")
      #expect(result.messages.count == 1, "bit \(bit)")
    }
  }

  @Test("reads packets of a fixed length")
  func fixedLength() throws {
    // Nova SDS011: AA C0, six values, a sum over them, AB.
    let framing = PacketFraming(header: [0xAA, 0xC0], length: .fixed(10), lengths: 10...10) { packet in
      let bytes = Array(packet)
      return bytes[9] == 0xAB && bytes[2..<8].reduce(0, &+) == bytes[8]
    }
    let packet: [UInt8] = [0xAA, 0xC0, 0xD4, 0x04, 0x3A, 0x0A, 0xA1, 0x60, 0x1D, 0xAB]
    #expect(
      try framing.messages(in: [9, 0xAA] + packet, cutEvery: 1).messages == [FeedMessage(.binary, packet)])
  }

  @Test("skips a packet whose length no integer holds", arguments: [Int.max, .min])
  func impossibleLength(adding: Int) throws {
    let framing = PacketFraming(
      header: [0xAA], length: .stated(at: 1, bytes: 4, adding: adding), lengths: 1...20
    ) { _ in true }
    let result = try framing.messages(in: [0xAA, 0xFF, 0xFF, 0xFF, 0xFF, 1, 2, 3], cutEvery: .max)
    #expect(result.messages.isEmpty)
    #expect(result.broken == 8)
  }
}
