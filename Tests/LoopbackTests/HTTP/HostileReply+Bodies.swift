import AQKit
import LoopbackServers

extension HostileReply {
  private static let size = json.utf8.count
  private static let bad = Outcome.refused([.malformed, .tooLarge])
  private static let odd = Outcome.either([.malformed, .tooLarge])
  /// The outcome of more codings than a library knows: some libraries only report that there is no reply.
  private static let unknown = Outcome.either([.malformed, .tooLarge, .unreachable])

  // MARK: Lengths

  private static func lengthed(_ name: String, _ value: String, _ outcome: Outcome) -> HostileReply {
    HostileReply(name, "HTTP/1.1 200 OK\r\nContent-Length:\(value)\r\n\r\n\(json)", outcome)
  }

  static let lengths: [HostileReply] = [
    lengthed("a negative length", " -5", bad),
    lengthed("a length of -1", " -1", bad),
    lengthed("a length with a plus sign", " +\(size)", odd),
    lengthed("a length in hexadecimal", " 0x10", bad),
    lengthed("a length with an exponent", " 1e3", bad),
    lengthed("a length with a point", " \(size).0", odd),
    lengthed("a length with a separator", " 1_000", bad),
    lengthed("a length and letters", " \(size)abc", bad),
    lengthed("a length in digits of another script", " \u{B2}", bad),
    lengthed("a length of letters", " many", bad),
    lengthed("a length with leading zeros", " 000\(size)", odd),
    lengthed("a length between spaces", " \t  \(size)  \t ", .data),
    lengthed("a length without a space before", "\(size)", odd),
    lengthed("an empty length", "", odd),
    lengthed("a length of a comma", " ,", odd),
    lengthed("a list of equal lengths", " \(size), \(size)", odd),
    lengthed("a list of different lengths", " \(size), \(size + 7)", bad),
    lengthed("a list of a length and nothing", " \(size),", odd),
    lengthed("two equal lengths", " \(size)\r\nContent-Length: \(size)", odd),
    lengthed("two different lengths, the right one first", " \(size)\r\nContent-Length: \(size - 9)", bad),
    lengthed("two different lengths, the right one last", " \(size - 9)\r\nContent-Length: \(size)", bad),
    lengthed("two different lengths, both too long", " \(size + 5)\r\nContent-Length: \(size + 9)", bad),
    lengthed("a length of 2^31 - 1", " 2147483647", bad),
    lengthed("a length of 2^31", " 2147483648", bad),
    lengthed("a length of 2^32", " 4294967296", bad),
    lengthed("a length of 2^32 and the true one", " \(4_294_967_296 + size)", bad),
    lengthed("a length of 2^53", " 9007199254740992", bad),
    lengthed("a length of 2^63 - 513", " 9223372036854775295", bad),
    lengthed("a length of 2^63 - 512", " 9223372036854775296", bad),
    lengthed("a length of 2^63 - 1", " 9223372036854775807", bad),
    lengthed("a length of 2^63", " 9223372036854775808", bad),
    lengthed("a length of 2^64 - 1", " 18446744073709551615", bad),
    lengthed("a length of 2^64", " 18446744073709551616", bad),
    lengthed("a length of 2^64 and the true one", " 1844674407370955\(1616 + size)", bad),
    lengthed("a length of 10,000 digits", " " + String(repeating: "9", count: 10_000), bad),
    lengthed("a length of 10,000 zeros", " " + String(repeating: "0", count: 10_000) + "\(size)", odd),
    lengthed("one byte too long", " \(size + 1)", bad),
    lengthed("a length of half the body more", " \(size + size / 2)", bad),
    lengthed("one byte too short", " \(size - 1)", odd).giving(200, String(json.dropLast())),
    lengthed("a length of nothing before a body", " 0", odd).giving(200, ""),
    HostileReply("no length, and the end", "HTTP/1.1 200 OK\r\n\r\n\(json)", .data),
    HostileReply("no length, and no body", "HTTP/1.1 200 OK\r\n\r\n", .data).giving(200, ""),
    HostileReply(
      "a length and chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\(length)\r\n\(chunked)", odd),
    HostileReply(
      "a wrong length and chunks",
      "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n\(chunked)", odd),
    HostileReply(
      "a length too long and chunks",
      "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\nTransfer-Encoding: chunked\r\n\r\n\(chunked)", odd),
  ]

  // MARK: Chunks

  private static let chunked = "\(String(size, radix: 16))\r\n\(json)\r\n0\r\n\r\n"

  private static func inChunks(_ name: String, _ body: String, _ outcome: Outcome) -> HostileReply {
    HostileReply(name, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(body)", outcome)
  }

  /// Returns a reply with a chunk whose size is written in this way.
  private static func sized(_ name: String, _ text: String, _ outcome: Outcome) -> HostileReply {
    inChunks(name, "\(text)\r\n\(json)\r\n0\r\n\r\n", outcome)
  }

  private static func coded(_ name: String, _ transfer: String, _ outcome: Outcome) -> HostileReply {
    HostileReply(name, "HTTP/1.1 200 OK\r\nTransfer-Encoding: \(transfer)\r\n\r\n\(chunked)", outcome)
      .givingAnything()
  }

  private static let hex = String(size, radix: 16)

  static let chunks: [HostileReply] = [
    sized("a size in capitals", hex.uppercased(), .data),
    sized("a size with leading zeros", "000" + hex, odd),
    sized("a size with 1,000 leading zeros", String(repeating: "0", count: 1000) + hex, odd),
    sized("a size and a space", hex + " ", odd),
    sized("a space and a size", " " + hex, odd),
    sized("a size with a sign", "+" + hex, odd),
    sized("a negative size", "-" + hex, bad),
    sized("a size with a prefix", "0x" + hex, bad),
    sized("a size of letters", "zz", bad),
    sized("an empty size", "", bad),
    sized("a size of 2^31", "80000000", bad),
    sized("a size of 2^32 and the true one", "1" + String(repeating: "0", count: 8 - hex.count) + hex, bad),
    sized("a size of 2^63 - 1", "7fffffffffffffff", bad),
    sized("a size of 2^63", "8000000000000000", bad),
    sized("a size of 2^64 - 1", "ffffffffffffffff", bad),
    sized(
      "a size of 2^64 and the true one", "1" + String(repeating: "0", count: 16 - hex.count) + hex, bad),
    sized("a size of 1,000 digits", String(repeating: "f", count: 1000), bad),
    sized("a size one too small", String(size - 1, radix: 16), bad),
    sized("a size one too large", String(size + 1, radix: 16), odd).giving(200, json + "\r"),
    sized("a NUL behind a size", hex + "\0", odd),
    sized("an extension", hex + ";a=b", .data),
    sized("an extension between quotes", hex + #";a="b;c""#, .data),
    sized("an extension without end", hex + ";a=\"", odd),
    sized("an extension of 10 kB", hex + ";a=" + String(repeating: "b", count: 10_000), odd),
    sized("1,000 extensions", hex + String(repeating: ";a=b", count: 1000), odd),
    inChunks("line feeds alone behind sizes", "\(hex)\n\(json)\n0\n\n", odd),
    inChunks("no line end behind a chunk", "\(hex)\r\n\(json)0\r\n\r\n", bad),
    inChunks("no last chunk", "\(hex)\r\n\(json)\r\n", .refused([.malformed])),
    inChunks("the end within a chunk", "\(hex)\r\n\(json.dropLast(9))", .refused([.malformed])),
    inChunks("the end within a size", hex, .refused([.malformed])),
    inChunks("no chunk at all", "", .refused([.malformed])),
    inChunks("no blank line behind the last chunk", "\(hex)\r\n\(json)\r\n0\r\n", odd),
    inChunks("the last chunk alone", "0\r\n\r\n", .data).giving(200, ""),
    inChunks("a chunk behind the last one", chunked + "3\r\nabc\r\n0\r\n\r\n", .data),
    inChunks("a trailer", "\(hex)\r\n\(json)\r\n0\r\nX-Sum: 5\r\n\r\n", .data),
    inChunks("a length as a trailer", "\(hex)\r\n\(json)\r\n0\r\nContent-Length: 3\r\n\r\n", odd),
    inChunks("an invalid trailer", "\(hex)\r\n\(json)\r\n0\r\nnonsense\r\n\r\n", odd),
    inChunks("the end within a trailer", "\(hex)\r\n\(json)\r\n0\r\nX-Su", odd),
    inChunks("the end behind a trailer", "\(hex)\r\n\(json)\r\n0\r\nX-Sum: 5\r\n", odd),
    inChunks(
      "10,000 trailers",
      "\(hex)\r\n\(json)\r\n0\r\n" + String(repeating: "X-A: b\r\n", count: 10_000) + "\r\n",
      odd),
    inChunks("chunks of one byte", json.map { "1\r\n\($0)\r\n" }.joined() + "0\r\n\r\n", .data),
    HostileReply(
      "a body of spaces in 150,000 chunks of one byte",
      [
        .text("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"),
        .repeating(Array("1\r\n \r\n".utf8), times: 150_000), .text(chunked),
      ], .data
    ).giving(200, String(repeating: " ", count: 150_000) + json),
    coded("chunks that are said to be something else", "identity", odd),
    coded("an unknown transfer coding", "zork", odd),
    coded("chunked twice", "chunked, chunked", odd),
    coded("chunked not at the end", "chunked, gzip", odd),
    coded("chunked in capitals", "CHUNKED", .data).giving(200, json),
    coded("chunked with a NUL", "chunked\0", odd),
    coded("chunked in quotes", "\"chunked\"", odd),
    coded("an empty transfer coding", "", odd),
    coded("chunked in two fields", "chunked\r\nTransfer-Encoding: chunked", odd),
  ]

  // MARK: Content codings

  private static func encoded(_ name: String, _ coding: String, _ bytes: [UInt8], _ outcome: Outcome)
    -> HostileReply
  {
    let head = "HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\nContent-Length: \(bytes.count)\r\n\r\n"
    return HostileReply(name, [.bytes(Self.bytes(head) + bytes)], outcome)
  }

  private static let plain = Array(json.utf8)
  private static let gzip = StoredCompression.gzip(plain)
  /// 40 MB of zeros in 41 kB.
  private static let bomb = GzipSample.bombHead + repeatElement(GzipSample.bombBlock, count: 40).joined()

  static let codings: [HostileReply] = [
    encoded("gzip", "gzip", gzip, .data),
    encoded("gzip in capitals", "GZIP", gzip, .data),
    encoded("gzip by its old name", "x-gzip", gzip, odd),
    encoded("deflate", "deflate", StoredCompression.zlib(plain), .data),
    encoded("deflate without its head", "deflate", StoredCompression.deflate(plain), odd),
    encoded("identity", "identity", plain, .data),
    encoded("an empty coding", "", plain, odd),
    encoded("an unknown coding", "zork", plain, .refused([.malformed])),
    encoded("invalid gzip", "gzip", plain, .refused([.malformed])),
    encoded("invalid deflate", "deflate", plain, .refused([.malformed])),
    encoded("invalid brotli", "br", plain, .refused([.malformed])),
    encoded("gzip of nothing", "gzip", StoredCompression.gzip([]), .data).giving(200, ""),
    encoded("an empty body said to be gzip", "gzip", [], odd).giving(200, ""),
    encoded("gzip cut in its head", "gzip", Array(gzip.prefix(5)), .refused([.malformed])),
    encoded("gzip cut behind its head", "gzip", Array(gzip.prefix(10)), .refused([.malformed])),
    encoded("gzip cut in its data", "gzip", Array(gzip.dropLast(30)), .refused([.malformed])),
    encoded("gzip cut before its sum", "gzip", Array(gzip.dropLast(8)), .refused([.malformed])),
    encoded("gzip cut in its sum", "gzip", Array(gzip.dropLast(3)), .refused([.malformed])),
    encoded("gzip with a wrong sum", "gzip", gzip.dropLast(8) + [1, 2, 3, 4, 5, 6, 7, 8], odd),
    encoded("gzip with a wrong length", "gzip", gzip.dropLast(4) + [5, 6, 7, 8], odd),
    encoded("gzip and something behind", "gzip", gzip + [1, 2, 3], odd),
    encoded("gzip in two members", "gzip", gzip + gzip, odd).givingAnything(),
    encoded(
      "deflate with a wrong sum", "deflate", StoredCompression.zlib(plain).dropLast(4) + [1, 2, 3, 4], odd),
    encoded("gzip with reserved flags", "gzip", [0x1F, 0x8B, 8, 0xE0] + gzip.dropFirst(4), odd),
    encoded(
      "gzip of an unknown method", "gzip", [0x1F, 0x8B, 7] + gzip.dropFirst(3), .refused([.malformed])),
    encoded("gzip twice", "gzip, gzip", StoredCompression.gzip(gzip), odd),
    encoded("gzip in two fields", "gzip\r\nContent-Encoding: gzip", StoredCompression.gzip(gzip), odd),
    encoded(
      "gzip ten times over", Array(repeating: "gzip", count: 10).joined(separator: ", "), gzip, unknown),
    encoded("a list of 1,000 codings", String(repeating: "identity, ", count: 1000) + "gzip", gzip, unknown),
    encoded("a gzip bomb of a thousandfold", "gzip", bomb, .refused([.tooLarge, .malformed])),
    encoded(
      "a gzip bomb within gzip", "gzip, gzip", StoredCompression.gzip(bomb),
      .refused([.tooLarge, .malformed])),
    HostileReply(
      "a gzip bomb in chunks",
      [
        .text("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n"),
        .text("\(String(bomb.count, radix: 16))\r\n"), .bytes(bomb), .text("\r\n0\r\n\r\n"),
      ], .refused([.tooLarge, .malformed])),
    HostileReply("a gzip bomb that never ends", GzipSample.endlessBomb.steps, .refused([.tooLarge])),
  ]
}
