extension AQJSON.Reader {
  /// Reads an array of objects by some of their members, fast enough for services that send rows. All other members are
  /// skipped and checked.
  ///
  /// ```swift
  /// try reader.rows(["city", "aqi"]) { row throws(AQError) in
  ///   readings.append((try row.string(0), try row.double(1)))
  /// }
  /// ```
  ///
  /// The closure also gets elements that aren't objects: reading their members is an error, and the other elements are
  /// unaffected if `body` catches it. After any other error the array is still the next value.
  ///
  /// - Parameters:
  ///   - names: The names of the members.
  ///   - body: Handles each element. The row is invalid afterwards.
  public mutating func rows(
    _ names: [String], _ body: (borrowing AQJSON.Reader.Row) throws(AQError) -> Void
  ) throws(AQError) {
    var row = Row(bytes: bytes, names: names, allowsNaN: allowsNaN, arrayPath: path)
    var reader = self
    try reader.beginArray()
    let deepest = maximumDepth - reader.depth
    while try reader.nextElement() {
      try reader.scan { bytes, at, _ throws(ScanFault) in try row.read(bytes, &at, deepest: deepest) }
      try body(row)
      row.ordinal &+= 1
    }
    self = reader
  }

  /// An object of an array, by selected members; ``AQJSON/Reader/rows(_:_:)`` provides it.
  ///
  /// A member is identified by its index among the names. A member that the object lacks is missing; if a name repeats, the
  /// last member is read.
  public struct Row {
    private let bytes: [UInt8]
    private let names: [String]
    private let allowsNaN: Bool
    /// The path of the array, for messages.
    private let arrayPath: String
    /// The element's index in the array.
    public fileprivate(set) var ordinal = 0
    /// The kind of the element; all members are missing if it isn't an object.
    public private(set) var kind = AQJSON.Kind.missing
    private var members: [(kind: AQJSON.Kind, start: Int)]

    fileprivate init(bytes: [UInt8], names: [String], allowsNaN: Bool, arrayPath: String) {
      self.bytes = bytes
      self.names = names
      self.allowsNaN = allowsNaN
      self.arrayPath = arrayPath
      members = Array(repeating: (.missing, 0), count: names.count)
    }

    /// The path of the row, such as `results[3]`.
    public var path: String { arrayPath + JSONPath.step(position: ordinal) }

    /// Returns the kind of a member.
    public func kind(_ index: Int) -> AQJSON.Kind { members[index].kind }

    /// Returns a member that is a number.
    public func double(_ index: Int) throws(AQError) -> Double {
      try value(index, .number, "a number", NumberScanner.double)
    }

    /// Returns a whole number, however it is written.
    public func int64(_ index: Int) throws(AQError) -> Int64 {
      try value(index, .number, "a whole number", NumberScanner.int64)
    }

    /// Returns a member that is a string.
    public func string(_ index: Int) throws(AQError) -> String {
      try value(index, .string, "a string", JSONString.read)
    }

    /// Returns a time as seconds since 1970 in UTC, from a number or an ISO 8601 string.
    ///
    /// - Parameters:
    ///   - index: The member's index among the names.
    ///   - offset: The offset for times without one, in seconds east of UTC; nil makes such a time an error.
    public func instant(_ index: Int, assuming offset: Int? = nil) throws(AQError) -> Int64 {
      try value(index, kind(index) == .number ? .number : .string, "a time") { bytes, at throws(ScanFault) in
        try ArrayScan.instant(bytes, &at, offset: offset)
      }
    }

    private func value<Value>(
      _ index: Int, _ kind: AQJSON.Kind, _ expected: String,
      _ scan: (RawSpan, inout Int) throws(ScanFault) -> Value
    ) throws(AQError) -> Value {
      let member = members[index]
      if member.kind == kind {
        do throws(ScanFault) {
          return try bytes.withUnsafeBufferPointer { buffer throws(ScanFault) -> Value in
            var at = member.start
            return try scan(UnsafeRawBufferPointer(buffer).bytes, &at)
          }
        } catch {
          // A text that isn't a time has a reason.
          if kind == .string { throw AQError(error, in: bytes, at: place(of: index)) }
        }
      }
      guard self.kind == .object else {
        throw AQError(
          .malformed, "Unexpected JSON at \(path): expected an object, found \(self.kind.phrase).")
      }
      let found = member.kind == kind ? "one that doesn't fit" : member.kind.phrase
      throw AQError(
        .malformed, "Unexpected JSON at \(place(of: index)): expected \(expected), found \(found).")
    }

    private func place(of index: Int) -> String {
      JSONPath.joined([path, JSONPath.step(name: names[index])])
    }

    /// Reads the element at a position.
    fileprivate mutating func read(_ bytes: RawSpan, _ position: inout Int, deepest: Int) throws(ScanFault) {
      for index in members.indices { members[index].kind = .missing }
      guard deepest > 0, position < bytes.byteCount, EightBytes.byte(bytes, at: position) == UInt8(ascii: "{")
      else {
        kind = try skip(bytes, &position, deepest: deepest).kind
        return
      }
      kind = .object
      position &+= 1
      Whitespace.skip(bytes, &position)
      if position < bytes.byteCount, EightBytes.byte(bytes, at: position) == UInt8(ascii: "}") {
        position &+= 1
        return
      }
      repeat {
        Whitespace.skip(bytes, &position)
        let start = try JSONGrammar.skipName(bytes, &position)
        let member = try skip(bytes, &position, deepest: deepest - 1)
        let index = names.firstIndex { name in
          var name = name
          return name.withUTF8 { JSONString.equals(bytes, at: start, $0) }
        }
        if let index { members[index] = member }
      } while try !JSONGrammar.endsObject(bytes, &position)
    }

    private func skip(
      _ bytes: RawSpan, _ position: inout Int, deepest: Int
    ) throws(ScanFault) -> (kind: AQJSON.Kind, start: Int) {
      Whitespace.skip(bytes, &position)
      let start = position
      guard start < bytes.byteCount else { throw ScanFault(.endOfInput, at: start) }
      let isNotFinite = allowsNaN && JSONGrammar.isNotFinite(bytes, start)
      let kind: AQJSON.Kind =
        isNotFinite ? .null : AQJSON.Kind(lead: EightBytes.byte(bytes, at: start)) ?? .missing
      var nobody = JSONGrammar.Nobody()
      try JSONGrammar.walk(bytes, &position, deepest: deepest, allowsNaN: allowsNaN, into: &nobody)
      return (kind, start)
    }
  }
}
