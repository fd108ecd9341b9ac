/// The members by which ``JSONReader/rows(_:_:)`` reads objects, in the order in which they usually stand.
package struct JSONNames: Sendable, ExpressibleByArrayLiteral {
  /// The names.
  package let names: [String]
  /// Each name as it stands in compact JSON, its colon included, as far as it is short enough.
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

  /// Which of the names stands at `start`, with its quotation marks.
  func index(of bytes: RawSpan, at start: Int) -> Int? {
    names.firstIndex { name in
      var name = name
      return name.withUTF8 { JSONString.equals(bytes, at: start, $0) }
    }
  }
}
