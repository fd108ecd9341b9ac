#if NIO
  import AQKit
  import LoopbackServers
  import Testing

  /// A reply to the opening handshake, with the expected error; nil if it must succeed.
  struct HostileUpgrade: Sendable, CustomTestStringConvertible {
    let name: String
    let upgrade: LoopbackUpgrade
    let error: AQError.Code?
    var retry: AQError.Retry?
    /// The text that the message must contain.
    var mention: String?
    /// Whether the server replies at all.
    var replies = true

    var testDescription: String { name }

    init(
      _ name: String, _ upgrade: LoopbackUpgrade, _ error: AQError.Code?, retry: AQError.Retry? = nil,
      mention: String? = nil, replies: Bool = true
    ) {
      self.name = name
      self.upgrade = upgrade
      self.error = error
      self.retry = retry
      self.mention = mention
      self.replies = replies
    }

    static func status(
      _ status: Int, _ error: AQError.Code, headers: [TransportRequest.Header] = [],
      retry: AQError.Retry? = nil,
      mention: String? = nil
    ) -> HostileUpgrade {
      HostileUpgrade(
        "HTTP \(status)\(headers.map { " with \($0.name): \($0.value)" }.joined())",
        .refuse(status, headers: headers), error, retry: retry, mention: mention ?? "\(status)")
    }

    static func bytes(_ name: String, _ text: String, _ error: AQError.Code) -> HostileUpgrade {
      HostileUpgrade(name, .reply(LoopbackReply(steps: [.text(text), .hold])), error)
    }

    static let all: [HostileUpgrade] =
      statuses + furtherStatuses + fields + furtherFields + forms + manners

    static let statuses: [HostileUpgrade] = [
      .status(401, .unauthorized, retry: .whenChanged), .status(403, .unauthorized, retry: .whenChanged),
      .status(407, .unauthorized), .status(400, .invalidRequest, retry: .never),
      .status(404, .invalidRequest, retry: .never), .status(426, .invalidRequest),
      .status(408, .timedOut, retry: .now),
      .status(429, .rateLimited, retry: .after(.seconds(60))),
      .status(
        429, .rateLimited, headers: [TransportRequest.Header("Retry-After", "7")], retry: .after(.seconds(7))),
      .status(
        429, .rateLimited,
        headers: [
          TransportRequest.Header("Date", "Sun, 28 Feb 2016 23:59:30 GMT"),
          TransportRequest.Header("Retry-After", "Mon, 29 Feb 2016 00:01:00 GMT"),
        ], retry: .after(.seconds(90))),
      .status(
        429, .rateLimited, headers: [TransportRequest.Header("Retry-After", "-3")],
        retry: .after(.seconds(60))),
      .status(
        429, .rateLimited, headers: [TransportRequest.Header("Retry-After", "soon")],
        retry: .after(.seconds(60))),
      .status(500, .unavailable), .status(502, .unavailable, retry: .after(.seconds(5))),
      .status(
        503, .unavailable, headers: [TransportRequest.Header("Retry-After", "120")],
        retry: .after(.seconds(120))),
      .status(
        301, .invalidRequest,
        headers: [TransportRequest.Header("Location", "wss://new.example.org/secret?key=abc")],
        mention: "wss://new.example.org"),
      .status(302, .invalidRequest, headers: [TransportRequest.Header("Location", "/login")]),
      .status(307, .invalidRequest), .status(308, .invalidRequest), .status(200, .malformed),
      .status(204, .malformed), .status(600, .malformed),
      HostileUpgrade("a page for people", .reply(.html()), .malformed),
      HostileUpgrade("an endless page", .reply(.endless()), .malformed),
    ]

    static let furtherStatuses: [HostileUpgrade] =
      [300, 304, 402, 405, 410, 421, 431, 451, 499].map { .status($0, .invalidRequest, retry: .never) }
      + [501, 504, 505, 520, 599].map { .status($0, .unavailable) }
      + [206, 999].map { .status($0, .malformed, retry: .never) }
      + ([
        ("0", 0), ("99999999999999999999999", 31 * 86_400), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
        ("Fri, 31 Dec 9999 23:59:59 GMT", 31 * 86_400), ("", 60), ("1e3", 60), ("0x10", 60), ("5, 6", 60),
        ("+5", 60), ("5s", 60), ("Fri, 31-Dec-99 23:59:59 GMT", 60), ("Wed, 31 Feb 2027 00:00:00 GMT", 60),
      ] as [(String, Int)]).map { text, seconds in
        .status(
          429, .rateLimited, headers: [TransportRequest.Header("Retry-After", text)],
          retry: .after(.seconds(seconds))
        )
      } + [
        .status(302, .invalidRequest, headers: [TransportRequest.Header("Location", ":::::")]),
        .status(302, .invalidRequest, headers: [TransportRequest.Header("Location", "ws://")]),
      ]

    static let furtherFields: [HostileUpgrade] = [
      HostileUpgrade("an upgrade to a version", replacing("Upgrade", "websocket/13"), .malformed),
      HostileUpgrade("a list of upgrades", replacing("Upgrade", "h2c, WebSocket"), nil),
      HostileUpgrade("an empty list of extensions", replacing("Sec-WebSocket-Extensions", ""), nil),
      HostileUpgrade("an empty sub-protocol", .accept(subprotocol: ""), .malformed),
      HostileUpgrade("a sub-protocol in other letters", .accept(subprotocol: "AIR"), .malformed),
      HostileUpgrade("a sub-protocol twice in a line", .accept(subprotocol: "air, air"), .malformed),
      HostileUpgrade("a key between quotes", replacing("Sec-WebSocket-Accept", "\"x\""), .malformed),
      HostileUpgrade("a length that a switch doesn't have", replacing("Content-Length", "5"), nil),
      HostileUpgrade("a coding that a switch doesn't have", replacing("Transfer-Encoding", "chunked"), nil),
      HostileUpgrade("a space before the colon", replacing("X-A ", "b"), .malformed),
      HostileUpgrade("a tab and foreign letters", replacing("X-A", "a\té"), nil),
      HostileUpgrade("a DEL in a header", replacing("X-A", "\u{7F}"), .malformed),
      HostileUpgrade("a lone carriage return", replacing("X-A", "a\rb"), .malformed),
      HostileUpgrade("a page behind the switch", .accept(followedBy: Array("<html>".utf8)), .malformed),
      HostileUpgrade(
        "three interim replies",
        accepting(
          "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Wait\r\nX: y\r\n\r\nHTTP/1.1 199 Odd\r\n\r\nHTTP/1.1 101 Now"
        ),
        nil),
      .bytes("two spaces before the status", "HTTP/1.1  101 Yes\r\n\r\n", .malformed),
      .bytes("a version in small letters", "http/1.1 101 Yes\r\n\r\n", .malformed),
      .bytes("version 1.2", "HTTP/1.2 101 Yes\r\n\r\n", .malformed),
      .bytes("a negative status", "HTTP/1.1 -10 No\r\n\r\n", .malformed),
      .bytes("a status in digits of another script", "HTTP/1.1 ١ No\r\n\r\n", .malformed),
      .bytes("a page without HTTP", "<!DOCTYPE html><p>Sign in</p>", .malformed),
      .bytes("a TLS alert", "\u{15}\u{3}\u{3}\u{0}\u{2}\u{2}\u{28}", .malformed),
    ]

    private static func replacing(_ name: String, _ value: String) -> LoopbackUpgrade {
      .accept(replacing: [TransportRequest.Header(name, value)])
    }

    static let fields: [HostileUpgrade] = [
      HostileUpgrade("a wrong accept key", .wrongAcceptKey, .malformed, retry: .never),
      HostileUpgrade("an empty accept key", replacing("Sec-WebSocket-Accept", ""), .malformed),
      HostileUpgrade("no accept key", .accept(removing: ["Sec-WebSocket-Accept"]), .malformed),
      HostileUpgrade(
        "two accept keys",
        .accept(replacing: [
          TransportRequest.Header("Sec-WebSocket-Accept", "a"),
          TransportRequest.Header("Sec-WebSocket-Accept", "b"),
        ]), .malformed),
      HostileUpgrade("no upgrade field", .accept(removing: ["Upgrade"]), .malformed),
      HostileUpgrade("no connection field", .accept(removing: ["Connection"]), .malformed),
      HostileUpgrade("an upgrade to something else", replacing("Upgrade", "h2c"), .malformed),
      HostileUpgrade("a connection that isn't upgraded", replacing("Connection", "close"), .malformed),
      HostileUpgrade(
        "other spellings",
        .accept(replacing: [
          TransportRequest.Header("upgrade", "WebSocket"),
          TransportRequest.Header("CONNECTION", "keep-alive, UPGRADE"),
        ]), nil),
      HostileUpgrade(
        "an extension that wasn't offered", replacing("Sec-WebSocket-Extensions", "permessage-deflate"),
        .malformed),
      HostileUpgrade("a sub-protocol that was offered", .accept(subprotocol: "air"), nil),
      HostileUpgrade("a sub-protocol that wasn't offered", .accept(subprotocol: "mqtt"), .malformed),
      HostileUpgrade(
        "two sub-protocols",
        .accept(replacing: [
          TransportRequest.Header("Sec-WebSocket-Protocol", "air"),
          TransportRequest.Header("Sec-WebSocket-Protocol", "air"),
        ]), .malformed),
      HostileUpgrade("a broken header name", replacing("X Y", "z"), .malformed),
      HostileUpgrade("an empty header name", replacing("", "z"), .malformed),
      HostileUpgrade("a folded line", replacing("X-A", "b\r\n c"), .malformed),
      HostileUpgrade("a NUL in a header", replacing("X-A", "\0"), .malformed),
      HostileUpgrade("15 kB of header", replacing("X-A", String(repeating: "a", count: 15_000)), nil),
      HostileUpgrade("17 kB of header", replacing("X-A", String(repeating: "a", count: 17_000)), .tooLarge),
    ]

    private static func accepting(_ statusLine: String) -> LoopbackUpgrade {
      var upgrade = LoopbackUpgrade.accept
      upgrade.statusLine = statusLine
      return upgrade
    }

    static let forms: [HostileUpgrade] = [
      HostileUpgrade("HTTP/1.0", accepting("HTTP/1.0 101 Switching Protocols"), .malformed),
      HostileUpgrade("HTTP/2.0", accepting("HTTP/2.0 101 Switching Protocols"), .malformed),
      HostileUpgrade("no reason", accepting("HTTP/1.1 101"), nil),
      HostileUpgrade(
        "an early hint before", accepting("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 101 Now"),
        nil
      ),
      .bytes("no status", "HTTP/1.1\r\n\r\n", .malformed),
      .bytes("a status of two digits", "HTTP/1.1 99 No\r\n\r\n", .malformed),
      .bytes("a status of four digits", "HTTP/1.1 1010 No\r\n\r\n", .malformed),
      .bytes("a status that isn't a number", "HTTP/1.1 1O1 No\r\n\r\n", .malformed),
      .bytes("a line without a colon", "HTTP/1.1 101 Yes\r\nUpgrade\r\n\r\n", .malformed),
      .bytes("line feeds alone", "HTTP/1.1 101 Yes\nUpgrade: websocket\n\n", .malformed),
      .bytes("another protocol's banner", "SSH-2.0-OpenSSH_9.2\r\n", .malformed),
      .bytes("an empty line", "\r\n", .malformed),
      .bytes("frames without a handshake", "\u{1}\u{2}hi", .malformed),
      HostileUpgrade("endless header lines", .reply(.endlessHeaders()), .tooLarge),
      HostileUpgrade(
        "an endless header line",
        .reply(
          LoopbackReply(steps: [.text("HTTP/1.1 101 "), .repeating(Array("yes ".utf8), times: 1 << 20)])),
        .tooLarge),
      HostileUpgrade(
        "a handshake one byte per write, cut",
        .reply(LoopbackReply(steps: [.trickle(Array("HTTP/1.1 101 Swit".utf8), every: .zero), .close])),
        .unreachable),
    ]

    static let manners: [HostileUpgrade] = [
      HostileUpgrade("no reply", .reply(.silent), .timedOut, replies: false),
      HostileUpgrade(
        "half a reply", .reply(LoopbackReply(steps: [.text("HTTP/1.1 101 Swit"), .hold])), .timedOut,
        replies: false),
      HostileUpgrade(
        "endless early hints",
        .reply(LoopbackReply(steps: [.repeating(Array("HTTP/1.1 103 Wait\r\n\r\n".utf8), times: 1 << 30)])),
        .timedOut,
        replies: false),
      HostileUpgrade("closed at once", .reply(.closed), .unreachable),
      HostileUpgrade("reset at once", .reply(.reset), .unreachable),
    ]
  }
#endif
