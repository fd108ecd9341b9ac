/// A parsed document: the bytes as they came, and where in them every value begins.
///
/// A value that isn't an array or an object is one word of the tape, its offset; what it is, its first byte says.
/// An array or an object is five words, and its members or elements follow: offset, tape index behind it, count,
/// tape index of what holds it, its ordinal in that. A member is its name's offset and its value.
final class JSONTape: Sendable {
  /// Words that an array or an object has before its content.
  static let header = 5
  /// Stands for no tape index.
  static let none = UInt32.max

  /// The document.
  let bytes: [UInt8]
  /// The words.
  let words: ContiguousArray<UInt32>
  /// Whether a bare `nan` was read as `null`.
  let allowsNaN: Bool

  /// Parses a whole document.
  init(_ bytes: [UInt8], allowsNaN: Bool, deepest: Int) throws(ScanFault) {
    if bytes.count > JSONGrammar.maximumLength {
      throw ScanFault(.tooLong, at: JSONGrammar.maximumLength)
    }
    var writer = Writer()
    // A column of short numbers has one word for about five bytes, prose and long numbers far fewer.
    writer.words.reserveCapacity(bytes.count / 8 + 16)
    try bytes.withUnsafeBufferPointer { buffer throws(ScanFault) in
      let span = UnsafeRawBufferPointer(buffer).bytes
      var at = JSONGrammar.afterByteOrderMark(span)
      try JSONGrammar.walk(span, &at, deepest: deepest, allowsNaN: allowsNaN, into: &writer)
      Whitespace.skip(span, &at)
      if at < span.byteCount { throw ScanFault(.expectedEnd, at: at) }
    }
    self.bytes = bytes
    words = writer.words
    self.allowsNaN = allowsNaN
  }

  /// The word at an index that is on the tape.
  @inline(__always)
  subscript(_ index: UInt32) -> UInt32 {
    words[Int(truncatingIfNeeded: index)]
  }

  /// The first byte of the value at a tape index.
  @inline(__always)
  func lead(_ index: UInt32) -> UInt8 {
    bytes[Int(truncatingIfNeeded: self[index])]
  }

  /// Whether the value at a tape index is an array or an object.
  @inline(__always)
  func isContainer(_ index: UInt32) -> Bool {
    lead(index) | 0x20 == UInt8(ascii: "{")
  }

  /// Whether the value at a tape index is an object.
  @inline(__always)
  func isObject(_ index: UInt32) -> Bool {
    lead(index) == UInt8(ascii: "{")
  }

  /// The tape index behind a value.
  @inline(__always)
  func next(_ index: UInt32) -> UInt32 {
    isContainer(index) ? self[index &+ 1] : index &+ 1
  }

  /// How many elements or members an array or object has.
  @inline(__always)
  func count(_ index: UInt32) -> Int {
    Int(truncatingIfNeeded: self[index &+ 2])
  }

  /// The tape index of an array's element, found in one step where the elements are all of one word.
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

  /// The tape index of an object's member, the last one of that name.
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
  /// Writes the words while the grammar is walked.
  private struct Writer: JSONGrammar.Visitor {
    var words: ContiguousArray<UInt32> = []
    /// The innermost array or object that is open.
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

    /// Counts one more in the innermost open array or object.
    @inline(__always)
    private mutating func countOne() {
      if current != JSONTape.none { words[Int(truncatingIfNeeded: current &+ 2)] &+= 1 }
    }
  }
}
