import AQKit
import LoopbackServers

extension HostileReply {
  private static let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\(length)\r\n"

  /// The positions at which a head is cut, in bytes.
  private static let cuts: [(name: String, count: Int)] = [
    ("in HTTP", 2), ("behind HTTP", 4), ("before the version", 5), ("in the version", 7),
    ("behind the version", 8), ("before the status", 9), ("in the status", 11), ("behind the status", 12),
    ("before the reason", 13), ("in the reason", 14), ("behind the reason", 15),
    ("within the status line's end", 16), ("behind the status line", 17), ("in a name", 20),
    ("behind a name", 29), ("behind a colon", 30), ("before a value", 31), ("in a value", 36),
    ("behind a value", 47), ("within a field's end", 48), ("behind a field", 49),
    ("in the second name", 55), ("in the length", 66), ("behind the length", head.utf8.count - 4),
    ("within the second field's end", head.utf8.count - 3), ("behind the last field", head.utf8.count - 2),
    ("within the blank line", head.utf8.count - 1),
  ]

  /// Heads that break off at every kind of place, in every way.
  static let cutHeads: [HostileReply] = cuts.flatMap { cut in
    let start = LoopbackStep.bytes(Array(head.utf8.prefix(cut.count)))
    return [
      HostileReply("closed \(cut.name)", [start, .close], .refused([.malformed, .unreachable])),
      HostileReply(
        "reset \(cut.name)", [start, .pause(.milliseconds(5)), .reset], .refused([.malformed, .unreachable])),
      HostileReply("stalled \(cut.name)", [start, .hold], .refused([.timedOut])),
    ]
  }

  private static func statusLine(_ name: String, _ line: String, _ outcome: Outcome) -> HostileReply {
    HostileReply(name, "\(line)\r\n\(length)\r\n\(json)", outcome)
  }

  private static let odd = Outcome.either([.malformed, .unreachable])
  private static let bad = Outcome.refused([.malformed, .unreachable])

  static let statusLines: [HostileReply] = [
    statusLine("version 1.0", "HTTP/1.0 200 OK", .data),
    statusLine("no reason", "HTTP/1.1 200", onlyElsewhere),
    statusLine("an empty reason", "HTTP/1.1 200 ", .data),
    statusLine("a reason in Latin-1", "HTTP/1.1 200 Tr\u{E8}s bien", onlyElsewhere),
    HostileReply(
      "a reason in UTF-8", [.text("HTTP/1.1 200 Très bien\r\n\(length)\r\n\(json)")], .data),
    statusLine("an escape in the reason", "HTTP/1.1 200 \u{1B}[31mOK", odd),
    statusLine("a NUL in the reason", "HTTP/1.1 200 O\0K", odd),
    statusLine("a reason of 50 kB", "HTTP/1.1 200 " + String(repeating: "a", count: 50_000), odd),
    statusLine("a reason of 1 MB", "HTTP/1.1 200 " + String(repeating: "a", count: 1 << 20), odd),
    statusLine("version 0.9", "HTTP/0.9 200 OK", odd),
    statusLine("version 1.2", "HTTP/1.2 200 OK", odd),
    statusLine("version 2.0", "HTTP/2.0 200 OK", odd),
    statusLine("version 2", "HTTP/2 200 OK", odd),
    statusLine("version 3", "HTTP/3 200", odd),
    statusLine("version 7", "HTTP/7 200 OK", bad),
    statusLine("version 1.10", "HTTP/1.10 200 OK", odd),
    statusLine("version 99999999999999999999.1", "HTTP/99999999999999999999.1 200 OK", bad),
    statusLine("a negative version", "HTTP/-1.1 200 OK", odd),
    statusLine("a version in small letters", "http/1.1 200 OK", odd),
    statusLine("another protocol's version", "ICY 200 OK", odd),
    statusLine("two spaces before the status", "HTTP/1.1  200 OK", odd),
    statusLine("a tab before the status", "HTTP/1.1\t200 OK", odd),
    statusLine("no space before the status", "HTTP/1.1200 OK", bad),
    statusLine("a status of two digits", "HTTP/1.1 20 OK", bad),
    statusLine("a status of four digits", "HTTP/1.1 2000 OK", odd),
    statusLine("a negative status", "HTTP/1.1 -200 OK", bad),
    statusLine("a status with a sign", "HTTP/1.1 +200 OK", odd),
    statusLine("a status of letters", "HTTP/1.1 abc OK", bad),
    statusLine("no status", "HTTP/1.1 OK", bad),
    statusLine("status 000", "HTTP/1.1 000 OK", bad).giving(0, json),
    statusLine("status 099", "HTTP/1.1 099 OK", bad).giving(99, json),
    statusLine("a status beyond 64 bits", "HTTP/1.1 99999999999999999999 OK", bad),
    statusLine("a blank line before", "\r\nHTTP/1.1 200 OK", odd),
    statusLine("spaces before", "   HTTP/1.1 200 OK", odd),
    statusLine("a byte order mark before", "\u{EF}\u{BB}\u{BF}HTTP/1.1 200 OK", odd),
    HostileReply(
      "line feeds alone", "HTTP/1.1 200 OK\n" + length.filter { $0 != "\r\n" } + "\n\n" + json, odd
    )
    .givingAnything(),
    HostileReply(
      "carriage returns alone", "HTTP/1.1 200 OK\rContent-Length: \(json.utf8.count)\r\r\(json)", bad),
    HostileReply("a body alone", json, bad),
    HostileReply("a page alone", "<!DOCTYPE html><p>Sign in</p>", bad),
    HostileReply("another protocol's greeting", "SSH-2.0-OpenSSH_9.2\r\n", bad),
    HostileReply("a mail server's greeting", "220 mail.example.org ESMTP\r\n", bad),
    HostileReply("a request", "GET / HTTP/1.1\r\nHost: a\r\n\r\n", bad),
    HostileReply("the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\u{4}\0\0\0\0\0", bad),
    HostileReply("a TLS alert in clear text", "\u{15}\u{3}\u{3}\0\u{2}\u{2}\u{28}", bad),
    HostileReply("zeros", String(repeating: "\0", count: 1000), bad),
    HostileReply("a blank line alone", "\r\n", bad),
  ]

  private static func field(_ name: String, _ line: String, _ outcome: Outcome) -> HostileReply {
    HostileReply(name, "HTTP/1.1 200 OK\r\n\(line)\r\n\(length)\r\n\(json)", outcome)
  }

  static let fields: [HostileReply] = [
    field("a field in Latin-1", "X-Place: Sch\u{F6}nefeld", onlyElsewhere),
    HostileReply(
      "a field in UTF-8", [.text("HTTP/1.1 200 OK\r\nX-Place: Schönefeld\r\n\(length)\r\n\(json)")], .data),
    field("a field of bytes that are no text", "X-Place: \u{FF}\u{FE}\u{80}", odd),
    field("a name in Latin-1", "X-\u{D6}rt: a", odd),
    field("an escape in a field", "X-A: \u{1B}[31mred", odd),
    field("a NUL in a field", "X-A: a\0b", odd),
    field("a NUL in a name", "X-A\0B: a", odd),
    field("a DEL in a field", "X-A: \u{7F}", odd),
    field("a tab in a field", "X-A: a\tb", .data),
    field("a carriage return in a field", "X-A: a\rb", odd),
    field("a field folded over two lines", "X-A: a\r\n b", odd),
    field("the length folded into another field", "X-A: a\r\n Content-Length: 5", odd),
    field("a folded line first", " X-A: a", odd),
    field("a space before the colon", "X-A : a", odd),
    field("a space in a name", "X A: a", odd),
    field("no colon", "nonsense", odd),
    field("no name", ": a", odd),
    field("no value", "X-A:", .data),
    field("a line of spaces", "   ", odd),
    field("a name of symbols", "!#$%&'*+-.^_`|~: a", .data),
    field("a name of brackets", "(x): a", odd),
    field("a name of 20 kB", String(repeating: "a", count: 20_000) + ": b", odd),
    field("a field of 50 kB", "X-A: " + String(repeating: "a", count: 50_000), odd),
    field("a field of 1 MB", "X-A: " + String(repeating: "a", count: 1 << 20), odd),
    field(
      "1,000 fields", (0..<1000).map { "X-\($0): a" }.joined(separator: "\r\n"), odd),
    field(
      "10,000 fields", (0..<10_000).map { "X-\($0): a" }.joined(separator: "\r\n"), odd),
    field(
      "10,000 fields of one name", Array(repeating: "X-A: a", count: 10_000).joined(separator: "\r\n"), odd),
    field("two types", "Content-Type: text/html\r\nContent-Type: application/json", .data),
    field("a type in another character set", "Content-Type: application/json; charset=utf-7", .data),
    field("a cookie of nonsense", "Set-Cookie: =;;=\u{1};domain=\u{7F}", odd),
    field("a stale connection field", "Connection: upgrade, , close,", .data),
    field("an unrequested upgrade", "Upgrade: h2c\r\nConnection: Upgrade", .data),
    field("another protocol offered", "Alt-Svc: h3=\":443\"; ma=86400", .data),
    field("a refresh to somewhere else", "Refresh: 0; url=http://127.0.0.1:1/", .data),
    field("a location that isn't asked for", "Location: http://127.0.0.1:1/", .data),
  ]

  /// Valid, and taken by other transports, but refused by `URLSession` on Linux.
  private static let onlyElsewhere = Outcome.either([.malformed])
}
