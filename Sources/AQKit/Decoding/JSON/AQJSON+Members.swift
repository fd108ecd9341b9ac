extension AQJSON {
  /// The members of an object in document order, repeated names included.
  public struct Members: Collection, Sendable {
    private let tape: JSONTape
    private let object: UInt32

    init(_ tape: JSONTape, _ object: UInt32) {
      self.tape = tape
      self.object = object
    }

    /// A position in an object or an array.
    public struct Index: Comparable, Sendable {
      let onTape: UInt32
      let ordinal: Int

      /// Returns whether one position comes before another.
      public static func < (lhs: Index, rhs: Index) -> Bool { lhs.ordinal < rhs.ordinal }
      /// Returns whether two positions are the same.
      public static func == (lhs: Index, rhs: Index) -> Bool { lhs.ordinal == rhs.ordinal }
    }

    /// The number of members.
    public var count: Int { tape.count(object) }
    /// The first member's position.
    public var startIndex: Index { Index(onTape: object &+ UInt32(JSONTape.header), ordinal: 0) }
    /// The position after the last member.
    public var endIndex: Index { Index(onTape: tape[object &+ 1], ordinal: count) }

    /// Returns the next member's position.
    public func index(after index: Index) -> Index {
      precondition(index.ordinal < count, "There are no more members.")
      return Index(onTape: tape.next(index.onTape &+ 1), ordinal: index.ordinal + 1)
    }

    /// A member.
    public subscript(index: Index) -> (name: String, value: AQJSON) {
      precondition(index.ordinal < count, "There are no more members.")
      return (
        JSONString.text(tape.bytes, at: Int(truncatingIfNeeded: tape[index.onTape])),
        AQJSON(tape, index.onTape &+ 1, in: object)
      )
    }
  }

  /// The members of an object, for iteration.
  ///
  /// - Throws: ``AQError`` with the code ``AQError/Code/malformed`` and the path, if the value isn't an object.
  public var members: Members {
    get throws(AQError) {
      guard kind == .object else { throw error(expected: "an object") }
      return Members(tape, index)
    }
  }

  /// The elements of an array, one after the other.
  public struct Elements: Collection, Sendable {
    private let tape: JSONTape
    private let array: UInt32

    init(_ tape: JSONTape, _ array: UInt32) {
      self.tape = tape
      self.array = array
    }

    /// A position in an array.
    public typealias Index = Members.Index

    /// The number of elements.
    public var count: Int { tape.count(array) }
    /// The first element's position.
    public var startIndex: Index { Index(onTape: array &+ UInt32(JSONTape.header), ordinal: 0) }
    /// The position after the last element.
    public var endIndex: Index { Index(onTape: tape[array &+ 1], ordinal: count) }

    /// Returns the next element's position.
    public func index(after index: Index) -> Index {
      precondition(index.ordinal < count, "There are no more elements.")
      return Index(onTape: tape.next(index.onTape), ordinal: index.ordinal + 1)
    }

    /// An element.
    public subscript(index: Index) -> AQJSON {
      precondition(index.ordinal < count, "There are no more elements.")
      return AQJSON(tape, index.onTape, in: array, ordinal: UInt32(truncatingIfNeeded: index.ordinal))
    }
  }

  /// The elements of an array, for iteration.
  ///
  /// - Throws: ``AQError`` with the code ``AQError/Code/malformed`` and the path, if the value isn't an array.
  public var elements: Elements {
    get throws(AQError) {
      guard kind == .array else { throw error(expected: "an array") }
      return Elements(tape, index)
    }
  }

  /// Returns the elements of an array, for access by index in constant time.
  ///
  /// - Throws: ``AQError`` with the code ``AQError/Code/malformed`` and the path, if the value isn't an array.
  public func array() throws(AQError) -> [AQJSON] {
    Array(try elements)
  }
}
