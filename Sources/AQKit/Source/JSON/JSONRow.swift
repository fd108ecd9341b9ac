/// One object of an array, by selected members; ``JSONReader/rows(_:_:)`` provides it.
///
/// A member is identified by its index among the names. One that the object lacks is missing; if a name repeats, the
/// last member is read.
package struct JSONRow {
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

  let bytes: [UInt8]
  let names: JSONNames
  /// The path of the array, for messages.
  let arrayPath: String
  /// The element's index in the array.
  package internal(set) var ordinal = 0
  /// The kind of the element; all members are missing if it isn't an object.
  package internal(set) var kind = AQJSON.Kind.missing
  var slots: ContiguousArray<Slot>

  init(_ bytes: [UInt8], _ names: JSONNames, in arrayPath: String) {
    self.bytes = bytes
    self.names = names
    self.arrayPath = arrayPath
    slots = ContiguousArray(repeating: Slot(), count: names.names.count)
  }

  /// The kind of a member.
  package func kind(_ index: Int) -> AQJSON.Kind { slots[index].kind }

  /// A member that is a number.
  package func double(_ index: Int) throws(AQError) -> Double {
    let slot = slots[index]
    guard slot.kind == .number, slot.number.isFinite else { throw unexpected(index, "a number") }
    return slot.number
  }

  /// A number; NaN for `null` or a missing member.
  package func doubleOrNaN(_ index: Int) throws(AQError) -> Double {
    let slot = slots[index]
    switch slot.kind {
    case .number where slot.number.isFinite: return slot.number
    case .null: return .nan
    case .missing where kind == .object: return .nan
    default: throw unexpected(index, "a number or null")
    }
  }

  /// A number that is whole in value.
  package func int64(_ index: Int) throws(AQError) -> Int64 {
    let slot = slots[index]
    let value = bytes.withUnsafeBufferPointer { buffer -> Int64? in
      var at = slot.start
      return slot.kind == .number ? try? NumberScanner.int64(UnsafeRawBufferPointer(buffer).bytes, &at) : nil
    }
    guard let value else { throw unexpected(index, "a whole number") }
    return value
  }

  /// A member that is a string.
  package func string(_ index: Int) throws(AQError) -> String {
    let slot = slots[index]
    guard slot.kind == .string else { throw unexpected(index, "a string") }
    return bytes.withUnsafeBufferPointer { buffer in
      let bytes = UnsafeRawBufferPointer(buffer).bytes
      return JSONString.text(bytes, (slot.start &+ 1)..<(slot.end &- 1), hasEscapes: slot.hasEscapes)
    }
  }

  /// The range of a string without escapes, between its quotation marks; nil for anything else.
  func plainString(_ index: Int) -> Range<Int>? {
    let slot = slots[index]
    return slot.kind == .string && !slot.hasEscapes ? (slot.start &+ 1)..<(slot.end &- 1) : nil
  }

  /// A string; nil for `null` or a missing member.
  package func stringIfPresent(_ index: Int) throws(AQError) -> String? {
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
  package func instant(_ index: Int, assuming offset: Int? = nil) throws(AQError) -> Int64 {
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
  package var path: String { arrayPath + JSONPath.step(position: ordinal) }

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
