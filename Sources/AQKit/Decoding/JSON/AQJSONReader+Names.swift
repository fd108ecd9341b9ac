extension AQJSONReader {
  /// The names of members that ``AQJSONReader/rows(_:_:)`` reads, in their usual order.
  public struct Names: Sendable, ExpressibleByArrayLiteral {
    /// The names.
    package let names: [String]
    /// Each name as compact JSON with its colon.
    let compact: [ContiguousArray<UInt8>]
    /// The same, as far as it is short enough.
    let patterns: [BytePattern]

    /// The members of these names.
    public init(_ names: [String]) {
      self.names = names
      let texts = names.map { name in
        var text = JSONText()
        text.name(name)
        return text.text
      }
      compact = texts.map { ContiguousArray($0.utf8) }
      patterns = texts.map(BytePattern.init)
    }

    /// The members of these names.
    public init(arrayLiteral names: String...) { self.init(names) }

    /// Whether a name stands at an offset as compact JSON.
    func stands(_ index: Int, in bytes: RawSpan, at offset: Int) -> Bool {
      let text = compact[index]
      return ByteKey.equal(bytes, offset, text.span.bytes, 0, text.count)
    }

    /// The index of the name at `start`, with its quotation marks.
    func index(of bytes: RawSpan, at start: Int) -> Int? {
      names.firstIndex { name in
        var name = name
        return name.withUTF8 { JSONString.equals(bytes, at: start, $0) }
      }
    }
  }
}
