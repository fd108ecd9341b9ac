extension JSONReader {
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
  package mutating func rows(
    _ names: JSONNames, _ body: (borrowing JSONRow) throws(AQError) -> Void
  ) throws(AQError) {
    let deepest = maximumDepth - depth
    let (bytes, limit, allowsNaN) = (bytes, limit, allowsNaN)
    var at = position
    var row = JSONRow(bytes, names, in: path)
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

extension JSONRow {
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
