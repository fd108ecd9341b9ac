extension AQJSONReader {
  /// One object of an array, by selected members; ``AQJSONReader/rows(_:_:)`` provides it.
  ///
  /// A member is identified by its index among the names. One that the object lacks is missing; if a name repeats, the
  /// last member is read.
  public struct Row {
    /// The position and kind of a member's value.
    struct Slot {
      var kind = AQJSON.Kind.missing
      var start = 0
      /// The offset after it.
      var end = 0
      /// Whether it is a string with escapes.
      var hasEscapes = false
      /// The value of a number; infinity if it is out of range.
      var number = 0.0
    }

    package let bytes: [UInt8]
    let names: AQJSONReader.Names
    /// The path of the array, for messages.
    let arrayPath: String
    /// The element's index in the array.
    public internal(set) var ordinal = 0
    /// The kind of the element; all members are missing if it isn't an object.
    public internal(set) var kind = AQJSON.Kind.missing
    var slots: ContiguousArray<Slot>

    init(_ bytes: [UInt8], _ names: AQJSONReader.Names, in arrayPath: String) {
      self.bytes = bytes
      self.names = names
      self.arrayPath = arrayPath
      slots = ContiguousArray(repeating: Slot(), count: names.names.count)
    }

    /// The kind of a member.
    public func kind(_ index: Int) -> AQJSON.Kind { slots[index].kind }

    /// A member that is a number.
    public func double(_ index: Int) throws(AQError) -> Double {
      let slot = slots[index]
      guard slot.kind == .number, slot.number.isFinite else { throw unexpected(index, "a number") }
      return slot.number
    }

    /// A number; NaN for `null` or a missing member.
    public func doubleOrNaN(_ index: Int) throws(AQError) -> Double {
      let slot = slots[index]
      switch slot.kind {
      case .number where slot.number.isFinite: return slot.number
      case .null: return .nan
      case .missing where kind == .object: return .nan
      default: throw unexpected(index, "a number or null")
      }
    }

    /// A number that is whole in value.
    public func int64(_ index: Int) throws(AQError) -> Int64 {
      let slot = slots[index]
      let value = bytes.withUnsafeBufferPointer { buffer -> Int64? in
        var at = slot.start
        return slot.kind == .number
          ? try? NumberScanner.int64(UnsafeRawBufferPointer(buffer).bytes, &at) : nil
      }
      guard let value else { throw unexpected(index, "a whole number") }
      return value
    }

    /// A member that is a string.
    public func string(_ index: Int) throws(AQError) -> String {
      let slot = slots[index]
      guard slot.kind == .string else { throw unexpected(index, "a string") }
      return bytes.withUnsafeBufferPointer { buffer in
        let bytes = UnsafeRawBufferPointer(buffer).bytes
        return JSONString.text(bytes, (slot.start &+ 1)..<(slot.end &- 1), hasEscapes: slot.hasEscapes)
      }
    }

    /// The range of a string without escapes, between its quotation marks; nil for anything else.
    package func plainString(_ index: Int) -> Range<Int>? {
      let slot = slots[index]
      return slot.kind == .string && !slot.hasEscapes ? (slot.start &+ 1)..<(slot.end &- 1) : nil
    }

    /// A string; nil for `null` or a missing member.
    public func stringIfPresent(_ index: Int) throws(AQError) -> String? {
      switch slots[index].kind {
      case .null: return nil
      case .missing where kind == .object: return nil
      default: return try string(index)
      }
    }

    /// A time as seconds since 1970 in UTC, from such a number or an ISO 8601 text.
    ///
    /// - Parameters:
    ///   - index: The member's index among the names.
    ///   - offset: The offset for texts without one, in seconds east of UTC; nil makes such a text an error.
    public func instant(_ index: Int, assuming offset: Int? = nil) throws(AQError) -> Int64 {
      let slot = slots[index]
      guard slot.kind == .string else { return try int64(index) }
      do throws(ScanFault) {
        return try bytes.withUnsafeBufferPointer { buffer throws(ScanFault) in
          var at = slot.start
          return try ArrayScan.instant(UnsafeRawBufferPointer(buffer).bytes, &at, offset: offset)
        }
      } catch {
        throw AQError(error, in: bytes, at: path(index))
      }
    }

    /// The path of a member, such as `results[3].value`.
    private func path(_ index: Int) -> String {
      JSONPath.joined([path, JSONPath.step(name: names.names[index])])
    }

    /// The path of the row, such as `results[3]`.
    public var path: String { arrayPath + JSONPath.step(position: ordinal) }

    /// The error for a member of another kind than expected.
    private func unexpected(_ index: Int, _ expected: String) -> AQError {
      guard kind == .object else {
        return AQError(.malformed, "Unexpected JSON at \(path): expected an object, found \(kind.phrase).")
      }
      let isUnfit = slots[index].kind == .number && expected.split(separator: " ").contains("number")
      let found = isUnfit ? "one that doesn't fit" : slots[index].kind.phrase
      return AQError(.malformed, "Unexpected JSON at \(path(index)): expected \(expected), found \(found).")
    }
  }
}

extension AQJSONReader {
  /// Reads an array of objects by some of their members, fast enough for row-wise services. All other members are
  /// skipped and checked.
  ///
  /// ```swift
  /// try reader.rows(["city", "aqi"]) { row throws(AQError) in
  ///   readings.append((try row.string(0), try row.double(1)))
  /// }
  /// ```
  ///
  /// The closure also gets elements that aren't objects: reading their members is an error, and the other elements are
  /// unaffected if `body` catches it.
  ///
  /// - Parameters:
  ///   - names: The names of the members.
  ///   - body: Handles each element. The row is invalid afterwards.
  public mutating func rows(
    _ names: AQJSONReader.Names, _ body: (borrowing AQJSONReader.Row) throws(AQError) -> Void
  ) throws(AQError) {
    let deepest = maximumDepth - depth
    let (bytes, limit, allowsNaN) = (bytes, limit, allowsNaN)
    var at = position
    var row = AQJSONReader.Row(bytes, names, in: path)
    try bytes.withUnsafeBufferPointer { buffer throws(AQError) in
      let span = UnsafeRawBufferPointer(start: buffer.baseAddress, count: limit).bytes
      do throws(ScanFault) {
        Whitespace.skip(span, &at)
        if deepest <= 0 { throw ScanFault(.tooDeep, at: at) }
        if try ArrayScan.isEmpty(span, &at) { return }
      } catch {
        throw AQError(error, in: bytes, at: path)
      }
      var isLast = false
      while !isLast {
        do throws(ScanFault) {
          try row.read(span, &at, deepest: deepest - 1, allowsNaN: allowsNaN)
        } catch {
          throw AQError(error, in: bytes, at: row.path)
        }
        try body(row)
        do throws(ScanFault) {
          isLast = try JSONGrammar.endsArray(span, &at)
        } catch {
          throw AQError(error, in: bytes, at: row.path)
        }
        row.ordinal &+= 1
      }
    }
    position = at
  }
}

extension AQJSONReader.Row {
  /// Reads the next element.
  mutating func read(_ bytes: RawSpan, _ position: inout Int, deepest: Int, allowsNaN: Bool) throws(ScanFault)
  {
    Whitespace.skip(bytes, &position)
    for index in slots.indices { slots[index].kind = .missing }
    guard position < bytes.byteCount, EightBytes.byte(bytes, at: position) == UInt8(ascii: "{"), deepest > 0
    else {
      kind = try Self.skip(bytes, &position, deepest: deepest, allowsNaN: allowsNaN)
      return
    }
    kind = .object
    var at = position &+ 1
    Whitespace.skip(bytes, &at)
    if at < bytes.byteCount, EightBytes.byte(bytes, at: at) == UInt8(ascii: "}") {
      position = at &+ 1
      return
    }
    var expected = 0
    repeat {
      Whitespace.skip(bytes, &at)
      let index: Int?
      if expected < slots.count, bytes.byteCount &- at >= 16, names.patterns[expected].length > 0,
        names.patterns[expected].stands(in: bytes, at: at)
      {
        at &+= names.patterns[expected].length
        index = expected
      } else if expected < slots.count, names.stands(expected, in: bytes, at: at) {
        at &+= names.compact[expected].count
        index = expected
      } else {
        index = names.index(of: bytes, at: try JSONGrammar.skipName(bytes, &at).lowerBound)
      }
      Whitespace.skip(bytes, &at)
      var slot = Slot(start: at)
      if index != nil, at < bytes.byteCount, JSONGrammar.startsNumber(EightBytes.byte(bytes, at: at)),
        !(allowsNaN && JSONGrammar.isNaN(bytes, at))
      {
        slot.kind = .number
        slot.number = try Self.number(bytes, &at)
      } else if at < bytes.byteCount, EightBytes.byte(bytes, at: at) == UInt8(ascii: "\"") {
        slot.kind = .string
        slot.hasEscapes = try JSONString.skip(bytes, &at)
      } else if let index, let (kind, end) = repeated(index, bytes, at) {
        (slot.kind, at) = (kind, end)
      } else {
        slot.kind = try Self.skip(bytes, &at, deepest: deepest - 1, allowsNaN: allowsNaN)
      }
      if let index {
        slot.end = at
        slots[index] = slot
        expected = index &+ 1
      }
    } while try !JSONGrammar.endsObject(bytes, &at)
    position = at
  }

  /// The kind and end of an object or array that has the very bytes of the same member of an earlier row, such as the
  /// description of a station, which was checked there.
  private func repeated(_ index: Int, _ bytes: RawSpan, _ start: Int) -> (AQJSON.Kind, Int)? {
    let (earlier, count) = (slots[index].start, slots[index].end &- slots[index].start)
    guard count > 0, start < bytes.byteCount else { return nil }
    let lead = EightBytes.byte(bytes, at: start)
    guard lead == UInt8(ascii: "{") || lead == UInt8(ascii: "["),
      ByteKey.equal(bytes, start, bytes, earlier, count)
    else { return nil }
    return (lead == UInt8(ascii: "{") ? .object : .array, start &+ count)
  }

  /// A number as a double; infinity if it is out of range.
  private static func number(_ bytes: RawSpan, _ position: inout Int) throws(ScanFault) -> Double {
    let start = position
    do throws(ScanFault) {
      return try NumberScanner.double(bytes, &position)
    } catch {
      guard error.reason == .numberOutOfRange else { throw error }
      position = start
      try NumberScanner.skip(bytes, &position)
      return .infinity
    }
  }

  /// Skips a value of any kind.
  private static func skip(_ bytes: RawSpan, _ position: inout Int, deepest: Int, allowsNaN: Bool)
    throws(ScanFault) -> AQJSON.Kind
  {
    guard position < bytes.byteCount else { throw ScanFault(.endOfInput, at: position) }
    let lead = EightBytes.byte(bytes, at: position)
    let isNaN = allowsNaN && JSONGrammar.isNaN(bytes, position)
    var nobody = JSONGrammar.Nobody()
    try JSONGrammar.walk(bytes, &position, deepest: deepest, allowsNaN: allowsNaN, into: &nobody)
    return AQJSON.Kind(lead: lead, isNaN: isNaN)
  }
}

extension AQJSONReader.Row {
  /// A row for the objects in the members of another reader's rows.
  package init(_ names: AQJSONReader.Names, in reader: borrowing AQJSONReader) {
    self.init(reader.bytes, names, in: "")
  }

  /// The bytes of a member's value; empty if it is missing.
  package func range(_ index: Int) -> Range<Int> {
    slots[index].kind == .missing ? 0..<0 : slots[index].start..<slots[index].end
  }

  /// Reads the object in a member of another row of the same document; false if there is none.
  package mutating func read(_ index: Int, of row: borrowing AQJSONReader.Row) -> Bool {
    guard row.kind(index) == .object else { return false }
    var at = row.range(index).lowerBound
    let bytes = bytes
    // The row was checked, so no fault is lost here.
    return bytes.withUnsafeBytes { try? read($0.bytes, &at, deepest: .max, allowsNaN: false) } != nil
  }

  /// Reads the elements of the array in a member of another row of the same document, until one isn't wanted; false
  /// then, and if there is no array.
  package mutating func read(
    each index: Int, of row: borrowing AQJSONReader.Row, _ isWanted: (borrowing AQJSONReader.Row) -> Bool
  ) -> Bool {
    guard row.kind(index) == .array else { return false }
    var at = row.range(index).lowerBound
    let bytes = bytes
    return bytes.withUnsafeBytes { buffer in
      let bytes = buffer.bytes
      do throws(ScanFault) {
        if try ArrayScan.isEmpty(bytes, &at) { return true }
        repeat {
          try read(bytes, &at, deepest: .max, allowsNaN: false)
          guard kind == .object, isWanted(self) else { return false }
        } while try !JSONGrammar.endsArray(bytes, &at)
        return true
      } catch {
        return false
      }
    }
  }

  /// The number in a member, which may be the content of a string; nil for anything else.
  package func number(_ index: Int) -> Double? {
    let slot = slots[index]
    if slot.kind == .number { return slot.number.isFinite ? slot.number : nil }
    guard let text = plainString(index) else { return nil }
    return bytes.withUnsafeBytes { buffer in
      var at = text.lowerBound
      guard let number = try? NumberScanner.double(buffer.bytes, &at), at == text.upperBound else {
        return nil
      }
      return number
    }
  }

  /// The text of a plain string, or of a number; nil for anything else.
  package func text(_ index: Int) -> String? {
    let range = slots[index].kind == .number ? range(index) : plainString(index)
    return range.map { range in bytes.withUnsafeBytes { String(decoding: $0[range], as: UTF8.self) } }
  }

  /// The first of some texts that is the content of a plain string.
  package func index(of index: Int, among texts: [ContiguousArray<UInt8>]) -> Int? {
    guard let own = plainString(index) else { return nil }
    return bytes.withUnsafeBytes { bytes in
      texts.firstIndex {
        $0.count == own.count && ByteKey.equal(bytes.bytes, own.lowerBound, $0.span.bytes, 0, own.count)
      }
    }
  }

  /// Whether the values of two members are the same bytes.
  package func holds(_ range: Range<Int>, at index: Int) -> Bool {
    let own = self.range(index)
    guard own.count == range.count else { return false }
    return bytes.withUnsafeBytes {
      ByteKey.equal($0.bytes, own.lowerBound, $0.bytes, range.lowerBound, range.count)
    }
  }
}
