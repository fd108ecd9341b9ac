extension AQJSON {
  /// Reads a JSON document from front to back without building values, for adapters with large or frequent payloads.
  /// ``AQJSON`` is more convenient; this is faster.
  ///
  /// ```swift
  /// var reader = try AQJSON.Reader(reply.body)
  /// try reader.beginObject()
  /// while try reader.nextMember() {
  ///   if reader.isNamed("hourly") {
  ///     try reader.beginObject()
  ///     while try reader.nextMember() { try reader.doubles(into: &columns[reader.name, default: []]) }
  ///   } else {
  ///     try reader.skip()
  ///   }
  /// }
  /// try reader.end()
  /// ```
  ///
  /// It accepts exactly what ``AQJSON`` accepts, and checks skipped values as strictly as read ones. After
  /// ``nextMember()`` or ``nextElement()`` has returned true, exactly one value must be read or skipped. Every error is
  /// an ``AQError`` with the path, the byte and, within the first 4 KiB, the line and the column. A reader is a value:
  /// use a copy to look ahead.
  public struct Reader: Sendable {
    package let bytes: [UInt8]
    /// The end of the document in `bytes`.
    package let limit: Int
    /// Whether bare `nan` and `inf` are read as `null`.
    let allowsNaN: Bool
    let maximumDepth: Int
    package var position: Int
    private(set) var depth = 0
    /// The innermost container; meaningless at depth 0.
    private var frame = Frame(isObject: false)
    /// The enclosing containers, from the outside in.
    private var outer: [Frame] = []

    private struct Frame {
      var isObject: Bool
      var hasBegun = false
      /// The offset of the current member's name, or the current element's ordinal.
      var index = 0
    }

    /// Creates a reader at the start of a document.
    ///
    /// - Parameters:
    ///   - bytes: The bytes that contain the document, in UTF-8.
    ///   - range: The range of the document, such as one line of many; by default all bytes. Bytes, lines and columns in
    ///     errors count from the start of `bytes`.
    ///   - allowsNaN: Whether to read the bare words `nan`, `inf` and `infinity` as `null`: in any case, with or without
    ///     a sign.
    ///   - maximumDepth: The deepest nesting of arrays and objects.
    public init(
      _ bytes: [UInt8], in range: Range<Int>? = nil, allowsNaN: Bool = false, maximumDepth: Int = 512
    ) throws(AQError) {
      let range = (range ?? bytes.indices).clamped(to: bytes.indices)
      guard range.count <= JSONGrammar.maximumLength else {
        throw AQError(ScanFault(.tooLong, at: JSONGrammar.maximumLength), in: [])
      }
      self.bytes = bytes
      limit = range.upperBound
      self.allowsNaN = allowsNaN
      self.maximumDepth = maximumDepth
      position = bytes.withUnsafeBufferPointer { buffer in
        EightBytes.afterByteOrderMark(
          UnsafeRawBufferPointer(start: buffer.baseAddress, count: range.upperBound).bytes, range.lowerBound)
      }
    }

    // MARK: Structure

    /// Returns the kind of the next value, without reading it.
    public mutating func kind() throws(AQError) -> AQJSON.Kind {
      try scan { bytes, at, allowsNaN throws(ScanFault) in
        let lead = try EightBytes.next(bytes, at: at)
        if allowsNaN, JSONGrammar.isNotFinite(bytes, at) { return .null }
        guard let kind = AQJSON.Kind(lead: lead) else { throw ScanFault(.expectedValue, at: at) }
        return kind
      }
    }

    /// Begins an object; its members are read with ``nextMember()``.
    public mutating func beginObject() throws(AQError) {
      try begin(UInt8(ascii: "{"), .object)
    }

    /// Begins an array; its elements are read with ``nextElement()``.
    public mutating func beginArray() throws(AQError) {
      try begin(UInt8(ascii: "["), .array)
    }

    /// Advances to the next member of the current object, past its name; returns false at the end of the object.
    public mutating func nextMember() throws(AQError) -> Bool {
      guard depth > 0, frame.isObject else { throw misuse("nextMember() outside an object") }
      let hasBegun = frame.hasBegun
      let name = try scan { bytes, at, _ throws(ScanFault) -> Int? in
        if hasBegun {
          if try JSONGrammar.ends(bytes, &at, isObject: true) { return nil }
          Whitespace.skip(bytes, &at)
        } else if at < bytes.byteCount, EightBytes.byte(bytes, at: at) == UInt8(ascii: "}") {
          at &+= 1
          return nil
        }
        return try JSONGrammar.skipName(bytes, &at).range.lowerBound
      }
      guard let name else {
        close()
        return false
      }
      frame = Frame(isObject: true, hasBegun: true, index: name)
      return true
    }

    /// Advances to the next element of the current array; returns false at the end of the array.
    public mutating func nextElement() throws(AQError) -> Bool {
      guard depth > 0, !frame.isObject else { throw misuse("nextElement() outside an array") }
      let hasBegun = frame.hasBegun
      let isAtEnd = try scan { bytes, at, _ throws(ScanFault) -> Bool in
        if hasBegun { return try JSONGrammar.ends(bytes, &at, isObject: false) }
        guard at < bytes.byteCount, EightBytes.byte(bytes, at: at) == UInt8(ascii: "]") else { return false }
        at &+= 1
        return true
      }
      if isAtEnd {
        close()
        return false
      }
      frame.index = hasBegun ? frame.index &+ 1 : 0
      frame.hasBegun = true
      return true
    }

    /// The name of the current member.
    public var name: String {
      guard depth > 0, frame.isObject, frame.hasBegun else { return "" }
      return JSONString.text(bytes, at: frame.index)
    }

    /// Returns whether the current member has a name, without creating a string.
    @inline(__always)
    public func isNamed(_ name: StaticString) -> Bool {
      guard depth > 0, frame.isObject, frame.hasBegun else { return false }
      let start = frame.index
      return bytes.withUnsafeBufferPointer { buffer in
        name.withUTF8Buffer { JSONString.equals(UnsafeRawBufferPointer(buffer).bytes, at: start, $0) }
      }
    }

    /// Checks that only white space follows the document.
    public mutating func end() throws(AQError) {
      guard depth == 0 else { throw misuse("end() inside an array or object") }
      try scan { bytes, at, _ throws(ScanFault) in
        if at < bytes.byteCount { throw ScanFault(.expectedEnd, at: at) }
      }
    }

    private mutating func begin(_ opening: UInt8, _ expectation: ScanFault.Expectation) throws(AQError) {
      let isDeepest = depth >= maximumDepth
      try scan { bytes, at, _ throws(ScanFault) in
        guard try EightBytes.next(bytes, at: at) == opening else {
          throw ScanFault(.expected(expectation), at: at)
        }
        if isDeepest { throw ScanFault(.tooDeep, at: at) }
        at &+= 1
      }
      if depth > 0 {
        if depth == 1 { outer.reserveCapacity(7) }
        outer.append(frame)
      }
      depth &+= 1
      frame = Frame(isObject: opening == UInt8(ascii: "{"))
    }

    private mutating func close() {
      depth &-= 1
      if let last = outer.popLast() { frame = last }
    }

    // MARK: Scanning

    /// Runs a scanner on the bytes from the next one that isn't white space. The position advances only on success.
    @inline(__always)
    mutating func scan<Result>(
      _ body: (RawSpan, inout Int, _ allowsNaN: Bool) throws(ScanFault) -> Result
    ) throws(AQError) -> Result {
      // Copied, so that the closure captures no part of the reader.
      let (limit, allowsNaN) = (limit, allowsNaN)
      var at = position
      let result: Result
      do throws(ScanFault) {
        result = try bytes.withUnsafeBufferPointer { buffer throws(ScanFault) in
          let bytes = UnsafeRawBufferPointer(start: buffer.baseAddress, count: limit).bytes
          Whitespace.skip(bytes, &at)
          return try body(bytes, &at, allowsNaN)
        }
      } catch {
        throw AQError(error, in: bytes, at: path)
      }
      position = at
      return result
    }

    /// The current path, such as `hourly.pm2_5[3]`.
    public var path: String {
      if depth == 0 { return "" }
      return JSONPath.joined(
        (outer + [frame]).filter(\.hasBegun).map { frame in
          frame.isObject
            ? JSONPath.step(nameAt: frame.index, in: bytes)
            : JSONPath.step(position: frame.index)
        })
    }

    private func misuse(_ what: String) -> AQError {
      AQError(
        .malformed, "The adapter reads the JSON out of order: \(what)\(path.isEmpty ? "" : " at \(path)").")
    }
  }
}
