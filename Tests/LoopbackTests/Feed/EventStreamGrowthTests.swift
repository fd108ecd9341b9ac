#if NIO
  import AQKitTesting
  import TestRuns
  import Testing

  @testable import AQKitSocketFeed

  @Suite("Server-sent events: four times the input takes four times the time", .computing)
  struct EventStreamGrowthTests {
    private static let streams: [(name: String, text: @Sendable (Int) -> String)] = [
      ("events", { (0..<$0).map { "id: \($0)\ndata: {}\n\n" }.joined() }),
      ("one event of many lines", { String(repeating: "data: x\n", count: $0) + "\n" }),
      ("one event of empty lines of data", { String(repeating: "data\n", count: $0) + "\n" }),
      ("unknown fields", { (0..<$0).map { "field\($0): x\n" }.joined() }),
      ("comments", { String(repeating: ":\r\n", count: $0) }),
      ("a line without an end", { "data: " + String(repeating: "x", count: $0 * 16) }),
      ("types that differ", { (0..<$0).map { "event: e\($0)\rdata: 1\r\r" }.joined() }),
    ]

    @Test("a stream in pieces of any size", arguments: streams.indices, [1, 7, 1000])
    func reads(_ index: Int, _ piece: Int) {
      let (name, text) = Self.streams[index]
      let growth = Growth(of: { Array(text($0).utf8) }) { bytes in
        var reader = EventStreamReader(maximumMessageSize: .max / 2, lastEventID: "")
        var start = 0
        while start < bytes.count {
          let end = min(start + piece, bytes.count)
          var output = FeedOutput()
          try? reader.consume(bytes[start..<end].span.bytes, into: &output)
          start = end
        }
      }
      #expect(growth.isLinear, "\(name): \(growth)")
    }
  }
#endif
