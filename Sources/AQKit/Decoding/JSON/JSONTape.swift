/// A parsed document: its bytes and the position of every value.
///
/// A scalar is one word on the tape, its offset; its first byte gives its kind. An array or an object has five words
/// before its content: its offset, the tape index after it, its count, the tape index of its parent, and its ordinal
/// there. A member is the offset of its name and its value.
final class JSONTape: Sendable {
  /// The number of words before the content of an array or object.
  static let header = 5
  /// Means no tape index.
  static let none = UInt32.max

  let bytes: [UInt8]
  let words: ContiguousArray<UInt32>
  /// Whether bare `nan` and `inf` were read as `null`.
  let allowsNaN: Bool

  init(_ bytes: [UInt8], allowsNaN: Bool, deepest: Int) throws(ScanFault) {
    if bytes.count > JSONGrammar.maximumLength {
      throw ScanFault(.tooLong, at: JSONGrammar.maximumLength)
    }
    var writer = Writer()
    // A column of short numbers has one word per five bytes or so, prose and long numbers far fewer.
    writer.words.reserveCapacity(bytes.count / 8 + 16)
    try bytes.withUnsafeBufferPointer { buffer throws(ScanFault) in
      let span = UnsafeRawBufferPointer(buffer).bytes
      var at = EightBytes.afterByteOrderMark(span)
      try JSONGrammar.walk(span, &at, deepest: deepest, allowsNaN: allowsNaN, into: &writer)
      Whitespace.skip(span, &at)
      if at < span.byteCount { throw ScanFault(.expectedEnd, at: at) }
    }
    self.bytes = bytes
    words = writer.words
    self.allowsNaN = allowsNaN
  }

  @inline(__always)
  subscript(_ index: UInt32) -> UInt32 {
    words[Int(truncatingIfNeeded: index)]
  }

  /// Returns the first byte of the value at a tape index.
  @inline(__always)
  func lead(_ index: UInt32) -> UInt8 {
    bytes[Int(truncatingIfNeeded: self[index])]
  }

  @inline(__always)
  func isContainer(_ index: UInt32) -> Bool {
    lead(index) | 0x20 == UInt8(ascii: "{")
  }

  @inline(__always)
  func isObject(_ index: UInt32) -> Bool {
    lead(index) == UInt8(ascii: "{")
  }

  /// Returns the tape index after a value.
  @inline(__always)
  func next(_ index: UInt32) -> UInt32 {
    isContainer(index) ? self[index &+ 1] : index &+ 1
  }

  @inline(__always)
  func count(_ index: UInt32) -> Int {
    Int(truncatingIfNeeded: self[index &+ 2])
  }

  /// Returns the tape index of an array's element; in constant time if all elements are scalars.
  func element(_ ordinal: Int, of array: UInt32) -> UInt32? {
    let count = count(array)
    guard ordinal >= 0, ordinal < count else { return nil }
    let first = array &+ UInt32(Self.header)
    if Int(truncatingIfNeeded: self[array &+ 1] &- first) == count {
      return first &+ UInt32(truncatingIfNeeded: ordinal)
    }
    var index = first
    for _ in 0..<ordinal { index = next(index) }
    return index
  }

  /// Returns the tape index of an object's member; if the name repeats, of the last one.
  func member(_ name: String, of object: UInt32) -> UInt32? {
    var name = name
    return name.withUTF8 { text in
      bytes.withUnsafeBufferPointer { buffer in
        let span = UnsafeRawBufferPointer(buffer).bytes
        var found: UInt32?
        var index = object &+ UInt32(Self.header)
        for _ in 0..<count(object) {
          if JSONString.equals(span, at: Int(truncatingIfNeeded: self[index]), text) { found = index &+ 1 }
          index = next(index &+ 1)
        }
        return found
      }
    }
  }
}

extension JSONTape {
  /// Writes the words during the walk of the grammar.
  private struct Writer: JSONGrammar.Visitor {
    var words: ContiguousArray<UInt32> = []
    /// The innermost open array or object.
    private var current = JSONTape.none

    @inline(__always)
    mutating func scalar(at offset: Int) {
      words.append(UInt32(truncatingIfNeeded: offset))
      countOne()
    }

    @inline(__always)
    mutating func name(at offset: Int) {
      words.append(UInt32(truncatingIfNeeded: offset))
    }

    mutating func open(at offset: Int) {
      let index = UInt32(truncatingIfNeeded: words.count)
      let ordinal = current == JSONTape.none ? 0 : words[Int(truncatingIfNeeded: current &+ 2)]
      countOne()
      words.append(UInt32(truncatingIfNeeded: offset))
      words.append(0)
      words.append(0)
      words.append(current)
      words.append(ordinal)
      current = index
    }

    mutating func close() {
      let index = Int(truncatingIfNeeded: current)
      words[index &+ 1] = UInt32(truncatingIfNeeded: words.count)
      current = words[index &+ 3]
    }

    @inline(__always)
    private mutating func countOne() {
      if current != JSONTape.none { words[Int(truncatingIfNeeded: current &+ 2)] &+= 1 }
    }
  }
}
