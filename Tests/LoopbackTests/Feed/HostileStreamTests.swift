#if NIO
  import AQKit
  import AQKitSocketFeed
  import LoopbackServers
  import Testing

  /// The bytes of a server on a raw stream, with the expected outcome.
  struct HostileStream: Sendable, CustomTestStringConvertible {
    let name: String
    let framing: any FeedFraming
    let steps: [LoopbackStep]
    var texts: [String] = []
    var error: AQError.Code?
    var skipped = 0

    var testDescription: String { name }

    private init(
      _ name: String, _ framing: any FeedFraming, _ steps: [LoopbackStep], _ texts: [String] = [],
      error: AQError.Code? = nil, skipped: Int = 0
    ) {
      self.name = name
      self.framing = framing
      self.steps = steps
      self.texts = texts
      self.error = error
      self.skipped = skipped
    }

    /// The limit of these tests.
    static let maximumMessageSize = 100_000

    static let all: [HostileStream] = lines + lengths + packets

    private static let lines: [HostileStream] = [
      HostileStream("only line ends", LineFraming(), [.repeating([10], times: 100_000), .close]),
      HostileStream("only returns", LineFraming(), [.repeating([13], times: 1 << 20)], error: .tooLarge),
      HostileStream(
        "a line that never ends", LineFraming(), [.repeating([65], times: 1 << 20)], error: .tooLarge),
      HostileStream("a return within a line", LineFraming(), [.text("a\rb\r\n"), .close], ["a\rb"]),
      HostileStream("a NUL", LineFraming(), [.text("\0\n"), .close], ["\0"]),
      HostileStream("a byte order mark", LineFraming(), [.text("\u{FEFF}a\n"), .close], ["\u{FEFF}a"]),
      HostileStream("no end", LineFraming(), [.text("a\nb"), .close], ["a"], error: .unreachable),
      HostileStream("reset within a line", LineFraming(), [.text("b"), .reset], error: .unreachable),
      HostileStream(
        "half closed within a line", LineFraming(), [.text("b"), .finishWriting, .hold], error: .unreachable),
      HostileStream(
        "half closed behind a line", LineFraming(), [.text("b\n"), .finishWriting, .hold], ["b"]),
      HostileStream("a line that stalls", LineFraming(), [.text("b"), .hold], error: .timedOut),
      HostileStream("nothing", LineFraming(), [.hold], error: .timedOut),
      HostileStream("the end at once", LineFraming(), [.close]),
      HostileStream(
        "a page", LineFraming(), [.text("HTTP/1.1 400 Bad\r\n\r\n"), .close], ["HTTP/1.1 400 Bad"]),
    ]

    private static let four = LengthPrefixFraming(.four)
    private static let own = LengthPrefixFraming(.four, countsItself: true)
    private static let little = LengthPrefixFraming(.four, order: .littleEndian)

    private static let lengths: [HostileStream] = [
      HostileStream("a claim of 4 GB", four, [.bytes([255, 255, 255, 255, 65]), .hold], error: .tooLarge),
      HostileStream(
        "a claim of 2^64 - 1", LengthPrefixFraming(.eight), [.bytes(Array(repeating: 255, count: 8)), .hold],
        error: .tooLarge),
      HostileStream(
        "a claim of 2^63", LengthPrefixFraming(.eight),
        [.bytes([128] + Array(repeating: 0, count: 7)), .hold],
        error: .tooLarge),
      HostileStream(
        "a length in the other order", little, [.bytes([0, 0, 0, 1, 65]), .hold], error: .tooLarge),
      HostileStream("empty messages", four, [.bytes(Array(repeating: 0, count: 12)), .close], ["", "", ""]),
      HostileStream("a length shorter than itself", own, [.bytes([0, 0, 0, 3]), .hold], error: .malformed),
      HostileStream("no length at all", own, [.bytes([0, 0, 0, 0]), .hold], error: .malformed),
      HostileStream("just its length", own, [.bytes([0, 0, 0, 4, 0, 0, 0, 5, 65]), .close], ["", "A"]),
      HostileStream("left within a length", four, [.bytes([0, 0, 0]), .close], error: .unreachable),
      HostileStream(
        "left within a message", four, [.bytes([0, 0, 0, 1, 65, 0, 0, 0, 2, 66]), .close], ["A"],
        error: .unreachable),
      HostileStream("stalled within a length", four, [.bytes([0]), .hold], error: .timedOut),
      HostileStream("stalled within a message", four, [.bytes([0, 0, 0, 9, 65]), .hold], error: .timedOut),
      HostileStream(
        "a message one byte beyond the limit", four,
        [.bytes([0, 1, 0x86, 0xA1]), .repeating([65], times: 100_001), .hold], error: .tooLarge),
      HostileStream(
        "a message of just the limit", four,
        [.bytes([0, 1, 0x86, 0xA0]), .repeating([65], times: 100_000), .close],
        [String(repeating: "A", count: 100_000)]),
      HostileStream(
        "a message one byte at a time", LengthPrefixFraming(.two),
        [.trickle([0, 2, 0xC3, 0xA9, 0, 1, 66], every: .zero), .close], ["é", "B"]),
    ]

    private static let good = PlantowerPacket.bytes(pm25: 12)
    private static let text = String(decoding: good, as: UTF8.self)

    private static let packets: [HostileStream] = [
      HostileStream(
        "beginnings without end", PlantowerPacket.framing,
        [.repeating([0x42, 0x4D], times: 50_000), .bytes(good), .close], [text], skipped: 100_000),
      HostileStream(
        "zeros", PlantowerPacket.framing, [.repeating([0], times: 100_000), .close], skipped: 100_000),
      HostileStream(
        "a length that no packet has", PlantowerPacket.framing,
        [.bytes([0x42, 0x4D, 0xFF, 0xFF]), .bytes(good), .close], [text], skipped: 4),
      HostileStream(
        "a packet within a broken one", PlantowerPacket.framing,
        [.bytes(Array(good.prefix(31))), .bytes(good), .close], [text], skipped: 31),
      HostileStream(
        "left within a packet", PlantowerPacket.framing, [.bytes(good + good.prefix(9)), .close], [text],
        error: .unreachable),
      HostileStream(
        "half a beginning", PlantowerPacket.framing, [.bytes([0x42]), .close], error: .unreachable),
      HostileStream(
        "stalled within a packet", PlantowerPacket.framing, [.bytes([0x42]), .hold], error: .timedOut),
    ]
  }

  @Suite("A raw stream from a hostile server", .timeLimit(.minutes(10)))
  struct HostileStreamTests {
    @Test("ends in data or a named error", arguments: HostileStream.all)
    func streams(hostile: HostileStream) async throws {
      try await LoopbackTCPServer.withServer(script: hostile.steps) { server in
        var endpoint = FeedEndpoint(url: "tcp://127.0.0.1:\(server.port)")
        endpoint.maximumMessageSize = HostileStream.maximumMessageSize
        endpoint.idleTimeout = hostile.error == .timedOut ? .milliseconds(300) : nil
        let connection = try await PatientConnector(framing: hostile.framing).connect(to: endpoint)
        var texts: [String] = []
        var error: AQError?
        do {
          while let messages = try await connection.receive() {
            texts += messages.map { String(decoding: $0.bytes, as: UTF8.self) }
          }
        } catch let failure as AQError {
          error = failure
        }
        #expect(texts == hostile.texts)
        #expect(error?.code == hostile.error)
        #expect(connection.skippedBytes == hostile.skipped)
        await connection.close(.normal)
        #expect(await server.waitForOpenConnections(0))
      }
    }
  }
#endif
