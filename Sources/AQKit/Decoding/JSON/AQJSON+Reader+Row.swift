extension AQJSON.Reader {
  /// An object of an array, by selected members; ``AQJSON/Reader/rows(_:_:)`` provides it.
  ///
  /// A member is identified by its index among the names. A member that the object lacks is missing; if a name repeats, the
  /// last member is read.
  public struct Row {
    struct Slot {
      var kind = AQJSON.Kind.missing
      var start = 0
      var end = 0
      var hasEscapes = false
      /// The value of a number; infinity if it is out of range.
      var number = 0.0
    }

    package let bytes: [UInt8]
    let names: AQJSON.Reader.Names
    let allowsNaN: Bool
    /// The path of the array, for messages.
    let arrayPath: String
    /// The element's index in the array.
    public internal(set) var ordinal = 0
    /// The kind of the element; all members are missing if it isn't an object.
    public internal(set) var kind = AQJSON.Kind.missing
    var slots: ContiguousArray<Slot>
    /// The index of the name that last followed each name, and the start of an object.
    var followers: ContiguousArray<Int>

    init(_ bytes: [UInt8], _ names: AQJSON.Reader.Names, allowsNaN: Bool, in arrayPath: String) {
      self.bytes = bytes
      self.names = names
      self.allowsNaN = allowsNaN
      self.arrayPath = arrayPath
      slots = ContiguousArray(repeating: Slot(), count: names.readCount)
      followers = ContiguousArray(0...names.names.count)
    }

    /// Returns the kind of a member.
    public func kind(_ index: Int) -> AQJSON.Kind { slots[index].kind }

    /// Returns a member that is a number.
    public func double(_ index: Int) throws(AQError) -> Double {
      let slot = slots[index]
      guard slot.kind == .number, slot.number.isFinite else { throw unexpected(index, "a number") }
      return slot.number
    }

    /// Returns a number; NaN for `null` or a missing member.
    public func doubleOrNaN(_ index: Int) throws(AQError) -> Double {
      let slot = slots[index]
      switch slot.kind {
      case .number where slot.number.isFinite: return slot.number
      case .null: return .nan
      case .missing where kind == .object: return .nan
      default: throw unexpected(index, "a number or null")
      }
    }

    /// Returns a whole number, however it is written.
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

    /// Returns a member that is a string.
    public func string(_ index: Int) throws(AQError) -> String {
      let slot = slots[index]
      guard slot.kind == .string else { throw unexpected(index, "a string") }
      return bytes.withUnsafeBufferPointer { buffer in
        let bytes = UnsafeRawBufferPointer(buffer).bytes
        return JSONString.text(bytes, (slot.start &+ 1)..<(slot.end &- 1), hasEscapes: slot.hasEscapes)
      }
    }

    /// Returns the range of a string without escapes, between its quotation marks; nil for anything else.
    package func plainString(_ index: Int) -> Range<Int>? {
      let slot = slots[index]
      return slot.kind == .string && !slot.hasEscapes ? (slot.start &+ 1)..<(slot.end &- 1) : nil
    }

    /// Returns a string; nil for `null` or a missing member.
    public func stringIfPresent(_ index: Int) throws(AQError) -> String? {
      switch slots[index].kind {
      case .null: return nil
      case .missing where kind == .object: return nil
      default: return try string(index)
      }
    }

    /// Returns a time as seconds since 1970 in UTC, from a number or an ISO 8601 string.
    ///
    /// - Parameters:
    ///   - index: The member's index among the names.
    ///   - offset: The offset for times without one, in seconds east of UTC; nil makes such a time an error.
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

    private func path(_ index: Int) -> String {
      JSONPath.joined([path, JSONPath.step(name: names.names[index])])
    }

    /// The path of the row, such as `results[3]`.
    public var path: String { arrayPath + JSONPath.step(position: ordinal) }

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

extension AQJSON.Reader.Row {
  /// Returns the bytes of a member's value; empty if it is missing.
  package func range(_ index: Int) -> Range<Int> {
    slots[index].kind == .missing ? 0..<0 : slots[index].start..<slots[index].end
  }

  /// Returns the number in a member, which may be the content of a string; nil for anything else.
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

  /// Returns the text of a plain string, or of a number; nil for anything else.
  package func text(_ index: Int) -> String? {
    let range = slots[index].kind == .number ? range(index) : plainString(index)
    return range.map { range in bytes.withUnsafeBytes { String(decoding: $0[range], as: UTF8.self) } }
  }

  /// Returns the index of the first candidate that equals a member's plain string; nil if none does.
  package func index(of index: Int, among texts: [ContiguousArray<UInt8>]) -> Int? {
    guard let own = plainString(index) else { return nil }
    return bytes.withUnsafeBytes { bytes in
      texts.firstIndex {
        $0.count == own.count && ByteKey.equal(bytes.bytes, own.lowerBound, $0.span.bytes, 0, own.count)
      }
    }
  }

  /// Returns whether the values of two members consist of the same bytes.
  package func holds(_ range: Range<Int>, at index: Int) -> Bool {
    let own = self.range(index)
    guard own.count == range.count else { return false }
    return bytes.withUnsafeBytes {
      ByteKey.equal($0.bytes, own.lowerBound, $0.bytes, range.lowerBound, range.count)
    }
  }
}
