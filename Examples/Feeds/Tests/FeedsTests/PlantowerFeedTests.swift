import AQKit
import AQKitSocketFeed
import AQKitTesting
import Testing

@testable import Feeds

/// Returns bytes from their usual notation, such as `42 4d 00 1c`.
func bytes(_ text: String) -> [UInt8] { text.split(separator: " ").compactMap { UInt8($0, radix: 16) } }

enum Packet {
  /// PM1, PM2.5, PM10 of 4, 5, 5 for the factory and 4, 5, 5 outside it.
  static let whole = bytes(
    "42 4d 00 1c 00 04 00 05 00 05 00 04 00 05 00 05 03 7e 00 e2 00 17 00 02 00 00 00 00 97 00 02 da")
  /// The bytes as captured: two were lost, and the next packet begins within its 32 bytes.
  static let broken = bytes(
    "42 4d 00 1c 00 04 00 05 00 05 00 04 00 05 00 03 7e 00 e2 00 17 00 02 00 00 00 00 97 00 02 42 4d")

  /// A packet with these words.
  static func of(_ words: [Int]) -> [UInt8] {
    var body: [UInt8] = [0x42, 0x4D, 0, 28]
    for word in words { body += [UInt8(word >> 8 & 0xFF), UInt8(word & 0xFF)] }
    let sum = body.reduce(0) { $0 + Int($1) }
    return body + [UInt8(sum >> 8 & 0xFF), UInt8(sum & 0xFF)]
  }
}

@Suite(.timeLimit(.minutes(10))) struct PlantowerFeedTests {
  private let feed = PlantowerFeed(sensor: AirSite(id: "pms", name: "Balcony", kind: .lowCostSensor))

  private func messages(_ stream: [UInt8], cutEvery size: Int = .max) throws -> (count: Int, broken: Int) {
    let result = try PlantowerFeed.framing.messages(in: stream, cutEvery: size)
    return (result.messages.count, result.broken)
  }

  @Test("the values for the air outside are taken, not those for the factory")
  func values() throws {
    let packet = Packet.of([1, 2, 3, 14, 25, 300, 0, 0, 0, 0, 0, 0, 0x9700])
    let response = try decode(feed, FeedMessage(.binary, packet))
    #expect(readings(response).map(\.parameter) == [.pm1, .pm25, .pm10])
    #expect(readings(response).map(\.value) == [14, 25, 300])
    #expect(readings(response).allSatisfy { $0.unit == "µg/m³" && $0.flags == [.timeOfReceipt] })
    #expect(readings(try decode(feed, FeedMessage(.binary, Packet.whole))).map(\.value) == [4, 5, 5])
  }

  @Test("a stream is cut into packets however its bytes arrive", arguments: [1, 2, 3, 31, 32, 33, 100])
  func pieces(size: Int) throws {
    let stream = Array([Packet.whole, Packet.whole, Packet.whole].joined())
    #expect(try messages(stream, cutEvery: size) == (3, 0))
  }

  @Test("the next packet inside a broken one is found", arguments: [1, 7, .max])
  func resynchronises(size: Int) throws {
    // The two bytes at the end of the capture are the first of the next packet.
    let stream = Packet.broken + Packet.whole.dropFirst(2) + Packet.whole
    #expect(try messages(stream, cutEvery: size) == (2, 30))
  }

  @Test("a packet that is cut at any byte loses only itself")
  func cut() throws {
    for length in 1..<32 {
      let found = try messages(Packet.whole.prefix(length) + Packet.whole + Packet.whole)
      #expect(found == (2, length), "cut after \(length)")
    }
  }

  @Test("a single wrong byte loses only its packet")
  func wrongByte() throws {
    for place in 0..<32 {
      var spoilt = Packet.whole
      spoilt[place] ^= 0x10
      let found = try messages(spoilt + Packet.whole)
      #expect(found == (1, 32), "byte \(place)")
    }
  }

  @Test("the two bytes of the header may be in the data")
  func headerInData() throws {
    let packet = Packet.of([0x424D, 0x424D, 0x001C, 7, 0x424D, 9, 0, 0, 0, 0, 0, 0, 0x9700])
    let result = try PlantowerFeed.framing.messages(in: packet + packet, cutEvery: 5)
    #expect(result.messages.count == 2 && result.broken == 0)
    #expect(readings(try decode(feed, result.messages[0])).map(\.value) == [7, 0x424D, 9])
  }

  @Test("shorter packets of other models are skipped, and later ones are read")
  func otherModels() throws {
    var other: [UInt8] = [0x42, 0x4D, 0, 20] + Array(repeating: 1, count: 18)
    let sum = other.reduce(0) { $0 + Int($1) }
    other += [UInt8(sum >> 8), UInt8(sum & 0xFF)]
    #expect(try messages(other + Packet.whole) == (1, 24))
  }

  @Test("values of the first half minute, and of a sensor that reports an error, are suspect")
  func inDoubt() throws {
    var young = feed
    young.startedAt = noon.adding(seconds: -29)
    let message = FeedMessage(.binary, Packet.whole)
    #expect(readings(try decode(young, message)).allSatisfy { $0.flags.contains(.suspect) })
    young.startedAt = noon.adding(seconds: -30)
    #expect(readings(try decode(young, message)).allSatisfy { !$0.flags.contains(.suspect) })
    let fault = FeedMessage(.binary, Packet.of([0, 0, 0, 1, 2, 3, 0, 0, 0, 0, 0, 0, 0x9702]))
    #expect(readings(try decode(feed, fault)).allSatisfy { $0.flags.contains(.suspect) })
  }

  @Test("a message of another length is refused")
  func length() throws {
    for count in [0, 31, 33] {
      let response = try decode(feed, FeedMessage(.binary, Array(repeating: 0, count: count)))
      #expect(readings(response).isEmpty && response.notes.map(\.code) == [.refused])
    }
  }
}
