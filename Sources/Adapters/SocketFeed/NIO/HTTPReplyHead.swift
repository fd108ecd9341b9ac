#if NIO
  import AQKit

  /// The status line and the header of an HTTP/1.x reply, read strictly.
  struct HTTPReplyHead {
    let status: Int
    let isHTTP11: Bool
    let headers: [TransportRequest.Header]

    func values(_ name: String) -> [String] { headers.filter { $0.isNamed(name) }.map(\.value) }

    /// Returns whether a token is among a field's comma-separated tokens; ignores case.
    func hasToken(_ name: String, _ token: String) -> Bool {
      values(name).contains { value in
        value.split(separator: ",").contains { $0.withoutOuterBlanks.lowercased() == token }
      }
    }

    /// Reads a header, without the empty line at its end.
    init(_ bytes: ArraySlice<UInt8>) throws(AQError) {
      var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
      let first = lines.popFirst().flatMap(Self.line) ?? ""
      let parts = first.utf8.split(
        separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false
      ).map { Substring($0) }
      guard parts.count >= 2, parts[0] == "HTTP/1.1" || parts[0] == "HTTP/1.0", parts[1].utf8.count == 3,
        parts[1].utf8.allSatisfy(\.isDigit), let status = Int(parts[1]), status >= 100
      else { throw AQError(.malformed, "The server's response to the handshake is not HTTP/1.1.") }
      self.status = status
      isHTTP11 = parts[0] == "HTTP/1.1"
      var headers: [TransportRequest.Header] = []
      for line in lines {
        guard let text = Self.line(line), let colon = text.unicodeScalars.firstIndex(of: ":"),
          TransportRequest.Header.isToken(text[..<colon])
        else {
          throw AQError(.malformed, "The server's response to the handshake has a broken header line.")
        }
        headers.append(
          TransportRequest.Header(
            String(text[..<colon]), text[text.utf8.index(after: colon)...].withoutOuterBlanks))
      }
      self.headers = headers
    }

    /// Returns a line's text without its carriage return; nil if it has characters that are invalid in a header.
    private static func line(_ bytes: ArraySlice<UInt8>) -> String? {
      let bytes = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
      let text = String(decoding: bytes, as: UTF8.self)
      return TransportRequest.Header.isValue(text) ? text : nil
    }
  }

  extension Substring {
    /// The text without spaces and tabs around it, the only white space that belongs to no value (RFC 9110 §5.6.3).
    var withoutOuterBlanks: String {
      let isBlank = { (character: Character) in character == " " || character == "\t" }
      let rest = drop(while: isBlank)
      return rest.lastIndex { !isBlank($0) }.map { String(rest[...$0]) } ?? ""
    }
  }

  extension HTTPReplyHead {
    /// Returns the error for a refusal, with the redirect that may be followed instead.
    func refusal(wanted: Int, now: AirTime) -> AQError {
      var error = AQError(handshakeWith: "The server", status: status, wanted: wanted, now: now) {
        values($0).first
      }
      if [301, 302, 303, 307, 308].contains(status) {
        error.cause = values("Location").first.map { HTTPRedirect(location: AirSecret($0)) }
      }
      return error
    }
  }

  /// Collects the header of an HTTP reply up to its end, within a limit.
  struct HTTPReplyReader {
    /// The longest accepted header: 16 KiB, several times what servers send.
    static let limit = 16 << 10
    private static let start = Array("HTTP/1.".utf8)
    private static let carriageReturn = UInt8(ascii: "\r")
    private static let lineFeed = UInt8(ascii: "\n")

    private var collected: [UInt8] = []

    /// Reads bytes until the header of the final reply is complete; returns it and the number of bytes up to its end. Throws
    /// as soon as the bytes can't be an HTTP reply, or exceed the limit.
    mutating func consume(_ bytes: RawSpan) throws(AQError) -> (head: HTTPReplyHead, used: Int)? {
      for index in 0..<bytes.byteCount {
        let byte = bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self)
        let count = collected.count
        if count < Self.start.count, byte != Self.start[count] {
          throw AQError(.malformed, "The server doesn't speak HTTP.")
        }
        if byte == Self.lineFeed, collected.last != Self.carriageReturn {
          throw AQError(.malformed, "The server's response to the handshake has a broken line end.")
        }
        guard count < Self.limit else {
          throw AQError(.tooLarge, "The header of the server's response exceeds \(Self.limit) bytes.")
        }
        collected.append(byte)
        if byte == Self.lineFeed, collected.suffix(4).elementsEqual("\r\n\r\n".utf8) {
          let head = try HTTPReplyHead(collected.dropLast(4))
          collected = []
          // Interim replies such as 103 come before the final one.
          if !(100...199).contains(head.status) || head.status == 101 { return (head, index &+ 1) }
        }
      }
      return nil
    }
  }

  /// The target of a redirect, as the cause of the error that refuses it.
  struct HTTPRedirect: Error {
    /// An address may hold a credential.
    let location: AirSecret

    /// Returns the target relative to an address (RFC 3986 §5.2); nil if its scheme is neither the same nor safer.
    func target(from url: String) -> String? {
      let (here, location) = (URLParts(url), self.location.exposed)
      let path = url.authority?.endIndex ?? url.endIndex
      let origin = String(url[..<path])
      let place: String
      if location.leadingScheme != nil {
        place = location
      } else if location.hasPrefix("//") {
        place = here.scheme + ":" + location
      } else if location.hasPrefix("/") {
        place = origin + location
      } else {
        let asked = url[path...].prefix { $0 != "?" && $0 != "#" }
        let folder = asked.lastIndex(of: "/").map { String(asked[...$0]) } ?? "/"
        place = origin + (location.hasPrefix("?") ? String(asked) : folder) + location
      }
      let there = URLParts(place)
      guard !there.host.isEmpty,
        there.scheme == here.scheme || there.scheme == "https" && here.scheme == "http"
      else { return nil }
      return Self.withoutDots(place)
    }

    /// Returns the address without `.` and `..` in its path, and without its fragment.
    private static func withoutDots(_ url: String) -> String {
      let whole = url.prefix { $0 != "#" }
      let path = url.authority?.endIndex ?? whole.endIndex
      let query = whole[path...].firstIndex(of: "?") ?? whole.endIndex
      var segments: [Substring] = []
      let parts = whole[path..<query].split(separator: "/", omittingEmptySubsequences: false).dropFirst()
      for part in parts {
        switch part {
        case ".": break
        case "..": _ = segments.popLast()
        default: segments.append(part)
        }
      }
      if parts.last == "." || parts.last == ".." { segments.append("") }
      return whole[..<path] + "/" + segments.joined(separator: "/") + whole[query...]
    }
  }
#endif
