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
  /// unaffected if `body` catches it.
  ///
  /// - Parameters:
  ///   - names: The names of the members.
  ///   - body: Handles each element. The row is invalid afterwards.
  public mutating func rows(
    _ names: AQJSON.Reader.Names, _ body: (borrowing AQJSON.Reader.Row) throws(AQError) -> Void
  ) throws(AQError) {
    try rows(names, reading: { _, _, _, _ in false }, body)
  }

  /// Reads like ``rows(_:_:)``, with arrays and objects of members that are read in place.
  package mutating func rows(
    _ names: AQJSON.Reader.Names, reading read: AQJSON.Reader.Row.Reading,
    _ body: (borrowing AQJSON.Reader.Row) throws(AQError) -> Void
  ) throws(AQError) {
    let deepest = maximumDepth - depth
    let (bytes, limit, allowsNaN) = (bytes, limit, allowsNaN)
    var at = position
    var row = AQJSON.Reader.Row(bytes, names, allowsNaN: allowsNaN, in: path)
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
          try row.read(span, &at, deepest: deepest - 1, reading: read)
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

extension AQJSON.Reader.Row {
  /// Reads the array or object of a member from its bracket or brace on, up to a depth; returns false, without
  /// advancing, to skip it.
  package typealias Reading = (
    _ member: Int, _ bytes: RawSpan, _ position: inout Int, _ deepest: Int
  ) throws(ScanFault) -> Bool

  /// Reads the next element, or another value; it has no members if it isn't an object. Arrays and objects of members are
  /// skipped by default.
  package mutating func read(
    _ bytes: RawSpan, _ position: inout Int, deepest: Int, reading read: Reading = { _, _, _, _ in false }
  ) throws(ScanFault) {
    Whitespace.skip(bytes, &position)
    for index in slots.indices { slots[index].kind = .missing }
    guard position < bytes.byteCount, EightBytes.byte(bytes, at: position) == UInt8(ascii: "{"), deepest > 0
    else {
      kind = try Self.skip(bytes, &position, deepest: deepest, allowsNaN: allowsNaN)
      return
    }
    kind = .object
    position &+= 1
    Whitespace.skip(bytes, &position)
    if position < bytes.byteCount, EightBytes.byte(bytes, at: position) == UInt8(ascii: "}") {
      position &+= 1
    } else {
      try Self.read(
        bytes, &position, deepest: deepest - 1, names, allowsNaN: allowsNaN, into: &slots, &followers,
        reading: read)
    }
  }

  private static func read(
    _ bytes: RawSpan, _ position: inout Int, deepest: Int, _ names: AQJSON.Reader.Names, allowsNaN: Bool,
    into slots: inout ContiguousArray<Slot>, _ followers: inout ContiguousArray<Int>, reading read: Reading
  ) throws(ScanFault) {
    var slots = slots.mutableSpan
    var at = position
    var last = 0
    repeat {
      Whitespace.skip(bytes, &at)
      let name = try names.pass(bytes, &at, expecting: followers[last])
      if let name {
        if followers[last] != name { followers[last] = name }
        last = name &+ 1
      }
      Whitespace.skip(bytes, &at)
      guard let index = name, index < slots.count else {
        try Self.pass(bytes, &at, deepest: deepest, allowsNaN: allowsNaN)
        continue
      }
      guard at < bytes.byteCount else { throw ScanFault(.endOfInput, at: at) }
      let lead = EightBytes.byte(bytes, at: at)
      var slot = Slot(start: at)
      if lead == UInt8(ascii: "\"") {
        slot.kind = .string
        slot.hasEscapes = try JSONString.skip(bytes, &at)
      } else if JSONGrammar.startsNumber(lead), !(allowsNaN && JSONGrammar.isNotFinite(bytes, at)) {
        slot.kind = .number
        slot.number = try Self.number(bytes, &at)
      } else if lead | 0x20 == UInt8(ascii: "{"), try read(index, bytes, &at, deepest) {
        slot.kind = lead == UInt8(ascii: "{") ? .object : .array
      } else if let end = Self.repeated(slots[index], bytes, at) {
        (slot.kind, at) = (lead == UInt8(ascii: "{") ? .object : .array, end)
      } else {
        slot.kind = try Self.skip(bytes, &at, deepest: deepest, allowsNaN: allowsNaN)
      }
      slot.end = at
      slots[index] = slot
    } while try !JSONGrammar.endsObject(bytes, &at)
    position = at
  }

  private static func pass(
    _ bytes: RawSpan, _ position: inout Int, deepest: Int, allowsNaN: Bool
  ) throws(ScanFault) {
    if position < bytes.byteCount {
      let lead = EightBytes.byte(bytes, at: position)
      if lead == UInt8(ascii: "\"") {
        try JSONString.skip(bytes, &position)
        return
      }
      if JSONGrammar.startsNumber(lead), !(allowsNaN && JSONGrammar.isNotFinite(bytes, position)) {
        return try NumberScanner.skip(bytes, &position)
      }
    }
    _ = try skip(bytes, &position, deepest: deepest, allowsNaN: allowsNaN)
  }

  /// Returns the end of an object or array that has exactly the bytes of the same member of an earlier row, such as the
  /// description of a station, which was checked there.
  private static func repeated(_ earlier: Slot, _ bytes: RawSpan, _ start: Int) -> Int? {
    let count = earlier.end &- earlier.start
    guard count > 0, EightBytes.byte(bytes, at: start) | 0x20 == UInt8(ascii: "{"),
      ByteKey.equal(bytes, start, bytes, earlier.start, count)
    else { return nil }
    return start &+ count
  }

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

  private static func skip(_ bytes: RawSpan, _ position: inout Int, deepest: Int, allowsNaN: Bool)
    throws(ScanFault) -> AQJSON.Kind
  {
    guard position < bytes.byteCount else { throw ScanFault(.endOfInput, at: position) }
    let lead = EightBytes.byte(bytes, at: position)
    let isNotFinite = allowsNaN && JSONGrammar.isNotFinite(bytes, position)
    var nobody = JSONGrammar.Nobody()
    try JSONGrammar.walk(bytes, &position, deepest: deepest, allowsNaN: allowsNaN, into: &nobody)
    return AQJSON.Kind(lead: lead, isNotFinite: isNotFinite)
  }

  /// Creates a row for the objects in the members of another reader's rows.
  package init(_ names: AQJSON.Reader.Names, in reader: borrowing AQJSON.Reader) {
    self.init(reader.bytes, names, allowsNaN: reader.allowsNaN, in: "")
  }

  /// Reads the elements of the array at a position one by one; false, without advancing, if there is no array.
  package mutating func read(
    each bytes: RawSpan, _ position: inout Int, deepest: Int, _ body: (borrowing AQJSON.Reader.Row) -> Void
  ) throws(ScanFault) -> Bool {
    guard EightBytes.byte(bytes, at: position) == UInt8(ascii: "["), deepest > 0 else { return false }
    if try ArrayScan.isEmpty(bytes, &position) { return true }
    repeat {
      try read(bytes, &position, deepest: deepest - 1)
      body(self)
    } while try !JSONGrammar.endsArray(bytes, &position)
    return true
  }
}
