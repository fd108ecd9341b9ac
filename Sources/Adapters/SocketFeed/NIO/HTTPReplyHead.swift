#if NIO
  import AQKit

  /// The status line and the header of an HTTP/1.x reply, read strictly.
  struct HTTPReplyHead {
    let status: Int
    /// Whether the reply is HTTP/1.1 and not 1.0.
    let isHTTP11: Bool
    let headers: [TransportHeader]

    /// The values of a field, in order.
    func values(_ name: String) -> [String] { headers.filter { $0.isNamed(name) }.map(\.value) }

    /// Whether a token is among the comma-separated ones of a field; ignores case.
    func hasToken(_ name: String, _ token: String) -> Bool {
      values(name).contains { value in
        value.split(separator: ",").contains { Self.trimmed($0).lowercased() == token }
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
        parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let status = Int(parts[1]), status >= 100
      else { throw AQError(.malformed, "The server's answer to the handshake is not HTTP/1.1.") }
      self.status = status
      isHTTP11 = parts[0] == "HTTP/1.1"
      var headers: [TransportHeader] = []
      for line in lines {
        guard let text = Self.line(line), let colon = text.unicodeScalars.firstIndex(of: ":"),
          Self.isName(text[..<colon])
        else {
          throw AQError(.malformed, "The server's answer to the handshake has a broken header line.")
        }
        headers.append(
          TransportHeader(
            String(text[..<colon]), String(Self.trimmed(text[text.utf8.index(after: colon)...]))))
      }
      self.headers = headers
    }

    /// A line's text without its carriage return; nil if it has characters that are invalid in a header.
    private static func line(_ bytes: ArraySlice<UInt8>) -> String? {
      let bytes = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
      guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else { return nil }
      return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether a field name is a token (RFC 9110 §5.6.2).
    static func isName(_ text: some StringProtocol) -> Bool {
      !text.isEmpty
        && text.utf8.allSatisfy { byte in
          switch byte {
          case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
          default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
          }
        }
    }

    /// The lines of header fields in a request.
    ///
    /// - Throws: ``AQError/Code/invalidRequest`` for a name that is no token or that the request sets itself, and for a
    ///   value with control characters. The error contains neither.
    static func lines(of headers: [TransportHeader], except own: Set<String>) throws(AQError) -> String {
      var text = ""
      for header in headers {
        guard isName(header.name), !own.contains(header.name.lowercased()),
          header.value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 })
        else {
          throw AQError(.invalidRequest, "A header of the feed's request is not allowed there.")
        }
        text += "\(header.name): \(header.value)\r\n"
      }
      return text
    }

    static func trimmed(_ text: Substring) -> Substring {
      var text = text
      while text.first == " " || text.first == "\t" { text.removeFirst() }
      while text.last == " " || text.last == "\t" { text.removeLast() }
      return text
    }
  }
#endif
