/// Writes JSON values one after another, and inserts the commas.
///
/// ```swift
/// var member = JSONText()
/// member.object { $0.member(text, text) }
/// ```
package struct JSONText: Sendable {
  /// The output so far, in UTF-8.
  package private(set) var bytes: [UInt8]
  private var needsComma = false

  /// Creates an empty text.
  ///
  /// - Parameter capacity: The initial capacity in bytes.
  package init(capacity: Int = 256) {
    bytes = []
    bytes.reserveCapacity(capacity)
  }

  /// The output so far.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Ends a line, for one document per line, and starts the next document.
  package mutating func endLine() {
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  /// Removes the output but keeps the capacity.
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
  }

  // MARK: Values

  /// Writes a string.
  package mutating func value(_ text: some StringProtocol) {
    separate()
    quote(text)
    needsComma = true
  }

  /// Writes a number as the shortest text that reads back as the same double; NaN and infinities as `null`.
  package mutating func value(_ number: Double) {
    separate()
    ShortestDecimal.append(number, to: &bytes)
    needsComma = true
  }

  /// Writes a whole number.
  package mutating func value(_ number: some FixedWidthInteger) {
    separate()
    bytes.append(contentsOf: String(number).utf8)
    needsComma = true
  }

  /// Writes `true` or `false`.
  package mutating func value(_ flag: Bool) {
    separate()
    bytes.append(contentsOf: (flag ? "true" : "false").utf8)
    needsComma = true
  }

  /// Writes `null`.
  package mutating func null() {
    separate()
    bytes.append(contentsOf: "null".utf8)
    needsComma = true
  }

  /// Writes finished JSON.
  package mutating func value(json: some Sequence<UInt8>) {
    separate()
    bytes.append(contentsOf: json)
    needsComma = true
  }

  /// Writes an object; the closure writes its members.
  package mutating func object<Failure>(_ members: (inout JSONText) throws(Failure) -> Void) throws(Failure) {
    open(UInt8(ascii: "{"))
    try members(&self)
    close(UInt8(ascii: "}"))
  }

  /// Writes an array; the closure writes its elements.
  package mutating func array<Failure>(_ elements: (inout JSONText) throws(Failure) -> Void) throws(Failure) {
    open(UInt8(ascii: "["))
    try elements(&self)
    close(UInt8(ascii: "]"))
  }

  /// Writes a column of numbers as an array.
  package mutating func value(_ column: some Sequence<Double>) {
    array { for number in column { $0.value(number) } }
  }

  // MARK: Members

  /// Writes a member's name; its value must follow.
  package mutating func name(_ name: some StringProtocol) {
    separate()
    quote(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  // MARK: Parts

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }

  private mutating func open(_ byte: UInt8) {
    separate()
    bytes.append(byte)
    needsComma = false
  }

  private mutating func close(_ byte: UInt8) {
    bytes.append(byte)
    needsComma = true
  }

  private mutating func quote(_ text: some StringProtocol) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(contentsOf: [UInt8(ascii: "\\"), byte])
      case 0x0A: bytes.append(contentsOf: "\\n".utf8)
      case 0x0D: bytes.append(contentsOf: "\\r".utf8)
      case 0x09: bytes.append(contentsOf: "\\t".utf8)
      case 0..<0x20:
        bytes.append(contentsOf: "\\u00".utf8)
        for nibble in [byte >> 4, byte & 0xF] {
          bytes.append(nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "A") + nibble - 10)
        }
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

extension JSONText {
  /// Writes a member that is a string.
  package mutating func member(_ name: String, _ text: some StringProtocol) {
    self.name(name)
    value(text)
  }

  /// Writes a member that is a number.
  package mutating func member(_ name: String, _ number: Double) {
    self.name(name)
    value(number)
  }

  /// Writes a member that is a whole number.
  package mutating func member(_ name: String, _ number: some FixedWidthInteger) {
    self.name(name)
    value(number)
  }

  /// Writes a member that is `true` or `false`.
  package mutating func member(_ name: String, _ flag: Bool) {
    self.name(name)
    value(flag)
  }

  /// Writes a member that is a column of numbers.
  package mutating func member(_ name: String, _ column: some Sequence<Double>) {
    self.name(name)
    value(column)
  }

  /// Writes a member that is an object.
  package mutating func object<Failure>(
    _ name: String, _ members: (inout JSONText) throws(Failure) -> Void
  ) throws(Failure) {
    self.name(name)
    try object(members)
  }

  /// Writes a member that is an array.
  package mutating func array<Failure>(
    _ name: String, _ elements: (inout JSONText) throws(Failure) -> Void
  ) throws(Failure) {
    self.name(name)
    try array(elements)
  }
}
