import AQKit
import LoopbackServers

extension HostileReply {
  private static let bad = Outcome.refused([.malformed, .unreachable])
  private static let odd = Outcome.either([.malformed, .unreachable])
  private static let broken = Outcome.refused([.malformed, .unreachable, .untrusted, .invalidRequest])

  // MARK: Statuses

  /// An interim response, and the true one behind it.
  private static func interim(_ name: String, _ text: String, _ outcome: Outcome) -> HostileReply {
    HostileReply(name, "\(text)HTTP/1.1 200 OK\r\n\(length)\r\n\(json)", outcome)
  }

  private static func bodiless(_ status: Int, _ name: String, _ rest: String) -> HostileReply {
    HostileReply("\(status) \(name)", "HTTP/1.1 \(status) Word\r\n\(rest)", odd).giving(status, "")
  }

  static let statuses: [HostileReply] = [
    interim("100", "HTTP/1.1 100 Continue\r\n\r\n", .data),
    interim("102 with fields", "HTTP/1.1 102 Wait\r\nX-A: b\r\n\r\n", .data),
    interim("103", "HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n", .data),
    interim("103 with a length", "HTTP/1.1 103 Early Hints\r\nContent-Length: 5\r\n\r\n", odd),
    interim("103 with chunks", "HTTP/1.1 103 Early Hints\r\nTransfer-Encoding: chunked\r\n\r\n", odd),
    interim("199", "HTTP/1.1 199 Odd\r\n\r\n", .data),
    interim("ten times 100", String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 10), .data),
    interim("1,000 times 100", String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 1000), odd),
    interim("an unrequested 101", "HTTP/1.1 101 Switching\r\nUpgrade: h2c\r\n\r\n", odd)
      .givingAnything(),
    HostileReply("100, and the end", "HTTP/1.1 100 Continue\r\n\r\n", bad),
    HostileReply("103 cut in its head", "HTTP/1.1 103 Early Hints\r\nLink: <", bad),
    HostileReply(
      "100, and silence", [.text("HTTP/1.1 100 Continue\r\n\r\n"), .hold], .refused([.timedOut])),
    bodiless(204, "with a body", "\(length)\r\n\(json)"),
    bodiless(204, "with chunks", "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"),
    bodiless(204, "with a length too long", "Content-Length: 99999999\r\n\r\n"),
    bodiless(304, "with a body", "\(length)\r\n\(json)"),
    bodiless(304, "with a length", "\(length)\r\n"),
    bodiless(205, "with a body", "\(length)\r\n\(json)").givingAnything(),
    HostileReply(
      "206 of an unrequested part",
      "HTTP/1.1 206 Partial\r\nContent-Range: bytes 0-4/9\r\nContent-Length: 5\r\n\r\n[1,2]", .data
    ).giving(206, "[1,2]"),
    HostileReply("status 600", "HTTP/1.1 600 Odd\r\n\(length)\r\n\(json)", odd).giving(600, json),
    HostileReply("status 999", "HTTP/1.1 999 Odd\r\n\(length)\r\n\(json)", odd).giving(999, json),
    HostileReply("503 with a page", "HTTP/1.1 503 No\r\nContent-Length: 3\r\n\r\n<p>", .data).giving(
      503, "<p>"),
  ]

  // MARK: Redirects

  private static func redirect(_ name: String, _ location: String, _ outcome: Outcome, status: Int = 302)
    -> HostileReply
  {
    HostileReply(
      "\(status) \(name)",
      "HTTP/1.1 \(status) Found\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n", outcome)
  }

  /// A redirect of a request by POST.
  private static func posted(_ status: Int) -> HostileReply {
    var reply = redirect("of a POST", "next", .data, status: status)
    reply.method = .post
    return reply
  }

  private static let loop: HostileReply = {
    var reply = redirect("to itself, over and over", "next", .refused([.malformed]))
    reply.next = reply.steps
    return reply
  }()

  private static let chain: HostileReply = {
    var reply = redirect("to a cut head", "next", bad)
    reply.next = [.text("HTTP/1.1"), .close]
    return reply
  }()

  static let redirects: [HostileReply] = neighbours + places + replies

  private static let neighbours: [HostileReply] = [301, 302, 303, 307, 308].flatMap { status in
    [redirect("to a neighbour", "next", .data, status: status), posted(status)]
  }

  private static let places: [HostileReply] = [
    loop, chain,
    redirect("to a neighbour with a fragment", "next#part", .data),
    redirect("to a neighbour between spaces", "  next  ", .data),
    redirect("to a neighbour up and down", "../v1/./next", .data),
    redirect("to nothing", "", odd).giving(302, ""),
    redirect("to ftp", "ftp://127.0.0.1/a", broken),
    redirect("to a file", "file:///etc/hostname", broken),
    redirect("to a script", "javascript:alert(1)", broken),
    redirect("to data", "data:application/json,{}", broken),
    redirect("to a mail address", "mailto:a@example.org", broken),
    redirect("to a feed", "ws://127.0.0.1/a", broken),
    redirect("to a scheme in capitals", "FTP://127.0.0.1/a", broken),
    redirect("to no host", "http://", broken),
    redirect("to an empty host", "http:///a", broken),
    redirect("to a port alone", "http://:80/", broken),
    redirect("to a port of 0", "http://127.0.0.1:0/", broken),
    redirect("to a port of 65536", "http://127.0.0.1:65536/", broken),
    redirect("to a port of 2^64", "http://127.0.0.1:18446744073709551616/", broken),
    redirect("to a negative port", "http://127.0.0.1:-1/", broken),
    redirect("to a port of letters", "http://127.0.0.1:abc/", broken),
    redirect("to a port without a listener", "http://127.0.0.1:1/", broken),
    redirect("to TLS without a listener", "https://127.0.0.1:1/", broken),
    redirect("to half an address", "http://[::1", broken),
    redirect("to brackets", "http://[]/", broken),
    redirect("to a host with an encoded NUL", "http://a%00b/", broken),
    redirect("to a host with an encoded space", "http://a%20b/", broken),
    redirect("to a host with an encoded line end", "http://a%0D%0Ab/", broken),
    redirect("to a neighbour whose host has an encoded line end", "//a%0ab/", broken),
    redirect("to a host with a space", "http://a b/", broken),
    redirect("to a host in quotes", "http://\"a\"/", broken),
    redirect("to a host of 300 letters", "http://\(String(repeating: "a", count: 300)).invalid/", broken),
    redirect("to a neighbour with a NUL", "next\0", Outcome.either([.malformed, .unreachable]))
      .givingAnything(),
    redirect("to a path with an encoded line end", "next%0D%0AX-A%3A%20b", .data).givingAnything(),
    redirect("to a path with an encoded NUL", "next%00", .data).givingAnything(),
    redirect("to a path with a space", "a b/next", Outcome.either([.malformed, .invalidRequest]))
      .givingAnything(),
    redirect("to a path with a percent sign", "100%/next", Outcome.either([.malformed, .invalidRequest]))
      .givingAnything(),
    redirect("to a path in Latin-1", "caf\u{E9}/next", Outcome.either([.malformed, .invalidRequest]))
      .givingAnything(),
    redirect("to two places", "next\r\nLocation: /elsewhere", odd).givingAnything(),
    redirect("to a path of 20 kB", "\(String(repeating: "a/", count: 10_000))next", odd).givingAnything(),
    redirect("to a path of 200 kB", "\(String(repeating: "a/", count: 100_000))next", odd).givingAnything(),
  ]

  private static let replies: [HostileReply] = [
    redirect("not meant", "next", .data, status: 200).giving(200, ""),
    redirect("of choices", "next", .data, status: 300).giving(300, ""),
    redirect("that says nothing has changed", "next", .data, status: 304).giving(304, ""),
    redirect("to a proxy", "next", odd, status: 305).givingAnything(),
    redirect("of no kind", "next", odd, status: 399).giving(399, ""),
    HostileReply("302 without a location", "HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n", .data)
      .giving(302, ""),
    HostileReply("302 without a length", "HTTP/1.1 302 Found\r\nLocation: next\r\n\r\n", .data),
    HostileReply(
      "302 with a body cut", "HTTP/1.1 302 Found\r\nLocation: next\r\nContent-Length: 99\r\n\r\nabc",
      .either([.malformed])),
  ]

  // MARK: Waits

  private static let retryAfter: [String] = [
    "-1", "-9223372036854775808", "0", "0.5", "1", "99999999999999999999999", "1e9", "0x10", "+5", "5s", "",
    "soon",
    "5, 6", "Thu, 01 Jan 1970 00:00:00 GMT", "Fri, 31 Dec 9999 23:59:59 GMT", "Wed, 31 Feb 2027 00:00:00 GMT",
    "Sunday, 06-Nov-94 08:49:37 GMT",
  ]

  static let waits: [HostileReply] = retryAfter.flatMap { wait in
    [429, 503].map { status in
      refusal("\(status) with a wait of “\(wait)”", "\(status) No\r\nRetry-After: \(wait)", .data).giving(
        status, "no")
    }
  }

  // MARK: Challenges

  private static let asked: [String] = [
    "", "Basic", "Basic realm=", #"Basic realm="a"#, #"Basic realm="a\"#, #"basic REALM="a", Bearer"#,
    #"Digest realm="a", nonce="b", algorithm=none"#, "Digest nonce=", "Negotiate", "Negotiate !!!!", "NTLM",
    "NTLM TlRMTVNTUAACAAAA", "Bearer error=\"\u{1B}\"", ",,,,,", "=",
    "Basic realm=\"a\", , Basic realm=\"b\"",
    String(repeating: "Basic realm=\"a\", ", count: 1000) + "Bearer",
  ]

  private static func refusal(_ name: String, _ head: String, _ outcome: Outcome) -> HostileReply {
    HostileReply(name, "HTTP/1.1 \(head)\r\nContent-Length: 2\r\n\r\nno", outcome)
  }

  static let challenges: [HostileReply] =
    asked.map { challenge in
      refusal(
        "401 with the challenge “\(challenge.prefix(40))”", "401 No\r\nWWW-Authenticate: \(challenge)",
        challenge.contains("\u{1B}") ? odd : .data
      ).giving(401, "no")
    } + furtherChallenges

  private static let furtherChallenges: [HostileReply] = [
    refusal("401 without a challenge", "401 No", .data).giving(401, "no"),
    refusal("407 that no proxy sent", "407 No\r\nProxy-Authenticate: Basic realm=\"a\"", odd).giving(
      407, "no"),
    HostileReply(
      "401 with a body cut",
      "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=\"a\"\r\nContent-Length: 9\r\n\r\nno",
      .refused([.malformed])),
  ]

  // MARK: Connections

  private static let half = "HTTP/1.1 200 OK\r\n\(length)\r\n\(json.prefix(40))"

  static let connections: [HostileReply] = [
    HostileReply("closed at once", [.close], .refused([.unreachable])),
    HostileReply("reset at once", [.reset], .refused([.unreachable])),
    HostileReply("half closed at once", [.finishWriting, .hold], .refused([.unreachable])),
    HostileReply("silence", [.hold], .refused([.timedOut])),
    HostileReply("closed within the body", half, .refused([.malformed])),
    HostileReply(
      "reset within the body", [.text(half), .pause(.milliseconds(5)), .reset],
      .refused([.malformed, .unreachable])),
    HostileReply(
      "half closed within the body", [.text(half), .finishWriting, .hold], .refused([.malformed])),
    HostileReply("silence within the body", [.text(half), .hold], .refused([.timedOut])),
    HostileReply(
      "silence behind a body without a length", [.text("HTTP/1.1 200 OK\r\n\r\n\(json)"), .hold],
      .refused([.timedOut])),
    HostileReply(
      "silence before the last chunk",
      [.text("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n"), .hold],
      .refused([.timedOut])),
    HostileReply(
      "half closed behind a body without a length",
      [.text("HTTP/1.1 200 OK\r\n\r\n\(json)"), .finishWriting, .hold], .data),
    HostileReply(
      "a reply one byte at a time",
      [.trickle(Array("HTTP/1.1 200 OK\r\n\(length)\r\n\(json)".utf8), every: .zero)], .data),
    HostileReply("silence behind a whole reply", honest + [.hold], .data),
    HostileReply("two replies at once", honest + honest, .data),
    HostileReply("something behind the reply", honest + [.bytes(Array(repeating: 0, count: 1000))], .data),
  ]

  // MARK: Without end

  private static func unbounded(
    _ name: String, _ start: String, _ rest: String, _ outcome: Outcome = unending
  )
    -> HostileReply
  {
    HostileReply(
      name, [.bytes(bytes(start)), .repeating(bytes(rest), times: (64 << 20) / rest.utf8.count)], outcome)
  }

  private static let unending = Outcome.refused([.tooLarge, .malformed, .unreachable, .timedOut])

  static let endless: [HostileReply] = [
    unbounded("blank lines without end", "", "\r\n"),
    unbounded("spaces without end", "", " "),
    unbounded("letters without end", "", "a"),
    unbounded("zeros without end", "", "\0"),
    unbounded("a status line without end", "HTTP/1.1 200 ", "a"),
    unbounded("a status without end", "HTTP/1.1 ", "2"),
    unbounded("a name without end", "HTTP/1.1 200 OK\r\n", "a"),
    unbounded("a field without end", "HTTP/1.1 200 OK\r\nX-A: ", "a"),
    unbounded("fields without end", "HTTP/1.1 200 OK\r\n", "X-A: b\r\n"),
    unbounded("a folded field without end", "HTTP/1.1 200 OK\r\nX-A: b\r\n", " c\r\n"),
    unbounded("interim responses without end", "", "HTTP/1.1 100 Continue\r\n\r\n"),
    unbounded("a body without end", "HTTP/1.1 200 OK\r\n\r\n", "aaaaaaaa", .refused([.tooLarge])),
    unbounded(
      "chunks without end", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
      "1000\r\n\(String(repeating: "a", count: 4096))\r\n", .refused([.tooLarge])),
    unbounded(
      "a chunk's size without end", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "0"),
    unbounded(
      "a chunk's extension without end", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;", "a"),
    unbounded(
      "trailers without end", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", "X-A: b\r\n"),
    // Eleven million bytes of a body: under a limit of 32 MiB they end before they are too many.
    unbounded(
      "chunks of one byte without end", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\na\r\n",
      .refused([.tooLarge, .malformed, .timedOut])),
  ]
}
