/// The fields of one row of CSV by RFC 4180: within quotes, a quote is doubled, and delimiters and line ends are text.
@usableFromInline package enum CSVFields {
  package enum End {
    /// The offset of the next row, and the number of lines up to it.
    case row(next: Int, lines: Int)
    /// The bytes end before the row does.
    case incomplete
    /// A quoted field that doesn't end within the maximum row length.
    case unclosedQuote
    /// A quoted field with something after its closing quote, because a quote in it isn't doubled or is superfluous.
    case strayQuote
    /// A row beyond the longest.
    case tooLong

    /// The reason why a row can't be read as fields; nil for one that can.
    package var fault: String? {
      switch self {
      case .row: nil
      case .incomplete, .unclosedQuote: "a quoted field is not closed"
      case .strayQuote: "an unexpected quotation mark"
      case .tooLong: "a row is longer than \(CSVFields.longestRow >> 20) MiB"
      }
    }
  }

  /// Returns the byte of a delimiter. Throws unless it is one ASCII character that has no other meaning.
  package static func delimiter(_ text: String, or code: AQError.Code) throws(AQError) -> UInt8 {
    guard text.utf8.count == 1, let byte = text.utf8.first, !"\"\n\r".utf8.contains(byte) else {
      throw AQError(code, "“\(text)” can't be a delimiter: use an ASCII character, no quote or line end.")
    }
    return byte
  }

  /// The longest row, in bytes with its line end.
  @inlinable package static var longestRow: Int { 1 << 20 }

  /// The number of bytes that may be searched for each line after a row that can't be read.
  private static var nearby: Int { 1 << 10 }

  /// Finds the fields of the row at an offset, quotes included. Up to `brokenEnd`, a quoted field ends on its line; pass 0
  /// for the first row. A row that can't be read sets it to the end of what its quotes enclose, so that the next lines
  /// aren't each searched to that end again.
  package static func split(
    _ bytes: RawSpan, at start: Int, delimiter: UInt8, isLast: Bool, brokenUntil brokenEnd: inout Int,
    into fields: inout [Range<Int>]
  ) -> End {
    fields.removeAll(keepingCapacity: true)
    let lineEnd =
      start < brokenEnd ? EightBytes.firstIndex(of: UInt8(ascii: "\n"), in: bytes, from: start) : nil
    let isLast = isLast || lineEnd != nil
    let bytes = bytes.extracting(0..<(lineEnd.map { $0 &+ 1 } ?? bytes.byteCount))
    func broken(_ end: End, at offset: Int) -> End {
      if offset &- start > nearby { brokenEnd = max(brokenEnd, offset) }
      return end
    }
    let isTooLong = bytes.byteCount &- start > longestRow
    let count = isTooLong ? start &+ longestRow : bytes.byteCount
    var at = start
    var field = start
    var lines = 1
    while at < count {
      let byte = EightBytes.byte(bytes, at: at)
      if byte == delimiter {
        fields.append(field..<at)
        at &+= 1
        field = at
      } else if byte == UInt8(ascii: "\n") {
        let end = at > field && EightBytes.byte(bytes, at: at &- 1) == UInt8(ascii: "\r") ? at &- 1 : at
        fields.append(field..<end)
        return .row(next: at &+ 1, lines: lines)
      } else if byte == UInt8(ascii: "\""), at == field {
        guard let close = closingQuote(bytes, after: at, before: count, &lines) else {
          return isLast || isTooLong ? broken(.unclosedQuote, at: count) : .incomplete
        }
        at = close &+ 1
        while at < count, EightBytes.byte(bytes, at: at) != delimiter, EightBytes.byte(bytes, at: at).isBlank
        {
          at &+= 1
        }
        guard at < count else { continue }
        let next = EightBytes.byte(bytes, at: at)
        if next == delimiter { continue }
        let isLineEnd =
          next == UInt8(ascii: "\n")
          || next == UInt8(ascii: "\r")
            && (at &+ 1 == bytes.byteCount || EightBytes.byte(bytes, at: at &+ 1) == UInt8(ascii: "\n"))
        guard isLineEnd else { return broken(.strayQuote, at: at) }
        if next == UInt8(ascii: "\r") { at &+= 1 }
      } else {
        at = plainEnd(bytes, at &+ 1, delimiter)
      }
    }
    if isTooLong { return broken(.tooLong, at: count) }
    guard isLast else { return .incomplete }
    let end =
      count > field && EightBytes.byte(bytes, at: count &- 1) == UInt8(ascii: "\r") ? count &- 1 : count
    fields.append(field..<max(field, end))
    return .row(next: count, lines: lines)
  }

  /// Returns the first delimiter or line end at or after an offset, or the end.
  @inlinable @inline(__always)
  package static func plainEnd(_ bytes: RawSpan, _ start: Int, _ delimiter: UInt8) -> Int {
    var at = start
    let delimiters = EightBytes.all(delimiter)
    let lineEnds = EightBytes.all(UInt8(ascii: "\n"))
    while at &+ 8 <= bytes.byteCount {
      let word = EightBytes.load(bytes, at: at)
      let hits = EightBytes.zeros(word ^ delimiters) | EightBytes.zeros(word ^ lineEnds)
      if hits != 0 { return at &+ hits.trailingZeroBitCount / 8 }
      at &+= 8
    }
    while at < bytes.byteCount {
      let byte = EightBytes.byte(bytes, at: at)
      if byte == delimiter || byte == UInt8(ascii: "\n") { break }
      at &+= 1
    }
    return at
  }

  /// Returns the closing quote for the opening one at an offset; nil if the limit comes first, or might. Counts the
  /// line ends in between.
  private static func closingQuote(
    _ bytes: RawSpan, after open: Int, before limit: Int, _ lines: inout Int
  ) -> Int? {
    var at = open &+ 1
    while at < limit {
      if at &+ 8 <= limit {
        let word = EightBytes.load(bytes, at: at)
        let hits =
          EightBytes.zeros(word ^ EightBytes.all(UInt8(ascii: "\"")))
          | EightBytes.zeros(word ^ EightBytes.all(UInt8(ascii: "\n")))
        if hits == 0 {
          at &+= 8
          continue
        }
        at &+= hits.trailingZeroBitCount / 8
      }
      let byte = EightBytes.byte(bytes, at: at)
      if byte == UInt8(ascii: "\n") { lines &+= 1 }
      if byte == UInt8(ascii: "\"") {
        guard at &+ 1 < bytes.byteCount, EightBytes.byte(bytes, at: at &+ 1) == UInt8(ascii: "\"") else {
          return at
        }
        at &+= 1
      }
      at &+= 1
    }
    return nil
  }

  /// Returns the closing quote for the opening one at an offset; nil if the line or the bytes end first, or might.
  package static func closingQuote(_ bytes: RawSpan, onLineFrom open: Int) -> Int? {
    var lines = 0
    let limit = min(bytes.byteCount, open &+ longestRow)
    let close = closingQuote(bytes, after: open, before: limit, &lines)
    return lines == 0 ? close : nil
  }

  enum Number {
    case number(Double)
    case blank
    /// Another text, or a number with white space around it.
    case other
  }

  /// Reads the number that a field consists of, quoted or not.
  static func plainNumber(_ bytes: RawSpan, _ field: Range<Int>) -> Number {
    let quote = UInt8(ascii: "\"")
    var (at, end) = (field.lowerBound, field.upperBound)
    if field.count > 1, EightBytes.byte(bytes, at: at) == quote {
      (at, end) = (at &+ 1, end &- 1)
      guard EightBytes.byte(bytes, at: end) == quote else { return .other }
    }
    if at == end { return .blank }
    guard let number = try? NumberScanner.double(bytes, &at), at == end else { return .other }
    return .number(number)
  }

  /// Returns the text of a field, without quotes or surrounding white space.
  package static func text(_ bytes: RawSpan, _ field: Range<Int>) -> String {
    let quote = UInt8(ascii: "\"")
    let content = trimmed(bytes, field)
    guard content.count >= 2, EightBytes.byte(bytes, at: content.lowerBound) == quote,
      EightBytes.byte(bytes, at: content.upperBound &- 1) == quote
    else { return string(bytes, content) }
    let inner = content.lowerBound &+ 1..<content.upperBound &- 1
    guard inner.contains(where: { EightBytes.byte(bytes, at: $0) == quote }) else {
      return string(bytes, inner)
    }
    var result: [UInt8] = []
    var isSecond = false
    for offset in inner {
      let byte = EightBytes.byte(bytes, at: offset)
      isSecond =
        byte == quote && !isSecond && offset > inner.lowerBound
        && EightBytes.byte(bytes, at: offset &- 1) == quote
      if !isSecond { result.append(byte) }
    }
    return String(decoding: result, as: UTF8.self)
  }

  package static func trimmed(_ text: String) -> String {
    guard let first = text.utf8.first, let last = text.utf8.last,
      first.isSpace || last.isSpace
    else { return text }
    var content = Array(text.utf8)
    while let last = content.last, last.isSpace { content.removeLast() }
    content.removeFirst(content.prefix(while: \.isSpace).count)
    return String(decoding: content, as: UTF8.self)
  }

  private static func trimmed(_ bytes: RawSpan, _ field: Range<Int>) -> Range<Int> {
    var (start, end) = (field.lowerBound, field.upperBound)
    while start < end, EightBytes.byte(bytes, at: start).isBlank { start &+= 1 }
    while start < end, EightBytes.byte(bytes, at: end &- 1).isBlank { end &-= 1 }
    return start..<end
  }

  private static func string(_ bytes: RawSpan, _ range: Range<Int>) -> String {
    bytes.extracting(range).withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }
}
