/// The positions of a JSON text's top-level values, or of an array's, without decoding them.
///
/// With the positions each value can be decoded separately, so that a bad one doesn't affect the others and its own position
/// is known.
struct JSONOutline {
  /// A value in the text.
  struct Value {
    /// The range of the value in the bytes.
    let range: Range<Int>
    /// The line on which it starts, from 1.
    let line: Int
    /// The column in bytes at which it starts, from 1.
    let column: Int

    var position: String { "line \(line), column \(column)" }
  }

  let bytes: [UInt8]
  private var index: Int
  private var line = 1
  private var lineStart = 0

  /// The offset of the next byte.
  var offset: Int { index }
  /// The line of the next byte, from 1.
  var lineNumber: Int { line }

  /// Creates an outline of bytes.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - line: Their first line number.
  ///   - column: Their first column number.
  init(_ bytes: [UInt8], line: Int = 1, column: Int = 1) {
    self.bytes = bytes
    self.line = line
    index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) && line == 1 && column == 1 ? 3 : 0
    lineStart = index - (column - 1)
  }

  /// The column of the next byte, from 1.
  var column: Int { index - lineStart + 1 }

  /// The position of the next byte, for an error.
  var position: String { "line \(line), column \(column)" }

  /// Returns the next byte that is not white space; nil at the end.
  mutating func peek() -> UInt8? {
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): index += 1
      case UInt8(ascii: "\n"):
        index += 1
        line += 1
        lineStart = index
      default: return bytes[index]
      }
    }
    return nil
  }

  /// Returns the end of the line with an offset; nil if the bytes end first.
  func lineEnd(from offset: Int) -> Int? {
    bytes.withUnsafeBufferPointer { buffer in
      EightBytes.firstIndex(of: UInt8(ascii: "\n"), in: UnsafeRawBufferPointer(buffer).bytes, from: offset)
    }
  }

  /// Advances to an offset on the same line.
  mutating func skip(to offset: Int) { index = min(max(index, offset), bytes.count) }

  /// Reads one byte of punctuation if it is next.
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard peek() == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  /// Skips the next value.
  ///
  /// - Throws: ``AQError/Code/malformed`` when the text has no value here, or the text ends inside it; then the error advises a
  ///   retry now.
  mutating func value() throws(AQError) -> Value {
    guard let first = peek() else {
      throw AQError(.malformed, "\(position): the text ends where a value is due.", retry: .now)
    }
    let (start, startLine, startColumn) = (index, line, index - lineStart + 1)
    switch first {
    case UInt8(ascii: "{"), UInt8(ascii: "["): try skipNested()
    case UInt8(ascii: "\""): try skipString()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "t"), UInt8(ascii: "f"),
      UInt8(ascii: "n"):
      while index < bytes.count, Self.isScalar(bytes[index]) { index += 1 }
    default:
      let shown = first < 0x80 ? String(UnicodeScalar(first)) : "a byte that is not ASCII"
      throw AQError(.malformed, "\(position): expected JSON, found “\(shown)”.")
    }
    return Value(range: start..<index, line: startLine, column: startColumn)
  }

  private static func isScalar(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  private mutating func skipNested() throws(AQError) {
    let opening = position
    var open: [UInt8] = []
    while let byte = peek() {
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard open.count < 512 else {
          throw AQError(.tooLarge, "\(position): nested deeper than 512 levels.")
        }
        open.append(byte + 2)
        index += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard open.last == byte else {
          throw AQError(.malformed, "\(position): “\(UnicodeScalar(byte))” closes nothing that is open.")
        }
        open.removeLast()
        index += 1
        if open.isEmpty { return }
      case UInt8(ascii: "\""): try skipString()
      default: index += 1
      }
    }
    throw AQError(.malformed, "\(opening): what opens here is not closed before the text ends.", retry: .now)
  }

  private mutating func skipString() throws(AQError) {
    let opening = position
    index += 1
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        index += 1
        return
      case UInt8(ascii: "\\"): index += 2
      case UInt8(ascii: "\n"):
        throw AQError(.malformed, "\(opening): the string is not closed on its line.")
      default: index += 1
      }
    }
    index = bytes.count
    throw AQError(.malformed, "\(opening): the string is not closed before the text ends.", retry: .now)
  }
}
