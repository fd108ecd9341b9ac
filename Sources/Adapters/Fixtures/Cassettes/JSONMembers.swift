import AQKit

/// Rewrites the values of named members in JSON text, and keeps all other bytes.
enum JSONMembers {
  enum Rule {
    /// Replaces the value, whatever it is.
    case replace([UInt8])
    /// Rewrites a string, a number, a word or an array of these; visits the members of an object or of an array of objects.
    case rewrite((ArraySlice<UInt8>) -> [UInt8])
  }

  /// Returns whether a text, possibly after a byte order mark, may be JSON, or JSON line by line.
  static func isJSON(_ bytes: [UInt8]) -> Bool {
    let first = bytes.dropFirst(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0).first { $0 > 0x20 }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }

  /// Returns JSON in which the values of members with a rule are replaced. Other text is rewritten up to the first error.
  static func rewritten(_ bytes: [UInt8], _ rule: (String) -> Rule?) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var at = 0
    while at < bytes.count {
      guard bytes[at] == UInt8(ascii: "\"") else {
        result.append(bytes[at])
        at += 1
        continue
      }
      let nameEnd = JSONOutline.stringEnd(bytes, at) ?? bytes.count
      var next = nameEnd
      while next < bytes.count, bytes[next].isSpace { next += 1 }
      guard next < bytes.count, bytes[next] == UInt8(ascii: ":") else {
        result += bytes[at..<nameEnd]
        at = nameEnd
        continue
      }
      next += 1
      while next < bytes.count, bytes[next].isSpace { next += 1 }
      result += bytes[at..<next]
      let rule = rule(string(bytes[at..<nameEnd]))
      at = next
      switch rule {
      case .replace(let new)?:
        at = JSONOutline.end(of: bytes, from: next, allowsLines: true).offset
        result += new
      case .rewrite(let change)?:
        if let end = plainEnd(bytes, next), end > next {
          at = end
          result += change(bytes[next..<end])
        }
      case nil: break
      }
    }
    return result
  }

  /// Returns the values of members with some names: strings, numbers, words, and arrays of these.
  static func values(in bytes: [UInt8], of isMeant: (String) -> Bool) -> [ArraySlice<UInt8>] {
    var values: [ArraySlice<UInt8>] = []
    _ = rewritten(bytes) { name in
      guard isMeant(name) else { return nil }
      return .rewrite { value in
        values.append(value)
        return Array(value)
      }
    }
    return values
  }

  static func strings(in bytes: ArraySlice<UInt8>) -> [String] {
    let bytes = Array(bytes)
    var strings: [String] = []
    var at = 0
    while at < bytes.count {
      guard bytes[at] == UInt8(ascii: "\"") else {
        at += 1
        continue
      }
      let end = JSONOutline.stringEnd(bytes, at) ?? bytes.count
      strings.append(string(bytes[at..<end]))
      at = end
    }
    return strings
  }

  private static func string(_ quoted: ArraySlice<UInt8>) -> String {
    let content = quoted.dropFirst().dropLast()
    guard content.contains(UInt8(ascii: "\\")), let text = (try? AQJSON(parsing: Array(quoted)))?.stringValue
    else {
      return String(decoding: content, as: UTF8.self)
    }
    return text
  }

  /// Returns the end of the string, number, word or array without members at an offset; nil for anything else.
  private static func plainEnd(_ bytes: [UInt8], _ start: Int) -> Int? {
    guard start < bytes.count else { return nil }
    switch bytes[start] {
    case UInt8(ascii: "\""): return JSONOutline.stringEnd(bytes, start) ?? bytes.count
    case UInt8(ascii: "["):
      var depth = 0
      var at = start
      while at < bytes.count {
        switch bytes[at] {
        case UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "]"):
          depth -= 1
          if depth == 0 { return at + 1 }
        // A member's name; without this stop, each array of nested arrays would be read again.
        case UInt8(ascii: "{"), UInt8(ascii: ":"): return nil
        case UInt8(ascii: "\""):
          at = JSONOutline.stringEnd(bytes, at) ?? bytes.count
          continue
        default: break
        }
        at += 1
      }
      return nil
    default: return JSONOutline.wordEnd(bytes, start)
    }
  }
}
