/// One object of an array, by the members that were asked for: what ``JSONReader/rows(_:_:)`` hands out.
///
/// A member is told by its index among the names. One that the object lacks is missing; of several with one
/// name the last one counts.
package struct JSONRow {
  /// Where a member's value stands and what it is.
  struct Slot {
    var kind = AQJSON.Kind.missing
    var start = 0
    /// The offset behind it.
    var end = 0
    /// Whether it is a string with escapes.
    var hasEscapes = false
    /// The value of a number; infinite if it is beyond the range of a double.
    var number = 0.0
  }

  let bytes: [UInt8]
  let names: JSONNames
  /// Where the array stands, for messages.
  let arrayPath: String
  /// Which element of the array this is.
  package internal(set) var ordinal = 0
  /// What the element is; its members are all missing if it isn't an object.
  package internal(set) var kind = AQJSON.Kind.missing
  var slots: ContiguousArray<Slot>

  init(_ bytes: [UInt8], _ names: JSONNames, in arrayPath: String) {
    self.bytes = bytes
    self.names = names
    self.arrayPath = arrayPath
    slots = ContiguousArray(repeating: Slot(), count: names.names.count)
  }

  /// What a member is.
  package func kind(_ index: Int) -> AQJSON.Kind { slots[index].kind }

  /// A member that is a number.
  package func double(_ index: Int) throws(AQError) -> Double {
    let slot = slots[index]
    guard slot.kind == .number, slot.number.isFinite else { throw unexpected(index, "a number") }
    return slot.number
  }

  /// A member that is a number; NaN if it is `null` or missing.
  package func doubleOrNaN(_ index: Int) throws(AQError) -> Double {
    let slot = slots[index]
    switch slot.kind {
    case .number where slot.number.isFinite: return slot.number
    case .null: return .nan
    case .missing where kind == .object: return .nan
    default: throw unexpected(index, "a number or null")
    }
  }

  /// A member that is a number, whole in value.
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

  /// The bytes of a member that is a string without escapes, between its quotation marks; nil for anything else.
  func plainString(_ index: Int) -> Range<Int>? {
    let slot = slots[index]
    return slot.kind == .string && !slot.hasEscapes ? (slot.start &+ 1)..<(slot.end &- 1) : nil
  }

  /// A member that is a string; nil if it is `null` or missing.
  package func stringIfPresent(_ index: Int) throws(AQError) -> String? {
    switch slots[index].kind {
    case .null: return nil
    case .missing where kind == .object: return nil
    default: return try string(index)
    }
  }

  /// A member that is a time: seconds since 1970 in GMT, from a whole number of the same meaning or a text in
  /// ISO 8601.
  ///
  /// - Parameters:
  ///   - index: Which member.
  ///   - offset: The offset from GMT, in seconds east, of a text that names none; without it such a text is an
  ///     error.
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

  /// Where a member stands, such as `results[3].value`.
  private func path(_ index: Int) -> String {
    JSONPath.joined([path, JSONPath.step(name: names.names[index])])
  }

  /// Where the row stands, such as `results[3]`.
  package var path: String { arrayPath + JSONPath.step(position: ordinal) }

  /// The error of a member that isn't what was asked for.
  private func unexpected(_ index: Int, _ expected: String) -> AQError {
    guard kind == .object else {
      return AQError(.malformed, "Unexpected JSON at \(path): expected an object, found \(kind.phrase).")
    }
    let isUnfit = slots[index].kind == .number && expected.split(separator: " ").contains("number")
    let found = isUnfit ? "one that doesn't fit" : slots[index].kind.phrase
    return AQError(.malformed, "Unexpected JSON at \(path(index)): expected \(expected), found \(found).")
  }
}
