#if NIO
  import AQKit
  import LoopbackServers
  import Testing

  /// Frames that a server sends after a proper handshake, with the expected outcome.
  struct HostileFrame: Sendable, CustomTestStringConvertible {
    /// The client's words in its close frame.
    enum Told: Sendable, Equatable {
      /// A close frame with this code.
      case code(UInt16)
      /// A close frame without a code.
      case noCode
      /// The client sends nothing.
      case nothing
    }

    let name: String
    let steps: [LoopbackStep]
    var texts: [String] = []
    var error: AQError.Code?
    var told: Told
    var retry: AQError.Retry?

    var testDescription: String { name }

    init(
      _ name: String, _ frames: [LoopbackFrame], texts: [String] = [], error: AQError.Code?, told: Told,
      retry: AQError.Retry? = nil
    ) {
      self.init(name, steps: [.bytes(frames.flatMap(\.bytes))], texts: texts, error: error, told: told)
      self.retry = retry
    }

    init(_ name: String, steps: [LoopbackStep], texts: [String] = [], error: AQError.Code?, told: Told) {
      self.name = name
      self.steps = steps
      self.texts = texts
      self.error = error
      self.told = told
    }

    /// A violation of the protocol: everything before it is delivered.
    static func violation(_ name: String, _ frames: LoopbackFrame...) -> HostileFrame {
      HostileFrame(name, [.text("before")] + frames, texts: ["before"], error: .malformed, told: .code(1002))
    }

    /// Text that isn't UTF-8.
    static func notUTF8(_ name: String, _ frames: LoopbackFrame...) -> HostileFrame {
      HostileFrame(name, frames, error: .malformed, told: .code(1007))
    }

    private static let eight = Array("too long".utf8)
    /// "é" in a fragment each.
    private static let half: [UInt8] = [0xC3]

    static let all: [HostileFrame] = framing + fragments + texts + sizes + closes + breaks + further

    static let framing: [HostileFrame] =
      (1...7).map { bits in
        .violation("reserved bits \(bits)", LoopbackFrame(.text, eight, reserved: UInt8(bits)))
      }
      + ([3, 4, 5, 6, 7, 11, 12, 13, 14, 15] as [UInt8]).map { opcode in
        .violation("reserved opcode \(opcode)", LoopbackFrame(.init(rawValue: opcode), eight))
      } + [
        .violation(
          "a compressed frame without negotiation", LoopbackFrame(.text, [0xF2, 0x48, 0, 0], reserved: 4)),
        .violation("a reserved bit on a ping", LoopbackFrame(.ping, [], reserved: 2)),
        .violation("masked text", LoopbackFrame(.text, eight, mask: [1, 2, 3, 4])),
        .violation("masked text with a mask of zeros", LoopbackFrame(.text, eight, mask: [0, 0, 0, 0])),
        .violation("a masked ping", LoopbackFrame(.ping, [], mask: [1, 2, 3, 4])),
        .violation("a masked close", LoopbackFrame(.close, [], mask: [1, 2, 3, 4])),
        .violation("8 bytes of length in 16 bits", LoopbackFrame(.text, eight, lengthForm: .sixteenBit)),
        .violation("8 bytes of length in 64 bits", LoopbackFrame(.text, eight, lengthForm: .sixtyFourBit)),
        .violation(
          "300 bytes of length in 64 bits",
          LoopbackFrame(.binary, Array(repeating: 0, count: 300), lengthForm: .sixtyFourBit)),
        .violation("no length in 64 bits", LoopbackFrame(.text, [], lengthForm: .sixtyFourBit)),
        .violation("a length with its top bit", LoopbackFrame(.text, eight, lengthForm: .claiming(1 << 63))),
        .violation("a length of 2^64 - 1", LoopbackFrame(.text, eight, lengthForm: .claiming(.max))),
        .violation("a ping of 126 bytes", LoopbackFrame(.ping, Array(repeating: 1, count: 126))),
        .violation("a pong of 70,000 bytes", LoopbackFrame(.pong, Array(repeating: 1, count: 70_000))),
        .violation(
          "a close of 126 bytes", LoopbackFrame(.close, [3, 232] + Array(repeating: 65, count: 124))),
        HostileFrame(
          "unrequested pongs",
          [LoopbackFrame(.pong), LoopbackFrame(.pong, [1]), .text("a"), .close(1000)], texts: ["a"],
          error: nil,
          told: .code(1000)),
        HostileFrame(
          "a ping of 125 bytes", [LoopbackFrame(.ping, Array(repeating: 1, count: 125)), .close(1000)],
          error: nil,
          told: .code(1000)),
      ]

    static let fragments: [HostileFrame] = [
      .violation("a ping in fragments", LoopbackFrame(.ping, [], isFinal: false)),
      .violation("a close in fragments", LoopbackFrame(.close, [], isFinal: false)),
      .violation("a continuation without a beginning", LoopbackFrame(.continuation, eight)),
      .violation(
        "a first continuation with more to come", LoopbackFrame(.continuation, eight, isFinal: false)),
      .violation(
        "text inside text", LoopbackFrame(.text, eight, isFinal: false), LoopbackFrame(.text, eight)),
      .violation(
        "bytes inside text", LoopbackFrame(.text, eight, isFinal: false), LoopbackFrame(.binary, eight)),
      .violation(
        "a second continuation after the end", LoopbackFrame(.binary, [], isFinal: false),
        LoopbackFrame(.continuation, []), LoopbackFrame(.continuation, [])
      ).delivering(["before", ""]),
      HostileFrame(
        "a message of empty fragments",
        [
          LoopbackFrame(.text, [], isFinal: false), LoopbackFrame(.continuation, [], isFinal: false),
          LoopbackFrame(.continuation, []), .close(1000),
        ], texts: [""], error: nil, told: .code(1000)),
      HostileFrame(
        "100,000 empty fragments",
        steps: [
          .bytes(LoopbackFrame(.text, Array("a".utf8), isFinal: false).bytes),
          .repeating(LoopbackFrame(.continuation, [], isFinal: false).bytes, times: 100_000),
          .bytes(LoopbackFrame(.continuation, Array("z".utf8)).bytes),
          .bytes(LoopbackFrame.close(1000).bytes),
        ], texts: ["az"], error: nil, told: .code(1000)),
      HostileFrame(
        "100,000 fragments of a byte",
        steps: [
          .bytes(LoopbackFrame(.text, [], isFinal: false).bytes),
          .repeating(LoopbackFrame(.continuation, Array("x".utf8), isFinal: false).bytes, times: 100_000),
          .bytes(LoopbackFrame(.continuation, []).bytes), .bytes(LoopbackFrame.close(1000).bytes),
        ], texts: [String(repeating: "x", count: 100_000)], error: nil, told: .code(1000)),
      HostileFrame(
        "a ping after each of 5,000 fragments",
        steps: [
          .bytes(LoopbackFrame(.text, [], isFinal: false).bytes),
          .repeating(
            LoopbackFrame(.continuation, Array("x".utf8), isFinal: false).bytes + LoopbackFrame(.ping).bytes,
            times: 5_000),
          .bytes(LoopbackFrame(.continuation, []).bytes), .bytes(LoopbackFrame.close(1000).bytes),
        ], texts: [String(repeating: "x", count: 5_000)], error: nil, told: .code(1000)),
      HostileFrame(
        "a close in the middle of a message", [LoopbackFrame(.text, eight, isFinal: false), .close(1000)],
        error: nil, told: .code(1000)),
    ]

    static let texts: [HostileFrame] = [
      .notUTF8("a lone continuation byte", LoopbackFrame(.text, [0x41, 0x80])),
      .notUTF8("an overlong slash", LoopbackFrame(.text, [0xC0, 0xAF])),
      .notUTF8("an overlong euro sign", LoopbackFrame(.text, [0xE0, 0x9F, 0xBF])),
      .notUTF8("an overlong form in four bytes", LoopbackFrame(.text, [0xF0, 0x8F, 0xBF, 0xBF])),
      .notUTF8("a surrogate", LoopbackFrame(.text, [0xED, 0xA0, 0x80])),
      .notUTF8("beyond U+10FFFF", LoopbackFrame(.text, [0xF4, 0x90, 0x80, 0x80])),
      .notUTF8("byte 0xFF", LoopbackFrame(.text, Array(repeating: 65, count: 100) + [0xFF])),
      .notUTF8("half a character at the end", LoopbackFrame(.text, eight + half)),
      .notUTF8(
        "half a character at the end of the last fragment", LoopbackFrame(.text, eight, isFinal: false),
        LoopbackFrame(.continuation, half)),
      .notUTF8(
        "half a character, then another beginning", LoopbackFrame(.text, half, isFinal: false),
        LoopbackFrame(.continuation, half)),
      .notUTF8(
        "a bad byte in a fragment, the end never sent", LoopbackFrame(.text, eight, isFinal: false),
        LoopbackFrame(.continuation, [0xFF], isFinal: false)),
      HostileFrame(
        "a bad byte in a frame whose end is never sent",
        steps: [.bytes(Array(LoopbackFrame(.text, [65, 0xFF] + eight).bytes.dropLast(4))), .hold],
        error: .malformed, told: .code(1007)),
      HostileFrame(
        "a character split between fragments, with a ping between",
        [
          LoopbackFrame(.text, half, isFinal: false), LoopbackFrame(.ping),
          LoopbackFrame(.continuation, [0xA9]),
          .close(1000),
        ], texts: ["é"], error: nil, told: .code(1000)),
      HostileFrame(
        "the highest character, and a NUL", [.text("\u{10FFFF}\0"), .close(1000)], texts: ["\u{10FFFF}\0"],
        error: nil, told: .code(1000)),
      HostileFrame(
        "bytes that are no text, as bytes", [LoopbackFrame(.binary, [0xFF]), .close(1000)],
        texts: ["\u{FFFD}"],
        error: nil, told: .code(1000)),
    ]

    /// The limit of these tests.
    static let maximumMessageSize = 100_000

    static let sizes: [HostileFrame] = [
      HostileFrame(
        "a message of just the limit",
        [LoopbackFrame(.text, Array(repeating: 65, count: maximumMessageSize)), .close(1000)],
        texts: [String(repeating: "A", count: maximumMessageSize)], error: nil, told: .code(1000)),
      HostileFrame(
        "a message one byte beyond the limit",
        [.text("before"), LoopbackFrame(.text, Array(repeating: 65, count: maximumMessageSize + 1))],
        texts: ["before"], error: .tooLarge, told: .code(1009)),
      HostileFrame(
        "fragments that exceed the limit together",
        [
          LoopbackFrame(.binary, Array(repeating: 65, count: maximumMessageSize), isFinal: false),
          LoopbackFrame(.continuation, [1]),
        ], error: .tooLarge, told: .code(1009)),
      HostileFrame(
        "fragments that never end",
        steps: [
          .bytes(LoopbackFrame(.binary, [], isFinal: false).bytes),
          .repeating(LoopbackFrame(.continuation, eight, isFinal: false).bytes, times: 1 << 20), .hold,
        ], error: .tooLarge, told: .code(1009)),
      HostileFrame(
        "a claim of a terabyte", [LoopbackFrame(.binary, eight, lengthForm: .claiming(1 << 40))],
        error: .tooLarge,
        told: .code(1009)),
      HostileFrame(
        "a claim of 2^63 - 1", [LoopbackFrame(.binary, eight, lengthForm: .claiming(1 << 63 - 1))],
        error: .tooLarge, told: .code(1009)),
      HostileFrame(
        "a fragment, then a claim of 2^63 - 1",
        [
          LoopbackFrame(.binary, eight, isFinal: false),
          LoopbackFrame(.continuation, eight, lengthForm: .claiming(1 << 63 - 1)),
        ], error: .tooLarge, told: .code(1009)),
    ]

    static let closes: [HostileFrame] =
      ([0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535] as [UInt16]).map { code in
        .violation("close code \(code)", .close(code))
      }
      + ([
        (1008, .unauthorized), (3000, .unauthorized), (3003, .unauthorized), (1009, .tooLarge),
        (1003, .invalidRequest), (1007, .invalidRequest), (1010, .invalidRequest), (1002, .malformed),
        (1011, .unavailable), (1012, .unavailable), (1014, .unavailable), (3999, .unavailable),
        (4000, .unavailable),
        (4999, .unavailable),
      ] as [(UInt16, AQError.Code)]).map { code, error in
        HostileFrame(
          "closed with \(code)", [.text("a"), .close(code, reason: "because")], texts: ["a"], error: error,
          told: .code(code))
      } + [
        HostileFrame(
          "closed with 1013", [.close(1013)], error: .unavailable, told: .code(1013),
          retry: .after(.seconds(30))),
        HostileFrame("closed with 1001", [.close(1001)], error: nil, told: .code(1001)),
        HostileFrame(
          "closed without a code", [.text("a"), LoopbackFrame(.close)], texts: ["a"], error: nil,
          told: .noCode),
        .violation("half a close code", LoopbackFrame(.close, [3])),
        .notUTF8("a close reason that isn't UTF-8", LoopbackFrame(.close, [3, 232, 0xFF])),
        HostileFrame(
          "a close reason of 123 bytes", [.close(1000, reason: String(repeating: "r", count: 123))],
          error: nil,
          told: .code(1000)),
        HostileFrame(
          "messages and garbage after the close",
          [.close(1000), .text("late"), LoopbackFrame(.text, eight, reserved: 7)],
          error: nil, told: .code(1000)),
        HostileFrame(
          "a second close", [.close(1000), .close(1002)], error: nil, told: .code(1000)),
      ]

    static let breaks: [HostileFrame] = [
      HostileFrame("left at once", steps: [.drop], error: .unreachable, told: .nothing),
      HostileFrame(
        "left inside a header", steps: [.bytes(LoopbackFrame.text("a").bytes + [0x81]), .drop], texts: ["a"],
        error: .unreachable, told: .nothing),
      HostileFrame(
        "left inside a payload", steps: [.bytes(Array(LoopbackFrame.text("abc").bytes.dropLast())), .drop],
        error: .unreachable, told: .nothing),
      HostileFrame(
        "left between fragments", steps: [.bytes(LoopbackFrame(.text, eight, isFinal: false).bytes), .drop],
        error: .unreachable, told: .nothing),
      HostileFrame(
        "half closed", steps: [.bytes(LoopbackFrame.text("a").bytes), .finishWriting, .hold], texts: ["a"],
        error: .unreachable, told: .nothing),
      HostileFrame(
        "stopped inside a header", steps: [.bytes([0x81]), .hold], error: .timedOut, told: .nothing),
      HostileFrame(
        "stopped inside a payload",
        steps: [.bytes(Array(LoopbackFrame.text("abc").bytes.dropLast())), .hold],
        error: .timedOut, told: .nothing),
      HostileFrame("silent", steps: [.hold], error: .timedOut, told: .nothing),
      HostileFrame(
        "not reading, and silent", steps: [.stopReading, .hold], error: .timedOut, told: .nothing),
    ]

    static let further: [HostileFrame] = [
      .violation("a pong in fragments", LoopbackFrame(.pong, [], isFinal: false)),
      .violation(
        "a masked continuation", LoopbackFrame(.text, eight, isFinal: false),
        LoopbackFrame(.continuation, [1], mask: [0, 0, 0, 0])),
      .violation(
        "a reserved bit on a continuation", LoopbackFrame(.text, eight, isFinal: false),
        LoopbackFrame(.continuation, [1], reserved: 4)),
      .violation("a reserved bit on a close", LoopbackFrame(.close, [3, 232], reserved: 1)),
      .violation("a ping whose length takes 16 bits", LoopbackFrame(.ping, [1], lengthForm: .sixteenBit)),
      .violation("a ping that claims a terabyte", LoopbackFrame(.ping, [1], lengthForm: .claiming(1 << 40))),
      .violation(
        "65,535 bytes of length in 64 bits",
        LoopbackFrame(.binary, Array(repeating: 0, count: 65_535), lengthForm: .sixtyFourBit)),
      .violation(
        "half a close code inside a message", LoopbackFrame(.text, eight, isFinal: false), .close(1005)),
      .notUTF8("a reason that ends within a character", LoopbackFrame(.close, [3, 232, 0xF0, 0x9F, 0x98])),
      .notUTF8("a reason with a surrogate", LoopbackFrame(.close, [3, 232, 0xED, 0xA0, 0x80])),
      .notUTF8("an overlong NUL", LoopbackFrame(.text, [0xC0, 0x80])),
      .notUTF8("two halves of a pair", LoopbackFrame(.text, [0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80])),
      .notUTF8("byte 0xFE behind 8 others", LoopbackFrame(.text, eight + [0xFE])),
      .notUTF8("a character of five bytes", LoopbackFrame(.text, [0xF8, 0x88, 0x80, 0x80, 0x80])),
      HostileFrame(
        "a byte order mark, which is text", [.text("\u{FEFF}x"), .close(1000)], texts: ["\u{FEFF}x"],
        error: nil,
        told: .code(1000)),
      HostileFrame(
        "an emoji in four fragments, with pings and pongs between",
        Array("😀".utf8).enumerated().flatMap { index, byte in
          [
            LoopbackFrame(index == 0 ? .text : .continuation, [byte], isFinal: index == 3),
            LoopbackFrame(.ping, [byte]), LoopbackFrame(.pong),
          ]
        } + [.close(1000)], texts: ["😀"], error: nil, told: .code(1000)),
      HostileFrame(
        "just the limit in fragments, an empty one at the end",
        [
          LoopbackFrame(.text, Array(repeating: 65, count: maximumMessageSize - 1), isFinal: false),
          LoopbackFrame(.continuation, [65], isFinal: false), LoopbackFrame(.continuation, []), .close(1000),
        ], texts: [String(repeating: "A", count: maximumMessageSize)], error: nil, told: .code(1000)),
      HostileFrame(
        "a limit that restarts with each message",
        (0..<3).map { _ in LoopbackFrame(.text, Array(repeating: 65, count: maximumMessageSize)) }
          + [.close(1000)],
        texts: Array(repeating: String(repeating: "A", count: maximumMessageSize), count: 3), error: nil,
        told: .code(1000)),
      HostileFrame(
        "10,000 empty messages",
        steps: [
          .repeating(LoopbackFrame.text("").bytes, times: 10_000), .bytes(LoopbackFrame.close(1000).bytes),
        ],
        texts: Array(repeating: "", count: 10_000), error: nil, told: .code(1000)),
      HostileFrame(
        "10,000 pings and pongs",
        steps: [
          .repeating(LoopbackFrame(.ping, [1]).bytes + LoopbackFrame(.pong, [2]).bytes, times: 10_000),
          .bytes(LoopbackFrame.close(1000).bytes),
        ], error: nil, told: .code(1000)),
      HostileFrame(
        "reset inside a payload",
        steps: [.bytes(Array(LoopbackFrame.text("abc").bytes.dropLast())), .reset], error: .unreachable,
        told: .nothing),
      HostileFrame(
        "stopped inside a close frame", steps: [.bytes([0x88, 2, 3]), .hold], error: .timedOut, told: .nothing
      ),
      HostileFrame(
        "left inside a close frame", steps: [.bytes([0x88, 2, 3]), .drop], error: .unreachable, told: .nothing
      ),
    ]

    private func delivering(_ texts: [String]) -> HostileFrame {
      var copy = self
      copy.texts = texts
      return copy
    }
  }
#endif
