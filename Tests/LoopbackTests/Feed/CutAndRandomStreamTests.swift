#if NIO
  import AQKit
  import AQKitSocketFeed
  import LoopbackServers
  import TestRuns
  import Testing

  @Suite("WebSocket streams that are cut or random", .timeLimit(.minutes(10)))
  struct CutAndRandomStreamTests {
    @Test("reads the same messages wherever the stream is cut in two")
    func cutInTwo() async throws {
      let city = Array(#"[{"city":"Málaga","aqi":52.5}]"#.utf8)
      let stream = [
        LoopbackFrame(.text, city), LoopbackFrame(.text, Array(city.prefix(12)), isFinal: false),
        LoopbackFrame(.ping, [1, 2, 3]), LoopbackFrame(.continuation, Array(city.dropFirst(12))),
        LoopbackFrame(.binary, Array(repeating: 7, count: 130)), .close(1000, reason: "end"),
      ].flatMap(\.bytes)
      let expected = [
        FeedMessage(.text, city), FeedMessage(.text, city),
        FeedMessage(.binary, Array(repeating: 7, count: 130)),
      ]
      try await LoopbackWebSocketServer.withServer(manners: []) { session in
        let cut = Int(session.request.queryValue("cut") ?? "") ?? 0
        try await session.send(bytes: Array(stream.prefix(cut)))
        try await Task.sleep(for: .milliseconds(1))
        try await session.send(bytes: Array(stream.dropFirst(cut)))
        _ = await session.receive(.close)
      } body: { server in
        for cut in 0...stream.count {
          let result = try await transcript(of: FeedEndpoint(url: server.url("/?cut=\(cut)")))
          #expect(result.messages == expected, "cut at \(cut)")
          #expect(result.closure == FeedMessage.Closure(code: .normal, reason: "end"), "cut at \(cut)")
          #expect(result.error == nil, "cut at \(cut)")
        }
      }
    }

    @Test("says where a stream that ends early was cut, wherever it ends")
    func truncated() async throws {
      let stream = [
        LoopbackFrame.text("first"), LoopbackFrame(.text, [65], isFinal: false),
        LoopbackFrame(.continuation, [66]), .close(1000),
      ].map(\.bytes)
      let whole = stream.flatMap(\.self)
      try await LoopbackWebSocketServer.withServer(manners: []) { session in
        let length = Int(session.request.queryValue("length") ?? "") ?? 0
        try await session.send(bytes: Array(whole.prefix(length)))
        await session.drop()
      } body: { server in
        for length in 0..<whole.count {
          let result = try await transcript(of: FeedEndpoint(url: server.url("/?length=\(length)")))
          var texts: [String] = []
          if length >= stream[0].count { texts.append("first") }
          if length >= whole.count - stream[3].count { texts.append("AB") }
          #expect(result.texts == texts, "\(length) bytes")
          #expect(result.error?.code == .unreachable, "\(length) bytes")
        }
      }
    }

    @Test("ends in data or a named error for any bytes")
    func random() async throws {
      try await LoopbackWebSocketServer.withServer(manners: []) { session in
        var generator = SplitMix(state: UInt64(session.request.queryValue("seed") ?? "") ?? 0)
        var bytes: [UInt8] = []
        for _ in 0..<Int.random(in: 1...20, using: &generator) {
          switch Int.random(in: 0..<4, using: &generator) {
          case 0:
            bytes += (0..<Int.random(in: 1...20, using: &generator)).map { _ in
              UInt8.random(in: 0...255, using: &generator)
            }
          default:
            // Mostly well-formed, so that the random parts are met in every state.
            let opcode = [0, 1, 1, 1, 2, 8, 9, 10][Int.random(in: 0..<8, using: &generator)]
            let payload = (0..<Int.random(in: 0...140, using: &generator)).map { _ in
              UInt8.random(in: 0x20...0x7F, using: &generator)
            }
            bytes +=
              LoopbackFrame(
                .init(rawValue: UInt8(opcode)), payload, isFinal: Int.random(in: 0..<4, using: &generator) > 0
              ).bytes
          }
        }
        try await session.send(bytes: bytes)
        await session.connection.finishWriting()
        await session.hold()
      } body: { server in
        let codes: Set<AQError.Code> = [
          .malformed, .tooLarge, .unreachable, .unavailable, .unauthorized, .invalidRequest,
        ]
        for seed in 0..<TestEffort.of(400, debug: 150) {
          let result = try await transcript(of: FeedEndpoint(url: server.url("/?seed=\(seed)")))
          if let error = result.error {
            #expect(codes.contains(error.code), "seed \(seed)")
          } else {
            #expect(result.closure != nil, "seed \(seed)")
          }
        }
      }
    }

    private struct SplitMix: RandomNumberGenerator {
      var state: UInt64

      mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
      }
    }
  }
#endif
