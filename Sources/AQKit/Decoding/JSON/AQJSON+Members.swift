extension AQJSON {
  /// The members of an object in document order, repeated names included.
  ///
  /// - Throws: ``AQError`` with the code ``AQError/Code/malformed`` and the path, if the value isn't an object.
  public var members: [(name: String, value: AQJSON)] {
    get throws(AQError) {
      guard kind == .object else { throw error(expected: "an object") }
      var next = index &+ UInt32(JSONTape.header)
      return (0..<tape.count(index)).map { _ in
        let name = JSONString.text(tape.bytes, at: Int(truncatingIfNeeded: tape[next]))
        let value = AQJSON(tape, next &+ 1, in: index)
        next = tape.next(value.index)
        return (name, value)
      }
    }
  }

  /// The elements of an array, in order.
  ///
  /// - Throws: ``AQError`` with the code ``AQError/Code/malformed`` and the path, if the value isn't an array.
  public var elements: [AQJSON] {
    get throws(AQError) {
      guard kind == .array else { throw error(expected: "an array") }
      var next = index &+ UInt32(JSONTape.header)
      return (0..<tape.count(index)).map { position in
        let element = AQJSON(tape, next, in: index, ordinal: UInt32(truncatingIfNeeded: position))
        next = tape.next(next)
        return element
      }
    }
  }

  /// Returns the elements of an array, like ``elements``.
  ///
  /// - Throws: ``AQError`` with the code ``AQError/Code/malformed`` and the path, if the value isn't an array.
  public func array() throws(AQError) -> [AQJSON] { try elements }
}
