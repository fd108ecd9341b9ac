/// Writes JSON values one after another, and inserts the commas.
package struct JSONText: Sendable {
  /// The output so far, in UTF-8.
  package private(set) var bytes: [UInt8]
  private var needsComma = false

  package init(capacity: Int = 256) {
    bytes = []
    bytes.reserveCapacity(capacity)
  }

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  package mutating func endLine() {
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
  }

  // MARK: Values

  package mutating func value(_ text: String) {
    separate()
    quote(text)
  }

  /// Writes a number as the shortest text that reads back as the same double; NaN and infinities as `null`.
  package mutating func value(_ number: Double) {
    separate()
    ShortestDecimal.append(number, to: &bytes)
  }

  package mutating func value(_ number: some FixedWidthInteger) { value(json: String(number).utf8) }

  package mutating func value(_ flag: Bool) { value(json: (flag ? "true" : "false").utf8) }

  package mutating func null() { value(json: "null".utf8) }

  package mutating func value(json: some Sequence<UInt8>) {
    separate()
    bytes.append(contentsOf: json)
  }

  package mutating func object<Failure>(_ members: (inout JSONText) throws(Failure) -> Void) throws(Failure) {
    open(UInt8(ascii: "{"))
    try members(&self)
    close(UInt8(ascii: "}"))
  }

  package mutating func array<Failure>(_ elements: (inout JSONText) throws(Failure) -> Void) throws(Failure) {
    open(UInt8(ascii: "["))
    try elements(&self)
    close(UInt8(ascii: "]"))
  }

  package mutating func value(_ column: [Double]) {
    separate()
    ShortestDecimal.append(column: column, to: &bytes)
  }

  // MARK: Members

  /// Writes a member's name; its value must follow.
  package mutating func name(_ name: String) {
    separate()
    quote(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  // MARK: Parts

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
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

  private mutating func quote(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { text in
      if text.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
        bytes.append(contentsOf: text)
      } else {
        escape(text)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ text: UnsafeBufferPointer<UInt8>) {
    for byte in text {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(contentsOf: [UInt8(ascii: "\\"), byte])
      case 0x0A: bytes.append(contentsOf: "\\n".utf8)
      case 0x0D: bytes.append(contentsOf: "\\r".utf8)
      case 0x09: bytes.append(contentsOf: "\\t".utf8)
      case 0x08: bytes.append(contentsOf: "\\b".utf8)
      case 0x0C: bytes.append(contentsOf: "\\f".utf8)
      case 0..<0x20:
        bytes.append(contentsOf: "\\u00".utf8)
        bytes += [.hexDigit(byte >> 4), UInt8.hexDigit(byte & 0xF) | 0x20]  // Lower case.
      default: bytes.append(byte)
      }
    }
  }
}

extension JSONText {
  package mutating func member(_ name: String, _ text: String) {
    self.name(name)
    value(text)
  }

  package mutating func member(_ name: String, _ number: Double) {
    self.name(name)
    value(number)
  }

  package mutating func member(_ name: String, _ number: some FixedWidthInteger) {
    self.name(name)
    value(number)
  }

  package mutating func member(_ name: String, _ flag: Bool) {
    self.name(name)
    value(flag)
  }

  package mutating func member(_ name: String, _ column: [Double]) {
    self.name(name)
    value(column)
  }

  package mutating func object<Failure>(
    _ name: String, _ members: (inout JSONText) throws(Failure) -> Void
  ) throws(Failure) {
    self.name(name)
    try object(members)
  }

  package mutating func array<Failure>(
    _ name: String, _ elements: (inout JSONText) throws(Failure) -> Void
  ) throws(Failure) {
    self.name(name)
    try array(elements)
  }
}
