/// The elements of an XML text in order, as offsets into its bytes.
struct XMLTape: Sendable {
  struct Element {
    let start: UInt32
    let nameEnd: UInt32
    /// The offset after the `>` of the start tag.
    var contentStart: UInt32 = 0
    /// The offset of the end tag, or of the end of an empty element.
    var contentEnd: UInt32 = 0
    var end: UInt32 = 0
    /// The number of the next element that isn't within it.
    var next: UInt32 = 0
  }

  static let deepest = 256
  static let mostElements = 2_000_000

  let bytes: [UInt8]
  private(set) var elements: [Element] = []

  init(_ source: [UInt8]) throws(AQError) {
    guard source.count < UInt32.max else { throw AQError(.tooLarge, "The XML is longer than 4 GiB.") }
    bytes = Self.declaredEncoding(source).utf8(source)
    var at = 0
    try readMisc(&at)
    guard byte(at) == UInt8(ascii: "<") else { throw error("an element", at) }
    var open: [Int] = []
    repeat {
      try readMarkup(&at, &open)
      while !open.isEmpty, at < bytes.count, bytes[at] != UInt8(ascii: "<") {
        if bytes[at] == UInt8(ascii: "&") { _ = try entity(&at) } else { at += 1 }
      }
    } while !open.isEmpty
    guard !elements.isEmpty else { throw error("an element", at) }
    try readMisc(&at)
    guard at == bytes.count else { throw error("the end", at) }
  }

  // MARK: Reading

  /// Reads the tag, comment, CDATA or processing instruction at a `<`.
  private mutating func readMarkup(_ at: inout Int, _ open: inout [Int]) throws(AQError) {
    guard at < bytes.count else { throw error("an end tag", at) }
    if try skipAside(&at) { return }
    if starts("<![CDATA[", at) { return try skip(&at, past: "]]>", from: at + 9) }
    if starts("<!", at) { throw error("no document type and no declaration", at) }
    if starts("</", at) {
      let begin = at + 2
      let end = nameEnd(begin)
      guard let element = open.popLast(), bytes[begin..<end].elementsEqual(nameBytes(of: element)) else {
        throw error("the end tag of the open element", at)
      }
      elements[element].contentEnd = UInt32(at)
      at = end
      skipSpace(&at)
      guard byte(at) == UInt8(ascii: ">") else { throw error("“>”", at) }
      at += 1
      close(element, at)
      return
    }
    try readStartTag(&at, &open)
  }

  private mutating func readStartTag(_ at: inout Int, _ open: inout [Int]) throws(AQError) {
    let start = at
    let end = nameEnd(at + 1)
    guard end > at + 1 else { throw error("the name of an element", at) }
    guard String(wellFormed: bytes[(at + 1)..<end], as: UTF8.self) != nil else {
      throw error("a name in UTF-8", at)
    }
    guard elements.count < Self.mostElements, open.count < Self.deepest else {
      throw AQError(
        .tooLarge, "The XML has more than \(Self.deepest) levels or \(Self.mostElements) elements.")
    }
    let element = elements.count
    elements.append(Element(start: UInt32(start), nameEnd: UInt32(end)))
    at = end
    while true {
      let before = at
      skipSpace(&at)
      switch byte(at) {
      case UInt8(ascii: ">"):
        at += 1
        elements[element].contentStart = UInt32(at)
        open.append(element)
        return
      case UInt8(ascii: "/") where byte(at + 1) == UInt8(ascii: ">"):
        elements[element].contentStart = UInt32(at)
        elements[element].contentEnd = UInt32(at)
        at += 2
        return close(element, at)
      default:
        guard at > before else { throw error("a space, “/>” or “>”", at) }
        _ = try readAttribute(&at)
      }
    }
  }

  private func readAttribute(_ at: inout Int) throws(AQError) -> (name: Range<Int>, value: Range<Int>) {
    let name = at..<nameEnd(at)
    guard !name.isEmpty else { throw error("an attribute, “/>” or “>”", at) }
    at = name.upperBound
    skipSpace(&at)
    guard byte(at) == UInt8(ascii: "=") else { throw error("“=”", at) }
    at += 1
    skipSpace(&at)
    guard let quote = byte(at), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw error("a quote", at)
    }
    let start = at + 1
    at = start
    while let next = byte(at), next != quote {
      guard next != UInt8(ascii: "<") else { throw error("no “<” in an attribute", at) }
      if next == UInt8(ascii: "&") { _ = try entity(&at) } else { at += 1 }
    }
    guard byte(at) == quote else { throw error("the end of the attribute", at) }
    at += 1
    return (name, start..<(at - 1))
  }

  /// Skips white space, comments and processing instructions outside the root, the declaration among them.
  private func readMisc(_ at: inout Int) throws(AQError) {
    repeat { skipSpace(&at) } while try skipAside(&at)
  }

  /// Skips the comment or processing instruction that is next; returns false for anything else.
  private func skipAside(_ at: inout Int) throws(AQError) -> Bool {
    if starts("<?", at) {
      try skip(&at, past: "?>", from: at + 2)
    } else if starts("<!--", at) {
      try skip(&at, past: "-->", from: at + 4)
    } else {
      return false
    }
    return true
  }

  private mutating func close(_ element: Int, _ end: Int) {
    elements[element].end = UInt32(end)
    elements[element].next = UInt32(elements.count)
  }

  /// Returns the scalar of an entity or a character reference at an `&`.
  private func entity(_ at: inout Int) throws(AQError) -> Unicode.Scalar {
    guard let semicolon = bytes[at...].prefix(12).firstIndex(of: UInt8(ascii: ";")) else {
      throw error("an entity", at)
    }
    let name = String(decoding: bytes[(at + 1)..<semicolon], as: UTF8.self)
    let scalar: Unicode.Scalar? =
      switch name {
      case "amp": "&"
      case "lt": "<"
      case "gt": ">"
      case "quot": "\""
      case "apos": "'"
      default:
        if name.hasPrefix("#x") {
          UInt32(name.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
        } else if name.hasPrefix("#") {
          UInt32(name.dropFirst()).flatMap(Unicode.Scalar.init)
        } else {
          nil
        }
      }
    guard let scalar, scalar != "\0", !name.utf8.contains(UInt8(ascii: "+")) else {
      throw error("an entity of XML 1.0", at)
    }
    at = semicolon + 1
    return scalar
  }

  private func skip(_ at: inout Int, past end: StaticString, from start: Int) throws(AQError) {
    guard let found = (start..<max(start, bytes.count)).first(where: { starts(end, $0) }) else {
      throw error("“\(end)”", at)
    }
    at = found + end.utf8CodeUnitCount
  }

  // MARK: Bytes

  private func byte(_ at: Int) -> UInt8? { bytes.indices.contains(at) ? bytes[at] : nil }

  private func starts(_ text: StaticString, _ at: Int) -> Bool {
    guard at + text.utf8CodeUnitCount <= bytes.count else { return false }
    return text.withUTF8Buffer { buffer in
      buffer.indices.allSatisfy { buffer[$0] == bytes[at + $0] }
    }
  }

  private func skipSpace(_ at: inout Int) {
    while byte(at)?.isSpace == true { at += 1 }
  }

  /// Returns the end of a name: ASCII letters, digits and `_:.-`, and everything beyond ASCII; not beginning with a
  /// digit, a point or a hyphen.
  private func nameEnd(_ start: Int) -> Int {
    var at = start
    while let next = byte(at) {
      let mayBegin = next.isLetter || next == 0x5F || next == 0x3A || next >= 0x80
      let isFurther = next.isDigit || next == 0x2D || next == 0x2E
      guard mayBegin || (isFurther && at > start) else { break }
      at += 1
    }
    return at
  }

  private func error(_ expected: String, _ at: Int) -> AQError {
    AQError(.malformed, "Unexpected XML in line \(line(at)): expected \(expected).")
  }

  private func line(_ at: Int) -> Int { bytes.prefix(max(0, at)).reduce(1) { $1 == 0x0A ? $0 + 1 : $0 } }

  /// Returns the encoding that the declaration names; anything unknown is read as UTF-8.
  private static func declaredEncoding(_ bytes: [UInt8]) -> AQText.Encoding {
    let head = String(decoding: bytes.prefix(200).prefix { $0 != UInt8(ascii: ">") }, as: UTF8.self)
      .lowercased()
    guard head.hasPrefix("<?xml") else { return .utf8 }
    let words = head.split { "\"' =".contains($0) }
    if words.contains("iso-8859-1") { return .latin1 }
    return words.contains("windows-1252") ? .windows1252 : .utf8
  }
}

extension XMLTape {
  func name(of element: Int) -> String { String(decoding: nameBytes(of: element), as: UTF8.self) }

  private func nameBytes(of element: Int) -> ArraySlice<UInt8> {
    bytes[(Int(elements[element].start) + 1)..<Int(elements[element].nameEnd)]
  }

  /// Returns the children of an element: those with a name, or all; the first ones up to a number.
  func children(of element: Int, named name: String? = nil, atMost limit: Int = .max) -> [Int] {
    let end = Int(elements[element].next)
    var children: [Int] = []
    var next = element + 1
    while next < end, children.count < limit {
      if name.map({ nameBytes(of: next).elementsEqual($0.utf8) }) ?? true { children.append(next) }
      next = Int(elements[next].next)
    }
    return children
  }

  func attribute(_ name: String, of element: Int) -> String? {
    var at = Int(elements[element].nameEnd)
    while true {
      skipSpace(&at)
      // An error at the end of the tag would count the lines before it.
      guard nameEnd(at) > at, let found = try? readAttribute(&at) else { return nil }
      if bytes[found.name].elementsEqual(name.utf8) { return plainText(found.value) }
    }
  }

  /// Returns the text directly within an element, including CDATA.
  func text(of element: Int) -> String {
    var text = ""
    var at = Int(elements[element].contentStart)
    for child in children(of: element) {
      text += plainText(at..<Int(elements[child].start))
      at = Int(elements[child].end)
    }
    return text + plainText(at..<max(at, Int(elements[element].contentEnd)))
  }

  /// Returns a text with its entities decoded, its comments removed, and its CDATA literal.
  private func plainText(_ range: Range<Int>) -> String {
    var result: [UInt8] = []
    var at = range.lowerBound
    while at < range.upperBound {
      if bytes[at] == UInt8(ascii: "&"), let scalar = try? entity(&at) {
        result.append(contentsOf: String(scalar).utf8)
      } else if starts("<![CDATA[", at) {
        let start = at + 9
        guard (try? skip(&at, past: "]]>", from: start)) != nil else { break }
        result.append(contentsOf: bytes[start..<(at - 3)])
      } else if (try? skipAside(&at)) != true {
        result.append(bytes[at])
        at += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
