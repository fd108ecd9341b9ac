/// The fields of a row of CSV by RFC 4180, as offsets, without copying.
struct BatchRow {
  /// The result of a search for the end of a row.
  enum End {
    /// The row ends at a line end, or at the end of the input.
    case complete
    /// The bytes end first.
    case incomplete
    /// The bytes end inside a quoted field.
    case insideQuotes
  }

  /// Each field with its quotes.
  private(set) var fields = ContiguousArray<Range<Int>>()
  /// The row without its line end.
  private(set) var text = 0..<0
  /// The start of the next row.
  private(set) var next = 0

  /// Whether the row is empty.
  var isEmpty: Bool { text.isEmpty }

  /// Finds the fields of the row that begins at an offset.
  ///
  /// - Parameter isLast: Whether no bytes follow, so that a row may end with them.
  mutating func read(_ bytes: RawSpan, at start: Int, isLast: Bool) -> End {
    fields.removeAll(keepingCapacity: true)
    let count = bytes.byteCount
    var at = start
    var field = start
    while at < count {
      switch bytes.byte(at) {
      case UInt8(ascii: ","):
        fields.append(field..<at)
        at += 1
        field = at
      case UInt8(ascii: "\n"):
        finish(bytes, start, field, at)
        next = at + 1
        return .complete
      case UInt8(ascii: "\"") where at == field:
        guard let close = Self.closingQuote(bytes, after: at) else { return .insideQuotes }
        at = close + 1
      default: at += 1
      }
    }
    guard isLast else { return .incomplete }
    finish(bytes, start, field, count)
    next = count
    return .complete
  }

  /// Takes the line at an offset as a row of one field, ignoring its quotes.
  ///
  /// - Returns: False where the line does not end within the bytes and more may come; the row stays as it was.
  mutating func readLine(_ bytes: RawSpan, at start: Int, isLast: Bool) -> Bool {
    var at = start
    while at < bytes.byteCount, bytes.byte(at) != UInt8(ascii: "\n") { at += 1 }
    if at == bytes.byteCount, !isLast { return false }
    fields.removeAll(keepingCapacity: true)
    finish(bytes, start, start, at)
    next = min(at + 1, bytes.byteCount)
    return true
  }

  private mutating func finish(_ bytes: RawSpan, _ start: Int, _ field: Int, _ end: Int) {
    let end = end > field && bytes.byte(end - 1) == UInt8(ascii: "\r") ? end - 1 : end
    fields.append(field..<end)
    text = start..<end
  }

  /// The quote that closes the one at an offset; nil if the bytes end first.
  private static func closingQuote(_ bytes: RawSpan, after open: Int) -> Int? {
    var at = open + 1
    while at < bytes.byteCount {
      if bytes.byte(at) == UInt8(ascii: "\"") {
        guard at + 1 < bytes.byteCount, bytes.byte(at + 1) == UInt8(ascii: "\"") else { return at }
        at += 1
      }
      at += 1
    }
    return nil
  }
}

extension RawSpan {
  /// The byte at an offset.
  @inline(__always)
  func byte(_ offset: Int) -> UInt8 { unsafeLoad(fromByteOffset: offset, as: UInt8.self) }

  /// Returns a field without surrounding blanks and quotes.
  func content(_ field: Range<Int>) -> Range<Int> {
    var (start, end) = (field.lowerBound, field.upperBound)
    func trim() {
      while start < end, byte(start) == UInt8(ascii: " ") || byte(start) == UInt8(ascii: "\t") { start += 1 }
      while start < end, byte(end - 1) == UInt8(ascii: " ") || byte(end - 1) == UInt8(ascii: "\t") {
        end -= 1
      }
    }
    trim()
    if end - start >= 2, byte(start) == UInt8(ascii: "\""), byte(end - 1) == UInt8(ascii: "\"") {
      start += 1
      end -= 1
      trim()
    }
    return start..<end
  }

  /// The text of a field, a doubled quote in quotes being one.
  func text(_ field: Range<Int>) -> String {
    let content = content(field)
    let text = extracting(content).withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    return content == field ? text : text.replacing("\"\"", with: "\"")
  }
}

extension String {
  /// The text as a field of CSV, in quotes if necessary.
  var csvField: String {
    utf8.contains { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") || $0 == 10 || $0 == 13 }
      ? "\"\(replacing("\"", with: "\"\""))\"" : self
  }
}
