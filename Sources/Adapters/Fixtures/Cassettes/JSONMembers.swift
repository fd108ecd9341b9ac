/// Rewrites values of named members in JSON text and leaves everything else byte for byte as it is.
enum JSONMembers {
  /// The text with some values replaced.
  ///
  /// - Parameters:
  ///   - bytes: JSON; text that is none comes back as far as it can be followed.
  ///   - replacement: For the name of a member and the text of its value what to write in its place, or nil to leave
  ///     it. Not asked for objects, whose members are looked at one by one.
  static func rewritten(_ bytes: [UInt8], _ replacement: (String, ArraySlice<UInt8>) -> [UInt8]?) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var at = 0
    while at < bytes.count {
      guard bytes[at] == UInt8(ascii: "\"") else {
        result.append(bytes[at])
        at += 1
        continue
      }
      let nameEnd = stringEnd(bytes, at)
      let name = at + 1 < nameEnd ? String(decoding: bytes[(at + 1)..<(nameEnd - 1)], as: UTF8.self) : ""
      var next = nameEnd
      while next < bytes.count, isSpace(bytes[next]) { next += 1 }
      guard next < bytes.count, bytes[next] == UInt8(ascii: ":") else {
        result += bytes[at..<nameEnd]
        at = nameEnd
        continue
      }
      next += 1
      while next < bytes.count, isSpace(bytes[next]) { next += 1 }
      result += bytes[at..<next]
      at = next
      let end = valueEnd(bytes, next)
      if end > next, let new = replacement(name, bytes[next..<end]) {
        result += new
        at = end
      }
    }
    return result
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// Behind the string that begins at an offset.
  private static func stringEnd(_ bytes: [UInt8], _ start: Int) -> Int {
    var at = start + 1
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "\\") {
        at += 2
      } else if bytes[at] == UInt8(ascii: "\"") {
        return at + 1
      } else {
        at += 1
      }
    }
    return bytes.count
  }

  /// Behind the string, number, word or array that begins at an offset; the offset itself for an object.
  private static func valueEnd(_ bytes: [UInt8], _ start: Int) -> Int {
    guard start < bytes.count else { return start }
    switch bytes[start] {
    case UInt8(ascii: "{"): return start
    case UInt8(ascii: "\""): return stringEnd(bytes, start)
    case UInt8(ascii: "["):
      var depth = 0
      var at = start
      while at < bytes.count {
        switch bytes[at] {
        case UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "]"):
          depth -= 1
          if depth == 0 { return at + 1 }
        case UInt8(ascii: "{"): return start
        case UInt8(ascii: "\""):
          at = stringEnd(bytes, at)
          continue
        default: break
        }
        at += 1
      }
      return start
    default:
      var at = start
      while at < bytes.count, !isSpace(bytes[at]), bytes[at] != UInt8(ascii: ","),
        bytes[at] != UInt8(ascii: "}"),
        bytes[at] != UInt8(ascii: "]")
      {
        at += 1
      }
      return at
    }
  }
}
