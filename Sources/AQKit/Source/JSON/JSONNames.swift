/// The names of members that ``JSONReader/rows(_:_:)`` reads, in their usual order.
package struct JSONNames: Sendable, ExpressibleByArrayLiteral {
  /// The names.
  package let names: [String]
  /// Each name as compact JSON with its colon, if it is short enough.
  let patterns: [BytePattern]

  /// The members of these names.
  package init(_ names: [String]) {
    self.names = names
    patterns = names.map { name in
      var text = JSONText()
      text.name(name)
      return BytePattern(text.text)
    }
  }

  /// The members of these names.
  package init(arrayLiteral names: String...) { self.init(names) }

  /// The index of the name at `start`, with its quotation marks.
  func index(of bytes: RawSpan, at start: Int) -> Int? {
    names.firstIndex { name in
      var name = name
      return name.withUTF8 { JSONString.equals(bytes, at: start, $0) }
    }
  }
}
