/// The positions of a JSON text's top-level values, or of an array's elements, even in broken text: each
/// value can be decoded separately, so that a bad one doesn't affect the others and its position is known.
package struct JSONOutline {
  struct Value {
    let range: Range<Int>
    /// The line on which the value starts, from 1.
    let line: Int
    /// The column in bytes at which the value starts, from 1.
    let column: Int
  }

  let bytes: [UInt8]
  private(set) var offset: Int
  /// The line of the next byte, from 1.
  private(set) var line = 1
  private var lineStart = 0

  /// Creates an outline of bytes that begin at a line and a column.
  init(_ bytes: [UInt8], line: Int = 1, column: Int = 1) {
    self.bytes = bytes
    self.line = line
    offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) && line == 1 && column == 1 ? 3 : 0
    lineStart = offset - (column - 1)
  }

  /// The column of the next byte, from 1.
  var column: Int { offset - lineStart + 1 }

  /// The position of the next byte, for an error.
  var position: String { "line \(line), column \(column)" }

  /// Returns the error of a fault at the next byte. `isTruncated` says whether the text ends too early, so that a retry may
  /// help.
  func error(_ fault: String, isTruncated: Bool = false) -> AQError {
    AQError(.malformed, "\(position): \(fault).", retry: isTruncated ? .now : nil)
  }

  /// Returns the next byte that is not white space; nil at the end.
  mutating func peek() -> UInt8? {
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): offset += 1
      case UInt8(ascii: "\n"):
        offset += 1
        line += 1
        lineStart = offset
      default: return bytes[offset]
      }
    }
    return nil
  }

  /// Returns the end of the line that contains an offset; nil if the bytes end first.
  func lineEnd(from offset: Int) -> Int? {
    bytes.withUnsafeBufferPointer { buffer in
      EightBytes.firstIndex(of: UInt8(ascii: "\n"), in: UnsafeRawBufferPointer(buffer).bytes, from: offset)
    }
  }

  /// Advances to an offset on the same line.
  mutating func skip(to end: Int) { offset = min(max(offset, end), bytes.count) }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard peek() == UInt8(ascii: character) else { return false }
    offset += 1
    return true
  }

  /// Skips the next value. Throws ``AQError/Code/malformed`` when the text has no value here, or the text ends inside it;
  /// then the error advises a retry now.
  mutating func value() throws(AQError) -> Value {
    guard let first = peek() else {
      throw error("the text ends where a value is due", isTruncated: true)
    }
    guard AQJSON.Kind(lead: first) != nil else {
      let shown = first < 0x80 ? String(UnicodeScalar(first)) : "a byte that is not ASCII"
      throw error("expected JSON, found “\(shown)”")
    }
    let (start, startLine, startColumn) = (offset, line, column)
    let (end, fault) = Self.end(of: bytes, from: start)
    advance(to: fault?.offset ?? end)
    switch fault?.kind {
    case nil: return Value(range: start..<end, line: startLine, column: startColumn)
    case .notClosed: throw error("what opens here is not closed before the text ends", isTruncated: true)
    case .stringNotClosed: throw error("the string is not closed before the text ends", isTruncated: true)
    case .stringOverLines: throw error("the string is not closed on its line")
    case .notOpened: throw error("“\(UnicodeScalar(bytes[offset]))” closes nothing that is open")
    case .tooDeep: throw AQError(.tooLarge, "\(position): nested deeper than 512 levels.")
    }
  }

  /// Advances to an offset, and counts the lines.
  private mutating func advance(to end: Int) {
    while offset < end {
      if bytes[offset] == UInt8(ascii: "\n") { (line, lineStart) = (line + 1, offset + 1) }
      offset += 1
    }
  }
}

extension JSONOutline {
  package enum Fault {
    case notClosed, notOpened, stringNotClosed, stringOverLines, tooDeep
  }

  /// Returns the end of the value at an offset, and the fault with its offset if there is one; the end is then that of the
  /// text, or the start if nothing is there.
  package static func end(of bytes: [UInt8], from start: Int, allowsLines: Bool = false) -> (
    offset: Int, fault: (kind: Fault, offset: Int)?
  ) {
    var open: [UInt8] = []
    var at = start
    repeat {
      guard at < bytes.count else { return (bytes.count, (.notClosed, start)) }
      let byte = bytes[at]
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard open.count < 512 else { return (bytes.count, (.tooDeep, at)) }
        open.append(byte + 2)
        at += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard open.popLast() == byte else { return (at == start ? start : bytes.count, (.notOpened, at)) }
        at += 1
      case UInt8(ascii: "\""):
        let end = stringEnd(bytes, at)
        if !allowsLines, bytes[at..<(end ?? bytes.count)].contains(UInt8(ascii: "\n")) {
          return (bytes.count, (.stringOverLines, at))
        }
        guard let end else { return (bytes.count, (.stringNotClosed, at)) }
        at = end
      case let byte where isWord(byte): at = wordEnd(bytes, at)
      default:
        if open.isEmpty { return (start, (.notOpened, at)) }
        at += 1
      }
    } while !open.isEmpty
    return (at, nil)
  }

  /// Returns the end of the string at an offset, which may contain line ends; nil if the text ends first.
  package static func stringEnd(_ bytes: [UInt8], _ start: Int) -> Int? {
    var at = start + 1
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "\""): return at + 1
      case UInt8(ascii: "\\"): at += 2
      default: at += 1
      }
    }
    return nil
  }

  package static func wordEnd(_ bytes: [UInt8], _ start: Int) -> Int {
    bytes[start...].firstIndex { !isWord($0) } ?? bytes.count
  }

  package static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "{"), UInt8(ascii: "}"),
      UInt8(ascii: "["), UInt8(ascii: "]"):
      false
    default: !byte.isSpace
    }
  }
}
