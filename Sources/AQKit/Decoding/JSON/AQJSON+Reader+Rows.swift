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
  public struct Row: ~Copyable {
    private let bytes: [UInt8]
    private let names: [String]
    /// The names in UTF-8 and quotation marks, one after the other, then eight bytes more, so that eight can be loaded from
    /// any name's start.
    private let nameBytes: ContiguousArray<UInt8>
    private let allowsNaN: Bool
    private let arrayPath: String
    /// The element's index in the array.
    public fileprivate(set) var ordinal = 0
    /// The kind of the element; all members are missing if it isn't an object.
    public private(set) var kind = AQJSON.Kind.missing
    private var members: [Member]

    private struct Member {
      /// The name's range in the bytes of all names, with its quotation marks.
      let name: Range<Int>
      /// Whether the name can be written without escapes.
      let isPlain: Bool
      var content = Content()
    }

    /// The kind of a value, and what was found when its grammar was checked.
    private struct Content {
      var kind = AQJSON.Kind.missing
      var range = 0..<0
      var hasEscapes = false
      var number = NumberScanner.Decimal(isNegative: false, significand: 0, exponent: 0, isCut: false)

      /// Finds what the value at a position is, and checks it.
      mutating func read(
        _ bytes: RawSpan, _ position: inout Int, deepest: Int, allowsNaN: Bool
      ) throws(ScanFault) {
        Whitespace.skip(bytes, &position)
        let start = position
        let lead = try EightBytes.next(bytes, at: start)
        if lead == UInt8(ascii: "\"") {
          kind = .string
          hasEscapes = try JSONString.skip(bytes, &position)
        } else if allowsNaN, JSONGrammar.isNotFinite(bytes, start) {
          kind = .null
          try JSONGrammar.skipWord(bytes, &position, allowsNaN: true)
        } else if JSONGrammar.startsNumber(lead) {
          kind = .number
          number = try NumberScanner.decimal(bytes, &position)
        } else {
          kind = AQJSON.Kind(lead: lead) ?? .missing
          try JSONGrammar.skipValue(bytes, &position, deepest: deepest, allowsNaN: allowsNaN)
        }
        range = start..<position
      }
    }

    fileprivate init(bytes: [UInt8], names: [String], allowsNaN: Bool, arrayPath: String) {
      self.bytes = bytes
      self.names = names
      self.allowsNaN = allowsNaN
      self.arrayPath = arrayPath
      var nameBytes: ContiguousArray<UInt8> = []
      nameBytes.reserveCapacity(names.reduce(8) { $0 + $1.utf8.count + 2 })
      members = names.map { name in
        let start = nameBytes.count
        nameBytes.append(UInt8(ascii: "\""))
        nameBytes += name.utf8
        nameBytes.append(UInt8(ascii: "\""))
        var end = start
        let hasEscapes = try? JSONString.skip(nameBytes.span.bytes, &end)
        return Member(name: start..<nameBytes.count, isPlain: hasEscapes == false && end == nameBytes.count)
      }
      nameBytes += repeatElement(0, count: 8)
      self.nameBytes = nameBytes
    }

    /// The path of the row, such as `results[3]`.
    public var path: String { arrayPath + JSONPath.step(position: ordinal) }

    /// Returns the kind of a member.
    public func kind(_ index: Int) -> AQJSON.Kind { members[index].content.kind }

    /// Returns a member that is a number.
    public func double(_ index: Int) throws(AQError) -> Double {
      try value(index, .number, "a number") { bytes, content throws(ScanFault) in
        try NumberScanner.double(content.number, bytes, content.range)
      }
    }

    /// Returns a whole number, however it is written.
    public func int(_ index: Int) throws(AQError) -> Int64 {
      try value(index, .number, "a whole number") { _, content throws(ScanFault) in
        try NumberScanner.int64(content.number, at: content.range.lowerBound)
      }
    }

    /// Returns a member that is a string.
    public func string(_ index: Int) throws(AQError) -> String {
      try value(index, .string, "a string") { bytes, content throws(ScanFault) in
        JSONString.text(bytes, in: content.range, hasEscapes: content.hasEscapes)
      }
    }

    /// Returns the range of a member in the bytes, with its quotation marks; nil if it isn't a string.
    package func rangeOfString(_ index: Int) -> Range<Int>? {
      members[index].content.kind == .string ? members[index].content.range : nil
    }

    /// Returns a time as seconds since 1970 in UTC, from a number or an ISO 8601 string.
    ///
    /// - Parameters:
    ///   - index: The member's index among the names.
    ///   - offset: The offset for times without one, in seconds east of UTC; nil makes such a time an error.
    public func instant(_ index: Int, secondsFromUTC offset: Int? = nil) throws(AQError) -> Int64 {
      try value(index, kind(index) == .number ? .number : .string, "a time") {
        bytes, content throws(ScanFault) in
        var at = content.range.lowerBound
        return try ArrayScan.instant(bytes, &at, offset: offset)
      }
    }

    private func value<Value>(
      _ index: Int, _ kind: AQJSON.Kind, _ expected: String,
      _ read: (RawSpan, Content) throws(ScanFault) -> Value
    ) throws(AQError) -> Value {
      let content = members[index].content
      var fault: ScanFault?
      if content.kind == kind {
        do throws(ScanFault) {
          return try bytes.withUnsafeBufferPointer { buffer throws(ScanFault) -> Value in
            try read(UnsafeRawBufferPointer(buffer).bytes, content)
          }
        } catch { fault = error }
      }
      throw error(ofMember: index, expected, fault)
    }

    /// Returns the error for a member that isn't what was expected, or of the expected kind with a fault.
    private func error(ofMember index: Int, _ expected: String, _ fault: ScanFault?) -> AQError {
      guard kind == .object else {
        return AQError(.malformed, "Unexpected JSON at \(path): expected an object, found \(kind.phrase).")
      }
      let place = JSONPath.joined([path, JSONPath.step(name: names[index])])
      let kind = members[index].content.kind
      // A text that isn't a time has a reason.
      if let fault, kind == .string { return AQError(fault, in: bytes, at: place) }
      let found = fault == nil ? kind.phrase : "one that doesn't fit"
      return AQError(.malformed, "Unexpected JSON at \(place): expected \(expected), found \(found).")
    }

    fileprivate mutating func read(_ bytes: RawSpan, _ position: inout Int, deepest: Int) throws(ScanFault) {
      for index in members.indices { members[index].content.kind = .missing }
      guard deepest > 0, position < bytes.byteCount, EightBytes.byte(bytes, at: position) == UInt8(ascii: "{")
      else {
        var content = Content()
        try content.read(bytes, &position, deepest: deepest, allowsNaN: allowsNaN)
        kind = content.kind
        return
      }
      kind = .object
      position &+= 1
      Whitespace.skip(bytes, &position)
      if position < bytes.byteCount, EightBytes.byte(bytes, at: position) == UInt8(ascii: "}") {
        position &+= 1
        return
      }
      var next = 0
      repeat {
        Whitespace.skip(bytes, &position)
        if let index = try skipName(bytes, &position, expecting: next) {
          next = index &+ 1
          try members[index].content.read(bytes, &position, deepest: deepest - 1, allowsNaN: allowsNaN)
        } else {
          try JSONGrammar.skipValue(bytes, &position, deepest: deepest - 1, allowsNaN: allowsNaN)
        }
      } while try !JSONGrammar.ends(bytes, &position, isObject: true)
    }

    /// Skips a name and its colon, and returns the name's index; nil for a member that isn't among the names.
    ///
    /// - Parameter next: The index of the likely name: rows mostly have their members in the same order.
    private func skipName(
      _ bytes: RawSpan, _ position: inout Int, expecting next: Int
    ) throws(ScanFault) -> Int? {
      if next < members.count, members[next].isPlain {
        let known = members[next].name
        let end = position &+ known.count
        if end < bytes.byteCount, EightBytes.byte(bytes, at: end) == UInt8(ascii: ":"),
          ByteKey.equal(bytes, position, nameBytes.span.bytes, known.lowerBound, known.count)
        {
          position = end &+ 1
          return next
        }
      }
      return index(of: try JSONGrammar.skipName(bytes, &position), in: bytes)
    }

    /// Returns the index of a name; nil for a member that isn't among the names.
    private func index(of name: JSONGrammar.Name, in bytes: RawSpan) -> Int? {
      let (start, count) = (name.range.lowerBound, name.range.count)
      for index in members.indices {
        let known = members[index].name
        if name.hasEscapes {
          let isSame = nameBytes.withUnsafeBufferPointer { names in
            JSONString.equals(
              bytes, at: start, UnsafeBufferPointer(rebasing: names[known.dropFirst().dropLast()]))
          }
          if isSame { return index }
        } else if known.count == count,
          ByteKey.equal(bytes, start, nameBytes.span.bytes, known.lowerBound, count)
        {
          return index
        }
      }
      return nil
    }
  }
}
